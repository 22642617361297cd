import { gradeOf } from '../../domain/composite.ts';
import { dayOf, newestDay, shiftDays } from '../../domain/dates.ts';
import { daysWithoutFlow } from '../../domain/finance/cash-burn.ts';
import { MAX_COVER_DAYS } from '../../domain/finance/constants.ts';
import { missingForDilution, offeringDilutionPct } from '../../domain/finance/dilution.ts';
import { type Concept, factsKnownAt, instantAt } from '../../domain/finance/financial-facts.ts';
import {
  BURN,
  DILUTION,
  DISTRESS,
  FINANCIAL_HEALTH,
  RUNWAY,
} from '../../domain/finance/methods.ts';
import {
  coversCatalyst,
  liquidityOf,
  monthsLeft,
  type Runway,
  runway,
} from '../../domain/finance/runway.ts';
import { currentShares } from '../../domain/finance/share-count.ts';
import type { StatedRunway } from '../../domain/finance/stated-runway.ts';
import { levelOf } from '../../domain/risk-level.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { nextCatalysts } from '../catalysts/next-catalyst.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { delistedFlag, lastCloses } from '../market/market.ts';
import { fieldOrigins, type Origin, originOf } from '../origin.ts';
import { roundedComponents, scoreShown } from '../valuation/scoring.ts';
import { type FinancialPicture, financialPictures, offeringOf } from './financial-pictures.ts';
import { companyFigures, factTables, runways } from './financials.ts';
import { statedRunways } from './stated-runways.ts';

export const financialHealthCollections = {
  financialHealth: { from: ['financial_facts'], rows: financialHealth, method: FINANCIAL_HEALTH },
  cashRunway: { from: ['financial_facts'], rows: cashRunway, method: RUNWAY },
  cashBurn: { from: ['financial_facts'], rows: cashBurn, method: BURN },
  dilution: { from: ['financial_facts'], rows: dilution, method: DILUTION },
  distress: { from: ['financial_facts', 'filing_events'], rows: distress, method: DISTRESS },
} satisfies Collections;

/** Computes one record per company with cash, burn, runway, dilution and distress. */
export function financialHealth(refresh: Refresh) {
  return pictures(refresh).map((picture) => {
    const { ticker, funds, statements, as_of } = picture;
    const [diluted, risk] = [shownDilution(picture), shownDistress(picture)];
    return {
      ticker,
      company_name: refresh.universe.company(ticker)?.name ?? null,
      period_end: funds.period_end,
      liquid_usd: funds.liquid_usd,
      monthly_burn_usd: funds.monthly_burn_usd,
      runway_months: funds.runway_months,
      dilution_score: diluted.dilution_score,
      distress_score: risk.distress_score,
      distress_level: risk.distress_level,
      health_grade: risk.health_grade,
      components: { dilution: diluted.components, distress: risk.components },
      flags: flagsOf(refresh, ticker, picture.dilution.flags, picture.distress.flags),
      ...statements,
      source_form: funds.source_form,
      filed_at: funds.filed_at,
      method: FINANCIAL_HEALTH.id,
      as_of,
    };
  });
}

/** Computes one record per company on how long its cash lasts. */
export function cashRunway(refresh: Refresh) {
  const next = refresh.memo(nextCatalysts);
  const stated = refresh.memo(statedRunways);
  const figures = refresh.memo(financialPictures);
  const unfiled = [...stated.keys()]
    .filter((ticker) => !refresh.memo(runways).has(ticker))
    .map((ticker) => [ticker, unfiledRunway(refresh, ticker)] as const);
  return [...refresh.memo(runways), ...unfiled].map(([ticker, funds]) => ({
    ...statedFields(stated.get(ticker), funds.next_catalyst_date),
    ...(funds.as_of === null && stated.has(ticker) ? statedOrigin(stated.get(ticker)!) : {}),
    ticker,
    period_end: funds.period_end,
    cash_usd: funds.cash_usd,
    short_term_investments_usd: funds.short_term_investments_usd,
    debt_due_12m_usd: funds.debt_due_12m_usd,
    liquid_usd: funds.liquid_usd,
    monthly_burn_usd: funds.monthly_burn_usd,
    runway_months: funds.runway_months,
    months_left: monthsLeft(funds, refresh.today),
    cash_out_date: funds.cash_out_date,
    next_catalyst: next.get(ticker)?.catalyst ?? null,
    next_catalyst_date: funds.next_catalyst_date,
    covers_next_catalyst: funds.covers_next_catalyst,
    currency: figures.get(ticker)?.statements.currency ?? null,
    flags: [
      ...flagsOf(refresh, ticker, funds.flags),
      ...(funds.next_catalyst_date === null ? ['no_catalyst'] : []),
      ...(stated.get(ticker)?.flags ?? []),
    ],
    method: RUNWAY.id,
    as_of: newestDay(
      funds.as_of ?? stated.get(ticker)?.stated_date,
      dayOf(next.get(ticker)?.createdDate),
    ),
  }));
}

