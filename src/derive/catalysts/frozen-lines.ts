/**
 * Computes the lines that are added to the forecast record each day: the forecasts in effect and
 * the known outcomes.
 */
import { sha256 } from '../../base/sha256.ts';
import { isAhead } from '../../domain/catalysts/ahead.ts';
import { dayOf, shiftDays, shiftMonths } from '../../domain/dates.ts';
import { isShareDeal } from '../../domain/deals/deals.ts';
import { RUNWAY } from '../../domain/finance/methods.ts';
import { PUT_CALL } from '../../domain/options/methods.ts';
import { putCallHistory } from '../../domain/options/options.ts';
import type { NewLine } from '../../domain/track-record/kinds.ts';
import { vendorOf } from '../../facts/vendor-data.ts';
import { identifier } from '../../store/facts-store.ts';
import { isOriginal } from '../approval/approval-facts.ts';
import { goalDates, goalOf, isPdufa } from '../approval/goal-dates.ts';
import type { Refresh } from '../computation.ts';
import { companyFigures } from '../finance/financials.ts';
import { lastBars } from '../market/price-history.ts';
import { newestChains } from '../options/chains.ts';
import { movingEventOn } from '../options/predicted-volatility.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { isStated } from '../trials/outcome-forecasts.ts';
import { studiedEvents } from './event-study.ts';
import { catalystEvents } from './track-record.ts';

/** Today's lines of the forecast record; undefined if the record already contains today's lines. */
export function currentLines(refresh: Refresh): readonly NewLine[] | undefined {
  if (refresh.recorded[0]?.as_of === refresh.today) return undefined;
  return [
    ...catalystLines(refresh),
    ...universeLines(refresh),
    ...cashLines(refresh),
    ...refresh.memo(impliedMoves),
    ...refresh.memo(realizedMoves),
  ];
}

/**
 * Vendors of market data forbid the publication of their data, so the published forecasts contain
 * no facts from vendors.
 */
const isPublic = ({ source }: { readonly source: string }) => vendorOf(source) === undefined;
const digest = (input: object) => sha256(JSON.stringify(input));

function catalystLines(refresh: Refresh): readonly NewLine[] {
  return refresh.memo(catalystEvents).flatMap((event): readonly NewLine[] => {
    const { id: subject, ticker, kind, method, catalyst, truth } = event;
    if (!isPublic(catalyst)) return [];
    if (truth) return [{ kind, subject, ticker, ...truth }];
    const forecast = isAhead(catalyst, refresh.today) && event.on(refresh.today);
    const inputs = digest(catalyst);
    return forecast ? [{ kind, subject, ticker, ...forecast, method, inputs }] : [];
  });
}

/** Our choice: an event more than this number of days in the past is not recorded. */
const LATE_DAYS = 400;

/**
 * One line per company in the universe, and one per original approval. The line of an approval
 * lists the goal dates of its drug.
 */
function universeLines(refresh: Refresh): readonly NewLine[] {
  const { facts, universe, today } = refresh;
  const members = universe.companies.map(
    ({ ticker }): NewLine => ({ kind: 'universe', subject: ticker, ticker, method: 'listed' }),
  );
  const goals = refresh.memo(goalDates);
  const stated = drugIndex(refresh, statedGoals(refresh), (one) => one);
  const approvals = facts.all('approvals').flatMap((fact): readonly NewLine[] => {
    const { ticker, drug_name, application_number, active_ingredients } = fact;
    const happened_on = dayOf(fact.approval_date);
    const isNew = isOriginal(fact) && /^(NDA|BLA)$/.test(fact.application_type ?? '');
    if (!ticker || !drug_name || !happened_on || !isNew || !isPublic(fact)) return [];
    if (happened_on < shiftDays(today, -LATE_DAYS)) return [];
    const named = { ticker, names: [drug_name, ...(active_ingredients ?? [])] };
    const own = goals.find(named).map((one) => identifier('catalysts', one));
    const subject = application_number ?? `${drug_name} ${happened_on}`;
    const texts = stated.find(named).filter((one) => goalOf([one], happened_on) !== null);
    const [date_stated_on] = texts.map(({ day }) => day).sort();
    const truth = { happened_on, result: 'approved', goals: own.sort(), date_stated_on };
    return [{ kind: 'universe', subject, ticker, ...truth }];
  });
  return [...members, ...approvals];
}

