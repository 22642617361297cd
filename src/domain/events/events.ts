import type { Fact } from '../../facts/fact-kinds.ts';
import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { isCode, nameKey } from '../programs/drug-names.ts';
import { isNews } from './boilerplate.ts';
import { catalystFacts, type Made } from './catalysts.ts';
import { designationFacts, resultFacts, voteFacts } from './clinical.ts';
import {
  cleanReportFacts,
  dealFacts,
  filingEventFacts,
  hasUnclearParties,
  offeringFacts,
} from './disclosures.ts';
import { type Assigned, assignDrugs, namesOf } from './drugs.ts';
import type { EventKind } from './event-kinds.ts';
import { withoutFalseNames } from './false-names.ts';
import type { KnownDrug } from './only-drug.ts';
import type { Decided } from './outcomes.ts';
import { ownDecisions } from './own-drugs.ts';
import {
  kindOfCatalyst,
  type Plan,
  periodOfStored,
  planKinds,
  planOfStored,
  type StoredCatalyst,
  sameIndication,
} from './plan.ts';
import {
  evidenceOf,
  isSure,
  overlaps,
  publisherOf,
  type ReadDocument,
  statementsOf,
} from './statement.ts';
import { isServed, type Timeline, timelineOf, type Waiting } from './timeline.ts';

/** Data about one company from sources other than texts. */
export interface KnownCompany {
  readonly name: string | undefined;
  readonly cik: string | null;
  readonly drugs: readonly KnownDrug[];
  readonly catalysts: readonly StoredCatalyst[];
  /**
   * Decisions of the FDA in registers and imports. `goal` is the goal date of the decision, and
   * `drugs` contains the names of the drug.
   */
  readonly decided: readonly (Decided & {
    readonly drugs: readonly string[];
    readonly goal?: string;
  })[];
}

/** The facts that are computed from the texts of one company. */
export interface CompanyEvents {
  readonly facts: { readonly [Kind in EventKind]: readonly Made<Fact<Kind>>[] };
  readonly waiting: readonly Waiting[];
  /** Returns the key of a drug for any of its names. */
  drugKey(name: string): string;
}

/** Types of statements that are used only if it is clear which drug they are about. */
const needsDrug: ReadonlySet<string> = new Set([
  ...Object.keys(planKinds),
  'pdufa_extended',
  'approval',
  'crl',
  'withdrawn',
  'refuse_to_file',
  'nda_bla_submitted',
  'nda_bla_accepted',
  'designation',
  'trial_result',
]);

/**
 * Computes the events of one company from its texts. The result does not depend on the order of the
 * documents.
 * @param identify a function that computes an identifier from a text
 */
export function eventsOf(
  ticker: string,
  documents: readonly ReadDocument[],
  company: KnownCompany,
  identify: (text: string) => string,
): CompanyEvents {
  const drugs = knownDrugs(company);
  const names = drugs.map((one) => one.names);
  const all = withoutFalseNames(statementsOf(documents).filter(isNews), names, company.name);
  const { assigned: read, registered, drugKey } = assignDrugs(all, drugs);
  const assigned = promoted(read);
  const isOwn = ownDecisions(assigned, registered, company.name);
  const served = assigned.filter((one) => isServed(one.statement) && isOwn(one));
  const timelines = timelinesOf(served, company, drugKey);
  const calendar = timelines.flatMap(({ plans, drug }) => {
    const owner = { company: company.cik ?? ticker, ticker, drug };
    return plans
      .filter((plan) => plan.statements.length > 0 || isEnded(plan))
      .map((plan) => catalystFacts(plan, owner, identify));
  });
  const statements = served.map(({ statement }) => statement);
  return {
    facts: {
      catalysts: calendar.map(({ catalyst }) => catalyst),
      catalyst_changes: calendar.flatMap(({ changes }) => changes),
      decisions: calendar.flatMap(({ decision }) => decision ?? []),
      ...decisionFacts(ticker, timelines, served),
      adcomm_votes: voteFacts(assigned.filter(({ statement }) => isReported(statement))),
      designations: designationFacts(served),
      trial_results: resultFacts(served),
      offerings: offeringFacts(statements),
      filing_events: [...filingEventFacts(served), ...cleanReportFacts(ticker, documents)],
      deals: dealFacts(statements, company.name),
    },
    waiting: waitingOf(assigned, isOwn, timelines, company.name),
    drugKey,
  };
}