/**
 * Returns the runway of a company that has no figures from filings. All amounts are null, because
 * only a statement of the company is known.
 */
function unfiledRunway(refresh: Refresh, ticker: string): Runway {
  const { today, memo } = refresh;
  return runway(factsKnownAt([], today), today, memo(nextCatalysts).get(ticker)?.formattedDate);
}

/** The origin of a stated runway: the document that contains the statement. */
function statedOrigin({ source, stated_by, stated_url, stated_date }: StatedRunway): Origin {
  const document = { source, form: stated_by, source_url: stated_url };
  return originOf('mentions', { ...document, document_date: stated_date });
}

function statedFields(stated: StatedRunway | undefined, catalyst: string | null) {
  const until = stated?.stated_until ?? null;
  const isOld = stated?.flags.includes('old_statement');
  return {
    stated_until: until,
    stated_covers_next_catalyst: isOld ? null : coversCatalyst(until, catalyst, false),
    stated_date: stated?.stated_date ?? null,
    stated_by: stated?.stated_by ?? null,
    stated_conditions: stated?.stated_conditions ?? null,
    stated_sentence: stated?.stated_sentence ?? null,
    stated_url: stated?.stated_url ?? null,
  };
}

/**
 * The cash burn in filings, one record per company and reporting period. A day without a reported
 * cash flow also has a record if filings report other values for the day, such as balances or
 * twelve-month values. The source of a record is the filing that contains the balances. If another
 * filing contains the cash flows, `known` names that filing.
 */
export function cashBurn(refresh: Refresh) {
  const tables = refresh.memo(factTables);
  return [...refresh.memo(companyFigures)].flatMap(([ticker, { burns, filings, shareCounts }]) => {
    const table = tables.get(ticker)!;
    const rows = [...burns, ...daysWithoutFlow(table, burns)];
    return rows.map(({ period_start: _, filed_at, year_filed_at, flags, ...period }) => {
      const at = (concept: Concept) => instantAt(table, concept, period.period_end);
      const [assets, liabilities] = [at('assets'), at('liabilities')];
      const [equity, debt] = [at('equity'), at('debt_noncurrent')];
      const balances = [assets, liabilities, equity, debt];
      const balance = assets ?? at('cash') ?? liabilities;
      const filedOn = (day: string) => originOf('financial_facts', filings.get(day) ?? {});
      const filed = newestDay(filed_at, year_filed_at, ...balances.map((one) => one?.filed))!;
      const flows = Object.entries(period).filter(([field]) => field.endsWith('_usd'));
      const ofOtherFiling = (day: string | null, isYear: boolean) => {
        if (!day || !balance || day === balance.filed) return [];
        const own = flows.filter(([field]) => field.includes('_12m_') === isYear);
        return fieldOrigins(filedOn(day), Object.fromEntries(own));
      };
      const funds = liquidityOf(table, period.period_end);
      const coverDay = shiftDays(period.period_end, MAX_COVER_DAYS);
      const shares = shareCounts.find(({ end }) => end >= period.period_end && end <= coverDay);
      return {
        ticker,
        ...period,
        cash_usd: funds.cash_usd,
        assets_usd: assets?.value ?? null,
        liabilities_usd: liabilities?.value ?? null,
        equity_usd: equity?.value ?? null,
        debt_noncurrent_usd: debt?.value ?? null,
        short_term_investments_usd: funds.short_term_investments_usd,
        liquid_usd: funds.liquid_usd,
        shares_outstanding: shares?.value ?? null,
        flags: [...flags, ...funds.flags.filter((flag) => LIQUID_FLAGS.includes(flag))],
        method: BURN.id,
        as_of: filed,
        ...(balance ? originOf('financial_facts', balance) : filedOn(filed_at)),
        known: [...ofOtherFiling(filed_at, false), ...ofOtherFiling(year_filed_at, true)],
      };
    });
  });
}

/** Flags that explain why `liquid_usd` is null. */
const LIQUID_FLAGS: readonly string[] = [
  'no_cash_reported',
  'securities_not_reported',
  'funds_above_assets',
];

/**
 * One record per offering or shelf registration, with the company's dilution score. Our choice: a
 * company without offerings has one record with the flag `no_offerings`, so that its score is in
 * the records.
 */
export function dilution(refresh: Refresh) {
  return pictures(refresh).flatMap((picture) =>
    picture.offerings.length === 0
      ? [dilutionRow(refresh, picture)]
      : picture.offerings.map((offering) => dilutionRow(refresh, picture, offering)),
  );
}

/** Computes one record per company about the risks to its survival. */
export function distress(refresh: Refresh) {
  return pictures(refresh).map((picture) => {
    const { ticker, distress: risk, disclosed, as_of } = picture;
    const { distress_score, distress_level, components } = shownDistress(picture);
    return {
      ticker,
      distress_score,
      distress_level,
      altman_z2: risk.altman_z2,
      runway_months: risk.runway_months,
      ...disclosed,
      debt_due_12m_usd: risk.debt_due_12m_usd,
      current_ratio: risk.current_ratio,
      below_cash_value: risk.below_cash_value,
      triggers: risk.triggers,
      coverage_pct: risk.coverage_pct,
      components,
      as_of,
      method: DISTRESS.id,
      flags: flagsOf(refresh, ticker, risk.flags),
    };
  });
}

