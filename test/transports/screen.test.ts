import { beforeAll, describe, expect, it } from 'vitest';
import { screen } from '../../tools/company-data/screen.ts';
import { useApp } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';

/** A figure of an annual report of December 2025. */
const figure = (ticker: string, tag: string, value: number, of: Record<string, string> = {}) => ({
  ticker,
  tag,
  taxonomy: 'us-gaap',
  unit: 'USD',
  end: '2025-12-31',
  value,
  form: '10-K',
  filed: '2026-02-20',
  accession: `0000000001-26-${ticker}`,
  ...of,
});
const shares = (ticker: string, value: number) =>
  figure(ticker, 'EntityCommonStockSharesOutstanding', value, { taxonomy: 'dei', unit: 'shares' });

const facts = {
  ...universe,
  prices: [
    { ticker: 'ACME', date: '2026-03-06', close: 50 },
    { ticker: 'BOLT', date: '2026-03-06', close: 10 },
  ],
  financial_facts: [
    // 10 US dollars × 1,000,000 shares = 10 million; cash of 12 million is 1.2 times as much.
    shares('BOLT', 1e6),
    figure('BOLT', 'CashAndCashEquivalentsAtCarryingValue', 12e6),
    // 50 US dollars × 2,000,000 shares = 100 million; cash of 25 million is a quarter.
    shares('ACME', 2e6),
    figure('ACME', 'CashAndCashEquivalentsAtCarryingValue', 25e6),
  ],
  short_interest: [
    { ticker: 'ACME', settlement_date: '2026-02-27', short_shares: 300_000, float_shares: 1.5e6 },
    { ticker: 'BOLT', settlement_date: '2026-02-27', short_shares: 50_000, float_shares: 1e6 },
  ],
  catalysts: [
    ...(universe.catalysts ?? []),
    {
      _id: 'goal',
      ticker: 'BOLT',
      drugname: 'boltinib',
      catalyst: 'PDUFA Date',
      stage: 'NDA/BLA',
      formattedDate: '2026-04-09',
      treatment: 'NSCLC',
    },
  ],
};

const started = useApp({ facts });
let basic: string;
beforeAll(() => {
  basic = started.createKey({ name: 'basic' });
});

async function tool(args: Record<string, unknown>): Promise<string> {
  const answer = JSON.parse(await started.app.toolbox.callTool('owner', 'screen', args));
  return answer.content[0].text;
}

