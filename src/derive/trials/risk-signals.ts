import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { compareText } from '../../domain/compare-text.ts';
import { daysBetween, shiftDays } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Severity } from '../../domain/trials/trial-risk.ts';
import {
  productSignals,
  type RiskSignal,
  trialSignals,
} from '../../domain/trials/trial-signals.ts';
import { clinicalHolds } from '../../domain/trials/trial-versions.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { crls } from '../approval/evidence.ts';
import { type Collections, lazily } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { type Origin, originOf } from '../origin.ts';
import { programs } from '../programs/programs.ts';
import { trialFiles } from './trial-files.ts';
import { reportedDrugs } from './trial-intelligence.ts';

export const riskSignalCollections = {
  trialRiskSignals: { from: ['trials'], rows: lazily(trialRiskSignals) },
} satisfies Collections;

/** A warning sign with the drug or trial that it concerns. */
export interface ConcernedSignal extends RiskSignal, Origin {
  readonly ticker: string | null;
  readonly nctId: string | null;
  readonly drug_name: string | null;
  /** Registered phase of the trial; null if the signal is not from a trial. */
  readonly phase: string | null;
  /**
   * Day on which a clinical hold was lifted. Null for an open hold, and for signals of another
   * type.
   */
  readonly lifted_date: string | null;
}

/** The maximum that trial_risk_signals accepts for its parameter `days`. */
const SERVED_DAYS = 3_650;

/** All warning signs of the last ten years. */
export function* trialRiskSignals(refresh: Refresh) {
  const since = shiftDays(refresh.today, -SERVED_DAYS);
  for (const signal of riskSignals(refresh)) if (signal.signal_date >= since) yield signal;
}

/**
 * All warning signs up to today, including lifted holds. Their sources are trials, CRLs and
 * refusals, clinical holds, and safety reports.
 */
function* riskSignals(refresh: Refresh): Generator<ConcernedSignal, undefined> {
  const holds = filedHolds(refresh, 'clinical_hold');
  const lifts = filedHolds(refresh, 'hold_lifted');
  const filed = { hold: holds, hold_lifted: lifts } as Readonly<Record<string, typeof holds>>;
  const shown: ConcernedSignal[] = [];
  for (const signal of ofTrials(refresh)) {
    const ticker = signal.ticker ?? '';
    const same = filed[signal.signal_type];
    if (same) shown.push(signal);
    yield withLift(disclosed(signal, same?.get(ticker) ?? []), lifts.get(ticker) ?? []);
  }
  yield* crlSignals(refresh);
  for (const hold of unregistered(holds, shown)) yield withLift(hold, lifts.get(hold.ticker) ?? []);
  yield* unregistered(lifts, shown);
  yield* safetySignals(refresh);
}

function* ofTrials(refresh: Refresh): Generator<ConcernedSignal, undefined> {
  for (const { trial, origin, ticker, drug_name, history } of refresh.memo(trialFiles)) {
    const { nctId, Phase } = trial;
    const concerns = { ticker, nctId, drug_name, phase: Phase ?? null, ...origin };
    const holds = clinicalHolds(history.versions);
    for (const signal of trialSignals(history, refresh.today)) {
      const hold = holds.find((one) => one.hold_date === signal.signal_date);
      const lifted_date = signal.signal_type === 'hold' ? (hold?.lifted_date ?? null) : null;
      yield { ...signal, ...concerns, lifted_date };
    }
  }
}

/** Warning signs that concern a company. Each is grave (see `isGrave`) or reports a setback. */
export function tellingSignals(refresh: Refresh) {
  const telling = [];
  for (const signal of riskSignals(refresh)) {
    const { ticker, drug_name, nctId, signal_type, severity } = signal;
    const { signal_date, lifted_date, description } = signal;
    if (ticker === null || !(isGrave(signal) || isSetback(signal))) continue;
    const concern = { ticker, drug_name, nctId, signal_type, severity };
    telling.push({ ...concern, signal_date, lifted_date, description });
  }
  return telling;
}

/** The fields of a warning sign that company-level computations use. */
export type TellingSignal = ReturnType<typeof tellingSignals>[number];

/** The warning signs of `tellingSignals`, grouped by ticker. */
export function tellingSignalsByTicker(refresh: Refresh) {
  return groupBy(refresh.memo(tellingSignals), ({ ticker }) => ticker);
}

/** Numeric rank of a severity, from low to critical. */
export function gravityOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high', 'critical'];

type Graded = Pick<RiskSignal, 'signal_type' | 'severity'>;

/**
 * Our choice: a warning sign is grave if its severity is at least medium. A drug safety sign is
 * grave only if its severity is at least high, which requires a reported death.
 */
export function isGrave({ signal_type, severity }: Graded): boolean {
  return gravityOf(severity) >= (signal_type === 'safety' ? 2 : 1);
}

const SETBACKS: ReadonlySet<string> = new Set(['termination', 'suspension', 'hold', 'crl']);

/** Whether a warning sign is a setback of the pipeline. */
export function isSetback({ signal_type }: Graded): boolean {
  return SETBACKS.has(signal_type);
}

/** Signs from CRLs and refusals. If the drug is unknown, the sign concerns the company. */
function crlSignals(refresh: Refresh): readonly ConcernedSignal[] {
  return refresh
    .memo(crls)
    .flatMap((crl) =>
      productSignals({ crls: [crl] }, refresh.today).map((signal) =>
        concerned(signal, crl.ticker, crl.drug_name, crl.origin),
      ),
    );
}

