import { html } from 'hono/html';
import { describe, expect, it } from 'vitest';
import { consentPage } from '../../src/authorization/pages.ts';
import { ServiceError } from '../../src/base/errors.ts';
import { chartOf, safely } from '../../src/page/chart.ts';
import { connecting } from '../../src/page/connect.ts';
import { contentSecurityPolicy, framed, hashOf } from '../../src/page/frame.ts';
import { packed } from '../../src/page/packed.ts';
import { isServed, type Reader, read, sourceOf } from '../../src/page/reading.ts';
import {
  money,
  months,
  nearDay,
  number,
  price,
  type Row,
  tableOf,
  text,
  ticker,
  wordOf,
} from '../../src/page/tables.ts';
import { timeline } from '../../src/page/timeline.ts';
import type { DrawnChart } from '../../src/service/drawn-charts.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';

const shown = (column: { cell: (row: Row) => unknown }, value: unknown) =>
  String(column.cell({ a: value }));

describe('a cell', () => {
  it.each([
    ['x', 'x'],
    [7, '7'],
    [0, '0'],
    [true, 'yes'],
    [false, 'no'],
    [['a', 1, null], 'a; 1; '],
    [null, ''],
    [undefined, ''],
    [{}, ''],
  ])('of %j says %j', (value, words) => {
    expect(wordOf(value)).toBe(words);
    expect(shown(text('A', 'a'), value)).toBe(words);
  });

  it('holds long text so that two lines of it are seen', () => {
    expect(shown(text('A', 'a'), 'x'.repeat(60))).toBe('x'.repeat(60));
    expect(shown(text('A', 'a'), `<${'x'.repeat(60)}`)).toBe(
      `<span class="clamp" tabindex="0">&lt;${'x'.repeat(60)}</span>`,
    );
  });

  it.each([
    [1234567.5, '', '1,234,567.5'],
    [12, ' %', '12\u00a0%'],
    [0, ' %', '0\u00a0%'],
    ['12–14', ' %', '12–14\u00a0%'],
    [null, ' %', ''],
  ])('of the number %j with %j says %s', (value, unit, words) => {
    expect(shown(number('A', 'a', unit), value)).toBe(words);
  });

  it.each([
    [950, '$950.0'],
    [1_250_000, '$1.3M'],
    [-2_000_000_000, '-$2.0B'],
    [0, '$0.0'],
    ['7', ''],
    [null, ''],
  ])('of %j dollars says %s', (value, words) => {
    expect(shown(money('A', 'a'), value)).toBe(words);
  });

  it.each([
    [8.5, '8.5 months', '$8.50'],
    [120, '120.0 months', '$120.00'],
    [120.1, '>10 years', '$120.10'],
    [0, '0.0 months', '$0.00'],
    [null, '', ''],
  ])('of %j says how many months that is, or what a share costs', (value, words, cost) => {
    expect(shown(months('A', 'a'), value)).toBe(words);
    expect(shown(price('A', 'a'), value)).toBe(cost);
  });

  it('of a day marks the year, which narrow screens hide', () => {
    expect(shown(nearDay('A', 'a'), '2026-03-10')).toBe(
      '<span class="day"><span class="year">2026-</span>03-10</span>',
    );
    expect(shown(nearDay('A', 'a'), 'Q3 2026')).toBe('Q3 2026');
  });

  it('of a ticker leads to its page', () => {
    const { title, cell } = ticker();
    expect(title).toBe('ticker');
    expect(String(cell({ ticker: 'A/B' }))).toBe('<a href="/ticker/A%2FB">A/B</a>');
    expect(cell({ ticker: null })).toBe('');
  });

  it('stands in a table under its title', () => {
    const table = String(tableOf([{ a: 'x' }, { a: '<y>' }], [text('Title', 'a')]));
    expect(table.replaceAll('\n', '')).toBe(
      '<div class="scroll" tabindex="0"><table><thead><tr><th>Title</th></tr></thead><tbody><tr><td>x</td></tr><tr><td>&lt;y&gt;</td></tr></tbody></table></div>',
    );
  });
});

it('the settings to paste name the path of this program on this machine alone', () => {
  const settings = (origin: string) =>
    String(connecting(origin, 'demo', { program: '/opt/catalyst/dist/main.js' }));
  expect(settings('http://127.0.0.1:8787')).toContain('/opt/catalyst/dist/main.js');
  const elsewhere = settings('https://catalysts.example.com');
  expect(elsewhere).not.toContain('/opt/catalyst');
  expect(elsewhere).toContain('/path/to/biotech-catalyst-mcp/dist/main.js');
});

describe('the line of the days ahead', () => {
  const today = '2026-01-01';

  it('has a mark a catalyst, its span three months at least', () => {
    // 688 pixels for 90 days: day 45 is in the middle, at 16 + 344.
    const line = String(timeline(today, ['2026-01-01', '2026-02-15'], undefined));
    expect(line.replaceAll('\n', '')).toBe(
      '<figure><svg viewBox="0 0 720 64" role="img" aria-label="2 catalysts within two years"><line class="axis" x1="16" y1="32" x2="704" y2="32"/><circle cx="16" cy="32" r="5"/><circle cx="360" cy="32" r="5"/><text x="16" y="58">today</text><text x="704" y="58" text-anchor="end">3 months</text></svg><figcaption class="quiet">2 catalysts within two years.</figcaption></figure>',
    );
  });

  it('draws thick what the cash covers', () => {
    // The cash lasts 180 days, which is the full axis, so the catalyst is in the middle.
    const line = String(timeline(today, ['2026-04-01'], '2026-06-30'));
    expect(line).toContain('<line class="cash" x1="16" y1="32" x2="704" y2="32"/>');
    expect(line).toContain('<circle cx="360" cy="32" r="5"/>');
    expect(line).toContain('1 catalyst within two years; the cash lasts until 2026-06-30.');
    expect(line).toContain('6 months');
    const gone = String(timeline(today, ['2026-02-15'], '2025-12-31'));
    expect(gone).not.toContain('class="cash"');
    // Cash for ten years is drawn to the end of the two-year axis.
    const rich = String(timeline(today, ['2026-02-15'], '2036-01-01'));
    expect(rich).toContain('<line class="cash" x1="16" y1="32" x2="704" y2="32"/>');
    expect(rich).toContain('24 months');
  });

  it('reaches two years and no further', () => {
    const line = String(timeline(today, ['2028-01-02', '2028-01-03'], undefined));
    expect(line).toContain('1 catalyst within two years');
    expect(timeline(today, ['2028-01-03'], undefined)).toBe('');
    expect(timeline(today, [''], undefined)).toBe('');
    expect(timeline(today, [], '2026-06-30')).toBe('');
  });
});

