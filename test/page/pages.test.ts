import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/access/access.ts';
import type { Entry } from '../../src/domain/directory/directory.ts';
import type { Endpoint } from '../../src/endpoint.ts';
import { ServiceError } from '../../src/errors.ts';
import { createPages } from '../../src/page/page.ts';
import type { Reader } from '../../src/page/reading.ts';
import { pipeline } from '../../tools/clinical-pipeline/pipeline.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';
import { lookup } from '../../tools/index.ts';

const abacus: Entry = { kind: 'ticker', key: 'ABCQZ', name: 'Abacus <Bio>', ticker: 'ABCQZ' };
const others: readonly Entry[] = ['ABDQZ', 'ABEQZ', 'ABFQZ'].map((key) => ({
  ...{ kind: 'ticker', key, name: `${key} Inc`, ticker: key },
}));
const due = {
  ...{ formattedDate: '2026-03-12', ticker: 'ABCQZ', drugname: 'zelvotinib', poa: 85 },
  catalyst: 'PDUFA Date',
};

interface World {
  readonly demo?: boolean;
  readonly kind?: 'store' | 'upstream';
  readonly account?: Partial<Account>;
  readonly knows?: boolean;
  readonly serves?: (endpoint: Endpoint) => boolean;
  readonly records?: (endpoint: Endpoint, question: object) => readonly object[];
  readonly total?: number;
}

function build(world: World = {}) {
  const now = { ...{ asOf: '2026-03-09', today: '2026-03-10', failure: undefined as unknown } };
  const { demo = false, kind = 'store', knows = true, records = () => [due], total } = world;
  const asked: (readonly [string, object])[] = [];
  const state = { notices: [] as string[], held: 7 };
  const directory = {
    company: (ticker: string) => (ticker === 'ABCQZ' ? abacus : undefined),
    companiesLike: (name: string, most: number) =>
      name.startsWith('AB') ? [abacus, ...others].slice(0, most) : [],
    companyNamed: () => undefined,
    drugs: () => [],
    *search(query: string, kinds: readonly string[], most: number) {
      yield undefined;
      const found = query.startsWith('abac') && kinds.includes('ticker') ? [abacus] : [];
      return found.slice(0, most);
    },
  };
  const source = {
    ...{ demo, kind, knowsNames: knows, serves: world.serves ?? (() => true) },
    describe: () => ({ version: '1', from: 'here', asOf: now.asOf }),
    health: () => ({ ready: true, computedOn: undefined, notices: state.notices }),
    contents: async () => [{ title: 'Closes', records: state.held, source: 'x' }],
    directory: async () => (knows ? directory : undefined),
  };
  const answerOf = (endpoint: Endpoint, question: object) => {
    asked.push([endpoint.name, question]);
    if (now.failure) throw now.failure;
    const given = records(endpoint, question).map((one) => JSON.stringify(one));
    const count = total ?? given.length;
    return {
      ...{ endpoint, records: given, total: count, query: {}, key: 'k' },
      pagination: { page: 1, pageSize: 50, total: count },
      source: { version: '1', from: 'here', asOf: now.asOf },
    };
  };
  const service = {
    today: () => now.today,
    source: () => source,
    account({ key }: { key: string | undefined }) {
      if (key === undefined) throw new ServiceError(401, 'Missing API key');
      if (key === 'bad') throw new ServiceError(401, 'Invalid API key');
      return {
        ...{ name: 'anna', plan: 'elite-plus', demo: key === 'demo', state: 'active' },
        ...world.account,
      };
    },
    answer: async (endpoint: Endpoint, question: object) => answerOf(endpoint, question),
    async answerAll(_: unknown, questions: readonly { endpoint: Endpoint; arguments: object }[]) {
      const answers = questions.map((one) => {
        try {
          return answerOf(one.endpoint, one.arguments);
        } catch (cause) {
          if (cause instanceof ServiceError) return cause;
          throw cause;
        }
      });
      const scan = async (steps: Generator<undefined, unknown>) => {
        for (;;) {
          const { done, value } = steps.next();
          if (done) return value;
        }
      };
      return { answers, source, scan };
    },
  };
  const endpoints = [fdaCalendar, cashRunway, pipeline, ...Object.values(lookup.names)];
  const reader = { catalogue: { endpoints }, service } as unknown as Reader;
  const pages = createPages(reader, {});
  const home = async (key?: string, origin = 'http://h') =>
    Buffer.from((await pages.home({ key }, origin)).plain).toString();
  return { pages, home, asked, now, state, source };
}
const isLocked = (page: string) => page.includes('they are shown to whoever has a key');
const rowOf = (page: string) =>
  /<tbody><tr>(.*?)<\/tr>/
    .exec(page)?.[1]
    ?.split(/<[^>]*>/)
    .filter(Boolean);

