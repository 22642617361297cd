import { expect, it } from 'vitest';
import { extractMentions } from '../../src/extract/extract.ts';

const read = (text: string) =>
  extractMentions({ text, published: '2026-02-10', ticker: 'ABLQZ', company: 'Ablenor' })
    .filter(({ type }) => type === 'refuse_to_file' || type === 'crl')
    .map(({ type, status, drug, date }) => [type, status, drug, date]);

it.each([
  [
    'On February 3, 2026, Ablenor received a Refusal to File (RTF) letter from the FDA for ABL-77.',
    'ABL-77',
    '2026-02-03',
  ],
  ['The FDA issued a refuse-to-file letter for the NDA of ABL-77.', 'ABL-77', null],
  ['FDA refuses to file Ablenor application for zelvotinib', 'zelvotinib', null],
])('reads a refusal to file, which is no complete response letter: %s', (text, drug, date) => {
  expect(read(text)).toEqual([['refuse_to_file', 'announced', drug, date]]);
});

it('reads an earlier one as history', () => {
  const [found] = read('In 2021, Ablenor received a refusal to file letter for ABL-77.');
  expect(found?.slice(0, 2)).toEqual(['refuse_to_file', 'historical']);
});

it.each([
  'The FDA may refuse to file any NDA that it deems incomplete.',
  'If the FDA issues a refuse to file letter, our business would be harmed.',
  'Ablenor did not receive a refuse to file letter for ABL-77.',
  'The agency could issue a Refusal to File letter for ABL-77.',
])('reads none in: %s', (text) => {
  expect(read(text)).toEqual([]);
});
