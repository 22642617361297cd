import { describe, expect, it } from 'vitest';
import {
  cashBurn,
  cashRunway,
  dilution,
  distress,
  financialHealth,
} from '../../../src/derive/finance/financial-health.ts';
import { asServed } from '../as-served.ts';
import { balanceSheet, developer, operatingCashFlow, TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

type Row = Readonly<Record<string, unknown>>;

const of = (ticker: string) => (row: Row) => row.ticker === ticker;
const collections = { cashBurn, cashRunway, dilution, distress, financialHealth };
/** The served rows of a collection on the facts of the developer and more. */
const served = async (
  name: keyof typeof collections,
  more: FactsByKind = {},
): Promise<readonly Row[]> => {
  const refresh = await refreshOf(TODAY, developer, more);
  return asServed<Row>(name, [...collections[name](refresh)]);
};

describe('cashRunway', () => {
  it('divides liquid assets by the burn and compares the end with the next catalyst', async () => {
    const rows = await served('cashRunway');
    // Third quarter 90 − 60 = 30, 10 a month; twelve months (30 + 30 + 30 + 18) / 12 = 9.
    // Liquid 100 + 30 − 10 due = 120, 13.33 months; 406 days after 2026-09-30 is 2027-11-10.
    expect(rows.find(of('DEVT'))).toEqual({
      ticker: 'DEVT',
      period_end: '2026-09-30',
      cash_usd: 100_000_000,
      short_term_investments_usd: 30_000_000,
      debt_due_12m_usd: 10_000_000,
      liquid_usd: 120_000_000,
      monthly_burn_usd: 9_000_000,
      runway_months: 13.33,
      // 354 days from today to the end.
      months_left: 11.63,
      cash_out_date: '2027-11-10',
      next_catalyst: 'Phase 2 Readout',
      next_catalyst_date: '2027-03-01',
      covers_next_catalyst: true,
      stated_until: null,
      stated_covers_next_catalyst: null,
      stated_date: null,
      stated_by: null,
      stated_conditions: null,
      stated_sentence: null,
      stated_url: null,
      currency: 'USD',
      flags: ['debt_due_12m_subtracted', 'no_capex'],
      method: 'runway/5',
      as_of: '2026-11-05',
    });
  });

  it('says of a company without filings that it has none', async () => {
    const row = (await served('cashRunway')).find(of('QUIT'));
    expect(row).toMatchObject({ cash_usd: null, runway_months: null, as_of: null });
    expect(row?.flags).toEqual(['no_filing', 'no_catalyst']);
  });
});

describe('cashBurn', () => {
  it('has one record a period, with the day on which its figures were filed', async () => {
    const rows = await served('cashBurn');
    // Differences of the year to date: 90 − 60, 60 − 30, 30, 100 − 82, and one value for nine
    // months.
    expect(
      rows.map((row) => [row.period_end, row.months, row.quarterly_burn_usd, row.as_of]),
    ).toEqual([
      ['2026-09-30', 3, 30e6, '2026-11-05'],
      ['2026-06-30', 3, 30e6, '2026-08-05'],
      ['2026-03-31', 3, 30e6, '2026-05-06'],
      ['2025-12-31', 3, 18e6, '2026-03-02'],
      // 82 over nine months is 82 / 9 · 3 = 27.333333 per quarter.
      ['2025-09-30', 9, 27_333_333, '2025-11-05'],
    ]);
    expect(rows[4]?.flags).toContain('averaged_period');
  });

  it('shows the share count and balance sheet of the period, also if a later report repeats it', async () => {
    const repeated = operatingCashFlow('2025-01-01', '2025-09-30', -82, '2026-11-05');
    const rows = await served('cashBurn', { financial_facts: [repeated] });
    expect(
      rows.map((row) => [row.period_end, row.shares_outstanding, row.assets_usd, row.as_of]),
    ).toEqual([
      ['2026-09-30', 50e6, 150e6, '2026-11-05'],
      ['2026-06-30', null, null, '2026-08-05'],
      ['2026-03-31', null, null, '2026-05-06'],
      ['2025-12-31', null, null, '2026-03-02'],
      ['2025-09-30', 40e6, null, '2025-11-05'],
    ]);
  });

  it('shows the balances of a day without a cash flow, and its flows as unknown', async () => {
    const balances = balanceSheet('2024-09-30', '2024-11-05', { ShortTermInvestments: 7 });
    const rows = await served('cashBurn', { financial_facts: balances });
    expect(rows).toHaveLength(6);
    expect(rows.at(-1)).toMatchObject({
      period_end: '2024-09-30',
      months: null,
      cash_usd: null,
      short_term_investments_usd: 7e6,
      flags: ['no_cash_flow', 'no_cash_reported'],
      as_of: '2024-11-05',
    });
  });

  it('shows the reported income of a year without a cash flow', async () => {
    const year = (tag: string, value: number) => ({
      ...operatingCashFlow('2024-01-01', '2024-12-31', value, '2025-03-01'),
      tag: `us-gaap:${tag}`,
    });
    const facts = [
      ...balanceSheet('2024-12-31', '2025-03-01', { Assets: 60 }),
      year('NetIncomeLoss', -40),
      year('ResearchAndDevelopmentExpense', 25),
      { ...year('NetIncomeLoss', -35), start: '2023-01-01', end: '2023-12-31' },
    ];
    const rows = await served('cashBurn', { financial_facts: facts });
    expect(rows).toHaveLength(7);
    expect(rows.find((row) => row.period_end === '2024-12-31')).toMatchObject({
      months: 12,
      net_income_12m_usd: -40e6,
      rd_expense_12m_usd: 25e6,
      revenue_12m_usd: null,
      assets_usd: 60e6,
      as_of: '2025-03-01',
      flags: ['no_cash_flow', 'no_cash_reported'],
    });
    // The first annual report states an earlier year without its balance sheet.
    const earlier = rows.find((row) => row.period_end === '2023-12-31');
    expect(earlier).toMatchObject({ net_income_12m_usd: -35e6, assets_usd: null });
  });

  it('marks a balance above the total assets of its day', async () => {
    const cash = { CashAndCashEquivalentsAtCarryingValue: 61 };
    const balances = (assets: number) =>
      balanceSheet('2024-12-31', '2025-03-01', { Assets: assets, ...cash });
    const flagsOf = async (assets: number) =>
      (await served('cashBurn', { financial_facts: balances(assets) })).at(-1)?.flags;
    expect(await flagsOf(60)).toEqual(['no_cash_flow', 'restated', 'funds_above_assets']);
    expect(await flagsOf(61)).toEqual(['no_cash_flow']);
  });

  it('has the day of a filing that restates a quarter of its twelve months', async () => {
    // The quarter to 2025-12-31 is now 102 − 82 = 20, so the twelve months to 2026-09-30 are 110.
    const restated = operatingCashFlow('2025-01-01', '2025-12-31', -102, '2026-11-20');
    const rows = await served('cashBurn', { financial_facts: [restated] });
    expect(
      rows.slice(0, 2).map((row) => [row.period_end, row.operating_cash_flow_12m_usd, row.as_of]),
    ).toEqual([
      ['2026-09-30', -110e6, '2026-11-20'],
      ['2026-06-30', null, '2026-08-05'],
    ]);
    // The balances of the first row are from the report, and its twelve months from the later filing.
    expect(rows[0]).toMatchObject({ source_date: '2026-11-05' });
    const flow = { field: 'operating_cash_flow_12m_usd', known_from: '2026-11-20' };
    expect(rows[0]?.known).toContainEqual(expect.objectContaining(flow));
  });
});

describe('dilution', () => {
  it('shows each offering with what it gives away, and the score of the company', async () => {
    const [followOn, shelf] = (await served('dilution')).filter(of('DEVT'));
    // 30 at a price of 6 are 5 shares in addition to the 40 counted before: 5 / 45.
    expect(followOn).toMatchObject({
      filed_at: '2026-06-01',
      is_atm: false,
      ownership_dilution_pct: 11.11,
      source_url: 'https://filings.example/424b5',
    });
    // 100 left at the current price of 4 are 25 shares in addition to the current 50: 25 / 75.
    expect(shelf).toMatchObject({
      form_type: 'S-3',
      ownership_dilution_pct: 33.33,
      shares_outstanding: 50e6,
      share_growth_12m_pct: 25,
      as_of: '2026-11-20',
    });
    // Raise for 24 − 13.33 months, 96, at 4 less 10 %: 26.67 shares, 34.78 % of the company, 69.57.
    // Growth 25 points, shelf 100 of 200 market value 100 points, warrants unknown:
    // (0.4 · 69.57 + 0.25 · 25 + 0.2 · 100) / 0.85 = 63.62.
    expect(shelf).toMatchObject({
      dilution_score: 63.62,
      dilution_level: 'high',
      coverage_pct: 85,
      components: { warrants_to_shares_pct: { value: null, score: null, weight: 0 } },
    });
  });

  it('states amounts in the currency of the offering, and its warrants', async () => {
    const terms = {
      currency: 'AUD',
      offering_amount: 4e7,
      price: 0.011,
      shares_offered: 4e6,
      prefunded_warrants: 1e6,
      warrants_offered: 5e6,
      warrant_exercise_price: 0.028,
    };
    const sale = { ticker: 'DEVT', form_type: '6-K', filed_at: '2026-10-01' };
    const offerings = [
      { ...sale, ...terms },
      { ...sale, filed_at: '2026-10-02', price_usd: 4, currency: 'USD' },
    ];
    const rows = await served('dilution', { offerings });
    const shown = rows.filter(of('DEVT')).filter(({ form_type }) => form_type === '6-K');
    expect(shown).toMatchObject([
      { currency: 'USD', price: null },
      { ...terms, price_usd: null, offering_amount_usd: null },
    ]);
  });

  it('has one record for a company without offerings', async () => {
    const rows = (await served('dilution')).filter(of('QUIT'));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ form_type: null, is_atm: null, dilution_score: null });
    expect(rows[0]?.flags).toContain('no_offerings');
  });

  it('holds a sale against a count of the balance sheet, and says where no count comes before', async () => {
    const sale = (filed_at: string) => ({
      ticker: 'DEVT',
      form_type: '424B5',
      filed_at,
      offering_amount_usd: 60e6,
      price_usd: 6,
    });
    const sheet = {
      ticker: 'DEVT',
      tag: 'CommonStockSharesOutstanding',
      taxonomy: 'us-gaap',
      unit: 'shares',
      end: '2025-06-30',
      filed: '2025-08-05',
      value: 30e6,
    };
    const offerings = [sale('2025-07-15'), sale('2025-06-15')];
    const more = { offerings, financial_facts: [sheet] };
    const rows = (await served('dilution', more)).filter(of('DEVT'));
    // 60 at a price of 6 are 10 shares in addition to the 30 at the quarter end: 10 / 40.
    expect(rows.find((row) => row.filed_at === '2025-07-15')).toMatchObject({
      ownership_dilution_pct: 25,
    });
    const before = rows.find((row) => row.filed_at === '2025-06-15');
    expect(before?.ownership_dilution_pct).toBeNull();
    expect(before?.flags).toContain('no_share_count_before_sale');
  });

  it('knows of no filing whose cover nobody read whether it sells at the market', async () => {
    const listed = { ticker: 'DEVT', form_type: '424B5' };
    const offerings = [
      { ...listed, filed_at: '2026-10-01' },
      { ...listed, filed_at: '2026-10-02', offering_type: 'follow_on' },
      { ...listed, filed_at: '2026-10-03', is_atm: false },
      { ...listed, form_type: 'S-3', filed_at: '2026-10-04' },
    ];
    const rows = (await served('dilution', { offerings })).filter(of('DEVT'));
    const told = offerings.map(({ filed_at }) => {
      const row = rows.find((one) => one.filed_at === filed_at)!;
      return [row.is_atm, (row.flags as string[]).includes('atm_unknown')];
    });
    expect(told).toEqual([
      [null, true],
      [false, false],
      [false, false],
      [null, true],
    ]);
    // A shelf with an unknown amount still counts as a shelf. A prospectus without a registration
    // does not.
    expect(rows[0]!.flags).toContain('shelf_effective');
    expect(rows[0]!.flags).not.toContain('atm_active');
  });

  it('knows an at-the-market program by its type where the flag is missing', async () => {
    const program = {
      ticker: 'DEVT',
      form_type: '424B5',
      offering_type: 'at_the_market',
      filed_at: '2026-10-01',
      offering_amount_usd: 50e6,
    };
    const row = (await served('dilution', { offerings: [program] })).find(of('DEVT'));
    expect(row).toMatchObject({ filed_at: '2026-10-01', is_atm: true });
    expect(row?.flags).toContain('atm_active');
  });
});

