import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/base/turns.ts';
import { createDirectory, indexed } from '../../../src/domain/directory/directory.ts';
import type { Entry } from '../../../src/domain/directory/name-index.ts';

const company = (key: string, name: string, more: Partial<Entry> = {}): Entry => ({
  ...{ kind: 'ticker', key, name, ticker: key },
  ...more,
});
const drug = (key: string, more: Partial<Entry> = {}): Entry => ({
  ...{ kind: 'drug', key, name: key },
  ...more,
});
const fund = (key: string, name: string): Entry => ({ kind: 'fund', key, name });
const all = ['ticker', 'drug', 'fund'] as const;

const directoryOf = (entries: readonly Entry[]) => createDirectory(entries.map(indexed));

/** The keys of what a search for a query finds among entries. */
async function found(
  entries: readonly Entry[],
  query: string,
  kinds: readonly Entry['kind'][] = all,
  most = 10,
) {
  const steps = directoryOf(entries).search(query, kinds, most);
  return (await atOnce(steps)).map(({ key }) => key);
}

async function near(entries: readonly Entry[], name: string, kinds: typeof all | ['fund'] = all) {
  return (await atOnce(directoryOf(entries).near(name, kinds, 60))).map(({ key }) => key);
}

describe('an entry ready to be found', () => {
  it('of a company weighs its ticker twice, and bears its names without form and trade', () => {
    const entry = company('ORVQZ', 'Órvexa Therapeutics, Inc.', {
      otherNames: ['Belmar Gene Corp.'],
      about: ['Orvexa syndrome'],
    });
    expect(indexed(entry)).toEqual({
      ...entry,
      words: {
        ...{ orvexa: 1, therapeutics: 1, inc: 1, belmar: 1, gene: 1, corp: 1 },
        ...{ syndrome: 0.6, orvqz: 2 },
      },
      plainNames: ['orvexa', 'belmar gene'],
    });
  });

  it('of a drug bears its names whole, and what it is for weighs less', () => {
    const entry = drug('Orvelimab', {
      otherNames: ['ORV-101 Pharma'],
      about: ['Ulcerative colitis'],
    });
    expect(indexed(entry)).toEqual({
      ...entry,
      words: { orvelimab: 1, orv: 1, 101: 1, pharma: 1, ulcerative: 0.6, colitis: 0.6 },
      plainNames: ['orvelimab', 'orv 101 pharma'],
    });
  });
});

describe('what is asked for by its key', () => {
  const entries = [
    company('ORVQZ', 'Orvexa, Inc.'),
    drug('orvelimab', { ticker: 'ORVQZ', otherNames: ['ORV-101'] }),
    drug('orvelimab', { ticker: 'BELQZ' }),
    fund('77', 'Orvelimab'),
  ];
  const known = directoryOf(entries);

  it('is a company by its ticker and a fund by its CIK', () => {
    expect([known.company('ORVQZ')?.name, known.fund('77')?.name]).toEqual([
      'Orvexa, Inc.',
      'Orvelimab',
    ]);
    expect([known.company('77'), known.company('orvelimab')]).toEqual([undefined, undefined]);
    expect([known.fund('ORVQZ'), known.fund('orvelimab')]).toEqual([undefined, undefined]);
  });

  it('is a drug by each of its names, of each company that has it', () => {
    const owners = (name: string) => known.drugs(name).map(({ ticker }) => ticker);
    expect(owners('ORVELIMAB')).toEqual(['ORVQZ', 'BELQZ']);
    expect(owners('orv 101')).toEqual(['ORVQZ']);
    expect(owners('Orvexa')).toEqual([]);
    expect(owners('orv')).toEqual([]);
  });
});

