import { describe, expect, it } from 'vitest';
import { filingUrl } from '../../src/domain/public-pages.ts';
import { submissionHeader } from '../../src/sources/sec-filings.ts';

const none = { accession: undefined, filing_date: undefined };

describe('the header of a submission', () => {
  it.each([
    ['ACCESSION NUMBER:\t0001234567-25-000123\nFILED AS OF DATE:\t\t20251114', '2025-11-14'],
    ['<ACCESSION-NUMBER>0001234567-25-000123\n<FILING-DATE>20251114', '2025-11-14'],
    ['ACCESSION NUMBER: 0001234567-25-000123\nFILED AS OF DATE: 20251345', undefined],
  ])('%j is read', (text, filing_date) => {
    // The number in the text has precedence over the number in the file name.
    expect(submissionHeader(text, '0009999999-99-999999.txt')).toEqual({
      ...{ accession: '0001234567-25-000123', filing_date },
    });
  });

  it.each([
    ['0001234567-25-000123.xml', '0001234567-25-000123'],
    ['in/form4_000123456725000123.xml', '0001234567-25-000123'],
    ['10001234567-25-000123.xml', undefined],
    ['0001234567-25-0001234.xml', undefined],
    ['form4.xml', undefined],
  ])('without a number uses the file name %s', (name, accession) => {
    expect(submissionHeader('', name)).toEqual({ ...none, accession });
  });

  it('is within 20,000 characters', () => {
    const [number, day] = ['ACCESSION NUMBER: 0001234567-25-000123', 'FILED AS OF DATE: 20251114'];
    const lines = `${number}\n${day}`;
    const behind = (characters: number) => submissionHeader(' '.repeat(characters) + lines, 'x');
    expect(behind(20_000 - lines.length)).toEqual({
      ...{ accession: '0001234567-25-000123', filing_date: '2025-11-14' },
    });
    expect(behind(20_000)).toEqual(none);
  });
});

it('each filing has a folder', () => {
  expect(filingUrl('77', '0001234567-25-000123')).toBe(
    'https://www.sec.gov/Archives/edgar/data/77/000123456725000123/',
  );
});
