import { beforeAll, describe, expect, it } from 'vitest';
import { createFeed } from '../../src/commands/feeds.ts';
import { permitted } from '../../src/service/access/access.ts';
import type { Account } from '../../src/service/access/account.ts';
import { charts } from '../../tools/charts.ts';
import { endpoints } from '../../tools/index.ts';
import { timeline } from '../../tools/market-signals/timeline.ts';
import { runOn } from '../support/context.ts';
import { smallDemo } from '../support/demo-facts.ts';
import { useApp } from '../support/start-app.ts';
import { today } from '../support/universe.ts';

/**
 * Tests that no answer has a value of a tool outside the caller's plan. The facts that only Elite
 * Plus tools serve contain the word `classified` in their texts and URLs.
 */
const demo = smallDemo(today);
const marked = <One extends object>(
  kind: string,
  records: readonly One[],
  more: (one: One) => object = () => ({}),
) =>
  records.map((one, at) => ({
    ...one,
    source_url: `https://demo.example/classified/${kind}/${at}`,
    ...more(one),
  }));
const facts = {
  ...demo,
  designations: marked('designation', demo.designations),
  trial_results: marked('result', demo.trial_results, ({ trial_title }) => ({
    trial_title: `${trial_title} (classified)`,
  })),
  adverse_events: marked('report', demo.adverse_events, () => ({
    adverse_event: 'Classified rash',
  })),
  insider_transactions: marked('form', demo.insider_transactions, ({ owner_name }) => ({
    owner_name: `Classified ${owner_name}`,
  })),
  deals: marked('deal', demo.deals, ({ acquirer }) => ({ acquirer: `Classified ${acquirer}` })),
  analyst_ratings: marked('rating', demo.analyst_ratings, ({ firm }) => ({
    firm: `Classified ${firm}`,
  })),
};
const tickers = [...new Set(demo.insider_transactions.map(({ ticker }) => ticker))].slice(0, 4);
const [ticker = ''] = tickers;
const trial = demo.posted_results[0]!.nctId;

const basic: Account = { name: 'basic', plan: 'basic', demo: false, state: 'active' };
const accounts: readonly Account[] = [
  basic,
  ...[['Market Signals'], ['Company Data', 'FDA Intelligence'], ['Clinical Pipeline']].map(
    (bundle) => ({ ...basic, name: bundle.join(), bundle }),
  ),
];
const elite: Account = { ...basic, name: 'elite', plan: 'elite-plus' };
const market: Account = { ...elite, name: 'market', bundle: ['Market Signals'] };

const started = useApp({ facts, as: 'demo' });
const keys = new Map<string, string>();
beforeAll(() => {
  for (const one of [...accounts, elite, market]) keys.set(one.name, started.createKey(one));
});

const tool = async (key: string, name: string, args: object) =>
  started.app.toolbox.callTool({ key }, name, { ...args });

/** Returns an answer over HTTP, with the headers that describe the answer. */
async function page(path: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, cookie: cookies.get(key) ?? '' };
  const answer = await fetch(`${started.base}${path}`, { headers });
  const told = ['catalyst-notice', 'catalyst-source'].map((name) => answer.headers.get(name) ?? '');
  return [...told, await answer.text()].join('\n');
}

const cookies = new Map<string, string>();
/** Signs a browser in, so that pages use the key. */
async function signIn(key: string): Promise<void> {
  const answer = await fetch(`${started.base}/session`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ key }),
    headers: { origin: started.base },
  });
  cookies.set(key, (answer.headers.get('set-cookie') ?? '').split(';')[0]!);
}

async function feed(account: string): Promise<string> {
  const { stdout } = await runOn(started.dataDir, (context) => createFeed(context, { account }));
  return stdout.trim();
}

const library = (key: string, method: string, params: object) =>
  started.app.toolbox.answer({ key }, method, { ...params }).catch((cause: Error) => cause.message);

