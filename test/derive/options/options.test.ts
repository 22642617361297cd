import { describe, expect, it } from 'vitest';
import { optionsChain, optionsFlow, optionsPutCall } from '../../../src/derive/options/options.ts';
import { predictedVolatility } from '../../../src/derive/options/predicted-volatility.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import { optionPrice } from '../../../src/domain/options/option-pricing.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';
const NOVEMBER_20 = '2026-11-20';
const RATE = 0.04;

interface Line {
  readonly expiry?: string;
  readonly days?: number;
  readonly volatility?: number;
  readonly volume?: number;
  readonly open_interest?: number;
}

/** A call and a put at the money ($20), quoted without spread at a volatility. */
function pair({
  expiry = '2026-12-18',
  days = 28,
  volatility = 0.6,
  volume = 100,
  open_interest = 200,
}: Line = {}): Fact<'option_chains'>['contracts'] {
  return (['call', 'put'] as const).map((type) => {
    const terms = { type, strike: 20, underlying_price_usd: 20, dividend_yield: 0 };
    const price = optionPrice({ ...terms, risk_free_rate: RATE, years: days / 365 }, volatility);
    const letter = type === 'call' ? 'C' : 'P';
    return {
      option_symbol: `AAA${expiry.slice(2).replaceAll('-', '')}${letter}00020000`,
      type,
      strike: 20,
      expiry,
      bid: price,
      ask: price,
      last: null,
      volume: type === 'call' ? volume : volume / 2,
      open_interest,
    };
  });
}

function chain(date: string, contracts: Fact<'option_chains'>['contracts']) {
  return {
    ticker: 'AAA',
    date,
    underlying_price_usd: 20,
    contracts,
    source_url: 'https://o.example',
  };
}

const rates: FactsByKind = {
  treasury_rates: [
    { date: '2026-01-31', rate_pct: 9 },
    { date: '2026-10-31', rate_pct: 100 * RATE },
  ],
};

describe('options_chain', () => {
  it('prices the newest chain with the treasury rate of its day', async () => {
    const older = chain('2026-11-19', pair({ volatility: 2, days: 29 }));
    const facts = { option_chains: [older, chain(NOVEMBER_20, pair())] };
    const rows = asServed('optionsChain', optionsChain(await refreshOf(TODAY, rates, facts)));
    // Only with the rate at which it was quoted does the chain give its 60 % back.
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      option_symbol: 'AAA261218C00020000',
      implied_volatility: 0.6,
      snapshot_at: NOVEMBER_20,
      as_of: NOVEMBER_20,
      flags: [],
      source: 'test',
      source_url: 'https://o.example',
    });
  });

  it('shows a missing quote as missing, and no contract that has expired', async () => {
    const [call] = pair();
    const expired = pair({ expiry: NOVEMBER_20, days: 1 });
    const facts = {
      option_chains: [chain(NOVEMBER_20, [{ ...call!, bid: null, volume: null }, ...expired])],
    };
    const rows = asServed('optionsChain', optionsChain(await refreshOf(TODAY, rates, facts)));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      bid: null,
      volume: null,
      implied_volatility: null,
      break_even: null,
      flags: ['zero_bid', 'no_price'],
    });
  });
});

describe('options_flow', () => {
  it('holds volume against the open interest of the day before', async () => {
    const facts = {
      option_chains: [
        chain('2026-11-19', pair({ days: 29, open_interest: 200 })),
        chain(NOVEMBER_20, pair({ volume: 900, open_interest: 5_000 })),
      ],
    };
    const rows = asServed('optionsFlow', optionsFlow(await refreshOf(TODAY, rates, facts)));
    // Call: 900 ÷ 200 = 4.5, above 3. The put's 450 are below the floor of 500.
    const premium = pair()[0]!.bid! * 900 * 100;
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      type: 'call',
      open_interest: 5_000,
      previous_open_interest: 200,
      volume_oi_ratio: 4.5,
      level: 'unusual',
      premium_usd: Math.round(premium),
    });
  });
});

describe('options_put_call', () => {
  const catalyst = {
    ticker: 'AAA',
    catalyst: 'PDUFA Date',
    formattedDate: '2027-01-05',
    createdDate: '2026/11/20',
  };

  it('is one record a day; a catalyst counts from the day on which it is known', async () => {
    const contracts = [...pair(), ...pair({ expiry: '2027-01-15', days: 56, volatility: 0.9 })];
    const facts: FactsByKind = {
      option_chains: [chain('2026-11-19', contracts), chain(NOVEMBER_20, contracts)],
      catalysts: [catalyst],
    };
    const rows = asServed('optionsPutCall', optionsPutCall(await refreshOf(TODAY, rates, facts)));
    expect(rows.map(({ date }) => date)).toEqual([NOVEMBER_20, '2026-11-19']);
    // Daily variance before the event, over 20 weekdays: 0.36 × 28/365 ÷ 20 = 0.0013808. The expiry
    // of 15 January: 0.81 × 56/365 = 0.124274 over 40 weekdays; less 39 plain days: 0.070423, whose
    // root is 26.54 %. Volatility of 30 days: (0.027616 + 2/28 × (0.124274 − 0.027616)) = 0.034521
    // total variance, × 365/30 = 0.42, whose root is 0.6481.
    expect(rows[0]).toMatchObject({
      put_call_volume_ratio: 0.5,
      put_call_oi_ratio: 1,
      event_iv: 0.2654,
      iv30: 0.6481,
      expiry: '2027-01-15',
      max_pain: 20,
    });
    expect(rows[1]).toMatchObject({ event_iv: null, expiry: '2026-12-18' });
    expect(rows[1]!.flags).toContain('no_event');
  });
});

