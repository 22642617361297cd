import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { isDelisted } from '../../domain/companies/listing.ts';
import { compareText } from '../../domain/compare-text.ts';
import { shiftDays } from '../../domain/dates.ts';
import { openDisclosures } from '../../domain/finance/filing-events.ts';
import { groupBy } from '../../domain/group-by.ts';
import { lastBarOn } from '../../domain/market/price-bars.ts';
import { onFirstUse } from '../../domain/on-first-use.ts';
import { isActive } from '../../domain/programs/active.ts';
import { furthestOfDrugs } from '../../domain/programs/competition.ts';
import { phaseRank } from '../../domain/programs/development-stage.ts';
import { type IndicationIndex, indexByIndication } from '../../domain/programs/indications.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Scorecard } from '../approval/approval.ts';
import type { Refresh } from '../computation.ts';
import { closesOf, marketCapOn } from '../market/price-history.ts';
import type { Program } from '../programs/drug-program.ts';
import { drugKey, programOn, programs } from '../programs/programs.ts';
import { indicationKeys } from '../programs/trial-programs.ts';
import { present } from '../rows.ts';
import { gravityOf, type TellingSignal } from '../trials/risk-signals.ts';
import { salesAssumptions, salesKey } from '../valuation/sales-assumptions.ts';
import { isDate } from './date-moves.ts';

/**
 * What the calendars say of a catalyst beyond its own facts, but for its market; what is not known is
 * absent.
 */
export interface CatalystAnalysis {
  /** Percent. */
  readonly poa?: number;
  readonly poa_summary?: string;
  readonly probabiity_of_approval?: Readonly<Record<string, unknown>>;
  readonly key_risks?: string;
  readonly upcoming_catalysts?: string;
  readonly regulatory_designations_active?: string;
}

type Catalyst = Sourced<'catalysts'>;

const RECENT_DAYS = 365;
/** Our choice: what a reader takes in at a glance. */
const RISKS_SHOWN = 5;
const CATALYSTS_SHOWN = 5;

/** What is known of a company beyond its drugs: its signs of risk and its money. */
export interface CompanyRisks {
  /** Of its drugs; without those that `isGrave` leaves out. */
  readonly signals: readonly TellingSignal[];
  /** What its reports state of going-concern doubts, oldest first. */
  readonly doubts: readonly Sourced<'filing_events'>[];
  readonly funds: {
    readonly cash_out_date: string | null;
    readonly period_end: string | null;
  } | null;
}

/** What a company's catalysts are read against. */
export interface AnalysedCompany {
  readonly catalysts: readonly DatedCatalyst[];
  /** By catalyst. */
  readonly changes: ReadonlyMap<string, readonly Sourced<'catalyst_changes'>[]>;
  readonly risks: CompanyRisks;
}

/**
 * The analysis of a catalyst: as of today, of a past one as of the day before it. Each sentence
 * states a fact of the store with its date; without the fact there is none.
 */
export function analysisOf(
  today: string,
  card: Scorecard,
  company: AnalysedCompany,
): CatalystAnalysis {
  return present({
    ...approvalFields(card),
    key_risks: joined(riskSentences(today, card, company)),
    upcoming_catalysts: joined(catalystSentences(today, card, company)),
    regulatory_designations_active: designationList(card) || null,
  }) as CatalystAnalysis;
}

function approvalFields({ score }: Scorecard) {
  const { poa, base_rate, interval_low, interval_high, confidence, poa_summary } = score;
  if (poa === null) return {};
  const probabiity_of_approval = {
    poa,
    base_rate,
    interval_low,
    interval_high,
    confidence,
  };
  return { poa, poa_summary, probabiity_of_approval };
}