describe('the first page', () => {
  it('shows no record without a key, everything with one, and everything over the demo', async () => {
    const { home, asked } = build();
    const without = await home();
    expect([isLocked(without), asked]).toEqual([true, []]);
    expect(without).not.toContain('Forget my key');
    const withKey = await home('good');
    expect([isLocked(withKey), rowOf(withKey)?.slice(0, 4)]).toEqual([
      ...[false, ['2026-03-12', 'ABCQZ', 'zelvotinib', '85\u00a0%']],
    ]);
    expect(withKey).toContain('Forget my key');
    expect(withKey).not.toContain('data-key');
    const demo = await build({ demo: true }).home();
    expect([isLocked(demo), rowOf(demo)?.[1]]).toEqual([false, 'ABCQZ']);
    expect(demo).toContain('data-key="demo"');
    await expect(home('bad')).rejects.toMatchObject({ status: 401 });
  });

  it('is held to plan and bundle: no calendar, or no cash', async () => {
    const records = () => [{ ...due, cash_out_date: '2027-01-31' }];
    const shown = async (account: Partial<Account>) => build({ account, records }).home('good');
    expect(await shown({})).toContain('<td>2027-01-31</td>');
    const poor = await shown({ bundle: [fdaCalendar.group] });
    expect(poor).toContain('<td>2026-03-12</td>');
    expect(poor).not.toContain('2027-01-31');
    const outside = await shown({ bundle: [cashRunway.group] });
    expect(outside).toContain('The calendar is outside the bundle of your key.');
    expect(outside).not.toContain('zelvotinib');
    const { home, asked } = build({ account: { bundle: [cashRunway.group] } });
    await home('good');
    expect(asked).toEqual([]);
  });

  it('without a calendar says that nothing is dated, and asks for none', async () => {
    const { home, asked } = build({ serves: (endpoint) => endpoint !== fdaCalendar });
    expect(await home('good')).toContain('Nothing is dated within these days.');
    expect(asked).toEqual([]);
    expect(await home('good')).not.toContain(`<option value="${fdaCalendar.name}"`);
  });

  it('is made once a state of the records, an address and what may be seen', async () => {
    const { home, asked, now, state } = build();
    const made = async (...whose: Parameters<typeof home>) => {
      const before = asked.length;
      await home(...whose);
      return asked.length > before;
    };
    expect(await made('good')).toBe(true);
    expect([await made('good'), await made('other')]).toEqual([false, false]);
    expect(await made('good', 'http://other')).toBe(true);
    expect(await made('good')).toBe(false);
    now.asOf = '2026-03-10';
    expect(await made('good')).toBe(true);
    now.today = '2026-03-11';
    expect(await made('good')).toBe(true);
    state.notices.push('Late.');
    expect(await made('good')).toBe(true);
    state.held += 1;
    expect(await made('good')).toBe(true);
    expect(await made('good')).toBe(false);
  });

  it('that could not be read, or failed, is made anew', async () => {
    const { home, now } = build();
    now.failure = new ServiceError(503, 'Not now');
    expect(await home('good')).toContain('<p class="bad">Not now.</p>');
    now.failure = new Error('a fault');
    await expect(home('good')).rejects.toThrow('a fault');
    now.failure = undefined;
    expect(await home('good')).toContain('zelvotinib');
  });

  it('is kept for sixteen addresses', async () => {
    const { home, asked } = build();
    for (let at = 0; at < 16; at += 1) await home('good', `http://h${at}`);
    const before = asked.length;
    await home('good', 'http://h0');
    expect(asked).toHaveLength(before);
    await home('good', 'http://h16');
    await home('good', 'http://h1');
    expect(asked.length).toBeGreaterThan(before + 1);
    const after = asked.length;
    await home('good', 'http://h0');
    expect(asked).toHaveLength(after);
  });
});

