/** The lines of the sheets of a day: forecasts in effect, and what happened. */
import { sha256 } from '../../base/sha256.ts';
import { isAhead } from '../../domain/catalysts/ahead.ts';
import { dayOf, shiftDays, shiftMonths } from '../../domain/dates.ts';
import { RUNWAY } from '../../domain/finance/methods.ts';
import type { NewLine } from '../../domain/track-record/lines.ts';
import { vendorOf } from '../../facts/vendor-data.ts';
import { identifier } from '../../store/facts-store.ts';
import { isOriginal } from '../approval/decisions.ts';
import { isPdufa } from '../approval/goal-dates.ts';
import type { Refresh } from '../computation.ts';
import { companyFigures } from '../finance/financials.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { catalystEvents } from './catalyst-events.ts';

/** The lines of the day; undefined if the sheets of the day are frozen. */
export function currentLines(refresh: Refresh): readonly NewLine[] | undefined {
  if (refresh.recorded[0]?.as_of === refresh.today) return undefined;
  return [...catalystLines(refresh), ...universeLines(refresh), ...cashLines(refresh)];
}

/** The terms of vendors of market data forbid publication, so no sheet contains their facts. */
const isPublic = ({ source }: { readonly source: string }) => vendorOf(source) === undefined;
const digest = (input: object) => sha256(JSON.stringify(input));

function catalystLines(refresh: Refresh): readonly NewLine[] {
  return refresh.memo(catalystEvents).flatMap((event): readonly NewLine[] => {
    const { id: subject, ticker, kind, method, catalyst, truth } = event;
    if (!isPublic(catalyst)) return [];
    if (truth) {
      const { known: _, ...told } = truth;
      return [{ kind, subject, ticker, ...told }];
    }
    const forecast = isAhead(catalyst, refresh.today) ? event.on(refresh.today) : null;
    return forecast
      ? [{ kind, subject, ticker, ...forecast, method, inputs: digest(catalyst) }]
      : [];
  });
}

/** Our choice: an approval that the store learns of later than this is not counted. */
const LATE_DAYS = 400;

/** The companies in scope, and original approvals with the goal dates of the drug. */
function universeLines(refresh: Refresh): readonly NewLine[] {
  const { facts, universe, today } = refresh;
  const members = universe.companies.map(
    ({ ticker }): NewLine => ({ kind: 'universe', subject: ticker, ticker, method: 'listed' }),
  );
  const goals = drugIndex(refresh, facts.all('catalysts').filter(isPdufa), (one) => ({
    ticker: one.ticker,
    names: [one.drugname],
  }));
  const approvals = facts.all('approvals').flatMap((fact): readonly NewLine[] => {
    const { ticker, drug_name, application_number, active_ingredients } = fact;
    const happened_on = dayOf(fact.approval_date);
    const isNew = isOriginal(fact) && /^(NDA|BLA)$/.test(fact.application_type ?? '');
    if (!ticker || !drug_name || !happened_on || !isNew || !isPublic(fact)) return [];
    if (happened_on < shiftDays(today, -LATE_DAYS)) return [];
    const named = { ticker, names: [drug_name, ...(active_ingredients ?? [])] };
    const own = goals.find(named).map((one) => identifier('catalysts', one));
    const subject = application_number ?? `${drug_name} ${happened_on}`;
    const truth = { happened_on, result: 'approved', goals: own.sort() };
    return [{ kind: 'universe', subject, ticker, ...truth }];
  });
  return [...members, ...approvals];
}

/**
 * Liquid assets one and two quarters after the newest balance sheet at the current burn, and those
 * that the balance sheet states. The subject is the ticker and the month.
 */
function cashLines(refresh: Refresh): readonly NewLine[] {
  return [...refresh.memo(companyFigures)].flatMap(([ticker, { funds, balance, financing }]) => {
    const { period_end, gross_liquid_usd, monthly_burn_usd } = funds;
    if (!refresh.universe.has(ticker) || !period_end || gross_liquid_usd === null) return [];
    if (!balance || !isPublic(balance)) return [];
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
      const inputs = digest({ period_end, ...values });
      return { kind: 'cash_out', ...nameOf(goal), ...values, method: RUNWAY.id, inputs } as const;
    });
    return [truth, ...ahead];
  });
}

/** Between the start of the second quarter before a balance sheet and the one before it. */
const HALF_YEAR_DAYS = 170;
