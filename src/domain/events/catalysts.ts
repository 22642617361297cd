import type { Fact } from '../../facts/fact-kinds.ts';
import { nameKey } from '../programs/drug-names.ts';
import { drugTypeOf } from '../programs/drug-type.ts';
import { concernOfPlan, currentDate, type Plan, type PlannedDate } from './plan.ts';
import { evidenceOf, type Period, type Statement } from './statement.ts';

/** A record that is computed from a text, with the source of the text. */
export type Made<Kind> = Kind & { readonly source: string };

/** The records that are computed from one planned event. */
interface CatalystFacts {
  readonly catalyst: Made<Fact<'catalysts'>>;
  readonly changes: readonly Made<Fact<'catalyst_changes'>>[];
  /** The decision of the FDA. Null if the goal date is a period instead of an exact day. */
  readonly decision: Made<Fact<'decisions'>> | null;
}

export interface PlanOwner {
  /** Identifies the company. It is the CIK, or the ticker of a company without a CIK. */
  readonly company: string;
  readonly ticker: string;
  readonly drug: string;
}

/**
 * Computes the catalyst of a planned event and the changes of its date. If the event has an
 * imported catalyst, the fields of this catalyst take precedence over texts. Our choice: if the
 * event did not happen on the last day of its planned period, the day on which it happened becomes
 * the date of the catalyst, and the change is recorded. If the FDA decides early, the change is
 * recorded for `decision_date`. If it decides late, the date does not change.
 * @param identify a function that computes an identifier from a text
 */
export function catalystFacts(
  plan: Plan,
  owner: PlanOwner,
  identify: (text: string) => string,
): CatalystFacts {
  const id = plan.stored?.id ?? identify(identityOf(plan, owner));
  const [first] = plan.dates;
  const happened = happenedOn(plan);
  const dates: readonly PlannedDate[] = happened ? [...plan.dates, happened] : plan.dates;
  const held = dates.at(-1)!;
  const early = plan.kind === 'pdufa' ? happened : null;
  const shown = early ? currentDate(plan) : held;
  const last = newestOf(plan);
  const source = last?.source ?? '';
  const changes = dates.slice(1).flatMap((next, at) => {
    const before = dates[at]!;
    if (next.to === before.to) return [];
    const evidence = next.statement ? evidenceOf(next.statement) : { source };
    return {
      catalyst_id: id,
      changed_date: next.since,
      field: next === early ? 'decision_date' : 'formattedDate',
      previous_value: before.to,
      new_value: next.to,
      ...evidence,
    };
  });
  const concern = concernOfPlan(plan);
  return {
    catalyst: {
      _id: id,
      ticker: owner.ticker,
      drugname: plan.stored?.drugname ?? owner.drug,
      catalyst: plan.stored?.catalyst ?? nameOf(plan, owner.drug),
      stage: plan.kind !== 'readout' ? 'NDA/BLA' : concern.phase ? `Phase ${concern.phase}` : null,
      treatment: concern.indication,
      description: last ? describe(last) : null,
      catdate: displayOf(shown, shown.precision),
      formattedDate: held.to,
      createdDate: first!.since === '' ? null : first!.since.replaceAll('-', '/'),
      ...outcomeFields(plan),
      ...(last ? evidenceOf(last) : {}),
      date_precision: held.precision,
      source,
    },
    changes,
    decision: decisionOf(plan, owner),
  };
}

/**
 * Our choice: the company, the kind of event, the drug and the first stated date identify a planned
 * event.
 */
function identityOf({ kind, dates, statements }: Plan, { company, drug }: PlanOwner): string {
  const [first] = dates;
  const named = statements.find((statement) => statement.drug !== null)?.drug ?? drug;
  return [company, kind, nameKey(named), first!.from, first!.to].join(' ');
}

/**
 * Returns the statement with the newest date of the planned event. If no statement has a date of
 * the event, returns the newest statement.
 */
function newestOf({ dates, statements }: Plan): Statement | undefined {
  return dates.findLast(({ statement }) => statement !== null)?.statement ?? statements.at(-1);
}

/**
 * Returns the day on which the event happened, as a new date of the event. Returns null if the
 * event has no outcome, or if the outcome does not change the date.
 */