/**
 * Returns the record fields for the dilution score: the score, its level and its components. The
 * score is computed from the rounded components.
 */
function shownDilution({ dilution: { dilution_score, components } }: FinancialPicture) {
  const shown = roundedComponents(components);
  const score = dilution_score === null ? null : scoreShown(shown);
  return { dilution_score: score, dilution_level: levelOf(score), components: shown };
}

/**
 * Returns the record fields for the distress score. The score is computed from the rounded
 * components. If a trigger sets a floor above the computed score, the floor is the score. The floor
 * is then also listed as a component with weight 0.
 */
function shownDistress({ distress: { distress_score, floor, components } }: FinancialPicture) {
  const shown = roundedComponents(components);
  const score = distress_score === null ? null : (floor ?? scoreShown(shown));
  return {
    distress_score: score,
    distress_level: levelOf(score),
    health_grade: gradeOf(score === null ? null : 100 - score),
    components:
      floor === null ? shown : { ...shown, floor: { value: null, score: floor, weight: 0 } },
  };
}

function pictures(refresh: Refresh): readonly FinancialPicture[] {
  return [...refresh.memo(financialPictures).values()];
}

/** Returns the flags of a record without duplicates, and adds a flag for a delisted company. */
function flagsOf(refresh: Refresh, ticker: string, ...lists: readonly (readonly string[])[]) {
  return [...new Set([...delistedFlag(refresh, ticker), ...lists.flat()])];
}

function dilutionRow(refresh: Refresh, picture: FinancialPicture, fact?: Sourced<'offerings'>) {
  const { ticker, dilution: diluted, as_of } = picture;
  const { dilution_score, dilution_level, components } = shownDilution(picture);
  const ownership = fact
    ? ownershipOf(refresh, picture, fact)
    : { pct: null, missing: ['no_offerings'] };
  const is_atm = fact ? offeringOf(fact).is_atm : null;
  const unread = fact && is_atm === null ? ['atm_unknown'] : [];
  return {
    ticker,
    form_type: fact?.form_type ?? null,
    offering_type: fact?.offering_type ?? null,
    is_atm,
    filed_at: fact?.filed_at ?? null,
    offering_amount_usd: fact?.offering_amount_usd ?? null,
    amount_remaining_usd: fact?.amount_remaining_usd ?? null,
    price_usd: fact?.price_usd ?? null,
    currency: fact?.currency ?? null,
    offering_amount: fact?.offering_amount ?? null,
    price: fact?.price ?? null,
    shares_offered: fact?.shares_offered ?? null,
    prefunded_warrants: fact?.prefunded_warrants ?? null,
    prefunded_price: fact?.prefunded_price ?? null,
    warrants_offered: fact?.warrants_offered ?? null,
    warrant_exercise_price: fact?.warrant_exercise_price ?? null,
    closed_at: fact?.closed_at ?? null,
    closed_amount_usd: fact?.closed_amount_usd ?? null,
    closed_url: fact?.closed_url ?? null,
    securities: fact?.securities?.length ? fact.securities : null,
    warrants_outstanding: fact?.warrants_outstanding ?? null,
    shares_outstanding: diluted.shares_outstanding,
    share_growth_12m_pct: diluted.share_growth_12m_pct,
    ownership_dilution_pct: ownership.pct,
    dilution_score,
    dilution_level,
    coverage_pct: diluted.coverage_pct,
    components,
    ...(fact ? originOf('offerings', fact) : {}),
    context: fact?.context ?? null,
    has_text: fact?.has_text || fact?.document_form ? true : null,
    method: DILUTION.id,
    as_of,
    flags: flagsOf(refresh, ticker, diluted.flags, unread, ownership.missing),
  };
}

/**
 * The new shares of an offering as a percentage of all shares after the offering. Our choice:
 * shares that were sold at a stated price are compared with the last share count before the sale.
 * If the shares may still be sold, their number is computed from the current price and compared
 * with the current share count. If the percentage cannot be computed, it is null, and `missing`
 * contains the reasons.
 */
function ownershipOf(
  refresh: Refresh,
  { ticker, dilution: diluted, shareCounts }: FinancialPicture,
  fact: Sourced<'offerings'>,
) {
  const offering = offeringOf(fact);
  const sold = offering.price_usd !== null && offering.amount_remaining_usd === null;
  const before = sold ? currentShares(shareCounts, [], fact.filed_at) : diluted.shares_outstanding;
  const price = refresh.memo(lastCloses).get(ticker)?.close ?? null;
  const pct = offeringDilutionPct(offering, before, price);
  if (pct !== null) return { pct, missing: [] };
  const missing = missingForDilution(offering, before, price);
  const atSale = (flag: string) =>
    sold && flag === 'no_shares_outstanding' ? 'no_share_count_before_sale' : flag;
  return { pct, missing: missing.map(atSale) };
}
