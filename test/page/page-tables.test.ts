import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import type { Service } from '../../src/service/service.ts';
import { endpoints } from '../../tools/index.ts';
import { type Started, serve, startApp } from '../support/start-app.ts';

type Row = Readonly<Record<string, unknown>>;
type Table = readonly (readonly string[])[];

/** Parts of a ticker's page: the endpoint, what it answers, what is read of it on the page. */
const parts: readonly [string, string, readonly Row[], Table][] = [
  [
    'Last price',
    'price_snapshot',
    [{ snapshot_at: '2026-03-10T11:59:00Z', price_usd: 12.5, change_pct: -3.25 }],
    [
      ['day', 'last price', 'change'],
      ['2026-03-10T11:59:00Z', '12.5', '-3.25 %'],
    ],
  ],
  [
    'Upcoming catalysts, nearest first',
    'fda_calendar',
    // The answer has the furthest first.
    [
      { formattedDate: '2026-09-30', catdate: 'Q3 2026', drugname: 'latimab', poa: null },
      {
        ...{ formattedDate: '2026-04-01', catdate: 'April 1', drugname: 'firstimab', poa: 87.5 },
        ...{ catalyst: 'PDUFA Date', treatment: 'Gout', stage: 'NDA/BLA' },
      },
    ],
    [
      ['date', 'as announced', 'drug', 'catalyst', 'for', 'stage', 'odds'],
      ['2026-04-01', 'April 1', 'firstimab', 'PDUFA Date', 'Gout', 'NDA/BLA', '87.5 %'],
      ['2026-09-30', 'Q3 2026', 'latimab', '', '', '', ''],
    ],
  ],
  [
    'Committee votes on drugs under review',
    'poa_scores',
    [
      {
        ...{ formattedDate: '2026-04-01', drugname: 'firstimab', catalyst: 'PDUFA Date' },
        ...{ votes_yes: 9, votes_no: 3, vote_date: '2026-02-12' },
      },
    ],
    [
      ['date', 'drug', 'catalyst', 'yes', 'no', 'voted'],
      ['2026-04-01', 'firstimab', 'PDUFA Date', '9', '3', '2026-02-12'],
    ],
  ],
  [
    'Past catalysts and price moves, newest first',
    'fda_calendar_historical',
    [
      {
        ...{ catdate: '2026-02-01', drugname: 'pastimab', catalyst: 'PDUFA Date' },
        ...{ createdDayPrice: 4, catalystDayPrice: 1_005, percentageChange: 25_025 },
      },
    ],
    [
      ['date', 'drug', 'catalyst', 'close before', 'close on the day', 'move'],
      ['2026-02-01', 'pastimab', 'PDUFA Date', '4', '1,005', '25,025 %'],
    ],
  ],
  [
    'Moved dates, newest first',
    'calendar_changes',
    [
      {
        ...{ changed_date: '2026-01-09', drugname: 'latimab', catalyst: 'PDUFA Date' },
        ...{ previous_date: '2026-06-30', new_date: '2026-09-30', days_moved: 92 },
      },
    ],
    [
      ['seen', 'drug', 'catalyst', 'from', 'to', 'days'],
      ['2026-01-09', 'latimab', 'PDUFA Date', '2026-06-30', '2026-09-30', '92'],
    ],
  ],
  [
    'Cash runway',
    'cash_runway',
    [
      {
        ...{ period_end: '2025-12-31', cash_usd: 90e6, liquid_usd: 120.25e6 },
        ...{ monthly_burn_usd: 999_000, months_left: 7.5, cash_out_date: '2026-10-25' },
        covers_next_catalyst: true,
      },
    ],
    [
      [
        ...['as of', 'cash', 'liquid, less debt due', 'burn per month', 'months left', 'used up'],
        'outlasts the next catalyst',
      ],
      ['2025-12-31', '$90.0M', '$120.3M', '$999.0K', '7.5', '2026-10-25', 'yes'],
    ],
  ],
  [
    'Pipeline',
    'pipeline',
    [
      {
        ...{ drug_name: 'firstimab', indication: 'Gout', phase: 'Phase 3', status: 'Active' },
        ...{ next_catalyst: 'PDUFA Date', next_catalyst_date: '2026-04-01' },
      },
    ],
    [
      ['drug', 'indication', 'phase', 'status', 'next', 'date'],
      ['firstimab', 'Gout', 'Phase 3', 'Active', 'PDUFA Date', '2026-04-01'],
    ],
  ],
  [
    'Trials, latest completion first',
    'catalyst_sync',
    [
      { nctId: 'NCT00000001', CompletionDate: '2026-06' },
      {
        ...{ nctId: 'NCT00000002', Phase: 'PHASE2', Condition: ['Gout', 'Pain'] },
        ...{ InterventionName: 'latimab', CompletionDate: '2027-01' },
      },
    ],
    [
      ['trial', 'phase', 'condition', 'of', 'completion'],
      ['NCT00000002', 'PHASE2', 'Gout; Pain', 'latimab', '2027-01'],
      ['NCT00000001', '', '', '', '2026-06'],
    ],
  ],
  [
    'Fund flows of the newest quarters (13F)',
    'hedge_fund_flows',
    [
      {
        ...{ quarter: '2025-Q4', funds_holding: 14, value_usd: 1.5e9, new_positions: 3 },
        ...{ closed: 2, net_value_change_usd: -2_400 },
      },
    ],
    [
      ['quarter', 'funds', 'hold', 'new', 'closed', 'net bought'],
      ['2025-Q4', '14', '$1.5B', '3', '2', '-$2.4K'],
    ],
  ],
  [
    'Fund holders, largest first (13F)',
    'hedge_fund_positions',
    [
      {
        ...{ fund_name: 'Orchard <Capital>', report_date: '2025-12-31', value_usd: 52e6 },
        ...{ portfolio_pct: 2.5, action: 'increased' },
      },
    ],
    [
      ['fund', 'quarter', 'value', 'of its portfolio', 'action'],
      ['Orchard &lt;Capital&gt;', '2025-12-31', '$52.0M', '2.5 %', 'increased'],
    ],
  ],
  [
    'Open-market insider trades by month',
    'insider_summary',
    [{ period: '2026-02', buys: 3, sells: 0, net_value_usd: 71e3, cluster_buy: false }],
    [
      ['month', 'buys', 'sells', 'net', 'several bought'],
      ['2026-02', '3', '0', '$71.0K', 'no'],
    ],
  ],
  [
    'Implied move from options',
    'options_put_call',
    [
      {
        ...{ date: '2026-03-09', put_call_volume_ratio: 0.75, implied_move_pct: 18 },
        expiry: '2026-04-17',
      },
    ],
    [
      ['date', 'put/call, volume', 'implied move', 'expiry'],
      ['2026-03-09', '0.75', '18 %', '2026-04-17'],
    ],
  ],
  [
    'Risk-adjusted NPV by program',
    'rnpv',
    [
      {
        ...{ drug_name: 'firstimab', indication: 'Gout', rNPV: 310e6, rnpv_bear: -20e6 },
        ...{ rnpv_bull: 640e6, rnpv_per_share: 6.2 },
      },
    ],
    [
      ['drug', 'indication', 'rNPV', 'low', 'high', 'a share'],
      ['firstimab', 'Gout', '$310.0M', '-$20.0M', '$640.0M', '6.2'],
    ],
  ],
  [
    'Headlines, newest first',
    'news',
    Array.from({ length: 13 }, (_, at) => ({
      ...{ published_at: `2026-03-${22 - at}`, title: `Headline ${at}`, source: 'Wire' },
    })),
    [
      ['when', 'headline', 'source'],
      // Twelve records of a part are shown.
      ...Array.from({ length: 12 }, (_, at) => [`2026-03-${22 - at}`, `Headline ${at}`, 'Wire']),
    ],
  ],
];

