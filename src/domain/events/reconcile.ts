import type { Fact } from '../../facts/fact-kinds.ts';
import { dayOf, daysBetween } from '../dates.ts';
import { isSameCompany } from './disclosures.ts';
import type { EventKind } from './event-kinds.ts';

/**
 * Whether two records of one company, one imported and one from a text, describe the same event.
 */
type IsSame<Kind extends EventKind> = (
  stored: Fact<Kind>,
  read: Fact<Kind>,
  drugKey: (name: string) => string,
) => boolean;

/**
 * Our choice: two records describe the same event if their drug or parties match and their dates
 * are close.
 */
export const isSameEvent: { readonly [Kind in EventKind]: IsSame<Kind> } = {
  catalysts: (stored, read) => stored._id === read._id,
  catalyst_changes: (stored, read) =>
    stored.catalyst_id === read.catalyst_id &&
    stored.field === read.field &&
    stored.new_value === read.new_value,
  decisions: (stored, read, drugKey) =>
    isSameDrug(stored.Drug, read.Drug, drugKey) &&
    isNear(stored['PDUFA Date'], read['PDUFA Date'], 7),
  approvals: (stored, read, drugKey) =>
    isSameDrug(stored.drug_name, read.drug_name, drugKey) &&
    isNear(stored.approval_date, read.approval_date, 31),
  complete_response_letters: (stored, read, drugKey) =>
    isSameDrug(stored.drug_name, read.drug_name, drugKey) &&
    isNear(stored.letter_date, read.letter_date, 31),
  adcomm_votes: (stored, read, drugKey) =>
    isSameDrug(stored.drug_name, read.drug_name, drugKey) &&
    isNear(stored.meeting_date, read.meeting_date, 7),
  designations: (stored, read, drugKey) =>
    isSameDrug(stored.drug_name, read.drug_name, drugKey) &&
    firstWord(stored.designation_type) === firstWord(read.designation_type) &&
    (!stored.designation_date || isNear(stored.designation_date, read.designation_date, 180)),
  trial_results: (stored, read, drugKey) =>
    isSameDrug(stored.drug_name, read.drug_name, drugKey) &&
    isNear(stored.published_date, read.published_date, 7),
  offerings: (stored, read) =>
    stored.offering_type !== 'shelf' &&
    (stored.offering_type === 'proposed') === (read.offering_type === 'proposed') &&
    Boolean(stored.is_atm) === Boolean(read.is_atm) &&
    isNear(stored.filed_at, read.filed_at, 10),
  filing_events: (stored, read, drugKey) =>
    stored.event === read.event &&
    isNear(stored.filed_at, read.filed_at, 31) &&
    (!stored.drug_name || !read.drug_name || isSameDrug(stored.drug_name, read.drug_name, drugKey)),
  deals: (stored, read) =>
    isSameCompany(stored.acquirer, read.acquirer) &&
    isSameCompany(stored.target, read.target) &&
    isNear(stored.announcedDate, read.announcedDate, 366),
};

function isSameDrug(
  stored: string | null | undefined,
  read: string | null | undefined,
  drugKey: (name: string) => string,
): boolean {
  return Boolean(stored && read) && drugKey(stored!) === drugKey(read!);
}

function isNear(
  stored: string | null | undefined,
  read: string | null | undefined,
  days: number,
): boolean {
  const [one, other] = [dayOf(stored), dayOf(read)];
  return one !== undefined && other !== undefined && Math.abs(daysBetween(one, other)) <= days;
}

/** Only the first word is compared, because `Orphan Drug` and `Orphan` are the same designation. */
function firstWord(text: string): string {
  return text.trim().toLowerCase().split(/\s/)[0]!;
}
