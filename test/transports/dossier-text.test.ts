import { describe, expect, it } from 'vitest';
import { outsideBundle } from '../../src/base/errors.ts';
import type { AskedPart, NamedDossier } from '../../src/service/dossiers.ts';
import type { Answer } from '../../src/service/service.ts';
import { documentOf, wholeText } from '../../src/transports/dossier-text.ts';
import { news } from '../../tools/market-signals/news.ts';

type Row = Readonly<Record<string, unknown>>;

function part(records: readonly Row[], more: object = {}, answered: object = {}): AskedPart {
  const answer = {
    records: records.map((record) => JSON.stringify(record)),
    ...{ total: records.length, endpoint: news, source: { from: 'public sources' } },
    ...answered,
  } as unknown as Answer;
  return {
    ...{ title: 'Headlines', endpoint: news, fields: ['day', 'title'], most: 3 },
    ...{ arguments: { ticker: 'ABCQZ' }, answer, ...more },
  } as AskedPart;
}

const dossier = (parts: readonly AskedPart[], more: object = {}): NamedDossier =>
  ({
    ...{ kind: 'ticker', key: 'ABCQZ', title: 'Abacus (ABCQZ)', parts, notices: [] },
    source: { demo: false, describe: () => ({ from: 'public sources', asOf: '2026-03-10' }) },
    ...more,
  }) as unknown as NamedDossier;

const row = (day: string, title: unknown) => ({ day, title });
const call = 'more: news {"ticker":"ABCQZ"}';

describe('a part of a dossier', () => {
  const textOf = (...words: Parameters<typeof part>) => wholeText(dossier([part(...words)]));

  it('has its title with its count, its source and the call for more, then a table', () => {
    expect(textOf([row('2026-03-01', 'One'), row('2026-02-01', 'Two')], {}, { total: 9 })).toBe(
      `Headlines (2 of 9; public sources; ${call})\nday\ttitle\n2026-03-01\tOne\n2026-02-01\tTwo`,
    );
    const source = { from: 'local store', asOf: '2026-03-10' };
    expect(textOf([row('2026-03-01', 'One')], { key: 'nctId' }, { source })).toBe(
      'Headlines (1 of 1; local store, as of 2026-03-10)\nday\ttitle\n2026-03-01\tOne',
    );
  });

  it('shows as many records as it wants, from the end where it says so', () => {
    const rows = ['1', '2', '3', '4'].map((day) => row(day, 'x'));
    const days = (more: object) =>
      [...textOf(rows, more).matchAll(/^(\d)\tx$/gm)].map(([, day]) => day);
    expect(days({})).toEqual(['1', '2', '3']);
    expect(days({ fromEnd: true, most: 2 })).toEqual(['4', '3']);
  });

  it('leaves columns out that say nothing, and words that are long', () => {
    expect(textOf([row('1', null), row('2', undefined)])).toContain('\nday\n1\n2');
    const [prose, line] = ['prose', undefined].map(
      (field) =>
        textOf([{ prose: 'x'.repeat(601), day: 'y'.repeat(111) }], {
          ...{ fields: ['prose', 'day'], prose: field },
        }).split('\n')[2]!,
    );
    expect(prose).toBe(`${'x'.repeat(600)}…\t${'y'.repeat(110)}…`);
    expect(line).toBe(`${'x'.repeat(110)}…\t${'y'.repeat(110)}…`);
    const whole = textOf([row('y'.repeat(110), 'x')]);
    expect(whole).toContain(`\n${'y'.repeat(110)}\tx`);
  });

  it('says that there is nothing, or why', () => {
    expect(textOf([])).toBe('No records: Headlines (news).');
    expect(textOf([], { answer: outsideBundle(['fda']) })).toBe(
      'Headlines: This endpoint is outside your bundle (fda) (news).',
    );
  });

  it('says its own notices, and those of several once, above all', () => {
    const notices = ['Prices are late.', 'News are late.'];
    const parts = [
      part([row('1', 'x')], {}, { notices }),
      part([row('2', 'y')], {}, { notices: ['Prices are late.', news.notice] }),
    ];
    const more = { notices: ['Prices are late.'], Note: 'Demo data.' };
    expect(wholeText(dossier(parts, more))).toBe(
      [
        'Note: Demo data.',
        'Prices are late.',
        `Headlines (1 of 1; public sources; ${call})\nNews are late.\nday\ttitle\n1\tx`,
        `Headlines (1 of 1; public sources; ${call})\nday\ttitle\n2\ty`,
      ].join('\n\n'),
    );
  });
});

