import type { Fact } from '../../facts/fact-kinds.ts';
import type { Made } from './catalysts.ts';
import { bestSource, clustersOf, firstOf } from './cluster.ts';
import type { Assigned } from './drugs.ts';
import { verdictOf } from './outcomes.ts';
import { phaseIn } from './plan.ts';
import { dayReported, detailText, evidenceOf, type Statement } from './statement.ts';
import { trialNameIn } from './trial-name.ts';

/** Our choice: statements within this many days of the first one are about the same designation. */
const DESIGNATION_DAYS = 180;
/**
 * Our choice: statements within this many days of the first one are about the same announcement of
 * results.
 */
const RESULT_DAYS = 31;
/** Our choice: statements within this many days of the first one are about the same vote. */
const VOTE_DAYS = 31;
const MAX_SENTENCES = 5;

/** Returns the designations that the FDA granted. Designations of other agencies are omitted. */
export function designationFacts(assigned: readonly Assigned[]): Made<Fact<'designations'>>[] {
  const which = (statement: Statement) => detailText(statement, 'which') ?? 'unclear';
  const isGrant = (statement: Statement) =>
    statement.type === 'designation' &&
    detailText(statement, 'agency') === null &&
    which(statement) !== 'unclear';
  return clustersByDrug(assigned, isGrant, DESIGNATION_DAYS, which).map((cluster) => ({
    ticker: cluster.first.ticker,
    drug_name: cluster.drug,
    designation_type: which(cluster.first),
    designation_date: cluster.day,
    indication: firstOf(cluster, ({ indication }) => indication),
    status: 'Designated',
    ...evidenceOf(bestSource(cluster)),
  }));
}

export function resultFacts(assigned: readonly Assigned[]): Made<Fact<'trial_results'>>[] {
  const isResult = ({ type }: Statement) => type === 'trial_result';
  return clustersByDrug(assigned, isResult, RESULT_DAYS).map((cluster) => {
    const { statements, first, drug } = cluster;
    const stated = firstOf(cluster, ({ sentence }) => phaseIn(sentence));
    const phase = stated && `Phase ${stated}`;
    const trial = firstOf(cluster, (one) => detailText(one, 'trial') ?? trialNameIn(one.sentence));
    // Two trials of one drug may report results in the same month. If the statements report
    // different outcomes, the record has no outcome.
    const verdicts = new Set(statements.flatMap((one) => verdictOf(one) ?? []));
    const outcome = verdicts.size === 1 ? [...verdicts][0]! : null;
    const indication = firstOf(cluster, (one) => one.indication);
    const sentences = [...new Set(statements.map(({ sentence }) => sentence))];
    return {
      ticker: first.ticker,
      drug_name: drug,
      trial_title: [phase, trial, `trial of ${drug}`].filter(Boolean).join(' '),
      phase,
      indications: indication ? [indication] : null,
      results_summary: sentences.slice(0, MAX_SENTENCES),
      published_date: cluster.day,
      outcome,
      ...evidenceOf(bestSource(cluster, (one) => verdictOf(one) !== undefined)),
    };
  });
}

/**
 * Matches `voted 11 to 2 in favor` or `voted 11-2, with 1 abstention, that the benefits outweigh`.
 * The words after the numbers determine whether the first number counts votes in favor or against.
 */
const VOTE =
  /\b(?:voted|vote of|vote was|votes?:?) (?:unanimously )?\(?(\d{1,2})(?: ?[-–] ?| to )(\d{1,2})\)?(?:,? with (\d{1,2}|one|two) abst\w+,?)?([^.;]{0,80})/i;

/** Returns the committee votes that sentences state as numbers. */
export function voteFacts(assigned: readonly Assigned[]): Made<Fact<'adcomm_votes'>>[] {
  const isVote = (statement: Statement) => countOf(statement) !== null;
  return clustersByDrug(assigned, isVote, VOTE_DAYS).map((cluster) => ({
    ticker: cluster.first.ticker,
    drug_name: cluster.drug,
    indication: firstOf(cluster, ({ indication }) => indication),
    meeting_date: cluster.day,
    ...firstOf(cluster, countOf)!,
    ...evidenceOf(bestSource(cluster)),
  }));
}

/**
 * Returns the numbers of a committee vote. Returns null if the meeting is not in the past, or if it
 * is unclear which number is in favor.
 */
function countOf(statement: Statement) {
  if (statement.type !== 'adcomm_date' || dayReported(statement) > statement.published) return null;
  if (statement.date !== null && statement.date.to > statement.published) return null;
  const match = VOTE.exec(statement.sentence);
  if (!match) return null;
  const [, first = '', second = '', abstained, words = ''] = match;
  const isAgainst = /\bagainst\b|\bnot\b/i.test(words);
  const isFor = /\bin favou?r|\bsupport|\brecommend|\bthat (?:the )?(?:benefit|evidence)/i.test(
    words,
  );
  // Words such as "do not support" mean that the first number counts votes against. If "not" or
  // "against" occurs together with "in favor", the meaning is unclear.
  if (isAgainst ? /\bin favou?r/i.test(words) : !isFor) return null;
  const sides = [Number(first), Number(second)];
  const [votes_yes, votes_no] = isAgainst ? sides.toReversed() : sides;
  const numberWords = { one: 1, two: 2 } as const;
  const votes_abstain = abstained
    ? (numberWords[abstained as keyof typeof numberWords] ?? Number(abstained))
    : null;
  return { votes_yes: votes_yes!, votes_no: votes_no!, votes_abstain };
}

/**
 * Groups the wanted statements by drug and `keyOf` (see `clustersOf`). Statements without a drug
 * are omitted.
 * @returns each group with its first statement and the name of the drug in this statement
 */
function clustersByDrug(
  assigned: readonly Assigned[],
  isWanted: (statement: Statement) => boolean,
  days: number,
  keyOf: (statement: Statement) => string = () => '',
) {
  const wanted = assigned.filter((one) => one.drugKey !== null && isWanted(one.statement));
  const drugs = new Map(wanted.map((one) => [one.statement, one]));
  const key = (one: Statement) => `${drugs.get(one)!.drugKey} ${keyOf(one)}`;
  return clustersOf([...drugs.keys()], key, days).map((cluster) => {
    const first = cluster.statements[0]!;
    return { ...cluster, first, drug: drugs.get(first)!.drug! };
  });
}
