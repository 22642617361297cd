import { describe, expect, it } from 'vitest';
import { cboeOptionsConnector } from '../../src/sources/cboe-options.ts';
import { read, recordsOf, refusal } from './reading.ts';
import { describeSamples, sample } from './samples.ts';

const quote = {
  option: 'ZORB260918C00012500',
  bid: 1.1,
  ask: 1.3,
  iv: 0.91,
  open_interest: 40.0,
  volume: 7.0,
  last_trade_price: 1.2,
  last_trade_time: '2026-06-30T15:59:00',
};
const chain = (options: readonly unknown[], more: object = {}) => ({
  timestamp: '2026-06-30 19:30:00',
  data: { symbol: 'ZORB', current_price: 12.34, options },
  symbol: 'ZORB',
  ...more,
});
const snapshot = (data: unknown) => read(cboeOptionsConnector, 'option_chains', data)[0];

describe('cboe-options', () => {
  it('reads a chain', () => {
    expect(snapshot(chain([quote]))).toEqual({
      ticker: 'ZORB',
      date: '2026-06-30',
      // 19:30 UTC is 15:30 in New York during daylight saving time.
      snapshot_at: '2026-06-30T15:30:00-04:00',
      underlying_price_usd: 12.34,
      contracts: [
        {
          option_symbol: 'ZORB260918C00012500',
          type: 'call',
          strike: 12.5,
          expiry: '2026-09-18',
          bid: 1.1,
          ask: 1.3,
          last: 1.2,
          volume: 7,
          open_interest: 40,
        },
      ],
      source_url: 'https://cdn.cboe.com/api/global/delayed_quotes/options/ZORB.json',
    });
  });

  it('dates a chain fetched after midnight UTC on the day of trading', () => {
    expect(snapshot(chain([quote], { timestamp: '2026-01-15 01:05:00' }))).toMatchObject({
      date: '2026-01-14',
      snapshot_at: '2026-01-14T20:05:00-05:00',
    });
  });

  it('distinguishes a last price of 0 from a contract that never traded', () => {
    const untraded = { ...quote, last_trade_price: 0, last_trade_time: null };
    const worthless = { ...quote, last_trade_price: 0 };
    const { contracts } = snapshot(chain([untraded, worthless])) as { contracts: object[] };
    expect(
      contracts.map((contract) => 'last' in contract && (contract as { last: unknown }).last),
    ).toEqual([undefined, 0]);
  });

  it('keeps adjusted contracts and index roots', () => {
    const data = {
      symbol: '_SPX',
      current_price: 6000,
      options: [
        { ...quote, option: 'SPXW260918P06000000' },
        { ...quote, option: 'ZORB1260918P00012500' },
      ],
    };
    expect(snapshot(chain([], { data }))).toMatchObject({
      ticker: 'SPX',
      contracts: [
        { type: 'put', strike: 6000 },
        { type: 'put', strike: 12.5 },
      ],
    });
  });

  it('reports invalid symbols and keeps the rest', () => {
    const parsed = cboeOptionsConnector.parse(
      JSON.stringify(chain([{ option: 'X' }, null, quote])),
      'x',
    );
    expect(recordsOf(parsed, 'option_chains')[0]?.contracts).toHaveLength(1);
    expect(parsed.problems.map(({ where }) => where)).toEqual(['option 1', 'option 2']);
  });

  it('refuses a chain without a timestamp', () => {
    expect(refusal(cboeOptionsConnector, chain([quote], { timestamp: 'soon' }))).toMatch(
      /timestamp/,
    );
  });
});

describeSamples('cboe-options over a recorded response', () => {
  it('reads the six contracts of AAPL', () => {
    const file = 'options/cboe_delayed_AAPL_2026-08-07_trimmed.json';
    const found = snapshot(sample(file)) as { contracts: { last?: number }[] };
    expect(found).toMatchObject({
      ticker: 'AAPL',
      date: '2026-08-07',
      snapshot_at: '2026-08-07T14:58:23-04:00',
      underlying_price_usd: 312.0335,
    });
    expect(found.contracts).toHaveLength(6);
    expect(found.contracts[3]).toMatchObject({
      strike: 140,
      type: 'call',
      volume: 72,
      last: 174.04,
    });
    expect(found.contracts[2]?.last).toBeUndefined();
  });
});