/** Goal dates that texts state, whether or not they are in the calendar. */
function statedGoals(refresh: Refresh) {
  const found = refresh.facts.all('catalysts').flatMap((one) => {
    const day = dayOf(one.createdDate) ?? one.document_date;
    const { ticker, drugname, formattedDate } = one;
    const isGoal = isPdufa(one) && one.evidence && day;
    return isGoal ? { ticker, names: [drugname], formattedDate, day } : [];
  });
  const waiting = refresh.waiting().flatMap(({ statement, drug }) => {
    const { type, status, ticker, date, published: day } = statement;
    const isGoal = /^pdufa_/.test(type) && status === 'announced' && date !== null;
    return isGoal ? { ticker, names: [drug, statement.drug], formattedDate: date.to, day } : [];
  });
  return [...found, ...waiting];
}

/**
 * Forecasts and known values of liquid assets. Each company has two forecasts: one quarter and two
 * quarters after its newest balance sheet. The forecasts assume the current burn. The known value
 * is that of the balance sheet. The `subject` of a line is the ticker and the month.
 */
function cashLines(refresh: Refresh): readonly NewLine[] {
  return [...refresh.memo(companyFigures)].flatMap(([ticker, { funds, balance, financing }]) => {
    const { period_end, gross_liquid_usd, monthly_burn_usd } = funds;
    if (!refresh.universe.has(ticker) || !period_end || gross_liquid_usd === null) return [];
    if (!balance || !isPublic(balance)) return [];
    const named = (day: string) =>
      ({ kind: 'cash_out', subject: `${ticker} ${day.slice(0, 7)}`, ticker }) as const;
    const since = shiftDays(period_end, -HALF_YEAR_DAYS);
    const flows = financing.filter(({ end }) => end > since && end <= period_end);
    const isWhole = flows.reduce((months, one) => months + one.months, 0) === 6;
    const raised_usd = isWhole ? flows.reduce((sum, one) => sum + one.value, 0) : null;
    const measured = { happened_on: period_end, result: 'reported', measured: gross_liquid_usd };
    const truth = { ...named(period_end), ...measured, raised_usd };
    if (monthly_burn_usd === null) return [truth];
    const ahead = [3, 6].map((months) => {
      const goal = shiftMonths(period_end, months);
      const liquid_usd = gross_liquid_usd - months * monthly_burn_usd;
      const values = { goal, liquid_usd, monthly_burn_usd };
      const inputs = digest({ period_end, ...values });
      return { ...named(goal), ...values, method: RUNWAY.id, inputs };
    });
    return [truth, ...ahead];
  });
}

/**
 * Our choice: a reporting period counts as part of the half-year before a balance sheet if it ends
 * fewer than this number of days before the balance sheet.
 */
const HALF_YEAR_DAYS = 170;

/** The price moves that option prices imply for the next event of each company. */
export function impliedMoves(refresh: Refresh): readonly NewLine[] {
  return [...refresh.memo(newestChains)].flatMap(([ticker, chain]) => {
    const { fact } = chain;
    const catalyst = movingEventOn(refresh, ticker, fact.date);
    if (!catalyst || catalyst.formattedDate <= refresh.today || !isPublic(fact)) return [];
    const { formattedDate: goal } = catalyst;
    const [day] = putCallHistory([chain], () => goal);
    if (typeof day?.implied_move_pct !== 'number') return [];
    const { implied_move_pct, one_sd_pct } = day;
    const named = { subject: identifier('catalysts', catalyst), ticker };
    const values = { goal, implied_move_pct, one_sd_pct, method: PUT_CALL.id };
    return [{ kind: 'event_move', ...named, ...values, inputs: digest(day) }];
  });
}

