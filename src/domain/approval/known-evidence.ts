import { parseDateBound, shiftDays, shiftMonths } from '../dates.ts';
import type { ApprovalEvidence, Crl } from './approval-evidence.ts';

/**
 * Selects the evidence dated on or before `asOf` and before the event. A month or a year is read as
 * its last day. `undated` is true if evidence was left out because it has no date.
 * @param asOf the day of the estimate, `YYYY-MM-DD`
 * @param eventDate the day of the catalyst, `YYYY-MM-DD`
 */
export function knownEvidence(evidence: ApprovalEvidence, asOf: string, eventDate: string) {
  const { votes = [], crls = [], designations = [], program = null, learned = null } = evidence;
  const dayBefore = shiftDays(eventDate, -1);
  const lastDay = asOf < dayBefore ? asOf : dayBefore;
  const isKnown = (date: string | null | undefined) => isBy(date, lastDay);
  const known: ApprovalEvidence = {
    votes: votes.filter(({ meeting_date }) => isKnown(meeting_date)),
    crls: crls
      .filter(({ letter_date, known_date }) => isKnown(known_date ?? letter_date))
      .map((crl) => {
        const isExplained = !crl.reasons_date || isKnown(crl.reasons_date);
        return isExplained ? crl : { ...crl, reasons: null };
      }),
    designations: designations.filter(({ designation_date }) => isKnown(designation_date)),
    program: program && isKnown(program.updated_date) ? program : null,
    learned: learned && isKnown(learned.day) ? learned : null,
  };
  const dates = [
    ...votes.map(({ meeting_date }) => meeting_date),
    ...crls.map(({ letter_date }) => letter_date),
    ...designations.map(({ designation_date }) => designation_date),
    ...(program?.biomarker_selected || program?.rare_disease ? [program.updated_date] : []),
  ];
  return { known, undated: dates.some((date) => lastDayOf(date) === undefined) };
}

/**
 * Returns the CRL that the application under review answers: the newest CRL at least two months
 * before the event. A later CRL is the outcome of the event, because the shortest review of a
 * resubmission takes two months.
 */
export function answeredCrl({ crls = [] }: ApprovalEvidence, eventDate: string): Crl | null {
  if (crls.length === 0) return null;
  const latest = shiftMonths(eventDate, -2);
  const prior = crls.filter(({ letter_date }) => isBy(letter_date, latest));
  const newestFirst = [...prior].sort((a, b) => (a.letter_date! < b.letter_date! ? 1 : -1));
  return newestFirst[0] ?? null;
}

/** The last day of `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, with dashes or slashes. */
export function lastDayOf(date: string | null | undefined): string | undefined {
  return date ? parseDateBound(date.slice(0, 10).replaceAll('/', '-'), 'end') : undefined;
}

function isBy(date: string | null | undefined, lastDay: string): boolean {
  const known = lastDayOf(date);
  return known !== undefined && known <= lastDay;
}
