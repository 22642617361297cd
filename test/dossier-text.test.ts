import { describe, expect, it } from 'vitest';
import type { AskedPart, NamedDossier } from '../src/dossiers.ts';
import { outsideBundle } from '../src/errors.ts';
import type { Answer } from '../src/service.ts';
import { documentOf, wholeText } from '../src/transports/dossier-text.ts';
import { news } from '../tools/market-signals/news.ts';

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
    const many = { most: 100 };
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

  it('has a record of each part, however long', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [`field_${at}`, 'x'.repeat(110)]),
    );
    const fields = Object.keys(wide);
    const { text } = documentOf(dossier([part([wide, wide], { fields })]), undefined);
    expect(shownIn(text)).toEqual([1]);
  });
});
