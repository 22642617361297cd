import { onOneLine } from '../base/foreign-text.ts';
import type { Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Query } from '../catalogue/query.ts';
import { permitted } from './access/access.ts';
import type { Account } from './access/account.ts';
import type { Backend } from './backend.ts';
import { oneOf } from './mixed-kinds.ts';

/** An answered request. */
export interface Answered {
  readonly source: Backend;
  readonly endpoint: Endpoint;
  readonly query: Query;
  /** Number of records that match the full query. */
  readonly total: number;
  readonly scan: Scan;
  readonly caller: Account;
  /** The endpoint that has events of all types. */
  readonly events: Endpoint | undefined;
  /** The endpoint that has all texts. */
  readonly texts: Endpoint | undefined;
  /** Endpoints in which to look for records of a company or drug if `endpoint` has none. */
  readonly others: readonly Endpoint[];
}

/** Maximum number of records in an answer that gets hints. */
const FEW_RECORDS = 5;

/** A record of the timeline. Absent values are null. */
type Event = Readonly<Record<string, string | null>>;

/** Maximum number of unconfirmed statements that a hint describes. */
const MAX_DESCRIBED = 3;

/**
 * Returns hints for an answer that has few or no records of a company. The first hint describes
 * unconfirmed statements about the company. This hint covers only the types of events that the
 * endpoint serves, and callers get it even if their plan does not include the timeline. The second
 * hint says that the company was delisted.
 * @param isAbsent whether the answer has no record of the company
 */
export async function eventHints(
  asked: Answered,
  ticker: string,
  isAbsent: boolean,
): Promise<readonly string[]> {
  const { endpoint, events, source, caller, total } = asked;
  if (!events?.kinds || events === endpoint || !source.serves(events)) return [];
  const known = asked.query.conditions.find((one) => one.is === 'at most' && one.isKnownBy);
  const asOf = known?.is === 'at most' ? String(known.value) : undefined;
  if (!isAbsent && total > FEW_RECORDS) return [];
  const { values, of } = events.kinds;
  const own = values.filter((value) => {
    const kind = of[value];
    return kind?.name === endpoint.name || kind?.also?.includes(endpoint.name);
  });
  const open = own.length > 0 ? await read(own, { status: ['waiting', 'reported'] }) : [];
  const ended = ['delisting', 'deal_completed'].filter(
    (value) => of[value] && permitted(caller, of[value]),
  );
  const gone = ended.includes('delisting') ? await read(ended, {}) : [];
  return [...waitingHint(ticker, open), ...delistingHint(ticker, gone)];

  /** Reads the newest events of the given types. */
  async function read(
    kinds: readonly string[],
    others: Readonly<Record<string, readonly string[]>>,
  ): Promise<readonly Event[]> {
    const conditions = Object.entries({ ticker: [ticker], type: kinds, ...others }).map(
      ([field, values]) => oneOf(field, values),
    );
    const { today } = asked.query;
    const query: Query = { arguments: {}, conditions, order: undefined, page: 1, today };
    const { records } = await source.fetch(events!, query, asked.scan);
    const all = records.map((record) => JSON.parse(record) as Event);
    // If the request is for a past day, events that became known after that day are omitted.
    const wasKnown = (day?: string | null) => asOf === undefined || (day ?? '') <= asOf;
    return all.filter(({ date, source_date }) => wasKnown(date) && wasKnown(source_date));
  }
}

/**
 * Formats a hint: `1 statement about PHVS is unconfirmed: PDUFA goal date 2027-04-23, no drug named
 * (URL).`
 */
function waitingHint(ticker: string, unconfirmed: readonly Event[]): readonly string[] {
  // Hints do not mention past events, which have no `reason`. For other events, `reason` states why
  // the statement is unconfirmed.
  const open = unconfirmed.filter(({ reason }) => reason !== null);
  if (open.length === 0) return [];
  const described = open.slice(0, MAX_DESCRIBED).map(({ what, reason, source_url }) => {
    const [title = ''] = (what ?? '').split(': ');
    return `${onOneLine(title)}, ${reason}${source_url ? ` (${source_url})` : ''}`;
  });
  const count =
    open.length === 1
      ? `1 statement about ${ticker} is unconfirmed`
      : `${open.length} statements about ${ticker} are unconfirmed`;
  return [`${count}: ${described.join('; ')}.`];
}

/**
 * Returns a hint that says when a company was delisted. The hint mentions the latest completed
 * takeover of the company.
 */
function delistingHint(ticker: string, events: readonly Event[]): readonly string[] {
  const delisting = events.find(({ type }) => type === 'delisting');
  if (!delisting) return [];
  const takeover = events.find(
    ({ type, what }) => type === 'deal_completed' && /acquisition|merger/.test(what ?? ''),
  );
  const became = takeover ? ` ${onOneLine(takeover.what ?? '')} (${takeover.date}).` : '';
  return [`${ticker} has not been listed since ${delisting.date}.${became}`];
}
