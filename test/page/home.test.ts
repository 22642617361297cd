import { describe, expect, it } from 'vitest';
import { httpSettings, stdioSettings } from '../../src/page/assistant-settings.ts';
import { connecting } from '../../src/page/connect.ts';
import { type HomeParts, homeContent } from '../../src/page/home.ts';
import type { Backend } from '../../src/service/backend.ts';
import type { DrawnChart } from '../../src/service/drawn-charts.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { pdufaHistorical } from '../../tools/fda-intelligence/pdufa-historical.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';

const origin = 'https://catalysts.example';

function home(more: Partial<HomeParts> = {}, of: object = {}): string {
  const source = {
    demo: false,
    describe: () => ({ version: '1', from: 'local store', asOf: '2026-03-10' }),
    health: () => ({ ready: true, computedOn: '2026-03-10', notices: ['Prices are late.'] }),
    ...of,
  } as unknown as Backend;
  const parts: HomeParts = {
    ...{ source, origin, served: [fdaCalendar, cashRunway], contents: [], ways: {} },
    ...{ sight: { upcoming: [] }, ...more },
  };
  return String(homeContent(parts));
}
/** What stands below a heading, up to the next one. */
const below = (page: string, id: string) =>
  page
    .split(/<h[12] id="/)
    .find((part) => part.startsWith(`${id}"`))
    ?.replace(/^.*?<\/h\d>\n/, '')
    .trim();

describe('the first page', () => {
  it('has its parts in their order', () => {
    const headings = [...home().matchAll(/<h[12] id="([\w-]+)">([^<]+)</g)];
    expect(headings.map(([, id, words]) => [id, words])).toEqual([
      ...[
        ['next', 'The next 14 days'],
        ['connect', 'Connect an assistant'],
      ],
      ...[
        ['run', 'Try an endpoint'],
        ['endpoints-list', 'Endpoints'],
      ],
      ['holds', 'What this server holds'],
    ]);
  });

  it('shows what comes next, or why not', () => {
    const next = (sight: HomeParts['sight']) => below(home({ sight }), 'next');
    expect(next({ upcoming: [] })).toBe('<p>No events in this period.</p>');
    expect(next({ upcoming: { refused: 'Too many calls' } })).toBe(
      '<p class="bad">Too many calls.</p>',
    );
    const row = {
      ...{ formattedDate: '2026-03-12', ticker: 'ABCQZ', drugname: 'zelvotinib', poa: 85 },
      ...{ cash_out_date: '2027-01-31', catalyst: 'PDUFA Date' },
    };
    const shown = next({ upcoming: [row] });
    expect([...(shown?.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g) ?? [])].map(([, cell]) => cell)).toEqual([
      ...['date', 'ticker', 'drug', 'odds', 'cash until', 'catalyst'],
      ...['2026-03-12', '<a href="/ticker/ABCQZ">ABCQZ</a>', 'zelvotinib', '85\u00a0%'],
      ...['2027-01-31', 'PDUFA Date'],
    ]);
    expect(shown).toContain('Odds are estimates of approval;');
    const calendar = { kind: 'x', records: [{ a: 1 }, { a: 2 }] } as unknown as DrawnChart;
    expect(next({ upcoming: [], calendar })).toMatch(/days\.<\/p><div class="chart">/);
  });

  it('asks for a key where nothing may be seen, in the body of a form', () => {
    const page = home({ sight: 'locked' });
    expect(below(page, 'next')).toMatch(
      /^<p>These are real records: .*<\/p>\n<form method="post" action="\/session" class="key">.*<input name="key" type="password" .*maxlength="200" required>/,
    );
    expect(below(page, 'run')).toMatch(/^<p>With your key, above\.<\/p>/);
  });

  it('has a form for every endpoint, with the key of who may see', () => {
    expect(home()).toContain('<form id="try">');
    const page = home({ sight: { upcoming: [], key: 'demo' } });
    expect(page).toContain('<form id="try" data-key="demo">');
    expect(page).toContain(
      `<option value="fda_calendar">fda_calendar: ${fdaCalendar.title}</option><option value="cash_runway">`,
    );
    const [, json = ''] =
      /<script type="application\/json" id="endpoints">(.*?)<\/script>/s.exec(page) ?? [];
    const [calendar] = JSON.parse(json);
    expect(calendar).toMatchObject({
      ...{ name: 'fda_calendar', path: `/api/v2${fdaCalendar.path}`, pages: true },
    });
    expect(calendar.parameters.find(({ name }: { name: string }) => name === 'ticker')).toEqual({
      name: 'ticker',
      rule: fdaCalendar.parameters.ticker?.rule,
      required: fdaCalendar.parameters.ticker?.required,
    });
    const long = Object.entries(fdaCalendar.record).filter(([, field]) => field.long);
    expect(calendar.columns).toHaveLength(Object.keys(fdaCalendar.record).length - long.length);
    for (const [field] of long) expect(calendar.columns).not.toContain(field);
  });

  it('names the endpoints by group, with plan, limit and rules', () => {
    const page = home({ served: [fdaCalendar, cashRunway, pdufaHistorical] });
    expect(below(page, 'connect')).toMatch(
      /^<p>3 endpoints, each a tool for AI assistants and a REST path\. Put your key in place of YOUR_KEY\.<\/p>/,
    );
    const groups = [...page.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, group]) => group);
    expect(groups).toEqual([fdaCalendar.group, cashRunway.group]);
    const { requests, windowSeconds } = fdaCalendar.limit;
    expect(page).toContain(
      `<p class="quiet"><code>GET /api/v2${fdaCalendar.path}</code> · ${requests} requests per ${windowSeconds} seconds</p>`,
    );
    expect(page).toContain(
      `<summary><code>cash_runway</code> ${cashRunway.title} <span class="badge">Basic</span></summary>`,
    );
    expect(page).toMatch(/<dt>ticker<\/dt><dd>[^<]+<\/dd>/);
  });

  it('says what is held, by title, and what is told of it', () => {
    const told = '<p>Newest records of <strong>2026-03-10</strong>, from: local store.</p>';
    const note = '<p class="note">Prices are late.</p>';
    expect(below(home(), 'holds')).toBe(told + note);
    const unknown = { describe: () => ({ from: 'the upstream' }), health: undefined };
    expect(below(home({}, unknown), 'holds')).toBe('<p>Records come from: the upstream.</p>');
    const fact = (title: string, records: number) => ({ kind: 'x', title, source: 'sec', records });
    const held = below(home({ contents: [fact('Trials', 1_234), fact('Prices', 5)] }), 'holds');
    expect(held?.startsWith(`${told}${note}\n<div class="scroll"`)).toBe(true);
    expect([...(held?.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g) ?? [])].map(([, cell]) => cell)).toEqual([
      ...['facts', 'records', 'source', 'Prices', '5', 'sec', 'Trials', '1,234', 'sec'],
    ]);
  });

  it('over the demo connects by its key, and asks nobody for theirs', () => {
    const page = below(home({}, { demo: true }), 'connect');
    expect(page).toContain('Authorization: Bearer demo');
    expect(page).not.toContain('YOUR_KEY');
  });
});

