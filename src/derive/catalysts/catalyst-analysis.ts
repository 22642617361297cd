import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { isDelisted } from '../../domain/companies/listing.ts';
import { compareText } from '../../domain/compare-text.ts';
import { dayOf, shiftDays } from '../../domain/dates.ts';
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
import { catalystOn } from '../point-in-time.ts';
import type { Program } from '../programs/drug-program.ts';
import { drugKey, programOn, programs } from '../programs/programs.ts';
import { indicationKeys } from '../programs/trial-programs.ts';
import { present } from '../rows.ts';
import { gravityOf, type TellingSignal } from '../trials/risk-signals.ts';
import { salesAssumptions, salesKey } from '../valuation/sales-assumptions.ts';

/**
 * Analysis fields that the calendars add to a catalyst, except its market data. An unknown field is
 * absent.
 */
export interface CatalystAnalysis {
  /** Probability of approval, percent. */
  readonly poa?: number;
  readonly poa_summary?: string;
  readonly probabiity_of_approval?: Readonly<Record<string, unknown>>;
  readonly key_risks?: string;
  readonly upcoming_catalysts?: string;
  readonly regulatory_designations_active?: string;
}

type Catalyst = Sourced<'catalysts'>;

/** Our choice: number of days for which a warning sign is listed as a risk. */
const RECENT_DAYS = 365;
/** Our choice: maximum number of risks in one analysis. */
const RISKS_SHOWN = 5;
/** Our choice: maximum number of future catalysts in one analysis. */
const CATALYSTS_SHOWN = 5;

/**
 * Risks of a company that are not tied to one catalyst: warning signs about its drugs, and the
 * state of its finances.
 */
export interface CompanyRisks {
  /** The company's warning signs for which `isGrave` is true. */
  readonly signals: readonly TellingSignal[];
  /** Statements on going-concern doubts in reports, oldest first. */
  readonly doubts: readonly Sourced<'filing_events'>[];
  readonly funds: {
    readonly cash_out_date: string | null;
    readonly period_end: string | null;
  } | null;
}

/** A company's data that the analysis of its catalysts uses. */
export interface AnalyzedCompany {
  readonly catalysts: readonly Pick<Scorecard, 'id' | 'catalyst'>[];
  /** The changes of each catalyst, by catalyst identifier. */
  readonly changes: ReadonlyMap<string, readonly Sourced<'catalyst_changes'>[]>;
  readonly risks: CompanyRisks;
}

/**
 * The analysis of a catalyst. A future catalyst is analyzed as of today, and a past catalyst as of
 * the day before the event. Each sentence states a fact of the store with its date.
 */
export function analysisOf(today: string, card: Scorecard, company: AnalyzedCompany) {
  return present({
    ...approvalFields(card),
    key_risks: riskSentences(today, card, company).join(' ') || null,
    upcoming_catalysts: catalystSentences(today, card, company).join(' ') || null,
    regulatory_designations_active: designationList(card) || null,
  }) as CatalystAnalysis;
}

function approvalFields({ score }: Scorecard) {
  const { poa, base_rate, interval_low, interval_high, confidence, poa_summary } = score;
  if (poa === null) return {};
  const probabiity_of_approval = { poa, base_rate, interval_low, interval_high, confidence };
  return { poa, poa_summary, probabiity_of_approval };
}

/**
 * Sentence with the last close on or before a day, and with the market value at this close. Null if
 * the close is more than ten days older than the day.
 */
export function priceSentence(refresh: Refresh, ticker: string, day: string): string | null {
  const last = lastBarOn(closesOf(refresh, ticker), day);
  if (!last || last.date < shiftDays(day, -10)) return null;
  const value = marketCapOn(refresh, ticker, last.date);
  return (
    `Closed at $${last.close_usd.toFixed(2)} on ${last.date}` +
    `${value === null ? '' : `, a market value of ${dollars(value)}`}.`
  );
}

/**
 * Sentence with the assumed peak sales of the scorecard's program; null if there is no assumption.
 */
export function salesSentence(refresh: Refresh, { program, scored_on }: Scorecard): string | null {
  const sales = program && refresh.memo(salesAssumptions).get(salesKey(program));
  if (!sales?.assumed_date || sales.assumed_date > scored_on) return null;
  const basis = sales.isConsensus ? "expected by the vendor's consensus" : 'assumed';
  return `Peak sales of ${dollars(sales.peak_sales_usd)} a year are ${basis} (${sales.assumed_date}).`;
}

