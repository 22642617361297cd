import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { compareText } from '../../domain/compare-text.ts';
import { daysBetween, shiftDays } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { lazyIterable } from '../../domain/lazy-iterable.ts';
import type { Severity } from '../../domain/trials/trial-risk.ts';
import {
  productSignals,
  type RiskSignal,
  trialSignals,
} from '../../domain/trials/trial-signals.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { crls } from '../approval/evidence.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { programs } from '../programs/programs.ts';
import { trialFiles } from './trial-files.ts';
import { reportedDrugs } from './trial-intelligence.ts';

export const riskSignalCollections = {
  trialRiskSignals: {
    rows: trialRiskSignals,
  },
} satisfies Collections;

/** A warning sign with its drug or trial. */
export interface ConcernedSignal extends RiskSignal {
  readonly ticker: string | null;
  readonly nctId: string | null;
  readonly drug_name: string | null;
  /** Registered phase of the trial; null if no trial shows the sign. */
  readonly phase: string | null;
  readonly source_url: string | null;
}

/** The largest value of the `days` parameter of trial_risk_signals. */
const SERVED_DAYS = 3_650;

/** All warning signs of the last ten years. */
export function trialRiskSignals(refresh: Refresh): Iterable<ConcernedSignal> {
  const since = shiftDays(refresh.today, -SERVED_DAYS);
  return lazyIterable(() => signalsSince(refresh, since));
}

function* signalsSince(refresh: Refresh, since: string) {
  for (const signal of riskSignals(refresh)) if (signal.signal_date >= since) yield signal;
}

/**
 * All warning signs up to today, from trials, CRLs and refusals, clinical holds and safety reports.
 */
function* riskSignals(refresh: Refresh): Generator<ConcernedSignal, undefined> {
  const filed = filedHolds(refresh);
  const shown: ConcernedSignal[] = [];
  for (const signal of ofTrials(refresh)) {
    if (signal.signal_type === 'hold') shown.push(signal);
    yield disclosed(signal, filed.get(signal.ticker ?? '') ?? []);
  }
  yield* crlSignals(refresh);
  yield* unregistered(filed, shown);
  yield* safetySignals(refresh);
  return undefined;
}

function* ofTrials(refresh: Refresh): Generator<ConcernedSignal, undefined> {
  for (const { trial, ticker, drug_name, history } of refresh.memo(trialFiles)) {
    const { nctId, Phase, source_url } = trial;
    const concerns = {
      ...{ ticker, nctId, drug_name, phase: Phase ?? null },
      source_url: typeof source_url === 'string' ? source_url : null,
    };
    for (const signal of trialSignals(history, refresh.today)) yield { ...signal, ...concerns };
  }
  return undefined;
}

/** The fields of a warning sign that company-level computations use. */
export type TellingSignal = Pick<
  ConcernedSignal,
  'ticker' | 'drug_name' | 'nctId' | 'signal_type' | 'severity' | 'signal_date' | 'description'
>;

/** Companies' warning signs that are grave or a setback. */
export function tellingSignals(refresh: Refresh): readonly TellingSignal[] {
  const telling: TellingSignal[] = [];
  for (const signal of riskSignals(refresh)) {
    const { ticker, drug_name, nctId, signal_type, severity, signal_date, description } = signal;
    if (ticker === null || !(isGrave(signal) || isSetback(signal))) continue;
    telling.push({ ticker, drug_name, nctId, signal_type, severity, signal_date, description });
  }
  return telling;
}

/** Companies' grave or setback warning signs, by ticker. */
export function tellingSignalsByTicker(
  refresh: Refresh,
): ReadonlyMap<string, readonly TellingSignal[]> {
  return groupBy(refresh.memo(tellingSignals), ({ ticker }) => ticker ?? '');
}

/** Numeric rank of a severity, from low to critical. */
export function gravityOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high', 'critical'];

type Graded = Pick<RiskSignal, 'signal_type' | 'severity'>;

/**
 * Our choice: a sign is grave if its severity is above low. A drug safety sign is grave only if it
 * includes a death.
 */
export function isGrave({ signal_type, severity }: Graded): boolean {
  return gravityOf(severity) >= (signal_type === 'safety' ? 2 : 1);
}

const SETBACKS: ReadonlySet<string> = new Set(['termination', 'suspension', 'hold', 'crl']);

/** Whether a warning sign is a setback for the pipeline. */
export function isSetback({ signal_type }: Graded): boolean {
  return SETBACKS.has(signal_type);
}