/** Abnormal returns on the first session after events. */
export function realizedMoves(refresh: Refresh): readonly NewLine[] {
  const bars = refresh.memo(lastBars);
  const moves = new Map<string, object>();
  for (const { window, event, result } of refresh.memo(studiedEvents)) {
    const { ticker, day: happened_on, event_type, outcome } = event;
    const bar = bars.get(ticker);
    if (window !== '0' || typeof result === 'string' || !bar || !isPublic(bar)) continue;
    const truth = { happened_on, result: outcome, measured: result.ar_pct };
    moves.set(`${ticker} ${happened_on} ${event_type}`, truth);
  }
  return refresh.facts.all('catalysts').flatMap((catalyst): readonly NewLine[] => {
    const { ticker, decision_date, formattedDate, catalyst: type } = catalyst;
    const truth = moves.get(`${ticker} ${decision_date ?? formattedDate} ${type}`);
    const subject = identifier('catalysts', catalyst);
    return truth ? [{ kind: 'event_move', subject, ticker, ...truth }] : [];
  });
}

/**
 * Our choice: a forecast is made at most this number of days before the day of the event (`goal`).
 * The forecasts of one day become public together, 60 days after the latest of their `goal` days.
 * Each forecast becomes public at most 425 days after it was made.
 */
const AHEAD_DAYS = 365;

type ServedRow = Readonly<Record<string, unknown>>;
type Reading = (row: ServedRow, today: string) => readonly NewLine[];

/**
 * For each collection, the function that converts one of its records to lines of the forecast
 * record.
 */
export const servedLines: Readonly<Record<string, Reading>> = {
  clinicalTrialOutcomes(row, today) {
    const { nctId, completion_date, success_probability, base_rate, outcome_basis, as_of } = row;
    const ticker = String(row.ticker ?? '');
    const named = { kind: 'trial_outcome', subject: String(nctId), ticker } as const;
    const [goal, basis] = [dayOf(String(completion_date)), String(outcome_basis)];
    if (row.actual_outcome) {
      const isCounted = row.actual_outcome !== 'mixed' && !basis.endsWith('decides nothing');
      const result = row.actual_outcome === 'success' ? 'success' : 'failure';
      const truth = { happened_on: as_of, result, is_stated: isStated(basis) };
      return ticker && isCounted ? [{ ...named, ...truth }] : [];
    }
    if (!ticker || !goal || typeof success_probability !== 'number') return [];
    if (goal > shiftDays(today, AHEAD_DAYS)) return [];
    const rate = typeof base_rate === 'number' ? base_rate / 100 : null;
    const values = { goal, probability: success_probability, base_rate: rate };
    return [{ ...named, ...values, method: row.method, inputs: digest(row) }];
  },
  maTargets(row, today) {
    const { ticker, percentile, value_low_usd, value_high_usd, method } = row;
    const named = { kind: 'takeover', subject: String(ticker), ticker: String(ticker) } as const;
    const values = { percentile, value_low_usd, value_high_usd };
    const goal = shiftDays(today, AHEAD_DAYS);
    return [{ ...named, goal, ...values, method, inputs: digest(row) }];
  },
  maDeals(row, today) {
    const { targetTicker, announcedDate, totalValue } = row;
    if (!targetTicker || !isShareDeal(row)) return [];
    if (String(announcedDate) < shiftDays(today, -LATE_DAYS)) return [];
    const named = { subject: String(targetTicker), ticker: String(targetTicker) };
    const truth = { happened_on: announcedDate, result: 'bought', measured: totalValue ?? null };
    return [{ kind: 'takeover', ...named, ...truth }];
  },
};
