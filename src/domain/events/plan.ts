import { daysBetween } from '../dates.ts';
import { indicationKey } from '../programs/indications.ts';
import { detailText, type Period, type Statement } from './statement.ts';

/** The kinds of planned events. A planned event has a day or a period and ends with an outcome. */
export type PlanKind = 'pdufa' | 'adcomm' | 'readout' | 'filing';

/** Types of statements that set the date of a planned event. */
export const planKinds: Readonly<Record<string, PlanKind>> = {
  pdufa_date: 'pdufa',
  adcomm_date: 'adcomm',
  readout_expected: 'readout',
  filing_expected: 'filing',
};

/** A date of a planned event. */
export interface PlannedDate extends Period {
  readonly precision: string | null;
  /**
   * The day on which this date was first stated, `YYYY-MM-DD`. Empty if an imported catalyst does
   * not state this day.
   */
  readonly since: string;
  /** The statement that contains the date, or null for an imported catalyst. */
  readonly statement: Statement | null;
}

interface Outcome {
  /**
   * The outcome of the planned event: `Approved`, `CRL`, `Withdrawn`, `positive`, `negative`,
   * `mixed`, `unclear` or `submitted`.
   */
  readonly result: string;
  readonly day: string;
  readonly statement: Statement | null;
}

/** A catalyst from an import or a connector. */
export interface StoredCatalyst {
  readonly id: string;
  readonly ticker: string;
  readonly drugname: string | null;
  readonly catalyst: string;
  readonly catdate: string | null;
  readonly formattedDate: string;
  /** The creation date that the imported catalyst states, `YYYY-MM-DD`, or null. */
  readonly created: string | null;
  readonly treatment: string | null;
  readonly stage: string | null;
  readonly decision: string | null;
  readonly decision_date: string | null;
  readonly outcome: string | null;
}

export interface Plan {
  readonly kind: PlanKind;
  /**
   * The dates of the planned event, in the order in which they were published. The last date is the
   * current one.
   */
  readonly dates: readonly PlannedDate[];
  readonly statements: readonly Statement[];
  readonly stored: StoredCatalyst | null;
  readonly outcome: Outcome | null;
}

/** Replaces one planned event in a list. */
export function replaced(plans: readonly Plan[], one: Plan, next: Plan): readonly Plan[] {
  return plans.map((plan) => (plan === one ? next : plan));
}

export function currentDate({ dates }: Plan): PlannedDate {
  return dates.at(-1)!;
}

/**
 * Returns the kind of planned event that an imported catalyst describes, or undefined for other
 * catalysts.
 */
export function kindOfCatalyst(catalyst: string): PlanKind | undefined {
  if (/pdufa/i.test(catalyst)) return 'pdufa';
  if (/ad-?comm|advisory/i.test(catalyst)) return 'adcomm';
  if (/readout/i.test(catalyst)) return 'readout';
  return /\b[ns]?(?:NDA|BLA) (?:filing|submission)/i.test(catalyst) ? 'filing' : undefined;
}

export function planOfStored(stored: StoredCatalyst, kind: PlanKind): Plan {
  const { decision, decision_date, outcome, formattedDate, created } = stored;
  const result = decision ?? outcome;
  return {
    kind,
    dates: [{ ...periodOfStored(stored), since: created ?? '', statement: null }],
    statements: [],
    stored,
    outcome: result ? { result, day: decision_date ?? formattedDate, statement: null } : null,
  };
}

/** Patterns of periods such as "Q1 2027", each with its precision and its number of months. */
const periods: readonly (readonly [RegExp, precision: string, months: number])[] = [
  [/^[A-Z][a-z]{2,8} \d{4}$/, 'month', 1],
  [/^Q\d \d{4}$/, 'quarter', 3],
  [/^H\d \d{4}$/, 'half', 6],
  [/^\d{4}$/, 'year', 12],
];

/**
 * Returns the period of an imported catalyst: the month, quarter, half or year that ends on the
 * catalyst's day. If the catalyst states none of these, the period is the catalyst's day alone.
 */
