import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startApp } from '../support/start-app.ts';

const program = (drug_name: string, indication: string) => ({
  ...{ ticker: 'ABCQZ', drug_name, indication, phase: 'Phase 2', status: 'Active' },
});
const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => program(`${name}-${at}`, `the ${name} disease`));

let started: Started;
beforeAll(async () => {
  const facts = {
    companies: [
      { ticker: 'ABCQZ', name: 'Abacus Bio', industry: 'Biotechnology' },
      { ticker: 'XYZQZ', name: 'Abacus Devices', industry: 'Biotechnology' },
    ],
    programs: [...many(20, 'zelvotinib'), ...many(21, 'quovirelimab')],
    trials: [
      {
        ...{ nctId: 'NCT00000077', BriefTitle: 'A Study of Zelvotinib', Phase: 'PHASE2' },
        ...{ status: 'RECRUITING', CompletionDate: '2027-01', Condition: 'Gout' },
      },
    ],
  };
  started = await startApp({ as: 'demo', facts });
});
afterAll(() => started.close());

/** The tables of a page of what is found, by their title: their cells, and what is said below. */
async function found(query: string) {
  const address = `${started.base}/search?q=${encodeURIComponent(query)}`;
  const page = await (await fetch(address, { redirect: 'manual' })).text();
  const [, main = ''] = /<main>(.*)<\/main>/s.exec(page) ?? [];
  const parts = main.split('<h2>').slice(1);
  const tables = parts.map((part) => {
    const [title = '', rest = ''] = part.split('</h2>');
    const cells = (of: string) =>
      [...of.matchAll(/<t[dh]>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) =>
        cell.replace(/<.*?>/g, ''),
      );
    const [head = [], ...rows] = (rest.match(/<tr>.*?<\/tr>/gs) ?? []).map(cells);
    const [, said] = /<p class="quiet">(.*?)<\/p>/.exec(rest) ?? [];
    return [title, { head, rows, said }] as const;
  });
  return { main, tables: new Map(tables) };
}

describe('what is found for some words', () => {
  it('is twenty records of a kind, and how many there are', async () => {
    const { tables } = await found('zelvotinib');
    expect([...tables.keys()]).toEqual(['Trials', 'Drugs in development', 'Programs in a disease']);
    expect(tables.get('Trials')).toEqual({
      head: ['trial', 'ticker', 'title', 'phase', 'condition', 'completion'],
      rows: [['NCT00000077', '', 'A Study of Zelvotinib', 'PHASE2', 'Gout', '2027-01']],
      said: undefined,
    });
    const drugs = tables.get('Drugs in development');
    expect(drugs?.head).toEqual([
      ...['ticker', 'drug', 'indication', 'phase', 'next catalyst', 'date'],
    ]);
    expect([drugs?.rows.length, drugs?.said]).toEqual([20, undefined]);
    expect(drugs?.rows[0]).toEqual([
      ...['ABCQZ', expect.stringMatching(/^zelvotinib-\d+$/), 'the zelvotinib disease', 'Phase 2'],
      ...['', ''],
    ]);
    const other = (await found('quovirelimab')).tables;
    for (const title of ['Drugs in development', 'Programs in a disease']) {
      const { rows, said } = other.get(title) ?? { rows: [] };
      expect([title, rows.length, said]).toEqual([
        title,
        20,
        '20 of 21 shown: add a word to narrow the search.',
      ]);
    }
  });

  it('is companies by their names', async () => {
    const { tables, main } = await found('Abacus');
    expect([...tables.keys()]).toEqual(['Companies']);
    expect(tables.get('Companies')).toEqual({
      ...{ head: ['ticker', 'name'], said: undefined },
      rows: [
        ['ABCQZ', 'Abacus Bio'],
        ['XYZQZ', 'Abacus Devices'],
      ],
    });
    expect(main).not.toContain('Nothing found');
  });

  it('is nothing for a word that nobody bears, and a word is no pattern', async () => {
    for (const word of ['xylophone', 'zelvo.inib', '.*']) {
      const { tables, main } = await found(word);
      expect([word, tables.size]).toEqual([word, 0]);
      expect(main).toContain(`<h1>“${word}”</h1>`);
      expect(main).toContain('<p>Nothing found. Try part of the name or another spelling.</p>');
    }
  });
});
