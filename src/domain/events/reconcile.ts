import type { Fact } from '../../facts/fact-kinds.ts';
import { dayOf, daysBetween } from '../dates.ts';
import { isSameCompany } from './disclosures.ts';
import type { EventKind } from './events.ts';

/** Whether a fact that is stored and one that texts make, of one company, are the same event. */
type IsSame<Kind extends EventKind> = (
  stored: Fact<Kind>,
  made: Fact<Kind>,
  drugKey: (name: string) => string,
) => boolean;

/**
 * Our choice of what is one event, by kind: the same drug or party, and days as far apart as two
 * sources date one event. What a source has given stands; texts fill what it leaves out.
 */
export const isSameEvent: { readonly [Kind in EventKind]: IsSame<Kind> } = {
  catalysts: (stored, made) => stored._id === made._id,
  catalyst_changes: (stored, made) =>
    stored.catalyst_id === made.catalyst_id &&
    stored.field === made.field &&
    stored.new_value === made.new_value,
  decisions: (stored, made, drugKey) =>
    isSameDrug(stored.Drug, made.Drug, drugKey) &&
    isNear(stored['PDUFA Date'], made['PDUFA Date'], 7),
  approvals: (stored, made, drugKey) =>
    isSameDrug(stored.drug_name, made.drug_name, drugKey) &&
    isNear(stored.approval_date, made.approval_date, 31),
  complete_response_letters: (stored, made, drugKey) =>
    isSameDrug(stored.drug_name, made.drug_name, drugKey) &&
    isNear(stored.letter_date, made.letter_date, 31),
  adcomm_votes: (stored, made, drugKey) =>
    isSameDrug(stored.drug_name, made.drug_name, drugKey) &&
    isNear(stored.meeting_date, made.meeting_date, 7),
  designations: (stored, made, drugKey) =>
    isSameDrug(stored.drug_name, made.drug_name, drugKey) &&
    firstWord(stored.designation_type) === firstWord(made.designation_type) &&
    (!stored.designation_date || isNear(stored.designation_date, made.designation_date, 180)),
  trial_results: (stored, made, drugKey) =>
    isSameDrug(stored.drug_name, made.drug_name, drugKey) &&
    isNear(stored.published_date, made.published_date, 7),
  offerings: (stored, made) =>
    stored.offering_type !== 'shelf' &&
    Boolean(stored.is_atm) === Boolean(made.is_atm) &&
    isNear(stored.filed_at, made.filed_at, 10),
  filing_events: (stored, made) =>
    stored.event === made.event && isNear(stored.filed_at, made.filed_at, 31),
  deals: (stored, made) =>
    isSameCompany(stored.acquirer, made.acquirer) &&
    isSameCompany(stored.target, made.target) &&
    isNear(stored.announcedDate, made.announcedDate, 540),
};

function isSameDrug(
  stored: string | null | undefined,
  made: string | null | undefined,
  drugKey: (name: string) => string,
): boolean {
  return Boolean(stored && made) && drugKey(stored!) === drugKey(made!);
}

function isNear(
  stored: string | null | undefined,
  made: string | null | undefined,
  days: number,
): boolean {
  const [one, other] = [dayOf(stored), dayOf(made)];
  return one !== undefined && other !== undefined && Math.abs(daysBetween(one, other)) <= days;
}

/** `Orphan Drug` and `Orphan` are one designation. */
function firstWord(text: string): string {
  return text.trim().toLowerCase().split(/\s/)[0]!;
}
