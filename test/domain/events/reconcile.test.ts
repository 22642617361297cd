import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import type { EventKind } from '../../../src/domain/events/event-kinds.ts';
import { isSameEvent } from '../../../src/domain/events/reconcile.ts';

/** Returns the same key for two names of a drug. */
const drugKey = (name: string) => (name === 'Zelvora' ? 'zelvotinib' : name.toLowerCase());

const day = '2027-03-15';
const drug = { drug_name: 'zelvotinib' };
/**
 * For each kind of record: an example, the name of its date field, and the maximum difference of
 * two dates in days.
 */
const dated: readonly [EventKind, object, field: string, days: number][] = [
  ['decisions', { Drug: 'zelvotinib' }, 'PDUFA Date', 7],
  ['approvals', drug, 'approval_date', 31],
  ['complete_response_letters', drug, 'letter_date', 31],
  ['adcomm_votes', drug, 'meeting_date', 7],
  ['designations', { ...drug, designation_type: 'Fast Track' }, 'designation_date', 180],
  ['trial_results', drug, 'published_date', 7],
  ['offerings', { offering_type: 'follow_on', is_atm: false }, 'filed_at', 10],
  ['filing_events', { event: 'going_concern' }, 'filed_at', 31],
  ['deals', { acquirer: 'Bigmed', target: 'Abcora' }, 'announcedDate', 366],
];

function isSame(kind: EventKind, stored: object, made: object): boolean {
  const compare = isSameEvent[kind] as (one: object, other: object, key: object) => boolean;
  return compare(stored, made, drugKey);
}

describe('a stored event and an extracted event are the same', () => {
  it.each(dated)('in %s: %j with dates in %s within %i days', (kind, fact, field, days) => {
    const after = (shift: number) =>
      isSame(kind, { ...fact, [field]: day }, { ...fact, [field]: shiftDays(day, shift) });
    expect([-days - 1, -days, 0, days, days + 1].map(after)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    const slashed = { ...fact, [field]: day.replaceAll('-', '/') };
    expect(isSame(kind, slashed, { ...fact, [field]: day })).toBe(true);
    expect(isSame(kind, { ...fact, [field]: day }, fact)).toBe(false);
    // Only a stored designation may lack its date.
    expect(isSame(kind, fact, { ...fact, [field]: day })).toBe(kind === 'designations');
  });

  it.each<[EventKind, field: string, day: string]>([
    ['decisions', 'Drug', 'PDUFA Date'],
    ['approvals', 'drug_name', 'approval_date'],
    ['complete_response_letters', 'drug_name', 'letter_date'],
    ['adcomm_votes', 'drug_name', 'meeting_date'],
    ['designations', 'drug_name', 'designation_date'],
    ['trial_results', 'drug_name', 'published_date'],
  ])('in %s if the field %s has names of one drug', (kind, field, dayField) => {
    const of = (name: string | null) => ({
      designation_type: 'Fast Track',
      [dayField]: day,
      [field]: name,
    });
    expect(isSame(kind, of('Zelvora'), of('zelvotinib'))).toBe(true);
    expect(isSame(kind, of('otherumab'), of('zelvotinib'))).toBe(false);
    expect([isSame(kind, of(null), of(null)), isSame(kind, of(''), of(''))]).toEqual([
      false,
      false,
    ]);
    expect(isSame(kind, of('zelvotinib'), of(null))).toBe(false);
  });
});

it('compares designations by the first word of their type', () => {
  const of = (designation_type: string) => ({ ...drug, designation_type, designation_date: day });
  expect(isSame('designations', of(' orphan'), of('Orphan Drug'))).toBe(true);
  expect(isSame('designations', of('Fast Track'), of('Orphan Drug'))).toBe(false);
});

it('compares offerings by type: a shelf and an at-the-market program are different', () => {
  const of = (more: object) => ({ filed_at: day, offering_type: 'follow_on', ...more });
  expect(isSame('offerings', of({ is_atm: null }), of({ is_atm: false }))).toBe(true);
  expect(isSame('offerings', of({ offering_type: 'pipe' }), of({}))).toBe(true);
  expect(isSame('offerings', of({ is_atm: true }), of({ is_atm: false }))).toBe(false);
  expect(isSame('offerings', of({ offering_type: 'shelf' }), of({}))).toBe(false);
});

it('compares filing events by event', () => {
  const of = (event: string) => ({ event, filed_at: day });
  expect(isSame('filing_events', of('going_concern'), of('reverse_split'))).toBe(false);
});

it('compares deals by both parties without their legal forms', () => {
  const of = (acquirer: string, target: string) => ({ acquirer, target, announcedDate: day });
  const deal = of('Bigmed', 'Abcora');
  expect(isSame('deals', of('Bigmed plc', 'Abcora Therapeutics, Inc.'), deal)).toBe(true);
  expect(isSame('deals', of('Othermed', 'Abcora'), deal)).toBe(false);
  expect(isSame('deals', of('Bigmed', 'Othera'), deal)).toBe(false);
});

it('compares catalysts by identifier, and changes by field and new value', () => {
  expect(isSame('catalysts', { _id: 'a' }, { _id: 'a' })).toBe(true);
  expect(isSame('catalysts', { _id: 'a' }, { _id: 'b' })).toBe(false);
  const change = { catalyst_id: 'a', field: 'formattedDate', new_value: day };
  const other = { ...change, changed_date: '2026-01-01', previous_value: '2027-01-01' };
  expect(isSame('catalyst_changes', other, change)).toBe(true);
  for (const more of [{ catalyst_id: 'b' }, { field: 'stage' }, { new_value: '2027-03-16' }]) {
    expect(isSame('catalyst_changes', { ...change, ...more }, change), JSON.stringify(more)).toBe(
      false,
    );
  }
});