/** Signs from CRLs and refusals. If the drug is unknown, the sign concerns the company. */
function crlSignals(refresh: Refresh): readonly ConcernedSignal[] {
  return refresh
    .memo(crls)
    .flatMap((crl) =>
      productSignals({ crls: [crl] }, refresh.today).map((signal) =>
        concerned(signal, crl.ticker, crl.drug_name, crl.source_url),
      ),
    );
}

/** Clinical holds disclosed in filings, by ticker, with the drug that the filing names. */
function filedHolds(refresh: Refresh): ReadonlyMap<string, readonly FiledHold[]> {
  const drugs = groupBy(refresh.memo(programs), ({ ticker }) => ticker);
  const holds = refresh.memo(clinicalHolds).flatMap((filing): FiledHold[] => {
    const { ticker, filed_at, detail, source_url = null } = filing;
    const text = (detail ?? '').toLowerCase();
    const named = drugs.get(ticker)?.find((one) => text.includes(one.drug_name.toLowerCase()));
    const facts = [{ hold_date: filed_at, reason: detail, partial: /partial/i.test(text) }];
    return productSignals({ holds: facts }, refresh.today).map((signal) => ({
      ...concerned(signal, ticker, named?.drug_name ?? null, source_url),
      ticker,
    }));
  });
  return groupBy(
    holds.toSorted((a, b) => compareText(a.signal_date, b.signal_date)),
    ({ ticker }) => ticker,
  );
}

function clinicalHolds({ facts }: Refresh): readonly Sourced<'filing_events'>[] {
  return facts.all('filing_events').filter(({ event }) => event === 'clinical_hold');
}

type FiledHold = ConcernedSignal & { readonly ticker: string };

/**
 * A clinical hold seen in a trial, dated by the trial or by the first filing on it, whichever is
 * earlier.
 */
function disclosed(signal: ConcernedSignal, filed: readonly FiledHold[]): ConcernedSignal {
  const filing = filed.find((one) => isSameHold(signal, one));
  if (!filing) return signal;
  const [earlier] = [filing.signal_date, signal.signal_date].sort();
  return {
    ...signal,
    signal_date: earlier!,
    source_url: filing.source_url ?? signal.source_url,
  };
}

/** Clinical holds from filings that no trial of the company shows. */
function unregistered(
  filed: ReadonlyMap<string, readonly FiledHold[]>,
  ofTrials: readonly ConcernedSignal[],
): readonly ConcernedSignal[] {
  const shown = groupBy(ofTrials, ({ ticker }) => ticker ?? '');
  return [...filed].flatMap(([ticker, holds]) =>
    holds.filter((hold) => !shown.get(ticker)?.some((trial) => isSameHold(trial, hold))),
  );
}

/**
 * Our choice: a hold in a trial and a filed hold of the same company within a month are the same,
 * unless the filing names another drug.
 */
function isSameHold(ofTrial: ConcernedSignal, filed: FiledHold): boolean {
  const { signal_type, signal_date, drug_name } = ofTrial;
  const isOther = drug_name && filed.drug_name && !isSameText(drug_name, filed.drug_name);
  const isNear = Math.abs(daysBetween(signal_date, filed.signal_date)) <= 31;
  return signal_type === 'hold' && isNear && !isOther;
}

function isSameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** One sign per month of safety reports. Its source is the newest report that states a source. */
function safetySignals(refresh: Refresh): readonly ConcernedSignal[] {
  return [...refresh.memo(reportedDrugs).values()].flatMap(({ ticker, drug_name, serious }) =>
    productSignals({ adverse_events: serious }, refresh.today).map((signal) => {
      const month = signal.signal_date.slice(0, 7);
      const sources = serious
        .filter(({ source_url }) => source_url)
        .map(({ event_date, source_url }) => ({ day: lastDayOf(event_date) ?? '', source_url }))
        .filter(({ day }) => day.startsWith(month) && day <= signal.signal_date)
        .sort((a, b) => compareText(b.day, a.day) || compareText(a.source_url!, b.source_url!));
      return concerned(signal, ticker, drug_name, sources[0]?.source_url ?? null);
    }),
  );
}

function concerned(
  signal: RiskSignal,
  ticker: string,
  drug_name: string | null,
  source_url: string | null,
): ConcernedSignal {
  return { ...signal, ticker, nctId: null, drug_name, phase: null, source_url };
}