type FilingEvent = Sourced<'filing_events'>;

/**
 * Returns a function that finds the drug of a clinical hold in a filing. If the filing states no
 * drug, the function looks for the names of the company's drugs in the text.
 */
export function holdDrugs(refresh: Refresh): (filing: FilingEvent) => string | null {
  const drugs = groupBy(refresh.memo(programs), ({ ticker }) => ticker);
  return ({ ticker, drug_name, detail }) => {
    const text = (detail ?? '').toLowerCase();
    const named = drugs.get(ticker)?.find((one) => text.includes(one.drug_name.toLowerCase()));
    return drug_name ?? named?.drug_name ?? null;
  };
}

/**
 * Groups the clinical holds in filings by ticker, oldest first. If `event` is `hold_lifted`, groups
 * the ends of holds instead.
 */
function filedHolds(refresh: Refresh, event: 'clinical_hold' | 'hold_lifted') {
  const drugOf = refresh.memo(holdDrugs);
  const filings = refresh.facts.all('filing_events').filter((one) => one.event === event);
  const signals = filings.flatMap((filing): FiledHold[] => {
    const { ticker, filed_at, detail: reason } = filing;
    const hold = { hold_date: filed_at, reason, partial: /partial/i.test(reason ?? '') };
    const lift = { hold_date: filed_at, lifted_date: filed_at, reason };
    const events = event === 'clinical_hold' ? { holds: [hold] } : { lifts: [lift] };
    return productSignals(events, refresh.today).map((signal) => ({
      ...concerned(signal, ticker, drugOf(filing), originOf('filing_events', filing)),
      ticker,
    }));
  });
  return groupBy(
    signals.toSorted((a, b) => compareText(a.signal_date, b.signal_date)),
    ({ ticker }) => ticker,
  );
}

type FiledHold = ConcernedSignal & { readonly ticker: string };

/**
 * Combines a sign from a trial's registration with the first filing about the same hold, or about
 * the end of the same hold. The earlier of the two dates is used. If the filing has a URL, the
 * filing becomes the source.
 */
function disclosed(signal: ConcernedSignal, filed: readonly FiledHold[]): ConcernedSignal {
  const filing = filed.find((one) => isSameHold(signal, one));
  if (!filing) return signal;
  const [earlier] = [filing.signal_date, signal.signal_date].sort();
  const { source, source_url, source_date } = filing.source_url ? filing : signal;
  return { ...signal, signal_date: earlier!, source, source_url, source_date };
}

/**
 * Adds the day on which a hold was lifted, if the trial's registration does not state it. This is
 * the day of the first filing after the hold that reports the end of a hold.
 */
function withLift(hold: ConcernedSignal, lifts: readonly FiledHold[]): ConcernedSignal {
  if (hold.signal_type !== 'hold' || hold.lifted_date !== null) return hold;
  const lift = lifts.find(
    (one) => one.signal_date >= hold.signal_date && !isOtherDrug(hold.drug_name, one.drug_name),
  );
  return lift ? { ...hold, lifted_date: lift.signal_date } : hold;
}

/** The holds, or ends of holds, that filings report but no trial's registration shows. */
function unregistered(
  filed: ReadonlyMap<string, readonly FiledHold[]>,
  registered: readonly ConcernedSignal[],
): readonly FiledHold[] {
  const shown = groupBy(registered, ({ ticker }) => ticker ?? '');
  return [...filed].flatMap(([ticker, holds]) =>
    holds.filter((hold) => !shown.get(ticker)?.some((trial) => isSameHold(trial, hold))),
  );
}

/**
 * Our choice: a hold in a registration and a hold in a filing of the same company are one hold if
 * they are at most 31 days apart. They are different holds if the filing names another drug.
 */
function isSameHold(ofTrial: ConcernedSignal, filed: FiledHold): boolean {
  const isNear = Math.abs(daysBetween(ofTrial.signal_date, filed.signal_date)) <= 31;
  const isSameType = ofTrial.signal_type === filed.signal_type;
  return isSameType && isNear && !isOtherDrug(ofTrial.drug_name, filed.drug_name);
}

function isOtherDrug(one: string | null, other: string | null): boolean {
  return Boolean(one && other && one.trim().toLowerCase() !== other.trim().toLowerCase());
}

/**
 * Warning signs from safety reports, one for each drug and month. The source of a sign is the
 * newest report of the month, but a report with a URL is preferred.
 */
function safetySignals(refresh: Refresh): readonly ConcernedSignal[] {
  return [...refresh.memo(reportedDrugs).values()].flatMap(({ ticker, drug_name, serious }) =>
    productSignals({ adverse_events: serious }, refresh.today).map((signal) => {
      const month = signal.signal_date.slice(0, 7);
      const [newest] = serious
        .map((event) => ({ event, url: event.source_url ?? '', day: lastDayOf(event.event_date) }))
        .filter(({ day = '' }) => day.startsWith(month) && day <= signal.signal_date)
        .sort(
          (a, b) =>
            Number(b.url !== '') - Number(a.url !== '') ||
            compareText(b.day!, a.day!) ||
            compareText(a.url, b.url),
        );
      return concerned(signal, ticker, drug_name, originOf('adverse_events', newest!.event));
    }),
  );
}

function concerned(
  signal: RiskSignal,
  ticker: string,
  drug_name: string | null,
  origin: Origin,
): ConcernedSignal {
  return { ...signal, ticker, nctId: null, drug_name, phase: null, lifted_date: null, ...origin };
}
