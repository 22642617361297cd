import { daysBetween } from '../../domain/dates.ts';
import { nameKey } from '../../domain/programs/drug-names.ts';
import type { Sourced } from '../../store/facts-store.ts';

export type PublishedLetter = Sourced<'letter_deficiencies'>;

/** Our choice: letters and decisions on one drug within a week are the same decision. */
export const SAME_DECISION_DAYS = 7;

/**
 * The published letter about a refusal, dated within a week of the refusal. A letter about the same
 * application is preferred, then a letter about the same drug. If the application number of the
 * refusal is unknown, a letter that names no drug is the last choice.
 * @param letters the published letters to the company
 */
export function publishedLetter(
  letters: readonly PublishedLetter[],
  day: string,
  { application_number, drug_name }: Pick<PublishedLetter, 'application_number' | 'drug_name'>,
): PublishedLetter | undefined {
  const near = letters.filter((one) => isNear(one.letter_date, day));
  const isSame = (one: string | null | undefined, other: string | null | undefined) =>
    Boolean(one && other && nameKey(one) === nameKey(other));
  return (
    near.find((one) => isSame(one.application_number, application_number)) ??
    near.find((one) => isSame(one.drug_name, drug_name)) ??
    near.find((one) => !one.drug_name && !application_number)
  );
}

/** Whether two days are at most `SAME_DECISION_DAYS` apart. */
export function isNear(one: string, other: string): boolean {
  return Math.abs(daysBetween(one, other)) <= SAME_DECISION_DAYS;
}

/** Converts kinds of deficiencies to the reasons used in `complete_response_letters`. */
export function reasonsOf({ deficiencies }: PublishedLetter): readonly string[] {
  return [...new Set(deficiencies.map(reasonOf))];
}

const MANUFACTURING = ['product_quality', 'facility', 'microbiology', 'device'];

function reasonOf({ kind, sentence }: PublishedLetter['deficiencies'][number]): string {
  if (MANUFACTURING.includes(kind)) return 'manufacturing';
  if (kind !== 'clinical' && kind !== 'statistical') return kind.replaceAll('_', ' ');
  const isSafety = /\bsafety\b|\brisks?\b|adverse/i.test(sentence ?? '');
  return isSafety && !/efficac|effective|well[- ]controlled|endpoint/i.test(sentence ?? '')
    ? 'safety'
    : 'efficacy';
}
