import { compareText } from '../../domain/compare-text.ts';
import { daysBetween } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isOfIndication } from '../../domain/programs/indications.ts';
import { type KnownValue, knownDecision, knownValue } from '../catalysts/known-values.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { originOf } from '../origin.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { drugKey } from '../programs/programs.ts';
import { statementOrigin } from '../text-statements.ts';
import { questionBefore, voteBefore } from './committee-votes.ts';
import { fdaDecisions, otherDecisions } from './decisions.ts';
import { type FdaDecision, type OtherDecision, outcomeOf, supplementOf } from './fda-decision.ts';
import { goalDates, pastGoals } from './goal-dates.ts';
import { type Letter, letters, listedDay } from './letters.ts';
import {
  isNear,
  type PublishedLetter,
  publishedLetter,
  reasonsOf,
  SAME_DECISION_DAYS,
} from './published-letters.ts';
import { noRefusal, refusalOf, refusalStatements } from './refusals.ts';

export const decisionCollections = {
  fdaDecisions: { from: ['decisions'], rows: decisionRecords },
} satisfies Collections;

/**
 * One record per FDA decision. It has the decision date, the goal date, the reasons for a refusal
 * and the preceding committee vote. Decisions on applications of companies that are not in the
 * store come last. The flag `reason_not_known` means that no letter states the reasons for the
 * refusal. The flag `day_not_known` means that the source states the goal date, but not the day of
 * the decision.
 */
function decisionRecords(refresh: Refresh) {
  const { facts } = refresh;
  const [goals, past] = [refresh.memo(goalDates), refresh.memo(pastGoals)];
  const sent = groupBy(refresh.memo(letters), ({ ticker, drug_name }) =>
    drugKey(ticker, drug_name ?? ''),
  );
  const published = groupBy(facts.all('letter_deficiencies'), ({ ticker }) => ticker);
  const toOthers = groupBy(
    facts.ofOthers('letter_deficiencies'),
    ({ company_name }) => company_name ?? '',
  );
  const statements = refresh.memo(refusalStatements);
  const decisions = drugIndex(refresh, refresh.memo(fdaDecisions), (one) => one);
  const votes = drugIndex(refresh, facts.all('adcomm_votes'), ({ ticker, drug_name }) => ({
    ticker,
    names: [drug_name],
  }));
  const all = [...refresh.memo(fdaDecisions), ...refresh.memo(otherDecisions)];
  return all.map((one) => {
    const key = one.ticker === null ? '' : drugKey(one.ticker, one.drug ?? '');
    const outcome = outcomeOf(one.decision);
    const isRefused = outcome === 'refused';
    const decision_date = one.is_undated ? null : one.decided;
    const near = sent.get(key)?.find(({ letter_date }) => isNear(one.decided, letter_date));
    const letter = isRefused ? near : undefined;
    const texts =
      one.ticker === null ? toOthers.get(one.applicant ?? '') : published.get(one.ticker);
    const text = isRefused
      ? publishedLetter(texts ?? [], one.decided, { ...one, drug_name: one.drug })
      : undefined;
    const reasons = letter?.reasons ?? (one.ticker === null && text ? reasonsOf(text) : null);
    const own = one.ticker === null ? undefined : { ticker: one.ticker, names: one.names };
    const later = own ? laterThan(one, decisions.find(own)) : [];
    const voted = own ? votes.find(own) : [];
    const said = own ? statements.find(own) : [];
    const oldestFirst = said.toSorted((a, b) => compareText(a.published, b.published));
    const { flags, ...refusal } = isRefused ? refusalOf(one, text, later, oldestFirst) : noRefusal;
    const isUnexplained = isRefused && !reasons?.length && !refusal.deficiencies?.length;
    const read = letter ?? text;
    const id = letter?.text_id ?? one.text_id;
    return {
      ticker: one.ticker,
      drug_name: one.drug || null,
      drug_words: one.drug || lettersWords(text),
      indication: one.indication,
      outcome,
      decision: one.decision,
      decision_date,
      corrected_date: letter?.corrected_date ?? one.corrected_date ?? null,
      letter_id: id ? `text:${id}` : null,
      goal_date: one.goal_date,
      days_before_goal:
        decision_date && one.goal_date ? daysBetween(decision_date, one.goal_date) : null,
      refusal_reasons: reasons,
      ...refusal,
      ...voteBefore(one.decided, voted),
      vote_question: questionBefore(one.decided, voted),
      review_designation: one.review_designation,
      application_number: one.application_number,
      supplement: supplementOf(one),
      applicant: one.applicant,
      ...one.origin,
      context: one.context ?? text?.deficiencies.find(({ context }) => context)?.context ?? null,
      known: [
        knownDecision(one),
        ...knownGoal(one, goals, past),
        ...(reasons && read ? [knownReasons(letter ? letter.text : text, read, reasons)] : []),
      ],
      flags: [
        ...(isUnexplained ? ['reason_not_known'] : []),
        ...(decision_date ? [] : ['day_not_known']),
        ...flags,
      ],
    };
  });
}

/** The sentences of a letter about its deficiencies. Null if there is no letter. */
function lettersWords(letter: PublishedLetter | undefined): string | null {
  const told = letter?.deficiencies.flatMap(({ sentence, context }) => [sentence, context]);
  return told?.filter(Boolean).join(' ') || null;
}

/** Decisions on the same indication more than a week after a refusal, earliest first. */
function laterThan(
  { decided: day, indication }: Pick<FdaDecision, 'decided' | 'indication'>,
  decisions: readonly FdaDecision[],
): readonly FdaDecision[] {
  return decisions
    .filter(({ decided }) => daysBetween(day, decided) > SAME_DECISION_DAYS)
    .filter((other) => isOfIndication(indication, other.indication))
    .sort((a, b) => compareText(a.decided, b.decided));
}

/**
 * The reasons with their source. If the published text of the letter states them, this text is the
 * source. Otherwise, the source is the record of the letter.
 */
function knownReasons(
  text: PublishedLetter | undefined,
  letter: Pick<Letter, 'source' | 'evidence' | 'document_date' | 'first_listed'>,
  reasons: readonly string[],
): KnownValue {
  const origin = text
    ? originOf('letter_deficiencies', text)
    : originOf('complete_response_letters', letter);
  const sentence = text ? text.deficiencies.find((one) => one.sentence)?.sentence : letter.evidence;
  const known_from = (text ? text.first_listed : listedDay(letter)) ?? undefined;
  return knownValue('refusal_reasons', reasons.join('; '), origin, sentence, known_from);
}

/**
 * The goal date of a decision, with its source. If the goal date is not in the calendar, the source
 * is the text that states it. The list is empty if there is no source.
 */
function knownGoal(
  one: FdaDecision | OtherDecision,
  goals: ReturnType<typeof goalDates>,
  past: ReturnType<typeof pastGoals>,
): readonly KnownValue[] {
  const { ticker, goal_date } = one;
  if (ticker === null || goal_date === null) return [];
  const own = goals.find(one).find(({ formattedDate }) => formattedDate === goal_date);
  if (own) return [knownValue('goal_date', goal_date, originOf('catalysts', own), own.evidence)];
  const { statement } = past.find(one).find((goal) => goal.formattedDate === goal_date) ?? {};
  return statement
    ? [knownValue('goal_date', goal_date, statementOrigin(statement), statement.sentence)]
    : [];
}