describe('a search', () => {
  const [marsh, quill] = [company('AAAQZ', 'Nova Marsh'), company('BBBQZ', 'Nova Quill')];
  const novas = ['CCCQZ', 'DDDQZ', 'EEEQZ'].map((key) => company(key, `Nova ${key}`));

  it('ranks a rare word above a common one, and drops what weighs less than half', async () => {
    const other = company('FFFQZ', 'Brisk Quill');
    // Of 7, five bear nova: ln(1 + 7/5) = 0.88; one marsh: ln 8 = 2.08, and 0.88 is under half.
    const plainMarsh = company('HHHQZ', 'Marsh');
    const seven = [quill, ...novas, company('GGGQZ', 'Nova Fen'), other, plainMarsh];
    expect(await found(seven, 'nova marsh')).toEqual(['HHHQZ']);
    // Two bear quill: ln 4.5 = 1.50; with nova 2.38, of which 0.88 is less than half.
    expect(await found(seven, 'nova quill')).toEqual(['BBBQZ', 'FFFQZ']);
  });

  it('keeps what weighs half of the best: a name beside a ticker of the same letters', async () => {
    const named = company('ZZZQZ', 'Orvqz Holdings');
    expect(await found([named, company('ORVQZ', 'Belmar')], 'orvqz')).toEqual(['ORVQZ', 'ZZZQZ']);
    // The ticker's 2 beside an indication's 0.6.
    const treating = drug('belmarin', { about: ['Orvqz disease'] });
    expect(await found([treating, company('ORVQZ', 'Belmar')], 'orvqz')).toEqual(['ORVQZ']);
  });

  it('ranks a name above an indication', async () => {
    const treating = drug('belmarin', { about: ['Colitis'] });
    expect(await found([treating, company('AAAQZ', 'Colitis Cure')], 'colitis')).toEqual([
      'AAAQZ',
      'belmarin',
    ]);
  });

  it('leaves equal ones in their order, and no more than are wanted', async () => {
    const entries = [company('AAAQZ', 'Quill'), company('BBBQZ', 'Marsh'), company('CCCQZ', 'Fen')];
    expect(await found(entries, 'fen marsh quill')).toEqual(['AAAQZ', 'BBBQZ', 'CCCQZ']);
    expect(await found(entries, 'fen marsh quill', all, 2)).toEqual(['AAAQZ', 'BBBQZ']);
    expect(await found(entries, 'gorse')).toEqual([]);
    expect(await found(entries, '…')).toEqual([]);
  });

  it('finds entries of the kinds wanted alone, nearly where none of them bears the word', async () => {
    const entries = [fund('77', 'Orvex'), company('AAAQZ', 'Orvexa'), company('BBBQZ', 'Xorvexx')];
    expect(await found(entries, 'orvex')).toEqual(['77']);
    expect(await found(entries, 'orvex', ['ticker', 'fund'])).toEqual(['77']);
    // A beginning of a word says more than a part of one.
    expect(await found(entries, 'orvex', ['ticker'])).toEqual(['AAAQZ']);
    expect(await found(entries, 'orvex', ['drug'])).toEqual([]);
    const bearers = [fund('77', 'Marsh'), company('AAAQZ', 'Marsh')];
    expect(await found(bearers, 'marsh', ['ticker'])).toEqual(['AAAQZ']);
  });

  it('weighs a word that is nearly borne by how near it is', async () => {
    // Both words have one bearer each: whole 1, with a slip of the hand 0.5, just kept.
    const entries = [company('AAAQZ', 'Marshland'), company('BBBQZ', 'Quillon')];
    expect(await found(entries, 'marshlamd quillon')).toEqual(['BBBQZ', 'AAAQZ']);
    // By two words of its own that begin so it weighs no more than by one.
    const twice = [company('AAAQZ', 'Quillon'), company('BBBQZ', 'Marshland Marshgate')];
    expect(await found(twice, 'marsh quillon')).toEqual(['AAAQZ', 'BBBQZ']);
  });

  it('asks for twenty words, and for single letters only where they are all', async () => {
    const entries = [marsh, company('XXXQZ', 'X'), company('BBBQZ', 'Quill')];
    const fillers = Array.from({ length: 20 }, (_, at) => `z${at}`);
    expect(await found(entries, `${fillers.slice(1).join(' ')} quill`)).toEqual(['BBBQZ']);
    expect(await found(entries, `${fillers.join(' ')} quill`)).toEqual([]);
    expect(await found(entries, 'x quill')).toEqual(['BBBQZ']);
    expect(await found(entries, 'x')).toEqual(['XXXQZ']);
  });

  it('pauses after each 512 words of the vocabulary that one is compared with', () => {
    const pausesOf = (vocabulary: number) => {
      const words = Array.from({ length: vocabulary }, (_, at) => `word${at}`);
      const steps = directoryOf([drug(words[0]!, { about: words.slice(1) })]).search('no', all, 1);
      let pauses = 0;
      while (!steps.next().done) pauses += 1;
      return pauses;
    };
    // A text is folded up to 100 characters, so each word is a text of its own.
    expect([511, 512, 1023, 1024].map(pausesOf)).toEqual([0, 1, 1, 2]);
  });
});

