import type { EventType } from '../../catalogue/event-types.ts';
import { daysBetween } from '../../domain/dates.ts';
import { nameKey } from '../../domain/programs/drug-names.ts';
import type { FactName } from '../../facts/fact-kinds.ts';
import { type Origin, originOf } from '../origin.ts';
import { factPart, MAX_WHAT } from './fact-part.ts';

/** An event of a company, before it has an identifier. */
export interface TimelineEvent {
  readonly type: EventType;
  /** Ticker of the company. Empty if the event belongs to no company in the store. */
  readonly ticker: string;
  readonly drug: string | null;
  /** Day of the event, `YYYY-MM-DD`; null if no source states it. */
  readonly date: string | null;
  readonly what: string;
  readonly status: 'confirmed' | 'reported' | 'waiting';
  /** The reason why an unconfirmed statement is not in the calendar. Null for other events. */
  readonly reason: string | null;
  /** Confidence that the text was read correctly, 0–1; null if no text was read. */
  readonly confidence: number | null;
  /** The sentences that follow the sentence with the event; null if they are not stored. */
  readonly context: string | null;
  readonly source: string | null;
  readonly source_url: string | null;
  /** Day on which the source stated the event, `YYYY-MM-DD`, or null. */
  readonly source_date: string | null;
  /** Identifies the event within its type and company. */
  readonly key: readonly unknown[];
}

/**
 * Our choice: number of past years for which frequent events are listed, such as insider trades,
 * trial changes and changes of fund positions.
 */
export const ROUTINE_YEARS = 3;

/**
 * Our choice: two records of the same kind, company and drug are about the same event if they are
 * at most this many days apart.
 */
export const SAME_EVENT_DAYS = 31;

/** Whether two events of one kind and company are the same event. */
export function isSame(
  one: Pick<TimelineEvent, 'date' | 'drug'>,
  other: Pick<TimelineEvent, 'date' | 'drug'>,
): boolean {
  if (one.date === null || other.date === null) return false;
  return (
    !isOtherDrug(one.drug, other.drug) &&
    Math.abs(daysBetween(one.date, other.date)) <= SAME_EVENT_DAYS
  );
}

/** Whether two drug names are different. False if one of them is unknown. */
export function isOtherDrug(one?: string | null, other?: string | null): boolean {
  return Boolean(one && other) && nameKey(one!) !== nameKey(other!);
}

type Happening = Pick<TimelineEvent, 'type' | 'ticker' | 'date' | 'what' | 'key'> &
  Partial<Pick<TimelineEvent, 'drug' | 'confidence' | 'context' | 'source_date'>>;

/** A confirmed event from a fact. */
export function stated(
  kind: FactName,
  fact: object & {
    readonly confidence?: number | null | undefined;
    readonly context?: string | null | undefined;
  },
  happening: Happening,
): TimelineEvent {
  const { confidence = null, context = null } = fact;
  return confirmed(originOf(kind, fact), { confidence, context, ...happening });
}

/** A confirmed event from a source. */
export function confirmed(origin: Origin, happening: Happening): TimelineEvent {
  const source_date = origin.source_date ?? happening.date;
  return {
    drug: null,
    confidence: null,
    context: null,
    ...origin,
    source_date,
    ...happening,
    status: 'confirmed',
    reason: null,
  };
}

/** Formats an amount: `$12.5M`, or `A$12.5M` in another currency. */
export function dollars(amount: number, currency = 'USD'): string {
  return moneyText(amount, currency, { notation: 'compact', maximumFractionDigits: 1 });
}

/** Formats a price: `$3.20`. A price below 1 has up to four decimals. */
export function priceOf(price: number, currency = 'USD'): string {
  const maximumFractionDigits = price < 1 ? 4 : 2;
  return moneyText(price, currency, { minimumFractionDigits: 2, maximumFractionDigits });
}

function moneyText(value: number, currency: string, digits: Intl.NumberFormatOptions): string {
  const key = `${currency} ${JSON.stringify(digits)}`;
  const style = { style: 'currency', currency, minimumFractionDigits: 0 } as const;
  const format = formats.get(key) ?? new Intl.NumberFormat('en-US', { ...style, ...digits });
  formats.set(key, format);
  return format.format(value);
}

/**
 * Formatters by currency and number of digits. They are cached, because creating one takes much
 * longer than using it.
 */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number: `1,200,000`. */
export function whole(count: number): string {
  return wholeNumber.format(count);
}

const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Formats a number of shares: `1,200,000 shares`. */
export function shareCount(shares: number): string {
  return `${whole(shares)} share${shares === 1 ? '' : 's'}`;
}

/**
 * Returns the given words, followed by the part of the sentence that states the fact. If there is
 * no sentence, returns only the words.
 */
export function quoted(type: EventType, words: string, sentence?: string | null): string {
  return sentence ? `${words}: ${factPart(sentence, type, MAX_WHAT - words.length - 2)}` : words;
}

/** Joins the parts that are not empty. */
export function sentence(...parts: readonly (string | number | null | undefined | false)[]) {
  return parts.filter(Boolean).join('');
}
