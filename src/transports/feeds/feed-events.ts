import { createHash } from 'node:crypto';
import { fdaCalendar } from '../../../tools/fda-intelligence/fda-calendar.ts';
import { onOneLine } from '../../base/foreign-text.ts';
import { pageSize } from '../../catalogue/endpoint.ts';
import type { Credential } from '../../service/access/access.ts';
import type { RawArguments } from '../../service/asked-query.ts';
import { noticesOf } from '../../service/dossiers.ts';
import type { Answer, Service } from '../../service/service.ts';
import type { FeedFilter } from './feed-links.ts';

/** Pages of a calendar that a feed shows at most: the nearest events. */
const MAX_FEED_PAGES = 20;

/** A dated catalyst as a calendar shows it. */
export interface CalendarEvent {
  /** The same whatever the event's date becomes. */
  readonly uid: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly ticker: string | undefined;
  readonly summary: string;
  readonly description: string;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * The coming events that a feed shows, nearest first, asked of the service as its account would.
 *
 * @throws ServiceError as `Service.answer` does
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
    const said = sourceWords(answers[0]);
    const rows = answers.flatMap(({ records }) => records.map((record): Row => JSON.parse(record)));
    events.push(...eventsOf(rows, said));
  }
  return events.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** The calendar is served furthest first: its last pages hold what comes next. */
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
 * An event is what it is about and the day on which it was first recorded, neither of which moves
 * with its date. Several that share all of these are told apart by their order in time.
 */
function eventsOf(rows: readonly Row[], said: readonly string[]): CalendarEvent[] {
  const seen = new Map<string, number>();
  const dated = rows
    .map((row) => ({ row, date: wordOf(row.formattedDate) }))
    .filter(({ date }) => /^\d{4}-\d{2}-\d{2}$/.test(date))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return dated.map(({ row, date }) => {
    const { ticker, drugname, catalyst, treatment, createdDate } = row;
    const identity = JSON.stringify([ticker, drugname, catalyst, treatment, createdDate]);
    const hash = createHash('sha256').update(identity).digest('hex').slice(0, 32);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return {
      uid: `${hash}-${count}@biotech-catalyst-mcp`,
      date,
      ticker: wordOf(ticker) || undefined,
      summary: summaryOf(row, date),
      description: descriptionOf(row, said),
    };
  });
}

function summaryOf({ ticker, catalyst, drugname, catdate }: Row, date: string): string {
  const shown = wordOf(catdate);
  // A quarter or a month is said: the day is only the one that it stands for.
  const vague = shown === '' || shown === date ? '' : ` (${shown})`;
  const what = [ticker, catalyst].map(wordOf).filter(Boolean).join(' ');
  return `${[what, wordOf(drugname)].filter(Boolean).join(': ')}${vague}`;
}

function descriptionOf(row: Row, said: readonly string[]): string {
  const odds = wordOf(row.poa);
  const lines = [
    [row.name, row.treatment, row.stage].map(wordOf).filter(Boolean).join(' · '),
    odds === '' ? '' : `Probability of approval: ${odds} % (an estimate)`,
    ...said,
  ];
  return lines.filter(Boolean).join('\n');
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? onOneLine(String(value)) : '';
}
