/** The lines of the sheets of a day: forecasts in effect, and what happened. */
import { sha256 } from '../../base/sha256.ts';
import { APPROVAL } from '../../domain/approval/methods.ts';
import { isAhead } from '../../domain/catalysts/ahead.ts';
import { dayOf, shiftDays, shiftMonths } from '../../domain/dates.ts';
import { RUNWAY } from '../../domain/finance/methods.ts';
import { groupBy } from '../../domain/group-by.ts';
import { PUT_CALL } from '../../domain/options/methods.ts';
import { putCallHistory } from '../../domain/options/options.ts';
import type { Kind } from '../../domain/track-record/kinds.ts';
import type { NewLine } from '../../domain/track-record/lines.ts';
import { TRIAL_OUTCOME } from '../../domain/trials/methods.ts';
import { identifier, type Sourced } from '../../store/facts-store.ts';
import { isPdufa } from '../approval/goal-dates.ts';
import type { Refresh } from '../computation.ts';
import { maTargets } from '../deals/acquisitions.ts';
import { mergedDeals } from '../deals/merged-deals.ts';
import { companyFigures } from '../finance/financials.ts';
import { lastBars } from '../market/price-history.ts';
import { newestChains } from '../options/chains.ts';
import { movingCatalystOn } from '../options/predicted-volatility.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { outcomeForecaster } from '../trials/outcome-forecasts.ts';
import { knownTrials } from '../trials/trial-records.ts';
import { catalystTruths, isReadout, oddsOf } from './catalyst-truths.ts';
import { catalystOutlooks } from './company-outlooks.ts';
import { measuredEventsOf } from './event-study.ts';

/** The lines of the day; undefined if the sheets of the day are frozen. */
export function currentLines(refresh: Refresh): readonly NewLine[] | undefined {
  if (isFrozen(refresh)) return undefined;
  return [
    ...catalystLines(refresh),
    ...universeLines(refresh),
    ...refresh.memo(trialLines),
    ...refresh.memo(impliedMoves),
    ...refresh.memo(realizedMoves),
    ...cashLines(refresh),
    ...takeoverLines(refresh),
  ];
}

const isFrozen = ({ recorded, today }: Refresh) => recorded[0]?.as_of === today;

type Named = Pick<NewLine, 'subject' | 'ticker'>;

/** A forecast with a digest of the record that it was computed from. */
function forecast(
  kind: Kind,
  named: Named,
  values: object,
  method: string,
  input: object,
): NewLine {
  return { kind, ...named, ...values, method, inputs: sha256(JSON.stringify(input)) };
}

/**
 * Sources whose terms forbid publication. Their data and values computed from them are in no sheet.
 */
const VENDORS = /^(?:massive|fmp)\b/;

/** Whether the prices of a ticker may be published. */
function hasPublicPrices(refresh: Refresh): (ticker: string) => boolean {
  const bars = refresh.memo(lastBars);
  return (ticker) => !VENDORS.test(bars.get(ticker)?.source ?? '');
}

/** Dates are those that documents state. */
const DATES = 'stated';

function catalystLines(refresh: Refresh): readonly NewLine[] {
  const { today } = refresh;
  const outlooks = refresh.memo(catalystOutlooks);
  const truthOf = catalystTruths(refresh);
  return refresh.facts.all('catalysts').flatMap((catalyst): readonly NewLine[] => {
    const isGoal = isPdufa(catalyst);
    if (!isGoal && !isReadout(catalyst)) return [];
    const { ticker, formattedDate: goal } = catalyst;
    const named = { subject: identifier('catalysts', catalyst), ticker };
    const dates = isGoal ? 'goal_date' : 'readout_window';
    const truth = truthOf(catalyst);
    if (truth) {
      const { known: _, ...told } = truth;
      const of = (kind: Kind) => ({ kind, ...named, ...told });
      return isGoal ? [of(dates), of('approval')] : [of(dates)];
    }
    if (!isAhead(catalyst, today)) return [];
    const odds = isGoal ? oddsOf(outlooks.get(named.subject), goal)?.(today) : null;
    const stated = forecast(dates, named, { goal }, DATES, catalyst);
    return odds ? [stated, forecast('approval', named, odds, APPROVAL.id, catalyst)] : [stated];
  });
}