/** Returns all answers that a key gets, by interface. */
async function answersTo({ name }: Account): Promise<ReadonlyMap<string, string>> {
  const key = keys.get(name)!;
  await signIn(key);
  const told = new Map<string, string>();
  for (const endpoint of endpoints) {
    const fields = Object.keys(endpoint.fields);
    for (const one of tickers) {
      const answer = await tool(key, endpoint.name, { ticker: one, fields });
      told.set(`tool ${endpoint.name} ${one}`, answer);
    }
    const { path } = endpoint;
    const asked = path.includes('{') ? path.replace(/\{.*\}/, ticker) : `${path}?ticker=${ticker}`;
    told.set(`REST ${endpoint.name}`, await page(`/api/v2${asked}`, key));
    told.set(`export ${endpoint.name}`, await page(`/api/v2/export/${endpoint.name}`, key));
  }
  const drugs = demo.trial_results.slice(0, 3).map(({ drug_name }) => `drug:${drug_name}`);
  for (const id of [...tickers, ...drugs, `trial:${trial}`]) {
    told.set(`fetch ${id}`, await tool(key, 'fetch', { id }));
    told.set(`page ${id}`, await page(`/ticker/${encodeURIComponent(id)}`, key));
  }
  for (const query of ['classifi', ticker, drugs[0]!.slice(5)]) {
    told.set(`search ${query}`, await tool(key, 'search', { query }));
    told.set(`search page ${query}`, await page(`/search?q=${encodeURIComponent(query)}`, key));
  }
  for (const { kind, ticker: takes } of charts) {
    const of = takes === 'none' ? {} : { ticker };
    told.set(`chart ${kind}`, await tool(key, 'chart', { kind, ...of }));
  }
  for (const path of ['/', '/record', '/record/headers', await feed(name)]) {
    told.set(`GET ${path.slice(0, 15)}`, await page(path, key));
  }
  for (const uri of ['catalyst://today', 'catalyst://screen', `catalyst://ticker/${ticker}`]) {
    told.set(uri, await library(key, 'resources/read', { uri }));
  }
  const ref = { type: 'ref/resource', uri: 'catalyst://ticker/{ticker}' };
  const argument = { name: 'ticker', value: 'classifi' };
  told.set('completion', await library(key, 'completion/complete', { ref, argument }));
  for (const drug of ['classifi', '.']) {
    told.set(`hint ${drug}`, await tool(key, 'timeline', { drug, ticker: 'NOBODY', limit: 1 }));
  }
  return told;
}

/** Returns the interfaces whose text contains a marked value, with the text around the value. */
const marksIn = (told: ReadonlyMap<string, string>) =>
  [...told].flatMap(([surface, text]) => {
    const found = /.{0,60}classified.{0,60}/i.exec(text);
    return found ? [`${surface}: ${found[0]}`] : [];
  });

describe('no answer has a value of a tool outside the plan', () => {
  it('although the answers of Elite Plus have them', async () => {
    const surfaces = marksIn(await answersTo(elite)).map((one) => one.split(/[ :]/)[0]);
    const all = ['tool', 'REST', 'export', 'fetch', 'page', 'search', 'catalyst'];
    expect([...new Set(surfaces)]).toEqual(all);
  });

  it.each(accounts.map((account) => [account.name, account] as const))('%s', async (_, account) => {
    const told = await answersTo(account);
    expect(marksIn(told)).toEqual([]);
    for (const endpoint of endpoints.filter((one) => !permitted(account, one))) {
      expect(told.get(`REST ${endpoint.name}`)).toMatch(/"error":".*(plan|bundle)/i);
      expect(told.get(`export ${endpoint.name}`)).toMatch(/"error":".*(plan|bundle)/i);
    }
  });

  it.each([accounts[0]!, accounts[1]!, market])(
    '$name: the timeline has open types and counts others',
    async (one) => {
      const exported = (await page('/api/v2/export/timeline?format=ndjson', keys.get(one.name)!))
        .split('\n')
        .filter((line) => line.startsWith('{'));
      const { of } = timeline.kinds!;
      const types = new Set(exported.map((line) => JSON.parse(line).type as string));
      for (const type of types) {
        const kind = of[type];
        expect([type, kind === undefined || permitted(one, kind)]).toEqual([type, true]);
      }
      const { headers, body } = await started.ask('/market/timeline', {}, keys.get(one.name));
      const all = (await started.ask('/market/timeline')).body.pagination.total;
      const leftOut = /(\d+) more events are omitted/.exec(
        headers.get('catalyst-notice') ?? '',
      )?.[1];
      expect(body.pagination.total).toBe(exported.length);
      expect(body.pagination.total + Number(leftOut)).toBe(all);
    },
  );

  it.each([
    ['/market/prices/history', { ticker: ticker, sort: 'excess_pct' }, 403],
    ['/market/prices/history', { ticker: ticker, sort: '-benchmark_return_pct' }, 403],
    ['/market/prices/history', { ticker: ticker, sort: 'return_pct' }, 200],
    ['/screen', { where: 'cash_usd > 1,insider_net_usd > 0' }, 403],
  ])('%s %j is answered with %i', async (path, query, status) => {
    expect((await started.ask(path, query, keys.get('basic'))).status).toBe(status);
  });
});