/**
 * Sentence about the active programs of other companies in the catalyst's indication, with their
 * stages as of a day.
 */
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
  const many =
    rivals.length === 1
      ? `Another company has a program in ${treatment}:`
      : `Other companies have ${rivals.length} programs in ${treatment}. The most advanced is`;
  return (
    `${many} ${furthest.drug_name} ` +
    `(${furthest.ticker}, ${furthest.phase ?? 'phase unknown'} since ${furthest.updated_date}).`
  );
}

function activeByIndication(refresh: Refresh): IndicationIndex<Program> {
  return indexByIndication(refresh.memo(programs).filter(isActive), refresh.memo(indicationKeys));
}

/**
 * Sentences on risks: a negative committee vote, warning signs of the last year, date changes and
 * the company's cash.
 */
function riskSentences(today: string, card: Scorecard, { changes, risks }: AnalyzedCompany) {
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

/** Sentences on a drug's grave warning signs in the year before a day, most severe first. */
function signalSentences({ catalyst, scored_on }: Scorecard, { signals }: CompanyRisks) {
  const since = shiftDays(scored_on, -RECENT_DAYS);
  const key = drugKey(catalyst.ticker, catalyst.drugname ?? '');
  return signals
    .filter(({ ticker, drug_name }) => drugKey(ticker, drug_name ?? '') === key)
    .filter(({ signal_date }) => signal_date >= since && signal_date <= scored_on)
    .filter(({ lifted_date }) => lifted_date === null || lifted_date > scored_on)
    .toSorted(
      (a, b) =>
        gravityOf(b.severity) - gravityOf(a.severity) || compareText(b.signal_date, a.signal_date),
    )
    .map(
      ({ description, nctId, signal_date }) =>
        `${description.replace(/\.$/, '')} (${nctId ? `${nctId}, ` : ''}${signal_date}).`,
    );
}

function slipSentences(changes: readonly Sourced<'catalyst_changes'>[], asOf: string) {
  return changes
    .filter(({ field, changed_date }) => field === 'formattedDate' && changed_date <= asOf)
    .filter(({ previous_value, new_value }) => (previous_value ?? '') < (new_value ?? ''))
    .map(
      ({ previous_value, new_value, changed_date }) =>
        `The date of the event moved from ${previous_value} to ${new_value} on ${changed_date}.`,
    );
}

/**
 * Sentences on the company's finances: a current going-concern doubt, and cash that runs out before
 * a future event.
 */
function moneySentences(today: string, { catalyst, scored_on }: Scorecard, risks: CompanyRisks) {
  const { going_concern, going_concern_date } = openDisclosures(risks.doubts, scored_on);
  const funds = scored_on === today ? risks.funds : null;
  const short = funds?.cash_out_date && funds.cash_out_date < catalyst.formattedDate;
  return [
    going_concern &&
      `A filing dated ${going_concern_date} states doubt that the company can stay in business for a year.`,
    short &&
      `At the current burn rate, the cash held on ${funds.period_end} lasts until ${funds.cash_out_date}, ` +
        'before this event.',
  ].filter((sentence) => typeof sentence === 'string');
}

/** Statements on going-concern doubts in reports, by ticker, oldest first. */
export function goingConcerns({ facts }: Refresh) {
  const doubts = facts
    .all('filing_events')
    .filter(({ event }) => event.startsWith('going_concern'));
  const sorted = doubts.toSorted((a, b) => compareText(a.filed_at, b.filed_at));
  return groupBy(sorted, ({ ticker }) => ticker);
}

/**
 * Sentences on the company's other catalysts that were in the future on the day of the analysis,
 * with their dates as of that day.
 */
function catalystSentences(
  today: string,
  { id, scored_on }: Scorecard,
  { catalysts, changes }: AnalyzedCompany,
): readonly string[] {
  const isPast = scored_on < today;
  return (
    catalysts
      .filter((other) => other.id !== id)
      // A catalyst without a creation day may have been unknown on a past day.
      .filter(({ catalyst }) => !isPast || dayOf(catalyst.createdDate) !== undefined)
      .flatMap(({ catalyst, id }) => catalystOn(catalyst, scored_on, changes.get(id)) ?? [])
      .filter(
        ({ formattedDate, decision_date }) =>
          formattedDate > scored_on && !(decision_date && decision_date <= scored_on),
      )
      .toSorted((a, b) => compareText(a.formattedDate, b.formattedDate))
      .slice(0, CATALYSTS_SHOWN)
      .map(
        ({ catalyst, drugname, formattedDate }) =>
          `${catalyst}${drugname ? ` for ${drugname}` : ''}, ${formattedDate}.`,
      )
  );
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
