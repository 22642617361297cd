import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withStated } from '../../src/ingest/import/import-files.ts';
import {
  isNdjson,
  pressReleases,
  pressReleasesOf,
  type ReleaseOptions,
} from '../../src/sources/press-releases.ts';
import { readHere } from '../support/read-text.ts';

const goal = 'The FDA set a PDUFA target action date of March 5, 2026 for Zorbamab in ague.';
const day = '2025-12-01';
const parseAll = (text: unknown, options: ReleaseOptions = {}, before = 0) =>
  withStated(
    pressReleasesOf(options).parse(
      typeof text === 'string' ? text : JSON.stringify(text),
      'file',
      before,
    ),
    readHere,
  );
const parse = async (...given: Parameters<typeof parseAll>) => {
  const { batches, problems } = await parseAll(...given);
  return { batches: batches.filter(({ kind }) => kind === 'mentions'), problems };
};
const idOf = (text: string) =>
  `text:${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;

const read = {
  published_date: day,
  form: null,
  title: null,
  source_url: null,
  mentions: expect.any(Array),
};

describe('one text', () => {
  it('is identified by its text, and its company by the options', async () => {
    const parsed = await parse(goal, { published: day, ticker: 'abcqz' });
    expect(parsed).toEqual({
      problems: [],
      batches: [
        {
          kind: 'mentions',
          records: [{ document_id: idOf(goal), ticker: 'ABCQZ', ...read }],
        },
      ],
    });
    expect(parsed.batches[0]?.records[0]?.mentions).toMatchObject([
      { type: 'pdufa_date', ticker: 'ABCQZ' },
    ]);
  });

  it.each([
    [goal, { ticker: 'ABCQZ' }, { tickers: ['ABCQZ'], drugs: ['Zorbamab'], title: goal }],
    [goal, {}, { tickers: [], drugs: ['Zorbamab'], title: goal }],
    ['A picnic.', { company: 'Abacus' }, { tickers: [], drugs: [], issuer_name: 'Abacus' }],
  ])('%s with %j keeps its opening', async (text, options, opening) => {
    const { batches } = await parseAll(text, { published: day, ...options });
    const record = { id: idOf(text), issuer_name: null, title: text, summary: null, ...opening };
    expect(batches.find(({ kind }) => kind === 'news')?.records).toEqual([
      { ...record, form: null, source_url: null, published_at: day },
    ]);
  });

  it.each([
    ['<B>Filed\nPursuant to Rule 424(b)(5)</B> ', '424B5'],
    [`<style>${' '.repeat(9_000)}</style>Filed <i>Pursuant</i> to Rule 424(b) (3)`, '424B3'],
    ['<DOCUMENT>\n<TYPE>EX-99.1\n', 'EX-99.1'],
    ['<p>As filed with the Securities and Exchange Commission</p><b>Form</b> <b>S-3</b> ', 'S-3'],
    ['UNITED STATES\n<p>FORM&nbsp;10-Q</p> ', '10-Q'],
    ['BOSTON, March 5, 2026 (GLOBE NEWSWIRE) -- ', 'press release'],
    ['BOSTON, March 5, 2026 /PRNewswire/ -- ', 'press release'],
    ['As the company said in its Form 10-Q, ', null],
  ])('without a form has the one of its first lines: %j is %s', async (head, form) => {
    const { batches } = await parse(`${head}${goal}`, { published: day, ticker: 'ABCQZ' });
    expect(batches[0]?.records).toMatchObject([{ form }]);
  });

  it('is identified by its URL, and its company by CIK or name without a ticker', async () => {
    const url = 'https://example.org/1';
    expect((await parse(goal, { published: day, cik: '1234', url })).batches).toEqual([
      {
        kind: 'mentions',
        needsTicker: true,
        records: [{ document_id: url, cik: '1234', ...read, source_url: url }],
      },
    ]);
    expect((await parse(goal, { published: day, company: 'Abacus Bio, Inc.' })).batches).toEqual([
      {
        kind: 'mentions',
        needsTicker: true,
        records: [{ document_id: idOf(goal), company_name: 'Abacus Bio, Inc.', ...read }],
      },
    ]);
  });

  it.each([
    ['', {}, 'is empty'],
    [' \n', {}, 'is empty'],
    ['a\0b', {}, 'is not text'],
    ['{"a":1}', {}, 'is JSON without the field text: use one object {text, published} per line'],
    [' [1]', {}, 'is JSON without the field text: use one object {text, published} per line'],
    [goal, {}, 'has no publication date: use --published YYYY-MM-DD'],
    [goal, { published: 'soon' }, 'has no publication date: use --published YYYY-MM-DD'],
    [
      goal,
      { published: day },
      'names no company, so it is stored only as news: use --ticker, --cik or --company',
    ],
  ])('%.20j with %j %s', async (text, options, reason) => {
    expect(await parse(text, options)).toEqual({
      batches: [],
      problems: [{ where: 'file', reason }],
    });
  });

  it('may contain binary data after its start', async () => {
    const late = `${goal}${' '.repeat(4_096 - goal.length)}\0`;
    expect((await parse(late, { published: day, ticker: 'ABCQZ' })).problems).toEqual([]);
    expect(
      (await parse(`${late.slice(1)}`, { published: day, ticker: 'ABCQZ' })).problems,
    ).toHaveLength(1);
  });
});

describe('one text per line', () => {
  const lines = (...texts: readonly unknown[]) =>
    texts.map((text) => (typeof text === 'string' ? text : JSON.stringify(text))).join('\n');

  it('overrides the options, which give no URL', async () => {
    const full = {
      text: goal,
      published: '2025/11/30',
      ticker: 'xyzqz',
      cik: 77,
      company: 'Xyz',
      url: 'https://example.org/2',
      form: '8-K',
      title: 'Goal',
    };
    const options = { published: day, ticker: 'ABCQZ', cik: '5', url: 'https://example.org/0' };
    const { batches, problems } = await parse(lines(full, { text: goal }, ''), options);
    expect(problems).toEqual([]);
    expect(batches).toEqual([
      {
        kind: 'mentions',
        records: [
          {
            document_id: full.url,
            ticker: 'XYZQZ',
            cik: '77',
            published_date: '2025-11-30',
            form: '8-K',
            title: 'Goal',
            source_url: full.url,
            mentions: expect.any(Array),
          },
          { document_id: idOf(goal), ticker: 'ABCQZ', cik: '5', ...read },
        ],
      },
    ]);
  });

  it('treats null in a line as missing', async () => {
    const unsaid = { published: null, ticker: null, cik: null, company: null, form: null };
    const { batches } = await parse(lines({ text: goal, ...unsaid, title: null }), {
      published: day,
      ticker: 'ABCQZ',
    });
    expect(batches[0]?.records).toEqual([{ document_id: idOf(goal), ticker: 'ABCQZ', ...read }]);
  });

  it('gives a reason for each invalid line', async () => {
    const good = { text: goal, published: day, ticker: 'ABCQZ' };
    const { batches, problems } = await parse(
      lines(good, 'nonsense', { ...good, text: '' }, { ...good, ticker: 7 }, 'null', {
        text: goal,
        published: day,
      }),
    );
    expect(batches[0]?.records).toHaveLength(1);
    expect(problems).toEqual([
      { where: 'line 2', reason: 'is not JSON' },
      { where: 'line 3', reason: 'text is invalid' },
      { where: 'line 4', reason: 'ticker is invalid' },
      { where: 'line 5', reason: 'the record is invalid' },
      {
        where: 'line 6',
        reason: 'names no company, so it is stored only as news: use --ticker, --cik or --company',
      },
    ]);
  });

  it('of a later part may start with any line, numbered from the first part', async () => {
    expect(
      await parse(lines('broken', { text: goal }), { published: day, cik: '5' }, 40),
    ).toMatchObject({
      batches: [{ records: [{ cik: '5' }] }],
      problems: [{ where: 'line 41', reason: 'is not JSON' }],
    });
  });

  it.each([
    ['{"text":"a"}', true],
    ['\n {"text":"a"}\nnonsense', true],
    ['{"text":7}', false],
    ['{"text":"a"', false],
    ['[{"text":"a"}]', false],
    ['text', false],
    ['', false],
  ])('%j is NDJSON: %s', (text, is) => {
    expect(isNdjson(text)).toBe(is);
  });
});

it('press releases are split between lines', () => {
  expect(pressReleases.cut).toBe('lines');
});
