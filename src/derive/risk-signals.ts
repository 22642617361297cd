import { daysBetween, shiftDays } from '../domain/calendar.ts';
import { groupBy } from '../domain/group-by.ts';
import { productSignals, type RiskSignal, trialSignals } from '../domain/trial-signals.ts';
import type { Row } from '../store/served-store.ts';
import { responseLetters } from './evidence.ts';
import { programs } from './programs.ts';
import type { Refresh } from './refresh-context.ts';
import { adverseEventsByDrug, trialFiles } from './trial-intelligence.ts';

/** A warning sign with the drug or trial that it concerns. */
export interface ConcernedSignal extends RiskSignal {
  readonly ticker: string | null;
  readonly nctId: string | null;
  readonly drug_name: string | null;
  readonly source_url: string | null;
}

/** The longest period that a caller can ask for. */
const SERVED_DAYS = 365;

/** The warning signs of the last year. */
export function trialRiskSignals(refresh: Refresh): Row[] {
  const since = shiftDays(refresh.today, -SERVED_DAYS);
  return refresh
    .once(riskSignals)
    .filter(({ signal_date }) => signal_date >= since)
    .map((signal) => ({ ...signal }));
}

/** Every warning sign up to today: of trials, of letters and refusals, of holds, of safety reports. */
function riskSignals(refresh: Refresh): readonly ConcernedSignal[] {
  const ofTrials = refresh.once(trialFiles).flatMap(({ trial, ticker, drug_name, history }) =>
    trialSignals(history, refresh.today).map((signal) => ({
      ...signal,
      ticker,
      nctId: trial.nctId,
      drug_name,
      source_url: null,
    })),
  );
  return [
    ...ofTrials,
    ...letterSignals(refresh),
    ...holdSignals(refresh, ofTrials),
    ...safetySignals(refresh),
  ];
}

/** Every warning sign by ticker. */
export function riskSignalsByTicker(
  refresh: Refresh,
): ReadonlyMap<string, readonly ConcernedSignal[]> {
  return groupBy(refresh.once(riskSignals), ({ ticker }) => ticker ?? '');
}

function letterSignals(refresh: Refresh): readonly ConcernedSignal[] {
  return refresh
    .once(responseLetters)
    .flatMap((letter) =>
      productSignals({ letters: [letter] }, refresh.today).map((signal) =>
        concerned(signal, letter.ticker, letter.drug_name, letter.source_url),
      ),
    );
}

/**
 * Clinical holds that a filing disclosed. Our choice: one that a trial of the company shows within a
 * month is the same hold; the drug is the one that the filing names.
 */
function holdSignals(
  refresh: Refresh,
  ofTrials: readonly ConcernedSignal[],
): readonly ConcernedSignal[] {
  const shown = groupBy(
    ofTrials.filter(({ signal_type }) => signal_type === 'hold'),
    ({ ticker }) => ticker ?? '',
  );
  const drugs = groupBy(refresh.once(programs), ({ ticker }) => ticker);
  return refresh.facts.all('filing_events').flatMap((event) => {
    const { ticker, filed_at, detail } = event;
    if (event.event !== 'clinical_hold') return [];
    const isSame = (hold: ConcernedSignal) =>
      Math.abs(daysBetween(hold.signal_date, filed_at)) <= 31;
    if (shown.get(ticker)?.some(isSame)) return [];
    const text = (detail ?? '').toLowerCase();
    const named = drugs.get(ticker)?.find((one) => text.includes(one.drug_name.toLowerCase()));
    const holds = [{ hold_date: filed_at, reason: detail, partial: /partial/i.test(text) }];
    return productSignals({ holds }, refresh.today).map((signal) =>
      concerned(signal, ticker, named?.drug_name ?? null, event.source_url ?? null),
    );
  });
}

function safetySignals(refresh: Refresh): readonly ConcernedSignal[] {
  return [...refresh.once(adverseEventsByDrug).values()].flatMap((adverse_events) => {
    const { ticker, drug_name, source_url = null } = adverse_events[0]!;
    return productSignals({ adverse_events }, refresh.today).map((signal) =>
      concerned(signal, ticker, drug_name, source_url),
    );
  });
}

function concerned(
  signal: RiskSignal,
  ticker: string,
  drug_name: string | null,
  source_url: string | null,
): ConcernedSignal {
  return { ...signal, ticker, nctId: null, drug_name, source_url };
}