it('a chart on a page needs two records that can be drawn, and ends no script', () => {
  const drawn = (...changes: readonly (number | null)[]) =>
    ({
      kind: 'moves',
      records: changes.map((percentageChange) => ({ percentageChange, ticker: '</script>' })),
    }) as unknown as DrawnChart;
  const absent = [undefined, drawn(1), drawn(1, null), drawn(null, null)].map(chartOf);
  expect(absent).toEqual(['', '', '', '']);
  const made = String(chartOf(drawn(1, null, 2)));
  expect(made).toMatch(/^<div class="chart"><script type="application\/json">\{/);
  expect(made.match(/<\/script>/g)).toHaveLength(1);
  expect(safely({ a: '<b><c>' })).toBe('{"a":"\\u003cb>\\u003cc>"}');
});

describe('a page', () => {
  const bare = { title: 'A <b>', demo: false, signedIn: false };

  it('has what stands on every page', async () => {
    const page = await framed(bare, html`<p>Content</p>`);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).toContain('<title>A &lt;b&gt;</title>');
    expect(page).toContain('<main>\n<p>Content</p>\n</main>');
    expect(page).toContain('name="q" type="search" maxlength="100" required value=""');
    expect(page).not.toContain('Forget my key');
    expect(page).not.toContain('Demo data');
    expect(page).not.toContain('<script>');
  });

  it('says that it is a demo, forgets a key, keeps a query and comes to life', async () => {
    const whole = { ...bare, demo: true, signedIn: true, query: 'a"b', alive: true };
    const page = await framed(whole, html``);
    expect(page).toContain('Demo data: every company');
    expect(page).toContain('action="/session/end"');
    expect(page).toContain('value="a&quot;b"');
    expect(page.match(/<script>/g)).toHaveLength(1);
  });

  it('holds no control characters and direction overrides of others, and its own script whole', async () => {
    const page = await framed(
      { ...bare, title: 'A\u202eB', alive: true },
      html`<p>${'C\u2066D\u0007'}</p>`,
    );
    expect(page).toContain('<title>A B</title>');
    expect(page).toContain('<p>C D </p>');
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? [];
    expect(contentSecurityPolicy).toContain(hashOf(script));
    const consent = { name: 'Ap\u202ep', redirect: 'https://a.example/b', demo: false };
    expect(await consentPage(consent)).toContain(
      '<h1>Allow “Ap p” to read biotech catalysts?</h1>',
    );
  });

  it('may run and reach nothing but what its policy names', () => {
    expect(contentSecurityPolicy.replace(/sha256-[\w+/]+=/g, 'HASH').split('; ')).toEqual([
      ...["default-src 'none'", "script-src 'HASH'", "style-src 'HASH'", "connect-src 'self'"],
      ...["frame-src 'self'", 'img-src data:', "base-uri 'none'", "form-action 'self'"],
      "frame-ancestors 'none'",
    ]);
  });

  it('is packed in every way', async () => {
    const { plain, gzip, br } = await packed('é'.repeat(100));
    expect(plain).toHaveLength(200);
    expect([gzip.length < 60, br.length < 60]).toEqual([true, true]);
  });
});

describe('a part that a page reads', () => {
  const reader = (answer: () => Promise<unknown>, serves = true) =>
    ({
      catalogue: { endpoints: [cashRunway] },
      service: { answer, source: () => ({ serves: () => serves }) },
    }) as unknown as Reader;
  const source = { from: 'here', asOf: '2026-03-10' };

  it('has its rows, how many there are, and whence', async () => {
    const answer = { records: ['{"a":1}'], pagination: { total: 9 }, source };
    const told = await read(
      reader(async () => answer),
      'owner',
      cashRunway,
      {},
    );
    expect(told).toEqual({ rows: [{ a: 1 }], total: 9, source: 'here, 2026-03-10' });
    expect(sourceOf({ source: { from: 'here' } } as never)).toBe('here');
  });

  it('that is refused takes no other away; a fault does', async () => {
    const refuse = (cause: Error) =>
      read(
        reader(() => Promise.reject(cause)),
        'owner',
        cashRunway,
        {},
      );
    expect(await refuse(new ServiceError(403, 'No'))).toEqual({ refused: 'No' });
    await expect(refuse(new Error('bug'))).rejects.toThrow('bug');
  });

  it('is there where the catalogue has it and the source serves it', () => {
    const other = { ...cashRunway };
    const answer = async () => undefined;
    expect([
      isServed(reader(answer), cashRunway),
      isServed(reader(answer), other),
      isServed(reader(answer, false), cashRunway),
    ]).toEqual([true, false, false]);
  });
});
