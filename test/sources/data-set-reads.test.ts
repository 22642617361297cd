import { describe, expect, it } from 'vitest';
import { cboeOptions } from '../../src/sources/cboe-options.ts';
import { finraShortInterest } from '../../src/sources/finra-short-interest.ts';
import { nasdaqScreener } from '../../src/sources/nasdaq-screener.ts';
import { daysBefore, lastCloseOf, quarterName, quietCloseOf } from '../../src/sources/periods.ts';
import { yahooChart } from '../../src/sources/prices.ts';
import { sec13fAll } from '../../src/sources/sec-13f-all.ts';
import { sec13fList } from '../../src/sources/sec-13f-list.ts';
import { secFails } from '../../src/sources/sec-fails.ts';
import { secForm345 } from '../../src/sources/sec-form345.ts';
import type { SyncSource } from '../../src/sources/source.ts';
import { contextOf, now, planOf, readOf } from './asking.ts';

const files = 'https://www.sec.gov/files';

/** What a source asks for of a page that links to some files. */
function linked(source: SyncSource, addresses: readonly string[], asked: object = {}) {
  const [{ address } = { address: '' }] = planOf(source);
  const page = `<!DOCTYPE html>${addresses.map((to) => `<a href="${to}">a</a>`).join('')}`;
  return readOf(source, page, { address }, asked);
}

describe('the files that a page links to', () => {
  it('of insiders are those since the quarter of the start of the fill, newest first', () => {
    const set = (period: string) => `${files}/insider/${period}_form345.zip`;
    const { requests } = linked(secForm345, [
      set('2023q4'),
      set('2024q1'),
      set('2025q4'),
      `${files}/other/2025q3_form4.zip`,
    ]);
    const common = { expects: 'zip', lane: 'history' };
    expect(requests).toEqual([
      { ...common, address: set('2025q4'), rank: 0, version: '2025q4' },
      { ...common, address: set('2024q1'), rank: 1, version: '2024q1' },
    ]);
  });

  it('of fails are those since the month of the start of the fill', () => {
    const set = (period: string) => `${files}/data/cnsfails${period}.zip`;
    const { requests } = linked(secFails, [set('202402b'), set('202403a'), set('202403b_1')]);
    const common = { expects: 'zip', lane: 'history' };
    expect(requests).toEqual([
      { ...common, address: set('202403b_1'), rank: 0, version: '202403b' },
      { ...common, address: set('202403a'), rank: 1, version: '202403a' },
    ]);
  });

  it('of short interest are those since the start of the fill', () => {
    const file = (day: string) => `https://cdn.finra.org/equity/otcmarket/biweekly/shrt${day}.csv`;
    const { requests } = linked(finraShortInterest, [file('20240309'), file('20240310')]);
    expect(requests).toEqual([
      {
        ...{ address: file('20240310'), expects: 'text', lane: 'history', rank: 0 },
        version: '20240310',
      },
    ]);
  });

  it('of 13(f) securities are the lists of this quarter and the one before', () => {
    const list = (period: string) => `${files}/investment/13flist${period}.txt`;
    const { requests } = linked(sec13fList, ['2025q3', '2025q4', '2026q1'].map(list));
    const common = { expects: 'text', lane: 'history' };
    expect(requests).toEqual([
      { ...common, address: list('2026q1'), rank: 0, version: '2026q1' },
      { ...common, address: list('2025q4'), rank: 1, version: '2025q4' },
    ]);
  });

  it('of all filers are the last uploads of two quarters in both naming schemes', () => {
    const set = (named: string) => `${files}/sets/${named}_form13f.zip`;
    const named = ['2023Q1', '2023q2', '2023q3', '2023q4', '01mar2024-31may2024'];
    const wanted = (periods: readonly string[]) =>
      linked(sec13fAll, periods.map(set), { cusips: ['1', '2'] }).requests;
    const common = { expects: 'zip', lane: 'slow' };
    expect(wanted(named)).toEqual([
      { ...common, address: set('01mar2024-31may2024'), rank: 0, version: '2024-05-31' },
      { ...common, address: set('2023q4'), rank: 1, version: '2023-12-31' },
    ]);
    expect(wanted(named.slice(0, 3))?.map(({ version }) => version)).toEqual([
      ...['2023-09-30', '2023-06-30'],
    ]);
    expect(wanted(['2023Q1'])?.map(({ version }) => version)).toEqual(['2023-03-31']);
    const twice = [`${files}/b/2023q4_form13f_1.zip`, `${files}/a/2023q4_form13f.zip`];
    const requests = linked(sec13fAll, twice, { cusips: ['1', '2'] }).requests;
    expect(requests?.map(({ address }) => address)).toEqual([twice[0]]);
  });

  it.each(['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'])(
    'of all filers may end in %s',
    (month) => {
      const address = `${files}/sets/01${month}2025-28${month.toUpperCase()}2025_form13f.zip`;
      const number = new Date(`28 ${month} 2025 UTC`).getUTCMonth() + 1;
      const version = `2025-${String(number).padStart(2, '0')}-28`;
      const { requests } = linked(sec13fAll, [address], { cusips: ['1', '2'] });
      expect(requests?.map((one) => one.version)).toEqual([version]);
    },
  );

  it('of all filers wait until four CUSIPs of five companies are known', () => {
    const set = `${files}/sets/2025q4_form13f.zip`;
    const failed =
      'is too early: 1 CUSIPs are known for 2 companies; sec-fails and sec-13f-list provide them';
    expect(linked(sec13fAll, [set], { cusips: ['1'] })).toEqual({ failed });
  });

  it('fail if the page has changed', () => {
    for (const source of [secForm345, secFails, finraShortInterest, sec13fList]) {
      expect(linked(source, ['https://www.sec.gov/about'])).toEqual({
        failed: 'links to none of the files: the page has changed',
      });
    }
  });
});