/** The last close up to a day and the market value then; null where there is none of late. */
export function priceSentence(refresh: Refresh, ticker: string, day: string): string | null {
  const last = lastBarOn(closesOf(refresh, ticker), day);
  if (!last || last.date < shiftDays(day, -10)) return null;
  const value = marketCapOn(refresh, ticker, last.date);
  return (
    `Closed at $${last.close_usd.toFixed(2)} on ${last.date}` +
    `${value === null ? '' : `, a market value of ${dollars(value)}`}.`
  );
}

/** The peak sales assumed of a scorecard's program. */
export function salesSentence(refresh: Refresh, { program, scored_on }: Scorecard): string | null {
  const sales = program && refresh.memo(salesAssumptions).get(salesKey(program));
  if (!sales?.assumed_date || sales.assumed_date > scored_on) return null;
  return `Peak sales of ${dollars(sales.peak_sales_usd)} a year are assumed (${sales.assumed_date}).`;
}

/** Programs of other companies in the indication of a catalyst on a day. */
export function rivalSentence(
  refresh: Refresh,
  { ticker, treatment }: Catalyst,
  scored_on: string,
): string | null {
  const active = [...refresh.memo(activeByIndication)(treatment ?? '')]
    .filter(
      (one) =>
        one.ticker !== ticker && !isDelisted(refresh.universe.company(one.ticker), scored_on),
    )
    .flatMap((one) => programOn(one, scored_on) ?? [])
    .filter(({ updated_date }) => updated_date);
  const rivals = furthestOfDrugs(active);
  if (rivals.length === 0) return null;
  const furthest = rivals.toSorted((a, b) => phaseRank(b.phase) - phaseRank(a.phase))[0]!;
  const many = rivals.length === 1 ? 'One program' : `${rivals.length} programs`;
  return (
    `${many} of other companies in ${treatment}; the furthest is ${furthest.drug_name} ` +
    `(${furthest.ticker}, ${furthest.phase ?? 'phase unknown'} since ${furthest.updated_date}).`
  );
}

function activeByIndication(refresh: Refresh): IndicationIndex<Program> {
  return indexByIndication(refresh.memo(programs).filter(isActive), refresh.memo(indicationKeys));
}

/** A committee's refusal, warning signs of the last year, moved dates, and the company's money. */
function riskSentences(
  today: string,
  card: Scorecard,
  { changes, risks }: AnalysedCompany,
): readonly string[] {
  const { id, evidence, scored_on } = card;
  const votes = evidence.votes
    .filter(({ meeting_date }) => meeting_date <= scored_on)
    .filter(({ votes_yes, votes_no }) => (votes_yes ?? 0) < (votes_no ?? 0))
    .map(
      ({ votes_yes, votes_no, meeting_date }) =>
        `The advisory committee voted ${votes_yes} to ${votes_no} on ${meeting_date}.`,
    );
  return [
    ...votes,
    ...signalSentences(card, risks),
    ...slipSentences(changes.get(id) ?? [], scored_on),
    ...moneySentences(today, card, risks),
  ].slice(0, RISKS_SHOWN);
}

/** The grave signs of a drug in the year up to a day, the gravest first. */
function signalSentences(
  { catalyst, scored_on }: Scorecard,
  { signals }: CompanyRisks,
): readonly string[] {
  const since = shiftDays(scored_on, -RECENT_DAYS);
  const key = drugKey(catalyst.ticker, catalyst.drugname ?? '');
  return signals
    .filter(({ ticker, drug_name }) => drugKey(ticker ?? '', drug_name ?? '') === key)
    .filter(({ signal_date }) => signal_date >= since && signal_date <= scored_on)
    .toSorted(
      (a, b) =>
        gravityOf(b.severity) - gravityOf(a.severity) || compareText(b.signal_date, a.signal_date),
    )
    .map(
      ({ description, nctId, signal_date }) =>
        `${description.replace(/\.$/, '')} (${nctId ? `${nctId}, ` : ''}${signal_date}).`,
    );
}

