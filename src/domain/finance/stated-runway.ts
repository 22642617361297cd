import { shiftDays, shiftMonths } from '../dates.ts';
import type { Statement } from '../events/statement.ts';
import { STATED_RUNWAY_MONTHS } from './constants.ts';

/** Words that include the whole period: cash "through 2028" lasts until the end of 2028. */
const WHOLE = new Set(['through', 'throughout', 'beyond', 'past']);

/**
 * Reads how long the company's cash lasts, according to its newest `announced` statement. Our
 * choice: cash "into" or "until" a period lasts until the first day of the period. If the newest
 * document contains several statements, the one with the fewest conditions (such as `later
 * proceeds`) is used. If several have the fewest, the one with the earliest end is used. If the
 * statement is over a year old, the flag `old_statement` is set.
 * @param statements the statements of the type `stated_runway`, oldest first
 * @param yearEnd the last month of the fiscal year, 1–12; null if unknown
 */
export function statedRunway(
  statements: readonly Statement[],
  today: string,
  yearEnd: number | null,
) {
  const oldest = shiftMonths(today, -STATED_RUNWAY_MONTHS);
  const candidates = statements.filter(
    ({ status, date }) => status === 'announced' && date !== null,
  );
  const newest = candidates.at(-1)?.document;
  const [best] = candidates
    .filter(({ document }) => document === newest)
    .map((statement) => ({ statement, until: untilOf(statement, yearEnd) }))
    .sort(
      (a, b) =>
        conditionsOf(a.statement).length - conditionsOf(b.statement).length ||
        (a.until ?? '9').localeCompare(b.until ?? '9'),
    );
  if (!best) return null;
  const { published, form, source, source_url } = best.statement;
  return {
    /**
     * The day until which the cash lasts according to the statement. Null if the statement names a
     * fiscal year and the end of the company's fiscal year is unknown.
     */
    stated_until: best.until,
    stated_date: published,
    stated_sentence: datedSentence(best.statement),
    stated_conditions: conditionsOf(best.statement).join(', ') || null,
    stated_by: form,
    stated_url: source_url,
    source,
    flags: [
      ...(best.until === null ? ['fiscal_year_unknown'] : []),
      ...(published < oldest ? ['old_statement'] : []),
    ],
  };
}

/** How long the cash lasts according to the company. */
export type StatedRunway = NonNullable<ReturnType<typeof statedRunway>>;

/** Matches a quarter or a fiscal year in a title: `3Q25`, `Q3 2025`, `third quarter 2025`. */
const PERIOD =
  /\b(?:[1-4]Q ?(?:20)?\d\d|Q[1-4] (?:FY ?)?20\d\d|FY ?(?:20)?\d\d|(?:first|second|third|fourth)[- ]quarter (?:of )?(?:fiscal )?20\d\d)\b/i;

/**
 * The sentence of a statement. If it names no reporting period, the period in the title of the
 * document is added.
 */
function datedSentence({ sentence, title }: Statement): string {
  const [period] = PERIOD.exec(title ?? '') ?? [];
  return period && !PERIOD.test(sentence) ? `${sentence} (title: ${period})` : sentence;
}

function conditionsOf({ detail }: Statement): readonly string[] {
  return typeof detail.conditions === 'string' ? detail.conditions.split(', ') : [];
}

function untilOf({ date, detail }: Statement, yearEnd: number | null): string | null {
  if (detail.fiscal === true && yearEnd === null) return null;
  const shift = detail.fiscal === true ? yearEnd! - 12 : 0;
  if (!WHOLE.has(String(detail.bound))) return shiftMonths(date!.from, shift);
  return shiftDays(shiftMonths(shiftDays(date!.to, 1), shift), -1);
}
