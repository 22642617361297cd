import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { pipeline } from '../../tools/clinical-pipeline/pipeline.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { lookup } from '../../tools/index.ts';
import { buildPages as build, isLocked, rowOf, type World } from './pages-of.ts';

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
    expect(page).not.toContain('Nothing found');
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
    expect(page).toContain('<p>Nothing found. Try part of the name or another spelling.</p>');
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
    expect(page).toContain('<p class="quiet">20 of 21 shown: add a word to narrow the search.</p>');
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
    for (const title of ['Drugs in development', 'Upcoming catalysts of a drug']) {
      expect(page).toContain(`<h2>${title}</h2><p class="bad">Too many.</p>`);
    }
    expect(page).not.toContain('Nothing found');
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