describe('the lines read from a zip', () => {
  const keeping = (source: SyncSource, asked: object = {}) => {
    const sieve = source.sieve!(contextOf(asked) as never);
    const kept = (member: string, header: readonly string[], ...rows: (readonly string[])[]) =>
      rows.filter((row) => sieve.keeps(header, member)(row));
    return { sieve, kept };
  };
  const reads = (members: readonly RegExp[], name: string) =>
    members.findIndex((member) => member.test(name));

  it('of fails are those of companies in the universe', () => {
    const { sieve, kept } = keeping(secFails);
    expect(sieve.separator).toBe('|');
    expect([reads(sieve.members, 'cnsfails202403a.TXT'), reads(sieve.members, 'a.csv')]).toEqual([
      ...[0, -1],
    ]);
    const [ours, other] = [
      ['20240301', '1', 'ABCQZ'],
      ['20240301', '2', 'OTHQZ'],
    ];
    expect(kept('a.txt', ['DATE', 'CUSIP', 'SYMBOL'], ours!, other!)).toEqual([ours]);
  });

  it('of insiders are those of the submissions of companies in the universe', () => {
    const { sieve, kept } = keeping(secForm345);
    expect(sieve.separator).toBe('\t');
    const tables = ['SUBMISSION', 'REPORTINGOWNER', 'NONDERIV_TRANS', 'FOOTNOTES'];
    expect(tables.map((table) => reads(sieve.members, `2025/${table}.tsv`))).toEqual([0, 1, 2, 3]);
    expect(reads(sieve.members, 'DERIV_TRANS.tsv')).toBe(-1);
    const [ours, other] = [
      ['0000000077', 'A-1'],
      ['0000000900', 'A-2'],
    ];
    expect(kept('SUBMISSION.tsv', ['ISSUERCIK', 'ACCESSION_NUMBER'], ours!, other!)).toEqual([
      ours,
    ]);
    const owners = [['A-1'], ['A-2']] as const;
    expect(kept('REPORTINGOWNER.tsv', ['ACCESSION_NUMBER'], ...owners)).toEqual([['A-1']]);
  });

  it('of all filers are all reports and the holdings of known CUSIPs', () => {
    const { sieve, kept } = keeping(sec13fAll, { cusips: ['98999X101'] });
    const tables = ['SUBMISSION', 'COVERPAGE', 'SUMMARYPAGE', 'INFOTABLE'];
    expect(tables.map((table) => reads(sieve.members, `${table}.tsv`))).toEqual([0, 1, 2, 3]);
    expect(sieve.separator).toBe('\t');
    expect(sieve.columns).toEqual([
      ...['ACCESSION_NUMBER', 'FILING_DATE', 'SUBMISSIONTYPE', 'CIK', 'PERIODOFREPORT'],
      ...['AMENDMENTTYPE', 'FILINGMANAGER_NAME', 'TABLEVALUETOTAL', 'TITLEOFCLASS', 'CUSIP'],
      ...['VALUE', 'SSHPRNAMT', 'SSHPRNAMTTYPE', 'PUTCALL'],
    ]);
    const mebibyte = 1024 * 1024;
    expect(sieve.bounds).toEqual({
      ...{ MAX_PACKED: 320 * mebibyte, MAX_MEMBERS: 100, MAX_UNPACKED: 1_536 * mebibyte },
      ...{ MAX_LINE: mebibyte, MAX_KEPT: 64 * mebibyte },
    });
    const row = ['A-1', '98999X101'];
    expect(kept('INFOTABLE.tsv', ['ACCESSION_NUMBER', 'CUSIP'], row, ['A-2', '111111111'])).toEqual(
      [row],
    );
    expect(kept('INFOTABLE.tsv', ['ACCESSION_NUMBER'], row)).toEqual([]);
    expect(kept('COVERPAGE.tsv', [], ['A-9'])).toEqual([['A-9']]);
  });
});

