import { compareText } from '../../domain/compare-text.ts';
import { dayOf } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { goalDates, goalOf } from './goal-dates.ts';
import { isNear, type PublishedLetter, publishedLetter, reasonsOf } from './published-letters.ts';

/** A complete response letter, with its published text if the reasons come from this text. */
export type Letter = Sourced<'complete_response_letters'> & {
  readonly text?: PublishedLetter | undefined;
  /**
   * Date of the first other record that names the drug. Set only if the letter does not name it.
   */
  readonly named_on?: string | undefined;
};

/**
 * Complete response letters, earliest first, with missing fields filled from other records. Our
 * choice: a letter without an indication gets the indication of a decision on the drug within a
 * week. If there is no such decision, it gets the indication of the goal date that belongs to the
 * letter. A letter without reasons gets the reasons in its published text. A letter without a drug
 * gets the drug of another letter or approval of the same application.
 */
export function letters(refresh: Refresh): readonly Letter[] {
  const { facts } = refresh;
  const stated = facts
    .all('decisions')
    .filter(({ Drug, Indication }) => Drug && Indication)
    .map((one) => ({
      ticker: one.Ticker,
      names: [one.Drug],
      indication: one.Indication!,
      day: one.decision_date ?? one['PDUFA Date'],
    }));
  const decisions = drugIndex(refresh, stated, (one) => one);
  const goals = refresh.memo(goalDates);
  const published = groupBy(facts.all('letter_deficiencies'), ({ ticker }) => ticker);
  const all = facts
    .all('complete_response_letters')
    .toSorted((a, b) => compareText(a.letter_date, b.letter_date));
  const naming = [
    ...facts.all('approvals').map((one) => ({ ...one, day: dayOf(one.approval_date) ?? '' })),
    ...all.map((one) => ({ ...one, day: one.first_listed ?? one.letter_date })),
  ].filter(({ application_number, drug_name }) => application_number && drug_name);
  const latestFirst = naming.toSorted((a, b) => compareText(b.day, a.day));
  const namingOf = new Map(latestFirst.map((one) => [one.application_number, one]));
  const withReasons = all.map((sent): Letter => {
    const other = sent.drug_name ? undefined : namingOf.get(sent.application_number);
    const named = other && { drug_name: other.drug_name, named_on: other.day };
    const letter = { ...sent, ...named };
    const { ticker, letter_date, reasons } = letter;
    const text = reasons?.length
      ? undefined
      : publishedLetter(published.get(ticker) ?? [], letter_date, letter);
    return text ? { ...letter, reasons: [...reasonsOf(text)], text } : letter;
  });
  return withReasons.map((letter) => {
    if (letter.indication || !letter.drug_name) return letter;
    const { ticker, drug_name, generic_name, letter_date } = letter;
    const drug = { ticker, names: [drug_name, generic_name] };
    const decided = decisions.find(drug).find(({ day }) => isNear(day, letter_date));
    const answered = goals
      .find(drug)
      .filter(({ treatment, createdDate }) => treatment && isSetBy(createdDate, letter_date));
    const goal = goalOf(answered, letter_date);
    const met = new Set(
      answered.flatMap((one) => (one.formattedDate === goal ? one.treatment! : [])),
    );
    const indication = decided?.indication ?? (met.size === 1 ? [...met][0] : undefined);
    return indication ? { ...letter, indication } : letter;
  });
}

/**
 * The day on which the FDA's list first contained a letter. Null if a dated document reports the
 * letter, because the letter became known on the day of this document.
 */
export function listedDay({
  document_date,
  first_listed,
}: Partial<Pick<Letter, 'document_date' | 'first_listed'>>): string | null {
  return document_date ? null : (first_listed ?? null);
}

/**
 * Whether a goal date was announced on or before the day of a letter. A goal date that was
 * announced later belongs to a resubmission or to a different application.
 */
function isSetBy(created: string | null | undefined, letter_date: string): boolean {
  return (created ?? '').slice(0, 10).replaceAll('/', '-') <= letter_date;
}

/** Maximum number of characters of a label that are searched for indications. */
const MAX_LABEL = 4_000;

/** Indication text of drug labels, by application number. */
export function labelTexts({ facts }: Refresh): ReadonlyMap<string, string> {
  return new Map(
    facts.all('drug_labels').flatMap(({ application_numbers, indication }) => {
      const text = indication?.slice(0, MAX_LABEL);
      return text ? (application_numbers ?? []).map((number) => [number, text] as const) : [];
    }),
  );
}
