import { describe, expect, it } from 'vitest';
import { type FilingEvent, openDisclosures } from '../../../src/domain/finance/filing-events.ts';

const PROPOSAL: FilingEvent = {
  event: 'reverse_split',
  filed_at: '2026-05-01',
  form_type: 'DEF 14A',
};
const NOTICE: FilingEvent = { event: 'exchange_deficiency', filed_at: '2026-02-01' };

const open = (events: readonly FilingEvent[], asOf = '2026-11-21') =>
  openDisclosures(events, '2026-09-30', asOf);

describe('openDisclosures', () => {
  it('is false without events', () => {
    expect(open([])).toEqual({
      going_concern: false,
      exchange_deficiency: false,
      reverse_split_pending: false,
      exchange_deficiency_date: null,
      reverse_split_date: null,
    });
  });

  it('counts a going-concern doubt only in the report on the newest balance sheet', () => {
    expect(open([{ event: 'going_concern', filed_at: '2026-11-05' }]).going_concern).toBe(true);
    expect(open([{ event: 'going_concern', filed_at: '2026-08-05' }]).going_concern).toBe(false);
  });

  it('keeps a deficiency notice open until its cure', () => {
    const cure: FilingEvent = { event: 'deficiency_cured', filed_at: '2026-06-01' };
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
    const cure: FilingEvent = { event: 'deficiency_cured', filed_at: '2026-06-01' };
    expect(open([PROPOSAL]).reverse_split_pending).toBe(true);
    expect(open([PROPOSAL, effective]).reverse_split_pending).toBe(false);
    expect(open([PROPOSAL, cure]).reverse_split_pending).toBe(false);
    expect(open([PROPOSAL], '2027-05-01').reverse_split_pending).toBe(false);
  });

  it('returns the dates of the newest open notice and proxy statement', () => {
    const newer: FilingEvent = { event: 'exchange_deficiency', filed_at: '2026-03-04' };
    const cure: FilingEvent = { event: 'deficiency_cured', filed_at: '2026-06-01' };
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