function happenedOn(plan: Plan): PlannedDate | null {
  const { outcome, kind } = plan;
  const held = currentDate(plan);
  if (outcome === null || outcome.day === held.to) return null;
  // If the FDA decides late, the goal date stays. `decision_date` contains the day of the decision.
  if (kind === 'pdufa' && outcome.day > held.to) return null;
  const { day, statement } = outcome;
  return { from: day, to: day, precision: 'day', since: day, statement };
}

function nameOf(plan: Plan, drug: string): string {
  if (plan.kind === 'pdufa') return 'PDUFA Date';
  if (plan.kind === 'adcomm') return 'AdComm Meeting';
  if (plan.kind === 'filing') return `${applicationOf(plan, drug)} Filing`;
  const { phase } = concernOfPlan(plan);
  return phase === null ? 'Trial Readout' : `Phase ${phase} Readout`;
}

/**
 * Returns the type of the application, `BLA` or `NDA`, as stated in texts. If the texts state
 * neither or both, the type of the drug determines the result.
 */
function applicationOf({ statements }: Plan, drug: string): string {
  const text = statements.map(({ sentence }) => sentence).join(' ');
  const isBla = /\bs?BLA\b|biologics license/i.test(text);
  const isNda = /\bs?NDA\b|new drug application/i.test(text);
  if (isBla !== isNda) return isBla ? 'BLA' : 'NDA';
  const type = drugTypeOf({ names: [drug] });
  if (type === null) return 'NDA/BLA';
  return /small molecule|oligonucleotide|peptide/i.test(type) ? 'NDA' : 'BLA';
}

const outcomes: ReadonlySet<string> = new Set(['positive', 'negative', 'mixed']);

function outcomeFields({ kind, outcome }: Plan) {
  if (outcome === null) return {};
  if (kind === 'pdufa') return { decision: outcome.result, decision_date: outcome.day };
  return outcomes.has(outcome.result) ? { outcome: outcome.result } : {};
}

function decisionOf(plan: Plan, { ticker, drug }: PlanOwner): CatalystFacts['decision'] {
  const { kind, outcome } = plan;
  const held = currentDate(plan);
  if (kind !== 'pdufa' || outcome === null || held.from !== held.to) return null;
  // An outcome without a statement comes from a register or an import, not from a text.
  const { statement } = outcome;
  if (!statement) return null;
  return {
    Ticker: ticker,
    Drug: plan.stored?.drugname ?? drug,
    Indication: concernOfPlan(plan).indication,
    'PDUFA Date': held.to,
    Decision: outcome.result,
    decision_date: outcome.day,
    ...evidenceOf(statement),
  };
}

/** The kinds of dates that do not state a year, such as "November 30" or "next quarter". */
const OPEN_BASES: ReadonlySet<string | null> = new Set(['year_inferred', 'relative']);

/**
 * Returns the sentence of a statement, followed by the form, date and URL of its document. If the
 * sentence states a date without a year, the full date follows too.
 */
function describe(statement: Statement): string {
  const { sentence, date, date_basis, precision, form, published, source_url } = statement;
  const isOpen = date !== null && OPEN_BASES.has(date_basis);
  const notes = [
    `${form ?? 'text'} of ${published}`,
    ...(isOpen ? [`date interpreted as ${displayOf(date, precision)}`] : []),
    ...(source_url ? [source_url] : []),
  ];
  return `${sentence} (${notes.join(', ')})`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Formats a period: `2027-03-15`, `Mar 2027`, `Q1 2027`, `H1 2027`, `2027`, or `Apr–Sep 2027` for
 * any other period.
 */
function displayOf({ from, to }: Period, precision: string | null): string {
  if (from === to) return to;
  const [first, last] = [Number(from.slice(5, 7)), Number(to.slice(5, 7))];
  const year = to.slice(0, 4);
  const isOneYear = from.startsWith(year);
  if (isOneYear && precision === 'month' && first === last) return `${MONTHS[first - 1]} ${year}`;
  if (isOneYear && last - first === 2 && first % 3 === 1) return `Q${Math.ceil(last / 3)} ${year}`;
  if (isOneYear && last - first === 5 && first % 6 === 1) return `H${Math.ceil(last / 6)} ${year}`;
  if (isOneYear && first === 1 && last === 12) return year;
  const start = isOneYear ? MONTHS[first - 1] : `${MONTHS[first - 1]} ${from.slice(0, 4)}`;
  return `${start}–${MONTHS[last - 1]} ${year}`;
}