/** What the tables of the page say, by the heading above each. */
function tablesOf(page: string): ReadonlyMap<string, Table> {
  const [, ...sections] = page.split('<h2>');
  return new Map(
    sections.map((section) => {
      const rows = [...section.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<t[dh]>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) =>
          // A number and its unit stay on one line.
          cell.replaceAll('\u00a0', ' '),
        ),
      );
      return [section.slice(0, section.indexOf('</h2>')), rows];
    }),
  );
}

let page: string;
let started: Started;
beforeAll(async () => {
  started = await startApp({ as: 'demo' });
  const { catalogue, service, toolbox } = started.app;
  const company = {
    ...{ name: 'Acme', market_cap_usd: 1.25e9, price_usd: 12.5, lead_drug: 'firstimab' },
    ...{ Short_percent_of_Float: 8.5, industry: 'Biotechnology', country: 'Denmark' },
  };
  const rows = new Map<string, readonly Row[]>([
    ...parts.map(([, name, records]) => [name, records] as const),
    ['company', [company]],
  ]);
  const answered: Service = {
    ...service,
    async answerAll(...question) {
      const answers = await service.answerAll(...question);
      return {
        ...answers,
        answers: answers.answers.map((answer) => {
          if (answer instanceof ServiceError) throw answer;
          const records = rows.get(answer.endpoint.name)!.map((row) => JSON.stringify(row));
          return { ...answer, records, total: 40 };
        }),
      };
    },
  };
  const server = await serve({ catalogue, service: answered, toolbox });
  page = await (await fetch(`${server.base}/ticker/ACME`)).text();
  await server.close();
});
afterAll(() => started.close());

it.each(parts)('%s', (heading, name, records, expected) => {
  expect(tablesOf(page).get(heading)).toEqual(expected);
  const { path } = endpoints.find((endpoint) => endpoint.name === name)!;
  expect(page).toContain(
    `${expected.length - 1} of 40, from fictional demo data, 2026-03-10. All: <code>${name}</code>, <code>GET /api/v2${path}?ticker=ACME</code>`,
  );
  expect(records.length).toBeGreaterThan(0);
});

it('stand in their order, under what the company is', () => {
  expect([...tablesOf(page).keys()]).toEqual(parts.map(([heading]) => heading));
  const facts = [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, ...pair]) => pair);
  expect(facts).toEqual([
    ['market value', '$1.3B'],
    ['price', '12.5'],
    ['lead drug', 'firstimab'],
    ['short interest, of float', '8.5\u00a0%'],
    ['industry', 'Biotechnology'],
    ['country', 'Denmark'],
  ]);
  expect(page).toContain('2 catalysts within two years; the cash lasts until 2026-10-25');
});