describe('the page of a ticker', () => {
  it('needs a key over real records, and says who looks', async () => {
    const { pages } = build();
    await expect(pages.dossier({ key: undefined }, 'ABCQZ')).rejects.toMatchObject({ status: 401 });
    const { page, status } = await pages.dossier({ key: 'good' }, 'ABCQZ');
    expect([status, page.includes('<title>ABCQZ · Biotech catalysts</title>')]).toEqual([
      200,
      true,
    ]);
    expect(page).toContain('Forget my key');
    expect(page.match(/<script>/g)).toHaveLength(1);
    const demo = await build({ demo: true }).pages.dossier({ key: undefined }, 'ABCQZ');
    expect(demo.status).toBe(200);
    expect(demo.page).not.toContain('Forget my key');
  });

  it('has the parts that are served, each with why it is not shown or that there is none', async () => {
    const headings = (page: string) =>
      [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
    const served = build({ records: (one) => (one === pipeline ? [] : [due]) });
    const { page } = await served.pages.dossier({ key: 'good' }, 'ABCQZ');
    expect(headings(page)).toEqual(
      expect.arrayContaining(['Pipeline', 'Cash runway', 'Coming catalysts, nearest first']),
    );
    expect(headings(page)).not.toContain('Headlines, latest first');
    expect(page).toContain(
      '<h2>Pipeline</h2>\n\n<p>None.</p>\n<p class="quiet">0 of 0, from here, 2026-03-09. All: <code>pipeline</code>, <code>GET /api/v2',
    );
    expect(page).toContain('1 catalysts within two years.');
    served.now.failure = new ServiceError(403, 'Needs another plan');
    const refused = (await served.pages.dossier({ key: 'good' }, 'ABCQZ')).page;
    expect(headings(refused)).toEqual(
      expect.arrayContaining(['Pipeline', 'Cash runway', 'Coming catalysts, nearest first']),
    );
    expect(refused).toContain('<h2>Pipeline</h2><p class="quiet">Needs another plan.</p>');
    expect(refused).toContain('<h1>ABCQZ</h1>');
    expect(refused).not.toContain('within two years');
  });

  it('that nobody bears names three that are near, or is refused', async () => {
    const { pages } = build();
    const near = await pages.dossier({ key: 'good' }, 'ABXQZ');
    expect(near.status).toBe(404);
    expect(near.page).toContain('<h1>Unknown ticker &quot;ABXQZ&quot;');
    expect([...near.page.matchAll(/href="\/ticker\/(\w+)"/g)].map(([, one]) => one)).toEqual([
      ...['ABCQZ', 'ABDQZ', 'ABEQZ'],
    ]);
    expect(near.page).not.toContain('fictional');
    await expect(pages.dossier({ key: 'good' }, 'NONE')).rejects.toMatchObject({
      ...{ status: 404, message: 'Unknown ticker "NONE"', hint: undefined },
    });
    const demo = build({ demo: true }).pages;
    const told = 'Every company here is fictional: import records to ask about real ones.';
    expect((await demo.dossier({ key: undefined }, 'ABXQZ')).page).toContain(`<p>${told}</p>`);
    await expect(demo.dossier({ key: undefined }, 'NONE')).rejects.toMatchObject({ hint: told });
  });

  it('fails as it fails', async () => {
    const { pages, now } = build();
    now.failure = new Error('a fault');
    await expect(pages.dossier({ key: 'good' }, 'ABCQZ')).rejects.toThrow('a fault');
  });
});

describe('a search', () => {
  const search = async (query: string, world: World = {}) => {
    const { pages, asked } = build({ records: () => [], ...world });
    const found = await pages.search({ key: 'good' }, query);
    return { asked, page: 'page' in found ? found.page : '', found };
  };

  it('is the page of a ticker that is plainly meant', async () => {
    const { found, asked } = await search(' abcqz ');
    expect([found, asked]).toEqual([{ ticker: 'ABCQZ' }, []]);
    await expect(build().pages.search({ key: undefined }, 'x')).rejects.toMatchObject({
      status: 401,
    });
  });

  it('shows the companies that are found, and keeps the query', async () => {
    const { page, asked } = await search('abac <us');
    expect(page).toContain('<title>abac &lt;us · Biotech catalysts</title>');
    expect(page).toContain('value="abac &lt;us"');
    expect(page).toContain('<h1>“abac &lt;us”</h1>');
    expect(page).toContain('<h2>Companies</h2>');
    expect(rowOf(page)).toEqual(['ABCQZ', 'Abacus &lt;Bio&gt;']);
    expect(page).not.toContain('Nothing is found');
    // What looks for a part of a name takes no sign for a pattern.
    expect(asked.slice(-3)).toEqual([
      ['pipeline', { drug: 'abac <us' }],
      ['pipeline', { condition: 'abac <us' }],
      ['fda_calendar', { drug: 'abac <us' }],
    ]);
    expect((await search(' a+b ')).asked.at(-1)).toEqual(['fda_calendar', { drug: 'a\\+b' }]);
  });

  it('says that nothing is found', async () => {
    const { page } = await search('xyz');
    expect(page).toContain('<p>Nothing is found. Try a part of the name, or another spelling.</p>');
    expect(page).not.toContain('<h2>');
  });

  it('shows twenty records of a kind, and says of how many', async () => {
    const row = (at: number) => ({ ticker: 'ABCQZ', drug_name: `drug-${at}` });
    const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at));
    const shown = async (count: number, total = count) => {
      const records = (endpoint: Endpoint, question: object) =>
        endpoint === pipeline && 'drug' in question ? rows(count) : [];
      const world = { records, ...(total === count ? {} : { total }) };
      const { page } = await search('drug', world);
      return [page.match(/<td>drug-\d+/g)?.length, page.includes('20 of')];
    };
    expect(await shown(20)).toEqual([20, false]);
    expect(await shown(21)).toEqual([20, true]);
    const { page } = await search('drug', { records: (one) => (one === pipeline ? rows(21) : []) });
    expect([...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
      ...['Drugs in development', 'Programs in a disease'],
    ]);
    expect(page).toContain('<p class="quiet">20 of 21: add a word.</p>');
  });

  it('shows the trials that are found, each by its number and title', async () => {
    const trial = {
      ...{ nctId: 'NCT01234567', ticker: 'ABCQZ', BriefTitle: 'A study', Phase: 'PHASE2' },
      ...{ Condition: ['Gout'], CompletionDate: '2027-01' },
    };
    const records = (one: Endpoint) => (one === lookup.names.trial ? [trial] : []);
    const { page } = await search('NCT01234567', { records });
    expect(page).toContain('<h2>Trials</h2>');
    expect(rowOf(page)).toEqual([
      ...['NCT01234567', 'ABCQZ', 'A study', 'PHASE2', 'Gout', '2027-01'],
    ]);
  });

  it('says of each kind why it is not shown, and leaves out what is not served', async () => {
    const { pages, now } = build();
    now.failure = new ServiceError(429, 'Too many');
    const found = await pages.search({ key: 'good' }, 'xyz');
    const page = 'page' in found ? found.page : '';
    for (const title of ['Drugs in development', 'Coming catalysts of a drug']) {
      expect(page).toContain(`<h2>${title}</h2><p class="bad">Too many.</p>`);
    }
    expect(page).not.toContain('Nothing is found');
    const unserved = await search('xyz', { serves: (one) => one === fdaCalendar });
    expect(unserved.asked.map(([name]) => name)).toEqual(['fda_calendar']);
    now.failure = new Error('a fault');
    await expect(pages.search({ key: 'good' }, 'xyz')).rejects.toThrow('a fault');
  });
});

describe('what went wrong', () => {
  const failure = (status: number, hint?: string, demo = false) =>
    build({ demo }).pages.failure(
      { key: undefined },
      new ServiceError(status, 'It <is> so', hint ? { hint } : {}),
    );

  it('is a page of its own, with what to do', async () => {
    const page = await failure(403, 'Do <this>.');
    expect(page).toContain('<title>It &lt;is&gt; so</title>');
    expect(page).toContain('<h1>It &lt;is&gt; so</h1>\n<p>Do &lt;this&gt;.</p>');
    expect([isLocked(page), page.includes('Demo data')]).toEqual([false, false]);
    expect(await failure(403)).toContain('<h1>It &lt;is&gt; so</h1>\n\n');
    expect(isLocked(await failure(401))).toBe(true);
    expect(await failure(403, undefined, true)).toContain('Demo data');
  });
});
