import { beforeAll, expect, it } from 'vitest';
import { directory } from '../../../src/derive/directory/directory.ts';
import { createDirectory, type Directory } from '../../../src/domain/directory/directory.ts';
import { type AllFacts, demoDay, demoFactsOf } from '../../support/demo-facts.ts';
import { refreshOf } from '../refresh-of.ts';

/** Everything that the demo knows by name. */
let facts: AllFacts;
let known: Directory;
beforeAll(async () => {
  facts = demoFactsOf(demoDay);
  known = createDirectory(directory(await refreshOf(demoDay, facts), new Set(['UNLQZ'])));
});

it('finds each company by any word of its name that says more than a trade', () => {
  const trades =
    /^(therapeutics|biopharma|pharmaceuticals|biosciences|oncology|genomics|medicines|biologics|bio|inc|ltd|corp|plc|sa|as|nv|group|holdings|and|co)$/i;
  for (const { ticker, name } of facts.companies) {
    const words = name
      .split(/[^\p{L}\p{N}\u2019']+/u)
      .filter((word) => word.length > 2 && !trades.test(word));
    for (const word of words) {
      const found = known.search(word, ['ticker'], 10).map(({ key }) => key);
      expect([name, word, found.includes(ticker)]).toEqual([name, word, true]);
    }
  }
});

it('finds each drug by every name that records give it', () => {
  const named = [
    ...facts.programs.map(({ ticker, drug_name }) => [ticker, drug_name] as const),
    // Reports of adverse events name some drugs by their brand.
    ...facts.adverse_events.flatMap(({ ticker, drug_name }) =>
      ticker && drug_name ? [[ticker, drug_name] as const] : [],
    ),
  ];
  for (const [ticker, drug] of named) {
    const found = known.search(drug, ['drug'], 10);
    expect([drug, found.some((entry) => entry.ticker === ticker)]).toEqual([drug, true]);
  }
});

it('finds each fund by its name, and knows a ticker that no list names', () => {
  for (const { fund_name } of facts.fund_filings) {
    const [first] = known.search(String(fund_name), ['fund'], 1);
    expect(first?.name).toBe(fund_name);
  }
  expect(known.company('UNLQZ')).toMatchObject({ kind: 'ticker', name: 'UNLQZ' });
  expect(known.company('CRSP')).toBeUndefined();
});
