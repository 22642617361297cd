import { describe, expect, it } from 'vitest';
import { type FilingEvent, openDisclosures } from '../../../src/domain/finance/filing-events.ts';

const PROPOSAL: FilingEvent = {
  event: 'reverse_split',
  filed_at: '2026-05-01',
  form_type: 'DEF 14A',
};
const NOTICE: FilingEvent = { event: 'exchange_deficiency', filed_at: '2026-02-01' };

const cure: FilingEvent = { event: 'deficiency_cured', filed_at: '2026-06-01' };

const open = (events: readonly FilingEvent[], asOf = '2026-11-21') => openDisclosures(events, asOf);

describe('openDisclosures', () => {
  it('knows of no going-concern doubt without a report, and of no other event', () => {
    expect(open([])).toEqual({
      going_concern: null,
      going_concern_date: null,
      exchange_deficiency: false,
      reverse_split_pending: false,
      exchange_deficiency_date: null,
      reverse_split_date: null,
    });
  });

  it.each([
    ['a doubt of this year', ['+2026-08-05'], true, '2026-08-05'],
    ['a doubt of 2023 that no later report repeats or ends', ['+2023-03-30'], null, '2023-03-30'],
    ['a doubt ended by a later report', ['+2026-03-30', '-2026-08-05'], false, null],
    ['a doubt after a report without one', ['-2026-03-30', '+2026-08-05'], true, '2026-08-05'],
    ['a report without one, long ago', ['-2025-08-21'], null, null],
  ])('reads %s', (_, reports, going_concern, going_concern_date) => {
    const events = reports.map((report) => ({
      event: report.startsWith('+') ? 'going_concern' : 'going_concern_cleared',
      filed_at: report.slice(1),
    }));
    expect(open(events)).toMatchObject({ going_concern, going_concern_date });
  });

  it('keeps a deficiency notice open until its cure', () => {
    expect(open([NOTICE]).exchange_deficiency).toBe(true);
    expect(open([cure, NOTICE]).exchange_deficiency).toBe(false);
    expect(open([cure, NOTICE], '2026-05-31').exchange_deficiency).toBe(true);
  });

  it('keeps a reverse split pending until it takes effect, the cure, or a year', () => {
    const effective: FilingEvent = {
      event: 'reverse_split',
      filed_at: '2026-07-01',
      form_type: '8-K',
    };
    expect(open([PROPOSAL]).reverse_split_pending).toBe(true);
    expect(open([PROPOSAL, effective]).reverse_split_pending).toBe(false);
    expect(open([PROPOSAL, cure]).reverse_split_pending).toBe(false);
    expect(open([PROPOSAL], '2027-05-01').reverse_split_pending).toBe(false);
  });

  it('returns the dates of the newest open notice and proxy statement', () => {
    const newer: FilingEvent = { event: 'exchange_deficiency', filed_at: '2026-03-04' };
    expect(open([newer, NOTICE, PROPOSAL])).toMatchObject({
      exchange_deficiency_date: '2026-03-04',
      reverse_split_date: '2026-05-01',
    });
    expect(open([NOTICE, PROPOSAL, cure])).toMatchObject({
      exchange_deficiency_date: null,
      reverse_split_date: null,
    });
  });

  it('ignores events filed after the day', () => {
    expect(open([NOTICE], '2026-01-31').exchange_deficiency).toBe(false);
  });
});
