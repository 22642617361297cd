import { truncateSync, utimesSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { importFiles } from '../../../src/commands/import.ts';
import type { FactName } from '../../../src/facts/fact-kinds.ts';
import {
  type Reader,
  readerOf,
  storeFiles,
  withStated,
} from '../../../src/ingest/import/import-files.ts';
import type { Problem } from '../../../src/sources/formats/records.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { factMigrations, readMeta, writeFacts } from '../../../src/store/facts-store.ts';
import { isRefreshDue, markRefreshDue } from '../../../src/store/served-state.ts';
import { endpoints } from '../../../tools/index.ts';
import { fileIn, temporaryFolder } from '../../support/files.ts';
import { readHere } from '../../support/read-text.ts';

const clock = () => Date.parse('2026-03-10T12:00:00Z');
const MEBIBYTE = 2 ** 20;

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:', factMigrations);
});

const trials = (...ids: readonly string[]) => ids.map((nctId) => ({ nctId }));
/**
 * Builds a reader that turns each word of a text into a trial and records the parts it was given.
 */
function reader(more: Partial<Reader> & { problems?: readonly Problem[] } = {}) {
  const parts: [length: number, file: string, before: number | undefined][] = [];
  const cuts: string[] = [];
  const made: Reader = {
    title: 'trials',
    cut(fileName) {
      cuts.push(fileName);
      return undefined;
    },
    parse(text, fileName, before) {
      parts.push([text.length, fileName, before]);
      const records = trials(...(text.slice(0, 1_000).match(/\w+/g) ?? []));
      const batches = records.length > 0 ? [{ kind: 'trials', records } as const] : [];
      return { batches, problems: more.problems ?? [] };
    },
    ...more,
  };
  return { ...made, parts, cuts };
}

const folder = temporaryFolder();
function file(name: string, content: string) {
  const path = fileIn(folder, name, content);
  return { name: `in/${name}`, path };
}
const steps: string[] = [];
const context = { clock, progress: (step: string) => void steps.push(step) };
const store = (read: Reader, ...files: readonly { name: string; path: string }[]) =>
  storeFiles(database, 'test', read, files, context);
const facts = () =>
  database
    .prepare('SELECT kind, source, observed, record FROM facts ORDER BY key')
    .all()
    .map((row) => ({ ...row, record: JSON.parse(String(row.record)) }));

it.each([
  ['decisions', { decisions: [{ Ticker: 'ABCQZ', Drug: 'Zorbiva' }] }, 'file:one.json'],
  ['trial-results', { trial_results: [{ ticker: 'ABCQZ' }] }, 'file:one.json'],
  ['treasury-rates', { treasury_rates: [{ date: '2026-03-02', rate_pct: 4 }] }, 'treasury-rates'],
  ['companies', { companies: [{ ticker: 'ABCQZ', name: 'Abcora' }] }, 'companies'],
])(
  'stores the file as the source of records without a public source: %s',
  async (from, of, source) => {
    const [[kind, records]] = Object.entries(of) as [[FactName, readonly object[]]];
    const read = reader({
      parse: () => ({ batches: [{ kind, records: records as never }], problems: [] }),
    });
    await storeFiles(database, from, read, [file('one.json', 'A')], context);
    expect(facts()).toMatchObject([{ kind, source }]);
  },
);