describe('the screen', () => {
  const tickers = async (query: Record<string, string>, key?: string) =>
    (await started.ask('/screen', query, key)).body.result?.map(({ ticker }) => ticker);

  it('has one record per company with the values of other tools, and computed ones', async () => {
    const { body } = await started.ask('/screen', { sort: 'market_cap_usd' });
    expect(body.result).toMatchObject([
      {
        ticker: 'BOLT',
        market_cap_usd: 10e6,
        short_percent_of_float: 5,
        cash_usd: 12e6,
        liquid_usd: 12e6,
        cash_to_market_value: 1.2,
        goal_date: '2026-04-09',
        goal_drug: 'boltinib',
        days_to_goal: 30,
      },
      {
        ticker: 'ACME',
        market_cap_usd: 100e6,
        short_percent_of_float: 20,
        cash_usd: 25e6,
        cash_to_market_value: 0.25,
        goal_date: '2026-03-10',
        days_to_goal: 0,
      },
    ]);
  });

  it.each([
    [['short_percent_of_float >= 20'], ['ACME']],
    [['cash_to_market_value > 1', 'days_to_goal<=30'], ['BOLT']],
    [['goal_date > 2026-03-31'], ['BOLT']],
    [['name = acme therapeutics'], ['ACME']],
    // A comma within a value, and more than 200 characters together.
    [['name != Acme, Inc., of Ohio', 'days_to_goal > 0'], ['BOLT']],
    [Array(10).fill('cash_to_market_value > 1.000000'), ['BOLT']],
    [['ticker != ACME'], ['BOLT']],
    [['market_cap_usd < 1e8'], ['BOLT']],
    // No report states a burn rate, and an unknown value meets no condition.
    [['runway_months != 3'], []],
    [[], ['ACME', 'BOLT']],
  ])('of %j', async (where, expected) => {
    expect(await tickers({ where: where.join(',') })).toEqual(expected);
    const text = await tool({ where, fields: 'ticker' });
    const [, ...lines] = text.split('\n');
    for (const ticker of ['ACME', 'BOLT']) {
      const isShown = new RegExp(`\\b${ticker}\\b`).test(lines.join('\n'));
      expect([ticker, isShown]).toEqual([ticker, expected.includes(ticker)]);
    }
  });

  it.each([
    ['cash', 'Invalid where: each condition is "field op value", op one of = != < <= > >='],
    ['market_cap < 5', /no column "market_cap".*market_cap_usd \(US dollars\)/],
    ['market_cap_usd < 500M', 'Invalid where: market_cap_usd takes a number without separators'],
    ['goal_date < May', 'Invalid where: goal_date takes YYYY-MM-DD'],
    ['name < B', 'Invalid where: name is a text, which takes = or !='],
    [Array(11).fill('cash_usd > 1'), 'Invalid where: at most 10 conditions'],
    [['constructor = 1'], /no column "constructor"/],
    ['cash_usd > 1; DROP TABLE x', 'Invalid where: cash_usd takes a number without separators'],
    [`cash_usd > ${'9'.repeat(300)}`, 'Invalid where: at most 200 characters'],
    [[['cash_usd > 1']], 'Invalid where: one value, as text or number'],
    [{ cash_usd: 1 }, 'Invalid where: one value, as text or number'],
  ])('refuses %j', async (where, error) => {
    expect(await tool({ where })).toMatch(error);
  });

  it('says how many companies meet each condition alone if none meets all', async () => {
    const text = await tool({ where: ['cash_usd > 20000000', 'cash_to_market_value > 1'] });
    expect(text).toContain(
      'Records that meet each condition alone: cash_usd 1, cash_to_market_value 1.',
    );
  });

  it('leaves out and refuses the columns of tools outside the plan, and counts them', async () => {
    const scores = ['score', 'rNPV', 'rnpv_to_market_cap', 'ma_score', 'funds_holding'];
    const holders = ['funds_change', 'specialist_holders', 'insider_net_usd', 'insider_month'];
    const outside = [...scores, ...holders];
    const { body, headers } = await started.ask('/screen', {}, basic);
    expect(body.result).toHaveLength(2);
    for (const record of body.result) {
      expect(Object.keys(record).filter((name) => outside.includes(name))).toEqual([]);
    }
    expect(headers.get('catalyst-notice')).toContain(
      '9 columns are omitted, because your plan or bundle does not include them',
    );
    for (const query of outside.flatMap((name) => [{ sort: name }, { where: `${name} != 1` }])) {
      const refused = await started.ask('/screen', query as Record<string, string>, basic);
      expect([query, refused.status]).toEqual([query, 403]);
    }
    expect(await tickers({ where: 'cash_usd > 20000000' }, basic)).toEqual(['ACME']);
    const full = await started.ask('/screen');
    expect(full.headers.get('catalyst-notice') ?? '').not.toContain('columns are not');
  });

  it('lists its fields with their units as a resource', async () => {
    const answer = await started.app.toolbox.answer('owner', 'resources/read', {
      uri: 'catalyst://screen',
    });
    const lines = JSON.parse(answer).contents[0].text.split('\n');
    expect(lines.map((line: string) => line.split(' ')[0])).toEqual(Object.keys(screen.record));
    expect(lines).toContain('market_cap_usd (US dollars); companies, basic');
    expect(lines).toContain('score (points of a score; 0–100); company_scores, elite-plus');
  });
});