describe('distress and financialHealth', () => {
  it('weigh runway, catalyst, debt and growth', async () => {
    const refresh = await refreshOf(TODAY, developer);
    // Runway 13.33 months: 35.56 points. 254 days from catalyst to cash-out are 8.345 months: 30.46.
    // Debt 10 / 130: 7.69. Growth 25. No doubt, no notice, 200 of value against 120 of cash: 0.
    // 0.4 · 35.56 + 0.15 · 30.46 + 0.1 · 7.69 + 0.05 · 25 = 20.81.
    expect(asServed('distress', distress(refresh)).find(of('DEVT'))).toMatchObject({
      distress_score: 20.81,
      distress_level: 'low',
      runway_months: 13.33,
      going_concern: false,
      going_concern_date: null,
      exchange_deficiency: false,
      reverse_split_pending: false,
      debt_due_12m_usd: 10e6,
      current_ratio: 4,
      below_cash_value: false,
      triggers: [],
      coverage_pct: 100,
      components: {
        runway_months: { value: 13.3333, score: 35.56, weight: 0.4 },
        months_after_catalyst: { value: 8.3451, score: 30.46, weight: 0.15 },
        debt_to_liquid: { value: 0.0769, score: 7.69, weight: 0.1 },
      },
      as_of: '2026-11-20',
    });
    expect(asServed('financialHealth', financialHealth(refresh)).find(of('DEVT'))).toMatchObject({
      company_name: 'Developer Therapeutics',
      liquid_usd: 120e6,
      monthly_burn_usd: 9e6,
      runway_months: 13.33,
      dilution_score: 63.62,
      distress_score: 20.81,
      health_grade: 'B',
      components: {
        dilution: { needed_raise_dilution_pct: { value: 34.7826, score: 69.57, weight: 0.4706 } },
        distress: { runway_months: { value: 13.3333, score: 35.56, weight: 0.4 } },
      },
      source_form: '10-Q',
      filed_at: '2026-11-05',
    });
  });

  it('counts the doubt of the newest report', async () => {
    const doubt = { ticker: 'DEVT', event: 'going_concern', filed_at: '2026-11-05' };
    const refresh = await refreshOf(TODAY, developer, { filing_events: [doubt] });
    // 20.81 + 0.15 · 100 = 35.81, lifted to the 50 of stated doubt.
    const row = asServed('distress', distress(refresh)).find(of('DEVT'));
    expect(row).toMatchObject({
      going_concern: true,
      going_concern_date: '2026-11-05',
      distress_score: 50,
      distress_level: 'high',
      triggers: ['going_concern_doubt'],
      components: {
        going_concern: { value: 1, score: 100, weight: 0.15 },
        floor: { value: null, score: 50, weight: 0 },
      },
    });
    expect(row?.flags).toContain('floor_going_concern_doubt');
    expect(asServed('financialHealth', financialHealth(refresh)).find(of('DEVT'))).toMatchObject({
      distress_score: 50,
      distress_level: 'high',
      health_grade: 'C',
    });
  });

  it('give reasons and no level where the balance sheet is over six months old', async () => {
    // On 1 April 2027 the newest balance sheet is of 30 September.
    for (const [day, level] of [
      ['2027-03-30', 'moderate'],
      ['2027-04-01', null],
    ] as const) {
      const row = distress(await refreshOf(day, developer)).find(of('DEVT'));
      expect(row).toMatchObject({ distress_level: level, runway_months: 40 / 3 });
      expect(row?.flags.includes('old_balance_sheet')).toBe(level === null);
    }
  });

  it('know a doubt only of reports that were read', async () => {
    const report = (form: string, published_date: string) => ({
      ticker: 'DEVT',
      document_id: `https://filings.example/${form}`,
      mentions: [],
      form,
      published_date,
    });
    const doubt = { ticker: 'DEVT', event: 'going_concern', filed_at: '2026-08-05' };
    const read = async (mentions: readonly ReturnType<typeof report>[]) => {
      const facts = { ...developer, filing_events: [doubt], mentions };
      const { going_concern, going_concern_date } = distress(await refreshOf(TODAY, facts)).find(
        of('DEVT'),
      )!;
      return [going_concern, going_concern_date];
    };
    expect(await read([])).toEqual([true, '2026-08-05']);
    expect(await read([report('8-K', '2026-11-05')])).toEqual([true, '2026-08-05']);
    expect(await read([report('10-Q', '2026-11-05')])).toEqual([false, null]);
  });

  it('tell when the listing notice that stands was filed', async () => {
    const notice = { ticker: 'DEVT', event: 'exchange_deficiency', filed_at: '2026-10-06' };
    const rows = await served('distress', { filing_events: [notice] });
    expect(rows.find(of('DEVT'))).toMatchObject({
      triggers: ['exchange_deficiency'],
      exchange_deficiency_date: '2026-10-06',
      reverse_split_date: null,
    });
  });

  it('are unknown if the store has no disclosures', async () => {
    const refresh = await refreshOf(TODAY, { ...developer, filing_events: [] });
    const row = asServed('distress', distress(refresh)).find(of('DEVT'));
    expect(row).toMatchObject({
      going_concern: null,
      exchange_deficiency: null,
      exchange_deficiency_date: null,
    });
    expect(row?.flags).toContain('going_concern_unknown');
  });

  it('say that a company has left the exchange', async () => {
    const left = { ticker: 'GONE', name: 'Gone Bio', delisted_date: '2026-01-05' };
    const row = (await served('financialHealth', { companies: [left] })).find(of('GONE'));
    expect(row?.flags).toContain('delisted');
  });
});
