import { expect, it } from 'vitest';
import { eventsOf, type KnownCompany } from '../../../src/domain/events/events.ts';
import type { ReadDocument } from '../../../src/domain/events/statement.ts';

const company: KnownCompany = {
  name: 'Abcora',
  cik: null,
  drugs: [{ names: ['zelvotinib'], indications: [] }],
  catalysts: [],
  decided: [],
};

const read = (
  host: string,
  sentence: string,
  date: string | null = '2027-03-15',
): ReadDocument => ({
  document_id: host,
  ticker: 'ABCQZ',
  published_date: '2026-11-20',
  source: 'test',
  source_url: `https://${host}/news`,
  mentions: [
    {
      type: 'pdufa_date',
      date,
      precision: 'day',
      drug: 'zelvotinib',
      status: 'announced',
      confidence: 0.6,
      tier: 'reported',
      sentence,
      detail: {},
    },
  ],
});

const result = (...documents: readonly ReadDocument[]) => {
  const { facts, waiting } = eventsOf('ABCQZ', documents, company, (text) => text);
  return [facts.catalysts.map(({ formattedDate }) => formattedDate), waiting.length];
};

it('a reported statement is confirmed by another publisher in other words', () => {
  const one = read('www.abcora.example', 'The goal date is March 15, 2027.');
  expect(result(one)).toEqual([[], 1]);
  expect(result(one, read('paper.example', 'The FDA decides by 15 March.'))).toEqual([
    ['2027-03-15'],
    0,
  ]);
  // None of these texts confirms the statement: a newswire that repeats the release, another text
  // of the same publisher, and a text with another date.
  expect(result(one, read('wire.example', 'The goal date is March 15, 2027'))).toEqual([[], 2]);
  const again = { ...read('abcora.example', 'The FDA decides by 15 March.'), document_id: 'b' };
  expect(result(one, again)).toEqual([[], 2]);
  const other = read('paper.example', 'The FDA decides in May.', '2027-05-15');
  expect(result(one, other)).toEqual([[], 2]);
});