describe('how hosts are connected', () => {
  const mcp = `${origin}/mcp`;
  const header = 'Authorization: Bearer the-key';
  const ways = (...[of]: [Parameters<typeof connecting>[2]?]) =>
    [
      ...String(connecting(origin, 'the-key', of ?? {})).matchAll(
        /<details( open)?><summary>(.*?)<\/summary><p>(.*?)<\/p><div class="code"><pre>(.*?)<\/pre><\/div><\/details>/gs,
      ),
    ].map(([, open, title, words, code]) => ({
      ...{ isOpen: open !== undefined, title, words },
      code: code?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    }));
  const pretty = (value: object) => JSON.stringify(value, null, 2);

  it('is told to each in its own words, the first one opened', () => {
    const told = ways();
    const headers = { Authorization: 'Bearer the-key' };
    expect(told.map(({ isOpen, title, code }) => [isOpen, title, code])).toEqual([
      [true, 'Claude Desktop', stdioSettings('/path/to/biotech-catalyst-mcp/dist/main.js')],
      [
        ...[false, 'Claude Code'],
        `claude mcp add --transport http biotech-catalyst ${mcp} --header "${header}"`,
      ],
      [false, 'Cursor', httpSettings(origin, false, 'the-key')],
      [
        ...[false, 'Windsurf'],
        pretty({ mcpServers: { 'biotech-catalyst': { serverUrl: mcp, headers } } }),
      ],
      [
        ...[false, 'VS Code'],
        pretty({ servers: { 'biotech-catalyst': { type: 'http', url: mcp, headers } } }),
      ],
      [false, 'Agent frameworks', `${mcp}\n${header}`],
      [
        false,
        'Programs (REST)',
        `curl -H 'Authorization: Bearer the-key' '${origin}/api/v2/fdacalendar'`,
      ],
    ]);
    expect(told[0]?.words).toMatch(/^<code>npm run bundle<\/code> creates <code>biotech-catalyst/);
  });

  it('is by the address alone where OAuth is on, and by the bundle where it can be had', () => {
    const [first, second] = ways({ resource: mcp, hasBundle: true });
    expect(first).toMatchObject({
      ...{ isOpen: true, title: 'Claude on the web and on phones, ChatGPT', code: mcp },
    });
    expect(second).toMatchObject({ isOpen: false, title: 'Claude Desktop' });
    const href = '/biotech-catalyst-mcp.mcpb';
    expect(second?.words?.startsWith(`Download <a href="${href}" download>`)).toBe(true);
  });
});