describe('what may have been meant by a name', () => {
  const entries = [
    company('AAAQZ', 'Marsh Quillon'),
    company('BBBQZ', 'Marsh Fen'),
    drug('marsh', { ticker: 'AAAQZ' }),
    drug('marsh', { ticker: 'BBBQZ' }),
    fund('77', 'Quillon Marsh'),
  ];

  it('bears each of its words that says more than a trade, or nearly', async () => {
    expect(await near(entries, 'Marsh Quillom Therapeutics')).toEqual(['AAAQZ', '77']);
    expect(await near(entries, 'Marsh Quillom', ['fund'])).toEqual(['77']);
    expect(await near(entries, 'Quillon Gorse')).toEqual([]);
  });

  it('is told once by its key, and not by a trade or two letters alone', async () => {
    expect(await near(entries, 'Marsh')).toEqual(['AAAQZ', 'BBBQZ', 'marsh', '77']);
    expect(await near([drug('Pharma')], 'Pharma')).toEqual([]);
    expect(await near([drug('ab'), drug('abc')], 'ab')).toEqual([]);
    expect(await near([drug('ab'), drug('abc')], 'abc')).toEqual(['abc']);
  });

  it('is among the fifty likeliest, and no more than wanted', async () => {
    const many = Array.from({ length: 51 }, (_, at) => company(`K${at}QZ`, 'Marsh'));
    expect(await near(many, 'marsh')).toHaveLength(50);
    expect(await atOnce(directoryOf(many).near('marsh', all, 3))).toHaveLength(3);
  });
});

it('companies that begin as typed come by ticker, then by the last word in a name', () => {
  const known = directoryOf([
    company('MARQZ', 'Fen'),
    company('BBBQZ', 'Quill Marsh'),
    company('AAAQZ', 'Marshland'),
    company('MAAQZ', 'Marten'),
    drug('marin'),
  ]);
  const typed = (text: string) => known.companiesBeginning(text).map(({ key }) => key);
  expect(typed(' mar')).toEqual(['MARQZ', 'AAAQZ', 'BBBQZ', 'MAAQZ']);
  expect(typed('quill mar')).toEqual(['AAAQZ', 'BBBQZ', 'MAAQZ', 'MARQZ']);
  expect(typed('marsh')).toEqual(['AAAQZ', 'BBBQZ']);
  expect(typed('ill')).toEqual([]);
  expect(typed('')).toEqual(['AAAQZ', 'BBBQZ', 'MAAQZ', 'MARQZ']);
  expect(typed('…')).toEqual([]);
});

describe('companies like a text', () => {
  const known = directoryOf([
    company('ORVQZ', 'Orvexa Therapeutics, Inc.'),
    company('FENQZ', 'Fen Marsh Gorse'),
    company('GORQZ', 'Fen Marsh'),
    company('BRIQZ', 'Fem Marsh Brisk'),
    company('ABRQZ', 'Marsh Fem'),
    drug('belmarin', { ticker: 'ORVQZ' }),
    drug('zolmarin', { owner: 'Nobody' }),
  ]);
  const like = (text: string, most = 9) => known.companiesLike(text, most).map(({ key }) => key);

  it.each([
    ['the name without form and trade', 'orvexa', ['ORVQZ']],
    ['the name with another trade', 'Orvexa Pharma', ['ORVQZ']],
    ['a drug of it', 'Belmarin', ['ORVQZ']],
    ['a drug of no company known', 'zolmarin', []],
    ['a ticker with a slip', ' orvqx ', ['ORVQZ']],
    ['a name with a slip', 'orvexo', ['ORVQZ']],
    ['two letters', 'fe', []],
    ['the name itself, beside longer ones', 'Fen Marsh', ['GORQZ']],
    ['a trade alone', 'Pharmaceuticals', []],
    ['nothing', '', []],
  ])('%s', (_, text, keys) => {
    expect(like(text)).toEqual(keys);
  });

  it('are those that bear each word, exact ones alone where some are, the shortest first', () => {
    // Both words of each: exactly of two, which drops those with a slip.
    expect(like('marsh fen')).toEqual(['GORQZ', 'FENQZ']);
    expect(like('marsh fen', 1)).toEqual(['GORQZ']);
    // None exactly: the beginning (0.8) before the slip (0.5), equal ones by length, then ticker.
    expect(like('marshx')).toEqual(['ABRQZ', 'GORQZ', 'BRIQZ', 'FENQZ']);
    expect(like('mars')).toEqual(['ABRQZ', 'GORQZ', 'BRIQZ', 'FENQZ']);
    expect(like('marsh gorsx')).toEqual(['FENQZ']);
    expect(like('marsh nothing')).toEqual([]);
  });

  it('are found by a name that is written as one word', () => {
    expect(like('fenmarshgorse')).toEqual(['FENQZ']);
    expect(like('fenmarshgors')).toEqual(['FENQZ']);
  });
});