/**
 * Sets the tier of a statement to `confirmed` if another publisher also reports the event. Our
 * choice: both statements must have the same type, drug and date. Statements without a date must
 * have the same day of publication. The sentences must differ, because newswires repeat the same
 * press release.
 */
function promoted(assigned: readonly Assigned[]): readonly Assigned[] {
  const announced = assigned.filter(({ statement }) => statement.status === 'announced');
  const alike = groupBy(announced, ({ statement: { type, date, published }, drugKey }) =>
    [type, drugKey ?? '', date?.from ?? published, date?.to ?? published].join('|'),
  );
  const repeated = new Set(
    [...alike.values()].filter(areIndependent).flatMap((same) => same.map((one) => one.statement)),
  );
  return assigned.map((one) =>
    repeated.has(one.statement)
      ? { ...one, statement: { ...one.statement, tier: 'confirmed' } }
      : one,
  );
}

function areIndependent(same: readonly Assigned[]): boolean {
  const publishers = new Set(same.map(({ statement }) => publisherOf(statement)));
  const sentences = new Set(same.map(({ statement }) => nameKey(statement.sentence)));
  return publishers.size > 1 && sentences.size > 1;
}

/**
 * Whether a statement may report a committee vote. The status `historical` is included, because a
 * statement about a past meeting may have it.
 */
function isReported(statement: Assigned['statement']): boolean {
  const { status } = statement;
  return (status === 'announced' || status === 'historical') && isSure(statement);
}

/**
 * Whether a register or a text shows that an imported event has ended. The import itself states no
 * outcome.
 */
function isEnded({ stored, outcome }: Plan): boolean {
  return stored !== null && outcome !== null && stored.decision === null && stored.outcome === null;
}

function knownDrugs({ drugs, catalysts, decided }: KnownCompany): readonly KnownDrug[] {
  const planned = catalysts.flatMap((one) => {
    const { drugname, treatment, catalyst, formattedDate: day } = one;
    const goal = kindOfCatalyst(catalyst) === 'pdufa' ? { day, goal: periodOfStored(one) } : {};
    return drugname ? [{ names: namesOf(drugname), indications: listOf(treatment), ...goal }] : [];
  });
  const ended = decided.map(({ day, goal, result, indication, drugs: names }) => ({
    names: names.flatMap(namesOf),
    indications: listOf(indication),
    day,
    ...(goal ? { goal: { from: goal, to: goal } } : {}),
    isApproval: result === 'Approved',
  }));
  return [...drugs, ...planned, ...ended];
}

function listOf(text: string | null): readonly string[] {
  return text === null ? [] : [text];
}

type DrugTimeline = Timeline & { readonly drug: string; readonly drugKey: string };

function timelinesOf(
  served: readonly Assigned[],
  { catalysts, decided }: KnownCompany,
  drugKey: (name: string) => string,
): readonly DrugTimeline[] {
  const named = served.filter((one) => one.drugKey !== null && needsDrug.has(one.statement.type));
  return [...groupBy(named, (one) => one.drugKey!)].map(([key, ofDrug]) => {
    const stored = catalysts.flatMap((one): Plan[] => {
      const kind = kindOfCatalyst(one.catalyst);
      const isOfDrug = one.drugname !== null && drugKey(one.drugname) === key;
      return kind && isOfDrug ? [planOfStored(one, kind)] : [];
    });
    const known = decided.filter(({ drugs }) => drugs.some((name) => drugKey(name) === key));
    const statements = ofDrug.map(({ statement }) => statement);
    return { ...timelineOf(statements, stored, known), drug: ofDrug[0]!.drug!, drugKey: key };
  });
}

