import type { Fact } from '../../facts/fact-kinds.ts';
import type { Made } from './catalysts.ts';
import { bestSource, clustersOf, firstOf } from './cluster.ts';
import type { Assigned } from './drugs.ts';
import { phaseIn } from './plan.ts';
import { dayReported, detailText, evidenceOf, type Statement } from './statement.ts';
import { trialNameIn } from './trial-name.ts';

/** Our choice: statements about a designation within this many days are about one grant. */
const DESIGNATION_DAYS = 180;
/** Our choice: statements about a trial result within this many days are about one announcement. */
const RESULT_DAYS = 31;
/** Our choice: statements about a committee vote within this many days are about one vote. */
const VOTE_DAYS = 31;
const MAX_SENTENCES = 5;

/** A statement about a drug. */
interface DrugStatement {
  readonly statement: Statement;
  readonly drugKey: string;
  readonly drug: string;
}

/** Returns the designations that the FDA granted. Designations of other agencies are omitted. */
export function designationFacts(assigned: readonly Assigned[]): Made<Fact<'designations'>>[] {
  const designations = withDrug(assigned).filter(
    ({ statement }) =>
      statement.type === 'designation' &&
      detailText(statement, 'agency') === null &&
      (detailText(statement, 'which') ?? 'unclear') !== 'unclear',
  );
  const keys = byStatement(designations);
  return clustersOf(
    [...keys.keys()],
    (statement) => `${keys.get(statement)!.drugKey} ${detailText(statement, 'which')}`,
    DESIGNATION_DAYS,
  ).map((cluster) => ({
    ticker: cluster.statements[0]!.ticker,
    drug_name: keys.get(cluster.statements[0]!)!.drug,
    designation_type: detailText(cluster.statements[0]!, 'which')!,
    designation_date: cluster.day,
    indication: firstOf(cluster, ({ indication }) => indication),
    status: 'Designated',
    ...evidenceOf(bestSource(cluster)),
  }));
}

const outcomeWords: Readonly<Record<string, string>> = {
  met: 'positive',
  not_met: 'negative',
  mixed: 'mixed',
};

function verdictOf(statement: Statement): string | undefined {
  return outcomeWords[detailText(statement, 'outcome') ?? ''];
}

export function resultFacts(assigned: readonly Assigned[]): Made<Fact<'trial_results'>>[] {
  const keys = byStatement(
    withDrug(assigned).filter(({ statement }) => statement.type === 'trial_result'),
  );
  return clustersOf([...keys.keys()], (statement) => keys.get(statement)!.drugKey, RESULT_DAYS).map(
    (cluster) => {
      const first = cluster.statements[0]!;
      const { drug } = keys.get(first)!;
      const phase = firstOf(cluster, ({ sentence }) => phaseIn(sentence));
      const trial = firstOf(
        cluster,
        (one) => detailText(one, 'trial') ?? trialNameIn(one.sentence),
      );
      // Two trials of one drug may report results in the same month. If the statements report
      // different outcomes, the record has no outcome.
      const verdicts = new Set(cluster.statements.flatMap((one) => verdictOf(one) ?? []));
      const outcome = verdicts.size === 1 ? [...verdicts][0]! : null;
      const indication = firstOf(cluster, (one) => one.indication);
      return {
        ticker: first.ticker,
        drug_name: drug,
        trial_title: [phase && `Phase ${phase}`, trial, `trial of ${drug}`]
          .filter(Boolean)
          .join(' '),
        phase: phase && `Phase ${phase}`,
        indications: indication ? [indication] : null,
        results_summary: [...new Set(cluster.statements.map(({ sentence }) => sentence))].slice(
          0,
          MAX_SENTENCES,
        ),
        published_date: cluster.day,
        outcome,
        ...evidenceOf(bestSource(cluster, (one) => verdictOf(one) !== undefined)),
      };
    },
  );
}

/**
 * Matches `voted 11 to 2 in favor` or `voted 11-2, with 1 abstention, that the benefits outweigh`.
 * The words after the numbers determine whether the first number counts votes in favor or against.
 */
const VOTE =
  /\b(?:voted|vote of|vote was|votes?:?) (?:unanimously )?\(?(\d{1,2})(?: ?[-–] ?| to )(\d{1,2})\)?(?:,? with (\d{1,2}|one|two) abst\w+,?)?([^.;]{0,80})/i;

/** Returns the committee votes that sentences state as numbers. */
export function voteFacts(assigned: readonly Assigned[]): Made<Fact<'adcomm_votes'>>[] {
  const keys = byStatement(
    withDrug(assigned).filter(({ statement }) => countOf(statement) !== null),
  );
  return clustersOf([...keys.keys()], (statement) => keys.get(statement)!.drugKey, VOTE_DAYS).map(
    (cluster) => ({
      ticker: cluster.statements[0]!.ticker,
      drug_name: keys.get(cluster.statements[0]!)!.drug,
      indication: firstOf(cluster, ({ indication }) => indication),
      meeting_date: cluster.day,
      ...firstOf(cluster, countOf)!,
      ...evidenceOf(bestSource(cluster)),
    }),
  );
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

function withDrug(assigned: readonly Assigned[]): readonly DrugStatement[] {
  return assigned.flatMap(({ statement, drugKey, drug }) =>
    drugKey === null || drug === null ? [] : { statement, drugKey, drug },
  );
}

function byStatement(all: readonly DrugStatement[]): ReadonlyMap<Statement, DrugStatement> {
  return new Map(all.map((one) => [one.statement, one]));
}