describe('who reads a file', () => {
  it.each([
    ['press-releases', '{"text":"a"}', 'lines'],
    ['press-releases', 'Dear', undefined],
    ['prices', 'Date,Close', 'table'],
    // Yahoo's chart JSON is not a table.
    ['prices', ' {"chart"', undefined],
    ['prices', '[', undefined],
    ['clinicaltrials', '{"studies":', { lists: ['studies'] }],
    ['sec-form4', '<xml>', undefined],
    ['short-interest', 'a,b', 'table'],
    ['short_interest', '{"a":1}\n', 'lines'],
    ['trials', '[', { lists: ['result', 'data'] }],
  ])('of %s that begins %j cuts it as %j', (from, start, cut) => {
    expect(readerOf(from)?.cut('x', start)).toEqual(cut);
  });

  it.each(['toString', 'trial', ''])('of "%s" is nobody', (from) => {
    expect(readerOf(from)).toBeUndefined();
  });

  it('of releases knows what is said of them all', async () => {
    const { parse } = readerOf('press-releases', { ticker: 'abcqz', published: '2026-03-01' })!;
    const { batches } = await withStated(parse('Zorbiva news', 'x'), readHere);
    expect(batches[0]?.records).toMatchObject([{ ticker: 'ABCQZ', published_date: '2026-03-01' }]);
  });

  it('of a collection takes what is good, and tells of the rest of the file', () => {
    const { parse } = readerOf('trials')!;
    const text = '{"nctId":"A"}\n{"nctId":\n{}';
    expect(parse(text, 'x.ndjson', 5)).toEqual({
      batches: [{ kind: 'trials', records: trials('A') }],
      problems: [
        { where: 'line 7', reason: 'is truncated: the end of the JSON is missing' },
        { where: 'line 8', reason: 'nctId is missing' },
      ],
    });
    expect(parse('[]', 'x')).toEqual({ batches: [], problems: [] });
  });
});