/** Our choice: an approval that the store learns of later than this is not counted. */
const LATE_DAYS = 400;

/** The companies in scope, and original approvals with the goal dates of the drug. */
function universeLines(refresh: Refresh): readonly NewLine[] {
  const { facts, universe, today } = refresh;
  const members = universe.companies.map(({ ticker }): NewLine => {
    return { kind: 'universe', subject: ticker, ticker, method: 'listed' };
  });
  const goals = drugIndex(refresh, facts.all('catalysts').filter(isPdufa), (one) => ({
    ticker: one.ticker,
    names: [one.drugname],
  }));
  const told = drugIndex(
    refresh,
    refresh.waiting().filter(({ statement }) => /pdufa/.test(statement.type)),
    ({ statement, drug }) => ({ ticker: statement.ticker, names: [drug, statement.drug] }),
  );
  const approvals = facts.all('approvals').flatMap((fact): readonly NewLine[] => {
    const { ticker, drug_name, application_number, active_ingredients } = fact;
    const happened_on = dayOf(fact.approval_date);
    const isOriginal =
      /^ORIG/i.test(fact.submission_type ?? '') && /^(NDA|BLA)$/.test(fact.application_type ?? '');
    if (!ticker || !drug_name || !happened_on || !isOriginal) return [];
    if (happened_on < shiftDays(today, -LATE_DAYS)) return [];
    const named = { ticker, names: [drug_name, ...(active_ingredients ?? [])] };
    const own = goals.find(named).map((one) => identifier('catalysts', one));
    const is_stated = own.length > 0 || told.find(named).length > 0;
    const subject = application_number ?? `${drug_name} ${happened_on}`;
    const truth = { happened_on, result: 'approved', is_stated, goals: own.sort() };
    return [{ kind: 'universe', subject, ticker, ...truth }];
  });
  return [...members, ...approvals];
}

/** The probabilities of trials; kept from the computation of their outcomes. */
export function trialLines(refresh: Refresh): readonly NewLine[] {
  if (isFrozen(refresh)) return [];
  const forecastOf = refresh.memo(outcomeForecaster);
  return [...refresh.memo(knownTrials)].flatMap(({ file, record }): readonly NewLine[] => {
    const { trial, ticker } = file;
    const { outcome, forecast: own } = forecastOf(file, record);
    if (!ticker) return [];
    const named = { subject: trial.nctId, ticker };
    if (outcome) {
      const { result, basis, day: happened_on } = outcome;
      const isCounted = result !== 'mixed' && !/decides nothing/.test(basis);
      const is_stated = /^(announced|posted|labeled)/.test(basis);
      const told = result === 'success' ? 'success' : 'failure';
      const truth = { happened_on, result: told, is_stated };
      return isCounted ? [{ kind: 'trial_outcome', ...named, ...truth }] : [];
    }
    const { success_probability: probability, base_rate } = own;
    if (!record.completion || probability === null) return [];
    const rate = base_rate === null ? null : base_rate / 100;
    const values = { goal: record.completion, probability, base_rate: rate };
    return [forecast('trial_outcome', named, values, TRIAL_OUTCOME.id, { trial, ...values })];
  });
}

/** Moves that options imply at the next event; kept from the computation of the chains. */
export function impliedMoves(refresh: Refresh): readonly NewLine[] {
  if (isFrozen(refresh)) return [];
  return [...refresh.memo(newestChains)].flatMap(([ticker, { fact, snapshot, contracts }]) => {
    const catalyst = movingCatalystOn(refresh, ticker, fact.date);
    if (!catalyst || catalyst.formattedDate <= refresh.today || VENDORS.test(fact.source))
      return [];
    const { formattedDate: goal } = catalyst;
    const [newest] = putCallHistory(
      [snapshot],
      () => goal,
      () => contracts,
    );
    if (!newest || newest.implied_move_pct === null) return [];
    const { implied_move_pct, one_sd_pct } = newest;
    const named = { subject: identifier('catalysts', catalyst), ticker };
    const values = { goal, implied_move_pct, one_sd_pct };
    return [forecast('event_move', named, values, PUT_CALL.id, { date: fact.date, ...values })];
  });
}

