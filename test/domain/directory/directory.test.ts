import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/base/turns.ts';
import { createDirectory, indexed } from '../../../src/domain/directory/directory.ts';
import type { Entry } from '../../../src/domain/directory/name-index.ts';

const company = (key: string, name: string, more: Partial<Entry> = {}): Entry => ({
  kind: 'ticker',
  key,
  name,
  ticker: key,
  ...more,
});
const drug = (key: string, more: Partial<Entry> = {}): Entry => ({
  kind: 'drug',
  key,
  name: key,
  ...more,
});
const fund = (key: string, name: string): Entry => ({ kind: 'fund', key, name });
const all = ['ticker', 'drug', 'fund'] as const;

const directoryOf = (entries: readonly Entry[]) => createDirectory(entries.map(indexed));

/** Returns the keys of the search results. */
async function search(
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

it('finds a biologic with and without the suffix of its maker', () => {
  const directory = directoryOf([drug('zelvotimab-qzab'), drug('Ornavec')]);
  for (const name of ['zelvotimab', 'Zelvotimab-qzab', 'zelvotimab-abqz'])
    expect(directory.drugs(name).map(({ key }) => key)).toEqual(['zelvotimab-qzab']);
  expect(directory.drugs('ornavec-abqz').map(({ key }) => key)).toEqual(['Ornavec']);
  expect(directory.drugs('zelvo')).toEqual([]);
});

describe('an indexed entry', () => {
  it('of a company has a ticker of weight 2 and names without legal form and industry word', () => {
    const entry = company('ORVQZ', 'Órvexa Therapeutics, Inc.', {
      otherNames: ['Belmar Gene Corp.'],
      about: ['Orvexa syndrome'],
    });
    expect(indexed(entry)).toEqual({
      ...entry,
      words: {
        orvexa: 1,
        therapeutics: 1,
        inc: 1,
        belmar: 1,
        gene: 1,
        corp: 1,
        syndrome: 0.6,
        orvqz: 2,
      },
      plainNames: ['orvexa', 'belmar gene'],
    });
  });

  it('of a drug has full names, and indications of a smaller weight', () => {
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

describe('lookup by key', () => {
  const entries = [
    company('ORVQZ', 'Orvexa, Inc.'),
    drug('orvelimab', { ticker: 'ORVQZ', otherNames: ['ORV-101'] }),
    drug('orvelimab', { ticker: 'BELQZ' }),
    fund('77', 'Orvelimab'),
  ];
  const directory = directoryOf(entries);

  it('returns a company by ticker and a fund by CIK', () => {
    expect([directory.company('ORVQZ')?.name, directory.fund('77')?.name]).toEqual([
      'Orvexa, Inc.',
      'Orvelimab',
    ]);
    expect([directory.company('77'), directory.company('orvelimab')]).toEqual([
      undefined,
      undefined,
    ]);
    expect([directory.fund('ORVQZ'), directory.fund('orvelimab')]).toEqual([undefined, undefined]);
  });

  it('returns a drug of every company by any of its names', () => {
    const owners = (name: string) => directory.drugs(name).map(({ ticker }) => ticker);
    expect(owners('ORVELIMAB')).toEqual(['ORVQZ', 'BELQZ']);
    expect(owners('orv 101')).toEqual(['ORVQZ']);
    expect(owners('Orvexa')).toEqual([]);
    expect(owners('orv')).toEqual([]);
  });
});

describe('a search', () => {
  const [marsh, quill] = [company('AAAQZ', 'Nova Marsh'), company('BBBQZ', 'Nova Quill')];
  const novas = ['CCCQZ', 'DDDQZ', 'EEEQZ'].map((key) => company(key, `Nova ${key}`));

  it('ranks a rare word above a common one and drops results below half of the best', async () => {
    const other = company('FFFQZ', 'Brisk Quill');
    // Word weights: 5 of 7 entries contain "nova", so ln(1 + 7/5) = 0.88. One contains "marsh", so
    // ln 8 = 2.08.
    const plainMarsh = company('HHHQZ', 'Marsh');
    const seven = [quill, ...novas, company('GGGQZ', 'Nova Fen'), other, plainMarsh];
    expect(await search(seven, 'nova marsh')).toEqual(['HHHQZ']);
    // Two entries contain "quill": ln 4.5 = 1.50. With "nova" the best result has 2.38, and 0.88 is
    // below half of it.
    expect(await search(seven, 'nova quill')).toEqual(['BBBQZ', 'FFFQZ']);
  });

  it('keeps results with half of the best score, such as a name equal to a ticker', async () => {
    const named = company('ZZZQZ', 'Orvqz Holdings');
    expect(await search([named, company('ORVQZ', 'Belmar')], 'orvqz')).toEqual(['ORVQZ', 'ZZZQZ']);
    // The ticker has the weight 2 and the indication 0.6.
    const treating = drug('belmarin', { about: ['Orvqz disease'] });
    expect(await search([treating, company('ORVQZ', 'Belmar')], 'orvqz')).toEqual(['ORVQZ']);
  });

  it('ranks a name above an indication', async () => {
    const treating = drug('belmarin', { about: ['Colitis'] });
    expect(await search([treating, company('AAAQZ', 'Colitis Cure')], 'colitis')).toEqual([
      'AAAQZ',
      'belmarin',
    ]);
  });

  it('keeps the order of equal results and returns at most the limit', async () => {
    const entries = [company('AAAQZ', 'Quill'), company('BBBQZ', 'Marsh'), company('CCCQZ', 'Fen')];
    expect(await search(entries, 'fen marsh quill')).toEqual(['AAAQZ', 'BBBQZ', 'CCCQZ']);
    expect(await search(entries, 'fen marsh quill', all, 2)).toEqual(['AAAQZ', 'BBBQZ']);
    expect(await search(entries, 'gorse')).toEqual([]);
    expect(await search(entries, '…')).toEqual([]);
  });

  it('returns only the requested kinds, and similar names if no name matches', async () => {
    const entries = [fund('77', 'Orvex'), company('AAAQZ', 'Orvexa'), company('BBBQZ', 'Xorvexx')];
    expect(await search(entries, 'orvex')).toEqual(['77']);
    expect(await search(entries, 'orvex', ['ticker', 'fund'])).toEqual(['77']);
    // The beginning of a word ranks above another part of a word.
    expect(await search(entries, 'orvex', ['ticker'])).toEqual(['AAAQZ']);
    expect(await search(entries, 'orvex', ['drug'])).toEqual([]);
    const marshes = [fund('77', 'Marsh'), company('AAAQZ', 'Marsh')];
    expect(await search(marshes, 'marsh', ['ticker'])).toEqual(['AAAQZ']);
  });

  it('weights an approximate match by its similarity', async () => {
    // Each word has one entry: an exact match has the score 1 and a typing error 0.5.
    const entries = [company('AAAQZ', 'Marshland'), company('BBBQZ', 'Quillon')];
    expect(await search(entries, 'marshlamd quillon')).toEqual(['BBBQZ', 'AAAQZ']);
    // Two words with the same beginning count once.
    const twice = [company('AAAQZ', 'Quillon'), company('BBBQZ', 'Marshland Marshgate')];
    expect(await search(twice, 'marsh quillon')).toEqual(['AAAQZ', 'BBBQZ']);
  });

  it('uses twenty words, and single letters only if there are no other words', async () => {
    const entries = [marsh, company('XXXQZ', 'X'), company('BBBQZ', 'Quill')];
    const fillers = Array.from({ length: 20 }, (_, at) => `z${at}`);
    expect(await search(entries, `${fillers.slice(1).join(' ')} quill`)).toEqual(['BBBQZ']);
    expect(await search(entries, `${fillers.join(' ')} quill`)).toEqual([]);
    expect(await search(entries, 'x quill')).toEqual(['BBBQZ']);
    expect(await search(entries, 'x')).toEqual(['XXXQZ']);
  });

  it('yields after every 512 compared words of the vocabulary', () => {
    const yieldsOf = (vocabulary: number) => {
      const words = Array.from({ length: vocabulary }, (_, at) => `word${at}`);
      const steps = directoryOf([drug(words[0]!, { about: words.slice(1) })]).search('no', all, 1);
      let yields = 0;
      while (!steps.next().done) yields += 1;
      return yields;
    };
    // Texts are folded up to 100 characters, so every word is a separate text.
    expect([511, 512, 1023, 1024].map(yieldsOf)).toEqual([0, 1, 1, 2]);
  });
});

describe('entries near a name', () => {
  const entries = [
    company('AAAQZ', 'Marsh Quillon'),
    company('BBBQZ', 'Marsh Fen'),
    drug('marsh', { ticker: 'AAAQZ' }),
    drug('marsh', { ticker: 'BBBQZ' }),
    fund('77', 'Quillon Marsh'),
  ];

  it('match every word of the name except industry words, exactly or approximately', async () => {
    expect(await near(entries, 'Marsh Quillom Therapeutics')).toEqual(['AAAQZ', '77']);
    expect(await near(entries, 'Marsh Quillom', ['fund'])).toEqual(['77']);
    expect(await near(entries, 'Quillon Gorse')).toEqual([]);
  });

  it('are listed once per key, and not for an industry word or two letters', async () => {
    expect(await near(entries, 'Marsh')).toEqual(['AAAQZ', 'BBBQZ', 'marsh', '77']);
    expect(await near([drug('Pharma')], 'Pharma')).toEqual([]);
    expect(await near([drug('ab'), drug('abc')], 'ab')).toEqual([]);
    expect(await near([drug('ab'), drug('abc')], 'abc')).toEqual(['abc']);
  });

  it('are at most the fifty best and at most the limit', async () => {
    const many = Array.from({ length: 51 }, (_, at) => company(`K${at}QZ`, 'Marsh'));
    expect(await near(many, 'marsh')).toHaveLength(50);
    expect(await atOnce(directoryOf(many).near('marsh', all, 3))).toHaveLength(3);
  });
});

it('companiesBeginning returns tickers with the prefix, then names with it', () => {
  const directory = directoryOf([
    company('MARQZ', 'Fen'),
    company('BBBQZ', 'Quill Marsh'),
    company('AAAQZ', 'Marshland'),
    company('MAAQZ', 'Marten'),
    drug('marin'),
  ]);
  const typed = (text: string) => directory.companiesBeginning(text).map(({ key }) => key);
  expect(typed(' mar')).toEqual(['MARQZ', 'AAAQZ', 'BBBQZ', 'MAAQZ']);
  expect(typed('quill mar')).toEqual(['AAAQZ', 'BBBQZ', 'MAAQZ', 'MARQZ']);
  expect(typed('marsh')).toEqual(['AAAQZ', 'BBBQZ']);
  expect(typed('ill')).toEqual([]);
  expect(typed('')).toEqual(['AAAQZ', 'BBBQZ', 'MAAQZ', 'MARQZ']);
  expect(typed('…')).toEqual([]);
});

describe('companies like a text', () => {
  const directory = directoryOf([
    company('ORVQZ', 'Orvexa Therapeutics, Inc.'),
    company('FENQZ', 'Fen Marsh Gorse'),
    company('GORQZ', 'Fen Marsh'),
    company('BRIQZ', 'Fem Marsh Brisk'),
    company('ABRQZ', 'Marsh Fem'),
    drug('belmarin', { ticker: 'ORVQZ' }),
    drug('zolmarin', { owner: 'Nobody' }),
  ]);
  const like = (text: string, most = 9) =>
    directory.companiesLike(text, most).map(({ key }) => key);

  it.each([
    ['the name without legal form and industry word', 'orvexa', ['ORVQZ']],
    ['the name with a different industry word', 'Orvexa Pharma', ['ORVQZ']],
    ['a drug of the company', 'Belmarin', ['ORVQZ']],
    ['a drug of an unknown company', 'zolmarin', []],
    ['a ticker with a typing error', ' orvqx ', ['ORVQZ']],
    ['a name with a typing error', 'orvexo', ['ORVQZ']],
    ['two letters', 'fe', []],
    ['a name that is part of another name', 'Fen Marsh', ['GORQZ']],
    ['an industry word', 'Pharmaceuticals', []],
    ['an empty text', '', []],
  ])('match %s', (_, text, keys) => {
    expect(like(text)).toEqual(keys);
  });

  it('match every word, exactly if possible, with the shortest names first', () => {
    // Two names contain both words exactly, so approximate matches are omitted.
    expect(like('marsh fen')).toEqual(['GORQZ', 'FENQZ']);
    expect(like('marsh fen', 1)).toEqual(['GORQZ']);
    // No name matches exactly; equal scores are sorted by length and then by ticker.
    expect(like('marshx')).toEqual(['ABRQZ', 'GORQZ', 'BRIQZ', 'FENQZ']);
    expect(like('mars')).toEqual(['ABRQZ', 'GORQZ', 'BRIQZ', 'FENQZ']);
    expect(like('marsh gorsx')).toEqual(['FENQZ']);
    expect(like('marsh nothing')).toEqual([]);
  });

  it('match a name that is written as one word', () => {
    expect(like('fenmarshgorse')).toEqual(['FENQZ']);
    expect(like('fenmarshgors')).toEqual(['FENQZ']);
  });
});