function slipSentences(
  changes: readonly Sourced<'catalyst_changes'>[],
  asOf: string,
): readonly string[] {
  return changes
    .filter(({ field, changed_date }) => field === 'formattedDate' && changed_date <= asOf)
    .filter(({ previous_value, new_value }) => (previous_value ?? '') < (new_value ?? ''))
    .map(
      ({ previous_value, new_value, changed_date }) =>
        `Its date moved from ${previous_value} to ${new_value} on ${changed_date}.`,
    );
}

/** Doubt that stands, as `distress` has it; for an event ahead, whether the money lasts until then. */
function moneySentences(
  today: string,
  { catalyst, scored_on }: Scorecard,
  risks: CompanyRisks,
): readonly string[] {
  const { going_concern, going_concern_date } = openDisclosures(risks.doubts, scored_on);
  const funds = scored_on === today ? risks.funds : null;
  const short = funds?.cash_out_date && funds.cash_out_date < catalyst.formattedDate;
  return [
    going_concern &&
      `A filing of ${going_concern_date} doubts that the company can go on for a year.`,
    short &&
      `At its burn, the cash of ${funds.period_end} lasts until ${funds.cash_out_date}, ` +
        'before this event.',
  ].filter((sentence) => typeof sentence === 'string');
}

/** What reports state of going-concern doubts, by ticker, oldest first. */
export function goingConcerns({
  facts,
}: Refresh): ReadonlyMap<string, readonly Sourced<'filing_events'>[]> {
  const doubts = facts
    .all('filing_events')
    .filter(({ event }) => event.startsWith('going_concern'));
  const sorted = doubts.toSorted((a, b) => compareText(a.filed_at, b.filed_at));
  return groupBy(sorted, ({ ticker }) => ticker);
}

/** The company's other events that lay ahead on that day, under the dates that were known then. */
function catalystSentences(
  today: string,
  { id, scored_on }: Scorecard,
  { catalysts, changes }: AnalysedCompany,
): readonly string[] {
  const isPast = scored_on < today;
  return catalysts
    .filter((other) => other.id !== id)
    .filter(({ known }) => (known ?? (isPast ? '9999' : '')) <= scored_on)
    .map((one) => ({ other: one.other, date: dateOn(one, changes.get(one.id) ?? [], scored_on) }))
    .filter(
      ({ other, date }) =>
        date > scored_on && !(other.decision_date && other.decision_date <= scored_on),
    )
    .toSorted((a, b) => compareText(a.date, b.date))
    .slice(0, CATALYSTS_SHOWN)
    .map(
      ({ other, date }) =>
        `${other.catalyst}${other.drugname ? ` for ${other.drugname}` : ''}, ${date}.`,
    );
}

/** A catalyst with the day from which it is known. */
interface DatedCatalyst {
  readonly other: Catalyst;
  readonly id: string;
  readonly known: string | null;
}

/** The date of a catalyst as it stood on a day: that before the first later move. */
function dateOn(
  { other }: DatedCatalyst,
  changes: readonly Sourced<'catalyst_changes'>[],
  asOf: string,
): string {
  const later = changes
    .filter(({ field, changed_date }) => isDate(field) && changed_date > asOf)
    .toSorted((a, b) => compareText(a.changed_date, b.changed_date))[0];
  return later?.previous_value ?? other.formattedDate;
}

function designationList({ evidence, scored_on }: Scorecard): string {
  return evidence.designations
    .filter(({ designation_date }) => (lastDayOf(designation_date) ?? '9999') <= scored_on)
    .map(({ designation_type, designation_date }) => `${designation_type} (${designation_date})`)
    .sort()
    .join(', ');
}

const compactDollars = onFirstUse(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      notation: 'compact',
      maximumSignificantDigits: 3,
    }),
);

function dollars(usd: number): string {
  return compactDollars().format(usd);
}

function joined(sentences: readonly string[]): string | null {
  return sentences.length === 0 ? null : sentences.join(' ');
}
