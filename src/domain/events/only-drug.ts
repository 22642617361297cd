import { daysBetween } from '../dates.ts';
import { drugTypeOf } from '../programs/drug-type.ts';
import { isOfIndication } from '../programs/indications.ts';
import { dayReported, overlaps, type Statement } from './statement.ts';

/**
 * A drug of a company in a register or an import. There is one record per trial, program or
 * decision.
 */
export interface KnownDrug {
  readonly names: readonly string[];
  /** The indications in which the drug is developed. */
  readonly indications: readonly string[];
  /** The day of the decision. If there is no decision yet, the goal date. */
  readonly day?: string;
  /** The first and last day of the goal date. They are equal if the goal date is a single day. */
  readonly goal?: { readonly from: string; readonly to: string };
  /**
   * Whether the drug was approved on `day`. If `indications` is not empty, the approval covers only
   * these indications.
   */
  readonly isApproval?: boolean;
}

/**
 * Our choice: an event in a register can be the event in a text if it is at most this many days
 * before the day in the text.
 */
const AHEAD_DAYS = 120;
/**
 * Our choice: an event in a register can be the event in a text if it is at most this many days
 * after the day in the text.
 */
const LATE_DAYS = 180;
/**
 * Our choice: in a register, a decision may be dated at most this many days before the publication
 * of the text that reports it.
 */
const REGISTERED_DAYS = 7;
/**
 * Our choice: an approval more than this many days before a stated goal date belongs to an earlier
 * review.
 */
const EARLY_DAYS = 30;

/**
 * Types of statements that report a decision or its date. These dates can be compared with
 * registers.
 */
const decided: ReadonlySet<string> = new Set(['pdufa_date', 'pdufa_extended', 'approval', 'crl']);

const SUPPLEMENT = /\bs(?:NDA|BLA)\b|\bsupplement(?:al)?\b/i;
const APPLICATION = /\b(?:NDA|BLA|new drug application|biologics license)\b/i;
const BLA = /\bs?BLA\b|biologics license/i;
const CHEMICAL = /small molecule|oligonucleotide|peptide/i;

/**
 * Whether a statement that names no drug can be about the company's only drug.
 * - If the statement has an indication, the drug must be in development for it and not yet approved
 *   for it. If an approval of the drug states no indication, the statement must be about a
 *   supplement.
 * - If the statement has no indication, and a register has a decision near the stated day, this
 *   decision must not belong to another review.
 * - In all other cases, the sentence must be about an application of a type that fits the drug. If
 *   the drug is approved, the application must be a supplement.
 * @param drugs the records of the drug
 */
export function mayMean(statement: Statement, drugs: readonly KnownDrug[]): boolean {
  const { published, indication, sentence } = statement;
  const approvals = drugs.filter(({ day, isApproval }) => isApproval && day && day < published);
  const isSupplement = SUPPLEMENT.test(sentence);
  if (indication !== null) {
    const isApprovedIn = approvals.some(({ indications }) =>
      indications.length === 0 ? !isSupplement : includes(indications, indication),
    );
    return !isApprovedIn && drugs.some(({ indications }) => includes(indications, indication));
  }
  const isOfDecision = decided.has(statement.type);
  const near = isOfDecision ? drugs.filter(({ day }) => day && isNear(day, statement)) : [];
  if (near.length > 0) return !near.some((one) => isOfOtherReview(one, statement));
  if (isSupplement) return approvals.length > 0 && !isOfOtherType(sentence, drugs);
  return approvals.length === 0 && APPLICATION.test(sentence) && !isOfOtherType(sentence, drugs);
}

function includes(indications: readonly string[], indication: string): boolean {
  return indications.some((one) => isOfIndication(one, indication));
}

function isNear(day: string, statement: Statement): boolean {
  const stated = statement.date?.to ?? dayReported(statement);
  const late = daysBetween(stated, day);
  return (
    late >= -AHEAD_DAYS &&
    late <= LATE_DAYS &&
    daysBetween(statement.published, day) >= -REGISTERED_DAYS
  );
}

/**
 * Whether a register or an import shows that the goal date in a statement belongs to another
 * review. This is the case if the register or import states a different goal date, or an approval
 * more than `EARLY_DAYS` days before the goal date of the statement.
 */
function isOfOtherReview({ day, goal, isApproval }: KnownDrug, { type, date }: Statement): boolean {
  if (type !== 'pdufa_date' || date === null) return false;
  if (goal) return !overlaps(goal, date);
  return isApproval === true && day !== undefined && daysBetween(day, date.from) > EARLY_DAYS;
}

/**
 * Whether the type of the application does not fit the drug, such as a BLA for a small molecule.
 */
function isOfOtherType(sentence: string, drugs: readonly KnownDrug[]): boolean {
  const type = drugTypeOf({ names: drugs.flatMap(({ names }) => names) });
  return type !== null && BLA.test(sentence) === CHEMICAL.test(type);
}
