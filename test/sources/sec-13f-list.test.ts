import { describe, expect, it } from 'vitest';
import { sec13fListConnector } from '../../src/sources/sec-13f-list.ts';
import { read, recordsOf, refusal } from './reading.ts';

const line = (cusip: string, issuer: string, title: string, status = '', mark = ' ') =>
  `${cusip}${mark}${issuer.padEnd(30)}${title.padEnd(27)}${status.padEnd(12)}E`;

// 037833100 and 02079K305 are the published CUSIPs of Apple and Alphabet with check digits.
const list = [
  line('037833100', 'ZORBA BIO INC', 'COM', '', '*'),
  line('02079K305', 'CRETE CORP', 'CAP STK CL A', '*A*'),
  line('037833900', 'ZORBA BIO INC', 'CALL'),
  line('037833950', 'ZORBA BIO INC', 'PUT'),
  line('594918104', 'GONE CORP', 'COM', '*D*'),
].join('\n');

describe('sec-13f-list', () => {
  it('reads securities without options and without those deleted', () => {
    expect(read(sec13fListConnector, 'securities', list, '13flist2026q2.txt')).toEqual([
      {
        cusip: '037833100',
        name: 'ZORBA BIO INC',
        class_title: 'COM',
        seen_date: '2026-06-30',
      },
      {
        cusip: '02079K305',
        name: 'CRETE CORP',
        class_title: 'CAP STK CL A',
        seen_date: '2026-06-30',
      },
    ]);
  });

  it('reports a CUSIP with a wrong check digit, and needs the quarter', () => {
    const wrong = `${list}\n${line('037833101', 'ZORBA BIO INC', 'COM')}`;
    const parsed = sec13fListConnector.parse(wrong, '13flist2026q1-txt.txt');
    expect(recordsOf(parsed, 'securities')[0]?.seen_date).toBe('2026-03-31');
    expect(parsed.problems).toEqual([
      { where: 'line 6', reason: 'has no CUSIP with a valid check digit, or no issuer' },
    ]);
    expect(refusal(sec13fListConnector, list, 'list.txt')).toMatch(/has no quarter/);
  });
});