type DrugDecision = Decided & { readonly drug: string };

/**
 * Returns records of all approvals, and of the complete response letters that do not belong to a
 * goal date in the calendar.
 */
function decisionFacts(
  ticker: string,
  timelines: readonly DrugTimeline[],
  served: readonly Assigned[],
) {
  const ended: readonly DrugDecision[] = timelines.flatMap(({ plans, drug }) =>
    plans.flatMap(({ kind, outcome }) =>
      kind === 'pdufa' && outcome?.statement
        ? [{ ...outcome, indication: outcome.statement.indication, drug }]
        : [],
    ),
  );
  const others: readonly DrugDecision[] = timelines.flatMap(({ decisions, drug }) =>
    decisions.map((one) => ({ ...one, drug })),
  );
  const approved = [...ended, ...others].filter(({ result }) => result === 'Approved');
  const letters = others.filter(
    (one) => one.result === 'CRL' && !ended.some((other) => isSameRefusal(one, other)),
  );
  const nameOf = new Map(served.map(({ statement, drug }) => [statement, drug]));
  const factOf = ({ statement, drug, indication }: DrugDecision) =>
    statement
      ? [{ ticker, drug_name: nameOf.get(statement) ?? drug, indication, ...evidenceOf(statement) }]
      : [];
  return {
    approvals: approved.flatMap((one) =>
      factOf(one).map((fact) => ({ ...fact, approval_date: one.day })),
    ),
    complete_response_letters: letters.flatMap((one) => {
      const same = letters.filter((other) => isSameRefusal(one, other));
      if (same.length > 0 && isCode(one.drug)) return [];
      const [letter_date] = [one, ...same].map(({ day }) => day).sort();
      return factOf(one).map((fact) => ({ ...fact, letter_date: letter_date! }));
    }),
  };
}

/**
 * Our choice: two refusals within a week are the same refusal, even if one names the drug by its
 * code and the other by its name.
 */
function isSameRefusal(one: DrugDecision, other: DrugDecision): boolean {
  return (
    other.result === 'CRL' &&
    isCode(one.drug) !== isCode(other.drug) &&
    Math.abs(daysBetween(one.day, other.day)) <= 7 &&
    sameIndication(one.indication, other.indication)
  );
}

/**
 * Returns the statements with the status `announced` from which no record is computed, and the
 * reason for each. A statement is omitted if a planned event already has the date of the statement.
 */
function waitingOf(
  assigned: readonly Assigned[],
  isOwn: (one: Assigned) => boolean,
  timelines: readonly DrugTimeline[],
  company: string | undefined,
): readonly Waiting[] {
  const plansByDrug = new Map(timelines.map(({ drugKey, plans }) => [drugKey, plans]));
  const plans = timelines.flatMap((one) => one.plans);
  const isServedBy = ({ statement, drugKey }: Assigned) =>
    (drugKey === null ? plans : (plansByDrug.get(drugKey) ?? [])).some(
      ({ kind, dates }) =>
        kind === planKinds[statement.type] &&
        dates.some((held) => statement.date !== null && overlaps(held, statement.date)),
    );
  const doubtAbout = (one: Assigned) => {
    const { statement, drugKey } = one;
    if (!isSure(statement)) return 'the text may have been misread';
    if (!isOwn(one)) return 'the drug may belong to another company';
    if (hasUnclearParties(statement, company)) return 'the parties of the deal are not clear';
    return drugKey === null && needsDrug.has(statement.type) ? 'no drug named' : undefined;
  };
  const unsure = assigned.flatMap((one): Waiting[] => {
    const { statement, drug } = one;
    if (statement.status !== 'announced' || isServedBy(one)) return [];
    const why = doubtAbout(one);
    return why ? [{ statement, why, drug }] : [];
  });
  const unplaced = timelines.flatMap(({ waiting, drug }) =>
    waiting.map((one) => ({ ...one, drug })),
  );
  return [...unsure, ...unplaced];
}