describe('files', () => {
  it('are written under their source, with the day of the file', async () => {
    steps.length = 0;
    const [one, two] = [file('one', 'A B'), file('two', 'B C')];
    const count = { added: 0, replaced: 0, unchanged: 0, older: 0 };
    expect(await store(reader(), one, two)).toEqual([
      { file: 'one', written: { trials: { ...count, added: 2 } }, problems: [] },
      { file: 'two', written: { trials: { ...count, added: 1, unchanged: 1 } }, problems: [] },
    ]);
    expect(steps).toEqual(['reading one', 'reading two']);
    const observed = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    const all = { kind: 'trials', source: 'test', observed };
    const row = (nctId: string) => ({ ...all, record: { nctId } });
    expect(facts()).toHaveLength(3);
    expect(facts()).toEqual(expect.arrayContaining(['A', 'B', 'C'].map(row)));
    expect([readMeta(database, 'facts_at'), isRefreshDue(database)]).toEqual(['2026-03-10', true]);
  });

  it.each([0, 1])('give the same rows in any order, with lists %i ms apart', async (apart) => {
    const lists = ['AADQZ', 'BBDQZ', 'WHWQZ'].map((ticker, place) => {
      const row = { cik_str: 5, ticker, title: 'Zorba Therapeutics' };
      const list = file(ticker, JSON.stringify({ '0': row }));
      const time = 1_700_000_000.0005 + (place === 2 ? apart / 1_000 : 0);
      utimesSync(list.path, time, time);
      return list;
    });
    const text =
      'Zorba Therapeutics: the FDA set a PDUFA goal date of March 5, 2027 for zelvotinib.';
    const release = file('text', JSON.stringify({ text, published: '2026-03-01' }));
    const shown = endpoints.filter(({ name }) => /^(?:company|fda_calendar)$/.test(name));
    const all = { ...context, endpoints: shown };
    const served = async (...order: readonly (readonly [string, ...typeof lists])[]) => {
      database = await openDatabase(':memory:', factMigrations);
      for (const [from, ...files] of order) {
        await importFiles(database, from, readerOf(from)!, files, all);
      }
      return shown.map(({ name }) =>
        database.prepare(`SELECT record FROM "records ${name}"`).all(),
      );
    };
    const rows = await served(['sec-tickers', ...lists], ['press-releases', release]);
    const own = [{ record: expect.stringMatching(/"ticker":"WHWQZ"/) }];
    expect(rows).toEqual([own, own]);
    const later = ['sec-tickers', ...lists.toReversed()] as const;
    expect(await served(['press-releases', release], later)).toEqual(rows);
  });

  it('that change nothing leave nothing to be computed', async () => {
    const one = file('one', 'A');
    await store(reader(), one);
    markRefreshDue(database, false);
    const [report] = await store(reader(), one);
    expect(report?.written).toEqual({ trials: { added: 0, replaced: 0, unchanged: 1, older: 0 } });
    expect(isRefreshDue(database)).toBe(false);
  });

  it('count their records over all parts', async () => {
    const ids = Array.from({ length: 450 }, (_, at) => `N${at}`);
    const batches = [{ kind: 'trials', records: trials(...ids) }] as const;
    const many = reader({ parse: () => ({ batches, problems: [] }) });
    const [report] = await store(many, file('many', 'x'));
    expect(report?.written.trials).toEqual({ added: 450, replaced: 0, unchanged: 0, older: 0 });
  });

  it('tell of a thousand problems, and of more their number', async () => {
    const problems = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ where: `line ${at}`, reason: 'is bad' }));
    const told = async (count: number) =>
      (await store(reader({ problems: problems(count) }), file('bad', 'A')))[0]?.problems;
    expect(await told(1_000)).toEqual(problems(1_000));
    for (const more of [1, 2]) {
      expect(await told(1_000 + more)).toEqual([
        ...problems(1_000),
        { where: 'file', reason: `has ${more} more problems` },
      ]);
    }
  });

  it('one of which cannot be read leave the others', async () => {
    const gone = { name: 'in/gone', path: `${folder}/gone` };
    expect(await store(reader(), gone, file('one', 'A'))).toMatchObject([
      { file: 'gone', written: {}, problems: [{ where: 'file', reason: 'cannot be read' }] },
      { file: 'one', written: { trials: { added: 1 } }, problems: [] },
    ]);
  });

  it('without a record change nothing, and break off where their reader breaks', async () => {
    const problems = [{ where: 'file', reason: 'has no record of this kind: trials' }];
    expect(await store(reader(), file('none', ''))).toEqual([
      { file: 'none', written: {}, problems },
    ]);
    expect(readMeta(database, 'facts_at')).toBeUndefined();
    const broken = () => {
      throw new TypeError('of its own');
    };
    await expect(store(reader({ parse: broken }), file('one', 'A'))).rejects.toThrow('of its own');
    // The staged records were deleted, so the next import starts from the beginning.
    expect(await store(reader(), file('one', 'A'))).toMatchObject([{ problems: [] }]);
  });

  it('also say what their headlines state', async () => {
    const item = {
      id: '1',
      title: 'FDA Approves Zorbiva (zorbatinib) for Gout',
      issuer_name: 'Zorba Bio',
      published_at: '2026-03-01T12:00:00Z',
      summary: 'Zorba Bio (Nasdaq: ABCQZ) said so.',
    };
    const batches = [{ kind: 'news', records: [item] }] as const;
    const news = reader({ parse: () => ({ batches, problems: [] }) });
    const [report] = await store(news, file('news', 'x'));
    expect(Object.keys(report?.written ?? {}).sort()).toEqual(['mentions', 'news']);
  });

  it('are imported with what follows from them', async () => {
    steps.length = 0;
    const all = { ...context, endpoints: [] };
    await importFiles(database, 'test', reader(), [file('one', 'A')], all);
    const computing = 'computing records from the new data';
    expect(steps).toEqual(['reading one', computing]);
    expect([isRefreshDue(database), readMeta(database, 'derived_on')]).toEqual([
      false,
      '2026-03-10',
    ]);
    await importFiles(database, 'test', reader(), [file('one', 'A')], all);
    expect(steps.slice(2)).toEqual(['reading one']);
  });
});

