import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import type { Account } from '../../src/service/access/account.ts';
import { pipeline } from '../../tools/clinical-pipeline/pipeline.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';
import { buildPages as build, due, isLocked, rowOf } from './pages-of.ts';

describe('the first page', () => {
  it('shows no record without a key, everything with one, and everything over the demo', async () => {
    const { home, asked } = build();
    const without = await home();
    expect([isLocked(without), asked]).toEqual([true, []]);
    expect(without).not.toContain('Forget my key');
    const withKey = await home('good');
    expect(isLocked(withKey)).toBe(false);
    const cells = ['PDUFA Date', '2026-', '03-12', 'ABCQZ', 'zelvotinib', '85%'];
    expect(rowOf(withKey)?.slice(0, 6)).toEqual(cells);
    expect(withKey).toContain('Forget my key');
    expect(withKey).not.toContain('data-key');
    const demo = await build({ demo: true }).home();
    expect([isLocked(demo), rowOf(demo)?.[3]]).toEqual([false, 'ABCQZ']);
    expect(demo).toContain('data-key="demo"');
    await expect(home('bad')).rejects.toMatchObject({ status: 401 });
  });

  it('is held to plan and bundle: no calendar, or no cash', async () => {
    const records = () => [{ ...due, months_left: 8.5 }];
    const shown = async (account: Partial<Account>) => build({ account, records }).home('good');
    expect(await shown({})).toContain('<td>8.5 months</td>');
    const poor = await shown({ bundle: [fdaCalendar.group] });
    expect(poor).toContain('03-12</span></td>');
    expect(poor).not.toContain('8.5 months');
    const outside = await shown({ bundle: [cashRunway.group] });
    expect(outside).toContain('The bundle of your key does not include the calendar.');
    expect(outside).not.toContain('zelvotinib');
    const { home, asked } = build({ account: { bundle: [cashRunway.group] } });
    await home('good');
    expect(asked).toEqual([]);
  });

  it('without a calendar says that nothing is dated, and asks for none', async () => {
    const { home, asked } = build({ serves: (endpoint) => endpoint !== fdaCalendar });
    expect(await home('good')).toContain('No events in this period.');
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

  it('is made once for all who ask meanwhile', async () => {
    const [one, many] = [build(), build()];
    await one.home('good');
    await Promise.all(Array.from({ length: 16 }, () => many.home('good')));
    expect(many.asked).toEqual(one.asked);
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
    expect(status).toBe(200);
    expect(page).toContain('<title>ABCQZ · Biotech catalysts</title>');
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
      expect.arrayContaining(['Cash runway', 'Upcoming catalysts, nearest first']),
    );
    expect(headings(page)).not.toContain('Pipeline');
    expect(headings(page)).not.toContain('Last price');
    expect(page).toContain('<p class="quiet">No records: Pipeline.</p>');
    expect(page).toContain(
      'All: tool <a href="/#tool-fda_calendar"><code>fda_calendar</code></a>, <a href="/api/v2/fdacalendar?ticker=ABCQZ">',
    );
    expect(page).toContain('1 catalyst within two years.');
    served.now.failure = new ServiceError(403, 'Needs another plan');
    const refused = (await served.pages.dossier({ key: 'good' }, 'ABCQZ')).page;
    expect(headings(refused)).toEqual(
      expect.arrayContaining(['Pipeline', 'Cash runway', 'Upcoming catalysts, nearest first']),
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
    const named = [...near.page.matchAll(/href="\/ticker\/(\w+)"/g)].map(([, one]) => one);
    expect(named).toEqual(['ABCQZ', 'ABDQZ', 'ABEQZ']);
    expect(near.page).not.toContain('fictional');
    await expect(pages.dossier({ key: 'good' }, 'NONE')).rejects.toMatchObject({
      status: 404,
      message: 'Unknown ticker "NONE"',
      hint: undefined,
    });
    const demo = build({ demo: true }).pages;
    const told = 'Every company here is fictional. Import records to get real companies.';
    expect((await demo.dossier({ key: undefined }, 'ABXQZ')).page).toContain(`<p>${told}</p>`);
    await expect(demo.dossier({ key: undefined }, 'NONE')).rejects.toMatchObject({ hint: told });
  });

  it('fails as it fails', async () => {
    const { pages, now } = build();
    now.failure = new Error('a fault');
    await expect(pages.dossier({ key: 'good' }, 'ABCQZ')).rejects.toThrow('a fault');
  });
});