describe('predicted volatility', () => {
  const event = { catalyst: 'PDUFA Date', createdDate: '2026/01/02' };

  it('comes from the chain where its terms show the event', async () => {
    const contracts = [...pair(), ...pair({ expiry: '2027-01-15', days: 56, volatility: 0.9 })];
    const refresh = await refreshOf(TODAY, rates, {
      option_chains: [chain(NOVEMBER_20, contracts)],
      catalysts: [
        { _id: 'ahead', ticker: 'AAA', ...event, formattedDate: '2027-01-05' },
        {
          _id: 'congress',
          ticker: 'AAA',
          catalyst: 'Data presentation',
          formattedDate: '2027-01-05',
        },
        { _id: 'past', ticker: 'AAA', ...event, formattedDate: '2026-01-05' },
      ],
    });
    // As above: σ_E² = 0.070423, plain variance 0.0013808 × 252 = 0.34795 a year;
    // √((0.34795 × (30/365 − 1/252) + 0.070423) ÷ (30/365)) = √(0.33115 + 0.85681) = 1.0899.
    const predicted = predictedVolatility(refresh);
    expect([...predicted.keys()]).toEqual(['ahead']);
    expect(predicted.get('ahead')).toBeCloseTo(1.0899, 4);
  });

  /**
   * Sessions of BBB alternate between $100 and $101. Five companies of the same size were decided on
   * and moved +10, −10, +20, −20 and +30 %: median 20 %.
   */
  async function ofComparables({
    sessions = 64,
    first = 100,
    before = '2026-06-09',
    after = '2026-06-10',
    told = { decision: 'Approved' } as { decision?: string; outcome?: string },
    ahead = '2027-06-01',
    catalyst = 'PDUFA Date',
  } = {}) {
    const days = Array.from({ length: sessions }, (_, at) =>
      shiftDays(NOVEMBER_20, at + 1 - sessions),
    );
    const decided = [110, 90, 120, 80, 130].map((close, at) => ({ ticker: `P${at}`, close }));
    const refresh = await refreshOf(TODAY, {
      prices: [
        ...days.map((date, at) => ({
          ...{ ticker: 'BBB', date },
          close: at === 0 ? first : at % 2 === sessions % 2 ? 100 : 101,
        })),
        ...decided.flatMap(({ ticker, close }) => [
          { ticker, date: before, close: 100 },
          { ticker, date: after, close },
        ]),
      ],
      financial_facts: [
        ...decided.map(({ ticker }) => shares(ticker, '2026-05-01')),
        shares('BBB', '2026-11-01'),
      ],
      catalysts: [
        { _id: 'ahead', ticker: 'BBB', ...event, catalyst, formattedDate: ahead },
        ...decided.map(({ ticker }) => ({
          ...{ ...event, catalyst, ticker, formattedDate: '2026-06-20' },
          ...{ ...told, decision_date: '2026-06-10' },
        })),
      ],
    });
    return predictedVolatility(refresh).get('ahead');
  }

  it('comes from comparable past moves without a chain', async () => {
    // σ_E = 0.2 ÷ 0.6745 = 0.29652. Daily returns: 32 × +0.01 and 31 × −1/101 = −0.00990099, so
    // their sample deviation is 0.01003, × √252 = 0.15922.
    // √((0.025351 × (0.0821918 − 0.0039683) + 0.087923) ÷ 0.0821918) = √1.09386 = 1.0459.
    expect(await ofComparables()).toBeCloseTo(1.0459, 3);
  });

  it('knows no outcome without a decision or a result, and no kind that moves nothing', async () => {
    expect(await ofComparables({ told: {} })).toBeUndefined();
    expect(await ofComparables({ told: { outcome: 'Met' } })).toBeCloseTo(1.0459, 3);
    for (const catalyst of ['AdComm', 'Advisory Committee', 'Phase 3 Readout', 'Topline data']) {
      expect(await ofComparables({ catalyst })).toBeCloseTo(1.0459, 3);
    }
    expect(await ofComparables({ catalyst: 'NDA Filing' })).toBeUndefined();
    expect(await ofComparables({ ahead: TODAY })).toBeUndefined();
    expect(await ofComparables({ ahead: '2026-11-22' })).toBeCloseTo(1.0459, 3);
  });

  it.each([
    // The close before the day of the outcome and the one from it on, each within seven days.
    ['2026-06-03', '2026-06-10', true],
    ['2026-06-02', '2026-06-10', false],
    ['2026-06-09', '2026-06-17', true],
    ['2026-06-09', '2026-06-18', false],
  ])('reads a move between closes of %s and %s: %s', async (before, after, isRead) => {
    expect((await ofComparables({ before, after })) !== undefined).toBe(isRead);
  });

  it('takes the everyday volatility of 32 to 63 returns', async () => {
    expect(await ofComparables({ sessions: 32 })).toBeUndefined();
    expect(await ofComparables({ sessions: 33 })).toBeGreaterThan(1);
    // A leap before the last 63 returns is not among them; one at their beginning is.
    expect(await ofComparables({ sessions: 65, first: 500 })).toBeCloseTo(1.0459, 3);
    expect(await ofComparables({ sessions: 64, first: 500 })).toBeGreaterThan(1.2);
  });
});

function shares(ticker: string, end: string): Fact<'financial_facts'> {
  const tag = 'EntityCommonStockSharesOutstanding';
  return {
    ticker,
    taxonomy: 'dei',
    tag,
    unit: 'shares',
    end,
    filed: end,
    form: '10-Q',
    value: 1e7,
  };
}