describe('a company without a ticker', () => {
  const rating = { date: '2026-01-05', firm: 'F' };
  const read = (records: readonly object[], kind = 'analyst_ratings') => {
    const batches = [{ kind, records, needsTicker: true } as never];
    return reader({ parse: () => ({ batches, problems: [] }) });
  };
  const told = async (...records: readonly object[]) =>
    (await store(read(records), file('ratings', 'x')))[0]?.problems;

  it('is told, where companies are known that it is none of', async () => {
    const reason =
      'has no ticker because the store contains no companies: import `sec-tickers` too. The records are stored, and are served after the import of `sec-tickers`';
    expect(await told({ ...rating, cik: '77' }, { ...rating, company_name: 'Abacus' })).toEqual([
      { where: 'CIK 77', reason },
      { where: 'Abacus', reason },
    ]);
    expect(await told({ ...rating, ticker: 'ABCQZ', cik: '77' })).toEqual([]);
    writeFacts(database, 'companies', [{ ticker: 'ABCQZ', name: 'Abacus', cik: '77' }], 'x');
    const unlisted = /^is not in the imported lists of tickers, .* the ticker$/;
    const both = await told({ ...rating, cik: '77' }, { ...rating, cik: '78' });
    expect(both).toEqual([{ where: 'CIK 78', reason: expect.stringMatching(unlisted) }]);
  });

  it('has letters that fda_decisions serves', async () => {
    writeFacts(database, 'companies', [{ ticker: 'ABCQZ', name: 'Abacus', cik: '77' }], 'x');
    const letter = { letter_id: 'a', letter_date: '2026-01-05', company_name: 'Zorba' };
    const [file1] = await store(read([letter], 'complete_response_letters'), file('letters', 'x'));
    const served = /fda_decisions serves the letters under the name of the applicant$/;
    const reason = expect.stringMatching(served);
    expect(file1?.problems).toEqual([{ where: 'Zorba', reason }]);
  });

  it('is told of ten thousand, each once', async () => {
    const records = Array.from({ length: 10_001 }, (_, at) => ({ ...rating, cik: String(at + 1) }));
    expect(await told(...records, ...records.slice(0, 5))).toHaveLength(10_000);
  });
});

describe('a file by its size', () => {
  /** Imports a file of zero bytes of the given size with a reader that finds no records. */
  async function sized(bytes: number, more: Partial<Reader> = {}) {
    const given = file('sized', '');
    truncateSync(given.path, bytes);
    onTestFinished(() => truncateSync(given.path, 0));
    const read = reader(more);
    const [report] = await store({ title: 'trials', cut: read.cut, parse: read.parse }, given);
    return { reason: report?.problems[0]?.reason, parts: read.parts, cuts: read.cuts };
  }

  it('is read whole up to 8 MiB, whatever its layout', async () => {
    expect(await sized(8 * MEBIBYTE, { cut: () => 'lines' })).toMatchObject({
      reason: 'has no record of this kind: trials',
      parts: [[8 * MEBIBYTE, basename('sized'), 0]],
    });
  });

  it('beyond is cut where it can be, else read whole up to 64 MiB', async () => {
    const large = 8 * MEBIBYTE + 1;
    const whole = await sized(large);
    expect([whole.parts, whole.cuts]).toEqual([[[large, 'sized', 0]], ['sized']]);
    const cut = await sized(large, { cut: () => ({ lists: ['a'] }) });
    expect([cut.parts, cut.reason]).toEqual([[], 'is not JSON']);
    const most = await sized(64 * MEBIBYTE);
    expect(most.parts.map(([length]) => length)).toEqual([64 * MEBIBYTE]);
    expect(await sized(64 * MEBIBYTE + 1)).toMatchObject({
      parts: [],
      reason: 'is larger than 64 MiB, the maximum for files of this source',
    });
  });

  it('is refused beyond 4 GiB', async () => {
    expect((await sized(4_096 * MEBIBYTE)).reason).toMatch(/^is larger than 64 MiB/);
    expect((await sized(4_096 * MEBIBYTE + 1)).reason).toBe(
      'is larger than 4096 MiB: split it into several files',
    );
  });
});