/** Abnormal returns on the first session after events; kept from the event study. */
export function realizedMoves(refresh: Refresh): readonly NewLine[] {
  if (isFrozen(refresh)) return [];
  const isPublic = hasPublicPrices(refresh);
  const measured = groupBy(refresh.memo(measuredEventsOf), ({ ticker, day, event_type }) =>
    [ticker, day, event_type].join('\n'),
  );
  return refresh.facts.all('catalysts').flatMap((catalyst): readonly NewLine[] => {
    const { ticker, decision_date, formattedDate, catalyst: type } = catalyst;
    const [event] = measured.get([ticker, decision_date ?? formattedDate, type].join('\n')) ?? [];
    const move = event?.windows['0'];
    if (!event || !move || typeof move === 'string' || !isPublic(ticker)) return [];
    const truth = { happened_on: event.day, result: event.outcome, measured: move.ar_pct };
    return [{ kind: 'event_move', subject: identifier('catalysts', catalyst), ticker, ...truth }];
  });
}

/**
 * Liquid assets one and two quarters after the newest balance sheet at the current burn, and those
 * that the balance sheet states. The subject is the ticker and the month.
 */
function cashLines(refresh: Refresh): readonly NewLine[] {
  return [...refresh.memo(companyFigures)].flatMap(([ticker, { funds, financing }]) => {
    const { period_end, gross_liquid_usd, monthly_burn_usd } = funds;
    if (!refresh.universe.has(ticker) || !period_end || gross_liquid_usd === null) return [];
    const nameOf = (day: string) => ({ subject: `${ticker} ${day.slice(0, 7)}`, ticker });
    const since = shiftDays(period_end, -HALF_YEAR_DAYS);
    const flows = financing.filter(({ end }) => end > since && end <= period_end);
    const isWhole = flows.reduce((months, one) => months + one.months, 0) === 6;
    const raised_usd = isWhole ? flows.reduce((sum, one) => sum + one.value, 0) : null;
    const measured = { happened_on: period_end, result: 'reported', measured: gross_liquid_usd };
    const truth = { kind: 'cash_out', ...nameOf(period_end), ...measured, raised_usd } as const;
    if (monthly_burn_usd === null) return [truth];
    const ahead = [3, 6].map((months) => {
      const goal = shiftMonths(period_end, months);
      const liquid_usd = gross_liquid_usd - months * monthly_burn_usd;
      const values = { goal, liquid_usd, monthly_burn_usd };
      return forecast('cash_out', nameOf(goal), values, RUNWAY.id, { period_end, ...values });
    });
    return [truth, ...ahead];
  });
}

/** Between the start of the second quarter before a balance sheet and the one before it. */
const HALF_YEAR_DAYS = 170;

/** Takeover scores, and companies for which an offer was announced. */
function takeoverLines(refresh: Refresh): readonly NewLine[] {
  const isPublic = hasPublicPrices(refresh);
  const goal = shiftDays(refresh.today, 365);
  const forecasts = [...maTargets(refresh)].map((target) => {
    const { ticker, percentile, value_low_usd, value_high_usd } = target;
    const values = isPublic(ticker) ? { value_low_usd, value_high_usd } : {};
    const named = { subject: ticker, ticker };
    return forecast('takeover', named, { goal, percentile, ...values }, target.method, target);
  });
  const offers = refresh.memo(mergedDeals).flatMap((deal): readonly NewLine[] => {
    const { targetTicker, dealType, announcedDate: happened_on, totalValue } = deal;
    if (!targetTicker || !isTakeover(dealType) || happened_on > refresh.today) return [];
    const truth = { happened_on, result: 'bought', measured: totalValue ?? null };
    return [{ kind: 'takeover', subject: targetTicker, ticker: targetTicker, ...truth }];
  });
  return [...forecasts, ...offers];
}

const isTakeover = (dealType: Sourced<'deals'>['dealType']) => /acqui|merger/i.test(dealType ?? '');
