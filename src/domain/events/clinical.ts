import type { Fact } from '../../facts/fact-kinds.ts';
import type { Made } from './catalysts.ts';
import { clustersOf, firstOf, surestOf } from './cluster.ts';
import type { Assigned } from './drugs.ts';
import { phaseIn } from './plan.ts';
import { dayReported, detailText, evidenceOf, type Statement } from './statement.ts';

/** Our choice: the same designation told again within half a year is one grant. */
const DESIGNATION_DAYS = 180;
/** Our choice: a result told again within a month is one announcement. */
const RESULT_DAYS = 31;
const VOTE_DAYS = 31;

/** Statements that name their drug, with the key and the name of it. */
interface Named {
  readonly statement: Statement;
  readonly drugKey: string;
  readonly drug: string;
}

/** The designations that the FDA granted; those of other agencies are none of its own. */
export function designationFacts(assigned: readonly Assigned[]): Made<Fact<'designations'>>[] {
  const own = named(assigned).filter(
    ({ statement }) =>
      statement.type === 'designation' &&
      detailText(statement, 'agency') === null &&
      (detailText(statement, 'which') ?? 'unclear') !== 'unclear',
  );
  const keys = keysOf(own);
  return clustersOf(
    own.map(({ statement }) => statement),
    (statement) => `${keys.get(statement)!.drugKey} ${detailText(statement, 'which')}`,
    DESIGNATION_DAYS,
  ).map((cluster) => ({
    ticker: cluster.statements[0]!.ticker,
    drug_name: keys.get(cluster.statements[0]!)!.drug,
    designation_type: detailText(cluster.statements[0]!, 'which')!,
    designation_date: cluster.day,
    indication: firstOf(cluster, ({ indication }) => indication),
    status: 'Designated',
    ...evidenceOf(surestOf(cluster)),
  }));
}

const outcomeWords: Readonly<Record<string, string>> = {
  met: 'positive',
  not_met: 'negative',
  mixed: 'mixed',
};

/** The announcements of trial results. */
export function resultFacts(assigned: readonly Assigned[]): Made<Fact<'trial_results'>>[] {
  const own = named(assigned).filter(({ statement }) => statement.type === 'trial_result');
  const keys = keysOf(own);
  return clustersOf(
    own.map(({ statement }) => statement),
    (statement) => keys.get(statement)!.drugKey,
    RESULT_DAYS,
  ).map((cluster) => {
    const first = cluster.statements[0]!;
    const { drug } = keys.get(first)!;
    const phase = firstOf(cluster, ({ sentence }) => phaseIn(sentence));
    const trial = firstOf(cluster, (one) => detailText(one, 'trial'));
    // Two trials of one drug may be told in one month: opposite words make no verdict.
    const verdicts = new Set(
      cluster.statements.flatMap((one) => outcomeWords[detailText(one, 'outcome') ?? ''] ?? []),
    );
    const outcome = verdicts.size === 1 ? [...verdicts][0]! : null;
    const indication = firstOf(cluster, (one) => one.indication);
    return {
      ticker: first.ticker,
      drug_name: drug,
      trial_title: [phase && `Phase ${phase}`, trial, `trial of ${drug}`].filter(Boolean).join(' '),
      phase: phase && `Phase ${phase}`,
      indications: indication ? [indication] : null,
      results_summary: [...new Set(cluster.statements.map(({ sentence }) => sentence))].slice(
        0,
        MAX_SENTENCES,
      ),
      published_date: cluster.day,
      outcome,
      ...evidenceOf(surestOf(cluster)),
    };
  });
}
const MAX_SENTENCES = 5;

/**
 * `voted 11 to 2 in favor`, `voted 11-2, with 1 abstention, that the benefits outweigh`: the numbers
 * and the words behind them that tell for which side the first number stands.
 */
const VOTE =
  /\b(?:voted|vote of|vote was|votes?:?) (?:unanimously )?\(?(\d{1,2})(?: ?[-–] ?| to )(\d{1,2})\)?(?:,? with (\d{1,2}|one|two) abst\w+,?)?([^.;]{0,80})/i;

/** The votes of committees that sentences give in numbers; where the side is not told, none. */
export function voteFacts(assigned: readonly Assigned[]): Made<Fact<'adcomm_votes'>>[] {
  const own = named(assigned).filter(({ statement }) => countOf(statement) !== null);
  const keys = keysOf(own);
  return clustersOf(
    own.map(({ statement }) => statement),
    (statement) => keys.get(statement)!.drugKey,
    VOTE_DAYS,
  ).map((cluster) => ({
    ticker: cluster.statements[0]!.ticker,
    drug_name: keys.get(cluster.statements[0]!)!.drug,
    indication: firstOf(cluster, ({ indication }) => indication),
    meeting_date: cluster.day,
    ...firstOf(cluster, countOf)!,
    ...evidenceOf(surestOf(cluster)),
  }));
}

/** A committee's vote in numbers; null for a text that tells no past meeting or not which side won. */
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
  // "That the data do not support" is against; "in favor, not …" may be either.
  if (isAgainst ? /\bin favou?r/i.test(words) : !isFor) return null;
  const sides = [Number(first), Number(second)];
  const [votes_yes, votes_no] = isAgainst ? sides.toReversed() : sides;
  const numberWords = { one: 1, two: 2 } as const;
  const votes_abstain = abstained
    ? (numberWords[abstained as keyof typeof numberWords] ?? Number(abstained))
    : null;
  return { votes_yes: votes_yes!, votes_no: votes_no!, votes_abstain };
}

function named(assigned: readonly Assigned[]): readonly Named[] {
  return assigned.flatMap(({ statement, drugKey, drug }) =>
    drugKey === null || drug === null ? [] : { statement, drugKey, drug },
  );
}

function keysOf(own: readonly Named[]): ReadonlyMap<Statement, Named> {
  return new Map(own.map((one) => [one.statement, one]));
}