export function periodOfStored({ catdate, formattedDate }: StoredCatalyst) {
  const named = periods.find(([pattern]) => pattern.test(catdate?.trim() ?? ''));
  if (!named) return { from: formattedDate, to: formattedDate, precision: null };
  const [, precision, months] = named;
  const month = Number(formattedDate.slice(5, 7));
  const first = String(month - ((month - 1) % months)).padStart(2, '0');
  return { from: `${formattedDate.slice(0, 4)}-${first}-01`, to: formattedDate, precision };
}

/** Types of statements about an application to an agency. */
const applications = ['filing_expected', 'nda_bla_submitted', 'nda_bla_accepted'];

/** Whether a statement is about an application that went only to agencies other than the FDA. */
export function isForeignFiling({ type, sentence }: Statement): boolean {
  return applications.includes(type) && FOREIGN.test(sentence) && !US.test(sentence);
}
const FOREIGN =
  /\bMAA\b|\bEMA\b|marketing authori[sz]ation|\bJ-?NDA\b|\b(?:Europe\w*|Japan\w*|China|Canada)\b/i;
const US = /(?<![J-])\bs?(?:NDA|BLA)\b|\bFDA\b|\bU\.?S\b/;

/** The trial or application that a statement is about. */
export interface Concern {
  readonly indication: string | null;
  /** Phase of the trial, such as `1`, `2` or `2/3`. Only for readouts. */
  readonly phase: string | null;
  readonly trial: string | null;
}

export function concernOf(statement: Statement): Concern {
  return {
    indication: statement.indication,
    phase: phaseIn(statement.sentence),
    trial: detailText(statement, 'trial'),
  };
}

/**
 * The trial or application that a planned event is about. Each field comes from the newest
 * statement that contains it. If no statement does, it comes from the imported catalyst.
 */
export function concernOfPlan({ statements, stored }: Plan): Concern {
  const concerns = statements.map(concernOf);
  const last = (field: keyof Concern) =>
    concerns.findLast((one) => one[field] !== null)?.[field] ?? null;
  return {
    indication: last('indication') ?? stored?.treatment ?? null,
    phase: last('phase') ?? phaseIn(`${stored?.catalyst ?? ''} ${stored?.stage ?? ''}`),
    trial: last('trial'),
  };
}

/**
 * Whether two statements can be about the same trial or application. False if their indications
 * differ. For readouts, also false if their phases or trial names differ. An unknown value does not
 * count as a difference.
 */
export function mayBeSame(a: Concern, b: Concern, kind: PlanKind): boolean {
  if (!sameIndication(a.indication, b.indication)) return false;
  if (kind !== 'readout') return true;
  const differs = (one: string | null, other: string | null) =>
    one !== null && other !== null && one.toLowerCase() !== other.toLowerCase();
  return !differs(a.phase, b.phase) && !differs(a.trial, b.trial);
}

/** Words that occur in the names of many diseases. */
const COMMON: ReadonlySet<string> = new Set(
  'disease disorder syndrome cancer tumor cell condition infection therapy treatment chronic acute primary'.split(
    ' ',
  ),
);

/** Our choice: two indications are the same if they share a word that is not in `COMMON`. */
export function sameIndication(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return true;
  const words = (text: string) =>
    indicationKey(text)
      .split(' ')
      .filter((word) => word !== '' && !COMMON.has(word));
  const [mine, theirs] = [words(a), new Set(words(b))];
  return mine.length === 0 || theirs.size === 0 || mine.some((word) => theirs.has(word));
}

/**
 * Returns the phase in a sentence, such as `3` or `2/3`. Returns null if the sentence has no phase
 * or several phases.
 */
export function phaseIn(sentence: string): string | null {
  const digits: Readonly<Record<string, string>> = { i: '1', ii: '2', iii: '3', iv: '4' };
  const phases = [
    ...sentence.matchAll(/\bphase[ -]?(\d|i{1,3}|iv)[ab]?(?: ?\/ ?(\d|i{1,3})[ab]?)?\b/gi),
  ].map(([, first = '', second]) =>
    [first, second].flatMap((part) => (part ? [digits[part.toLowerCase()] ?? part] : [])).join('/'),
  );
  const distinct = new Set(phases);
  return distinct.size === 1 ? [...distinct][0]! : null;
}

/**
 * Returns the number of days from the last day of one period to the last day of another. Negative
 * if the second period ends earlier.
 */
export function shiftBetween(from: Period, to: Period): number {
  return daysBetween(from.to, to.to);
}
