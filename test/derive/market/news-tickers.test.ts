import { expect, it } from 'vitest';
import { newsTickers } from '../../../src/derive/market/news-tickers.ts';
import { refreshOf } from '../refresh-of.ts';

const { universe } = await refreshOf('2026-11-21', {
  companies: [
    { ticker: 'REGX', name: 'Regenor Pharmaceuticals, Inc.', aliases: ['Oldname Bio'] },
    { ticker: 'MRKX', name: 'Merrick & Co., Inc.' },
    { ticker: 'PREC', name: 'Precise BioSciences Inc' },
    { ticker: 'ALS', name: 'Alsace Medicines' },
    { ticker: 'ACX', name: 'AC Immunity SA' },
    { ticker: 'NEWX', name: 'Zorbex Bio', former_tickers: ['REGX'] },
  ],
});

const tickers = (title: string, summary?: string) => newsTickers(title, summary, universe);

it.each([
  ['Regenor Pharmaceuticals, Inc. Announces Third Quarter Results', ['REGX']],
  ['REGENOR PHARMACEUTICALS: phase 3 data', ['REGX']],
  ['Regenor to Present at a Conference', ['REGX']],
  ['Oldname Bio Receives Fast Track Designation', ['REGX']],
  ['Merrick’s antibody fails', ['MRKX']],
  ["Regenor Pharmaceuticals' antibody fails", ['REGX']],
  ['Regenor and Merrick Announce a Partnership', ['REGX']],
  ['Merrick & Co. Announces Results', ['MRKX']],
  ['Regenor targets $310M of sales amid growth', ['REGX']],
  ['Merrick expects lower sales', ['MRKX']],
  ['Merrick outlook disappoints', ['MRKX']],
  ['Regenor Comments on a Ruling', ['REGX']],
  ['AC Immunity – update on trials', ['ACX']],
])('a title that begins with a name is of that company: %s', (title, expected) => {
  expect(tickers(title)).toEqual(expected);
});

it('a ticker in brackets counts with its exchange, or beside the name of its company', () => {
  expect(
    tickers('A partnership', 'Between Foo (Nasdaq: REGX) and Bar (NYSE: MRKX; TSX: M).'),
  ).toEqual(['REGX', 'MRKX']);
  expect(tickers('FDA approves a drug', 'Shares of Regenor Pharmaceuticals (REGX) rose.')).toEqual([
    'REGX',
  ]);
  expect(tickers('Drug of Alsace (ALS) fails')).toEqual(['ALS']);
});

it('a ticker in brackets that the issuer bore once is no other company’s', () => {
  expect(tickers('Zorbex Bio (Nasdaq: REGX) Announces Results')).toEqual(['NEWX']);
  expect(tickers('Zorbex Bio Announces Results', 'With Foo (NYSE: MRKX).')).toEqual([
    'NEWX',
    'MRKX',
  ]);
});

it.each([
  // A longer name is another company.
  'Merrick KGaA Announces Results',
  'Regenor and the future of medicine',
  // The company name is an ordinary word here.
  'Precise medicine attracts investors',
  // The ticker-like word is a disease, and the other ticker belongs to no known company.
  'New hope in amyotrophic lateral sclerosis (ALS)',
  'Foo Bio (Nasdaq: FOOB) Announces Results',
  // The company name is not at the start of the title.
  'FDA places a hold on the trial of Regenor',
  'Analysts discuss Regenor Announces',
  '',
])('nothing else is guessed: %s', (title) => {
  expect(tickers(title)).toEqual([]);
});