describe('a document', () => {
  const long = (rows: number) =>
    Array.from({ length: rows }, (_, at) => row(`day ${at}`, 'x'.repeat(90)));
  const shownIn = (text: string) =>
    [...text.matchAll(/\((\d+) of \d+;/g)].map(([, shown]) => Number(shown));

  it('is named, with where it comes from', () => {
    const found = documentOf(dossier([part([])], { Note: 'Demo data.' }), 'http://localhost:1');
    expect(found).toMatchObject({
      ...{ id: 'ticker:ABCQZ', title: 'Abacus (ABCQZ)' },
      ...{ url: 'http://localhost:1/ticker/ABCQZ', text: expect.stringContaining('Demo data.') },
    });
    expect(found.metadata).toEqual({
      ...{ kind: 'ticker', source: 'public sources', as_of: '2026-03-10', Note: 'Demo data.' },
    });
    const bare = { describe: () => ({ from: 'upstream' }), demo: false };
    expect(documentOf(dossier([part([])], { source: bare }), undefined).metadata).toEqual({
      ...{ kind: 'ticker', source: 'upstream' },
    });
  });

  it('is of 6,600 bytes at most, and what one part leaves is for those behind it', () => {
    const short = part([row('1', 'x')]);
    const both = documentOf(dossier([part(long(100), many), part(long(100), many)]), undefined);
    expect(Buffer.byteLength(both.text)).toBeLessThanOrEqual(6_600);
    const [first = 0, second = 0] = shownIn(both.text);
    // A line has 97 or 98 bytes, a head 90: 3,300 hold 32 or 33 of them.
    expect([first, second].every((shown) => shown >= 31 && shown <= 33)).toBe(true);
    const after = documentOf(dossier([short, part(long(100), many)]), undefined);
    expect(Buffer.byteLength(after.text)).toBeLessThanOrEqual(6_600);
    expect(shownIn(after.text)[1]).toBeGreaterThan(60);
    expect(wholeText(dossier([part(long(100), many)]))).toContain('(100 of 100;');
  });

  /** Lines of 100 bytes with their ends, and a last one that brings all of them to so many. */
  const linesOf = (bytes: number) => {
    const last = bytes % 100 < 3 ? (bytes % 100) + 100 : bytes % 100;
    const lengths = [...Array((bytes - last) / 100).fill(100), last];
    return lengths.map((length) => row('1', 'x'.repeat(length - 3)));
  };
  const many = { most: 100 };

  it('shows of a part what its bytes hold, to the last one', () => {
    // `Headlines (66 of 66; public sources; more: news {"ticker":"ABCQZ"})` and `day title`.
    const free = 6_600 - 67 - 1 - 9;
    const shown = (bytes: number) =>
      documentOf(dossier([part(linesOf(bytes), many)]), undefined).text;
    expect(linesOf(free)).toHaveLength(66);
    expect(shownIn(shown(free))).toEqual([66]);
    expect(Buffer.byteLength(shown(free))).toBe(6_600);
    expect(shownIn(shown(free + 1))).toEqual([65]);
  });

  it('counts what stands around its parts, each of which has its share and what is left', () => {
    const around = { Note: 'Demo data.', notices: ['Prices are late.'] };
    const none = part([], { title: 'Talk (5), latest first' });
    const text = (second: number, third: number) =>
      documentOf(
        dossier(
          [none, part([row('1', 'x')]), part(linesOf(second), many), part(linesOf(third), many)],
          around,
        ),
        undefined,
      ).text;
    // 16 bytes of the Note, 16 of the notice, 24 of what has no records, ten of lines between.
    const share = (6_600 - 16 - 16 - 24 - 10) / 3;
    expect(share).toBe(2_178);
    // The first takes 75 and 3 of it, the second all that it may, and the third all of its own.
    const [second, third] = [2 * share - 65 - 1 - 9 - 1 - 3 - 67 - 1 - 9, share - 67 - 1 - 9];
    expect(Buffer.byteLength(text(second, third))).toBe(6_600);
    expect(shownIn(text(second, third))).toEqual([1, 42, 21]);
    expect(shownIn(text(second, third + 1))).toEqual([1, 42, 20]);
    expect(shownIn(text(second + 1, third))).toEqual([1, 41, 21]);
    expect(text(second, third)).toMatch(/^Note: Demo data\.\n\nPrices are late\.\n\nHeadlines/);
    expect(text(second, third)).toMatch(/x\n\nNo records: Talk \(news\)\.$/);
  });

  it('has a record of each part, however long', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [`field_${at}`, 'x'.repeat(110)]),
    );
    const fields = Object.keys(wide);
    const { text } = documentOf(dossier([part([wide, wide], { fields })]), undefined);
    expect(shownIn(text)).toEqual([1]);
  });
});
