import { fdaCalendar } from '../../../tools/fda-intelligence/fda-calendar.ts';
import { onOneLine } from '../../base/foreign-text.ts';
import { sha256 } from '../../base/sha256.ts';
import { pageSize } from '../../catalogue/endpoint.ts';
import { compareText } from '../../domain/compare-text.ts';
import type { Credential } from '../../service/access/access.ts';
import type { RawArguments } from '../../service/asked-query.ts';
import { noticesOf } from '../../service/dossiers.ts';
import type { Answer, Service } from '../../service/service.ts';
import type { FeedFilter } from './feed-links.ts';

/**
 * Maximum number of pages of fda_calendar that a feed reads. The pages with the nearest events
 * are read first.
 */
const MAX_FEED_PAGES = 20;

/** An event of a calendar feed. It is a record of fda_calendar that has a date. */
export interface CalendarEvent {
  /** The identifier of the event. It stays the same if the date of the event changes. */
  readonly uid: string;
  /** The date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly ticker: string | undefined;
  readonly summary: string;
  readonly description: string;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the upcoming events of a feed, nearest first. The account of the feed determines which
 * events are included.
 * @throws ServiceError for the same reasons as `Service.answer`
 */
export async function comingEvents(
  service: Service,
  credential: Credential,
  { tickers, catalyst }: FeedFilter,
): Promise<readonly CalendarEvent[]> {
  const shared = catalyst === undefined ? {} : { catalyst };
  const questions = tickers?.map((ticker) => ({ ...shared, ticker })) ?? [shared];
  const events: CalendarEvent[] = [];
  for (const question of questions) {
    const answers = await nearestPages(service, credential, question);
    const sourceLines = sourceWords(answers[0]);
    const rows = answers.flatMap(({ records }) => records.map((record): Row => JSON.parse(record)));
    events.push(...eventsOf(rows, sourceLines));
  }
  return events.sort((a, b) => compareText(a.date, b.date));
}

/**
 * Reads the last pages of fda_calendar. The endpoint sorts the furthest date first, so the last
 * pages contain the nearest events.
 */
async function nearestPages(
  service: Service,
  credential: Credential,
  question: RawArguments,
): Promise<readonly Answer[]> {
  const first = await service.answer(fdaCalendar, question, credential);
  const last = Math.ceil(first.pagination.total / pageSize);
  const answers = last <= 1 ? [first] : [];
  for (let page = last; page > Math.max(0, last - MAX_FEED_PAGES) && last > 1; page -= 1) {
    answers.push(
      page === 1 ? first : await service.answer(fdaCalendar, { ...question, page }, credential),
    );
  }
  return answers;
}

function sourceWords(answer: Answer | undefined): readonly string[] {
  if (!answer) return [];
  const { source, Note } = answer;
  const dated = source.asOf ? `, as of ${source.asOf}` : '';
  const notices = noticesOf(answer).slice(0, 1);
  return [`Source: ${source.from}${dated}.`, ...(Note ? [Note] : []), ...notices];
}

/**
 * Converts records to events. The identifier of an event is computed from its subject and the day
 * on which it was first recorded. Therefore, a change of its date does not change the identifier.
 * Events with the same subject and first day are numbered in order of date.
 */
function eventsOf(rows: readonly Row[], sourceLines: readonly string[]): CalendarEvent[] {
  const seen = new Map<string, number>();
  const dated = rows
    .map((row) => ({ row, date: wordOf(row.formattedDate) }))
    .filter(({ date }) => /^\d{4}-\d{2}-\d{2}$/.test(date))
    .sort((a, b) => compareText(a.date, b.date));
  return dated.map(({ row, date }) => {
    const { ticker, drugname, catalyst, treatment, createdDate } = row;
    const identity = JSON.stringify([ticker, drugname, catalyst, treatment, createdDate]);
    const hash = sha256(identity).slice(0, 32);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return {
      uid: `${hash}-${count}@biotech-catalyst-mcp`,
      date,
      ticker: wordOf(ticker) || undefined,
      summary: summaryOf(row, date),
      description: descriptionOf(row, sourceLines),
    };
  });
}

function summaryOf({ ticker, catalyst, drugname, catdate }: Row, date: string): string {
  const shown = wordOf(catdate);
  // If the source states only a quarter or a month, the calendar shows the event on one day of this
  // period. The title then states the period.
  const vague = shown === '' || shown === date ? '' : ` (${shown})`;
  const what = [ticker, catalyst].map(wordOf).filter(Boolean).join(' ');
  return `${[what, wordOf(drugname)].filter(Boolean).join(': ')}${vague}`;
}

function descriptionOf(row: Row, sourceLines: readonly string[]): string {
  const odds = wordOf(row.poa);
  const lines = [
    [row.name, row.treatment, row.stage].map(wordOf).filter(Boolean).join(' · '),
    odds === '' ? '' : `Probability of approval: ${odds}% (an estimate)`,
    ...sourceLines,
  ];
  return lines.filter(Boolean).join('\n');
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? onOneLine(String(value)) : '';
}
