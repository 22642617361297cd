import { describe, expect, it } from 'vitest';
import { maskedWords } from '../../../src/extract/learned/masked-words.ts';
import { PUBLISHED } from '../announced.ts';
import { placed } from '../placed.ts';

const context = { published: PUBLISHED, company: 'Ablenor, Inc.' };
const masked = (text: string) => maskedWords(placed(text).reading, context).words.join(' ');

describe('a sentence as the text models read it', () => {
  it.each([
    ['Ablenor announced positive results', 'COMPANY announc positive result'],
    ['The FDA approved ZLV-101 today', 'the fda approv DRUG TODAY'],
    ['EMA accepts the MAA', 'AGENCY accept the maa'],
    ['raised $40.5 million of 2,000,000 shares', 'rais MONEY of NUMBER shar'],
    ['a 42% response in Phase 3 (NCT01234567)', 'a PERCENT response in PHASE ( TRIAL )'],
    ['data expected in Q2 2027', 'data expect in FUTURE'],
    ['approved on March 3, 2024', 'approv on PAST'],
    ['met on November 3, 2026', 'met on RECENT'],
    ["the company's studies", 'the company studi'],
  ])('%s', (text, words) => {
    expect(masked(text)).toBe(words);
  });

  it('has the position of each date', () => {
    const { reading } = placed('data in Q2 2027 and Q4 2027');
    const { words, indexOf } = maskedWords(reading, context);
    expect(words.join(' ')).toBe('data in FUTURE and FUTURE');
    expect(reading.dates.map((date) => indexOf.get(date))).toEqual([2, 4]);
  });
});