describe('the official list of 13(f) securities', () => {
  const records = (name: string, title: string) => {
    const line = `98999X104 ${name.padEnd(30)}${title.padEnd(27)}`;
    const address = `${files}/investment/13flist2026q1.txt`;
    return readOf(sec13fList, line, { address }).batches?.flatMap((batch) => batch.records);
  };

  it.each([
    'COM',
    'COMMON STOCK',
    'ORD SHS',
    'SHS NEW',
    'CL A',
    'ADR',
    'SPON ADS',
    'SPONSORED ADR',
  ])('names shares: %s', (title) => {
    const security = { cusip: '98999X104', name: 'DEFORMA', class_title: title };
    expect(records('DEFORMA', title)).toEqual([
      { ...security, seen_date: '2026-03-31', ticker: 'DEF/AQZ' },
    ]);
  });

  it.each(['*W EXP 01/01/2030', 'NOTE 2.500% 3/1', 'UNIT', 'PFD SER A'])(
    'does not count %s as shares',
    (title) => {
      expect(records('DEFORMA', title)).toEqual([]);
    },
  );

  it('keeps companies in the universe, but not other listed or unknown ones', () => {
    expect(records('Plainfield', 'COM')).toEqual([]);
    expect(records('NOBODY', 'COM')).toEqual([]);
  });
});

describe('answers of a market', () => {
  it('of the screener belong to the last close while nothing has traded since', () => {
    const text = JSON.stringify({
      data: {
        rows: ['ABCQZ', 'OTHQZ'].map((symbol) => ({ symbol, lastsale: '$1.50', volume: '9' })),
      },
    });
    const evening = Date.parse('2026-03-10T23:00:00Z');
    const records = (version: string, at: number) =>
      readOf(nasdaqScreener, text, { version }, { now: at }).batches?.flatMap((one) => one.records);
    expect(records('2026-03-10', evening)).toEqual([
      expect.objectContaining({ ticker: 'ABCQZ', date: '2026-03-10', close: 1.5 }),
    ]);
    expect(readOf(nasdaqScreener, text, { version: '2026-03-09' }, { now: evening })).toEqual({
      failed: 'came after trading had resumed',
    });
  });

  it('without a chart or options give no records', () => {
    expect(readOf(yahooChart, '{}', { status: 404 })).toEqual({});
    expect(readOf(cboeOptions, '{}', { status: 404 })).toEqual({});
    expect(readOf(cboeOptions, '<Error/>', { status: 403 })).toEqual({});
    expect(readOf(yahooChart, '<html>', {})).toHaveProperty('failed');
    expect(readOf(cboeOptions, '<html>', {})).toHaveProperty('failed');
  });
});

describe('periods', () => {
  it.each([
    ['2024-01-01', '2024q1'],
    ['2024-03-31', '2024q1'],
    ['2024-04-01', '2024q2'],
    ['2024-12-31', '2024q4'],
  ])('%s is in %s', (day, quarter) => {
    expect(quarterName(day)).toBe(quarter);
  });

  it('count days in UTC in both directions', () => {
    expect([daysBefore(now, 10), daysBefore(now, 0), daysBefore(now, -1)]).toEqual([
      ...['2026-02-28', '2026-03-10', '2026-03-11'],
    ]);
  });

  it('the last close is that of the evening, or of the day before a holiday', () => {
    // New York is four hours behind; 3 April 2026 is Good Friday, a weekday.
    expect(lastCloseOf(Date.parse('2026-04-03T22:00:00Z'))).toBe('2026-04-03');
    expect(quietCloseOf(Date.parse('2026-04-03T22:00:00Z'))).toBe('2026-04-02');
    expect(lastCloseOf(Date.parse('2026-03-16T21:59:00Z'))).toBe('2026-03-13');
  });
});
