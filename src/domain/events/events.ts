import type { Fact, FactName } from '../../facts/fact-kinds.ts';
import { withoutTrade, wordsOf } from '../companies/company-names.ts';
import { groupBy } from '../group-by.ts';
import { nameKey } from '../programs/drug-names.ts';
import { type CatalystFacts, catalystFacts, type Made } from './catalysts.ts';
import { designationFacts, resultFacts, voteFacts } from './clinical.ts';
import { cleanReportFacts, dealFacts, filingEventFacts, offeringFacts } from './disclosures.ts';
import { type Assigned, assignDrugs, type CompanyDrugs, namesOf } from './drugs.ts';
import type { Decided } from './outcomes.ts';
import { kindOfCatalyst, type Plan, planKinds, planOfStored, type StoredCatalyst } from './plan.ts';
import { evidenceOf, isSure, overlaps, type ReadDocument, statementsOf } from './statement.ts';
import { isServed, type Timeline, timelineOf, type Waiting } from './timeline.ts';

/** Data on one company from other sources than texts. */
export interface KnownCompany {
  readonly name: string | undefined;
  readonly cik: string | null;
  readonly drugs: CompanyDrugs;
  readonly catalysts: readonly StoredCatalyst[];
  /** The FDA's decisions from registers and imports, with the names of the drug. */
  readonly decided: readonly (Decided & { readonly drugs: readonly string[] })[];
}

/** Kinds of facts that are read from texts. */
export const EVENT_KINDS = [
  'catalysts',
  'catalyst_changes',
  'decisions',
  'approvals',
  'complete_response_letters',
  'adcomm_votes',
  'designations',
  'trial_results',
  'offerings',
  'filing_events',
  'deals',
] as const satisfies readonly FactName[];
export type EventKind = (typeof EVENT_KINDS)[number];

/** The facts that the texts of one company state. */
export interface CompanyEvents {
  readonly facts: { readonly [Kind in EventKind]: readonly Made<Fact<Kind>>[] };
  readonly waiting: readonly Waiting[];
  /** The key of a drug by any of its names. */
  drugKey(name: string): string;
}

/** Types of statements that need a drug. */
const needsDrug: ReadonlySet<string> = new Set([
  ...Object.keys(planKinds),
  'pdufa_extended',
  'approval',
  'crl',
  'withdrawn',
  'nda_bla_submitted',
  'nda_bla_accepted',
  'designation',
  'trial_result',
]);

/**
 * Reads the events of one company from its texts. The order of the documents has no effect.
 * @param identify returns an identifier for a text
 */
export function eventsOf(
  ticker: string,
  documents: readonly ReadDocument[],
  company: KnownCompany,
  identify: (text: string) => string,
): CompanyEvents {
  const companyName = nameKey(withoutTrade(wordsOf(company.name ?? '')).join(' '));
  const all = statementsOf(documents).map((one) =>
    // "FDA rejects Abcora filing" names the company instead of the drug.
    one.drug !== null && nameKey(one.drug) === companyName ? { ...one, drug: null } : one,
  );
  const { assigned, drugKey } = assignDrugs(all, namesKnown(company));
  const served = assigned.filter(({ statement }) => isServed(statement));
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
      ...calendarFacts(calendar),
      ...decisionFacts(ticker, timelines, served),
      adcomm_votes: voteFacts(assigned.filter(({ statement }) => isReported(statement))),
      designations: designationFacts(served),
      trial_results: resultFacts(served),
      offerings: offeringFacts(statements),
      filing_events: [...filingEventFacts(statements), ...cleanReportFacts(ticker, documents)],
      deals: dealFacts(statements, company.name),
    },
    waiting: waitingOf(assigned, timelines),
    drugKey,
  };
}

/** Whether a statement can be a vote. Texts report past meetings as background. */
function isReported(statement: Assigned['statement']): boolean {
  const { status } = statement;
  return (status === 'announced' || status === 'historical') && isSure(statement);
}

/** Whether a decision in a register ended a stored catalyst that no text mentions. */
function isEnded({ stored, outcome }: Plan): boolean {
  return stored !== null && outcome !== null && stored.decision === null && stored.outcome === null;
}

function namesKnown({ drugs, catalysts, decided }: KnownCompany): CompanyDrugs {
  return [
    ...drugs,
    ...catalysts.flatMap(({ drugname }) => (drugname ? [namesOf(drugname)] : [])),
    ...decided.map((one) => one.drugs.flatMap(namesOf)),
  ];
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

function calendarFacts(all: readonly CatalystFacts[]) {
  return {
    catalysts: all.map(({ catalyst }) => catalyst),
    catalyst_changes: all.flatMap(({ changes }) => changes),
    decisions: all.flatMap(({ decision }) => decision ?? []),
  };
}

/**
 * Facts of all approvals, and of complete response letters without a goal date in the calendar. The
 * calendar does not list approvals.
 */
function decisionFacts(
  ticker: string,
  timelines: readonly DrugTimeline[],
  served: readonly Assigned[],
) {
  const all = timelines.flatMap(({ plans, decisions, drug }) => {
    const ends = plans.flatMap(({ kind, outcome }) =>
      kind === 'pdufa' && outcome?.statement && outcome.result === 'Approved'
        ? { ...outcome, indication: outcome.statement.indication }
        : [],
    );
    return [...ends, ...decisions].flatMap((one) =>
      one.statement ? [{ ...one, statement: one.statement, drug }] : [],
    );
  });
  const nameOf = new Map(served.map(({ statement, drug }) => [statement, drug]));
  return {
    approvals: all
      .filter(({ result }) => result === 'Approved')
      .map(({ day, indication, statement, drug }) => ({
        ticker,
        drug_name: nameOf.get(statement) ?? drug,
        approval_date: day,
        indication,
        ...evidenceOf(statement),
      })),
    complete_response_letters: all
      .filter(({ result }) => result === 'CRL')
      .map(({ day, indication, statement, drug }) => ({
        ticker,
        drug_name: nameOf.get(statement) ?? drug,
        letter_date: day,
        indication,
        ...evidenceOf(statement),
      })),
  };
}

/** Announced statements that are not served, with the reason, except repeats of served events. */
function waitingOf(
  assigned: readonly Assigned[],
  timelines: readonly DrugTimeline[],
): readonly Waiting[] {
  const plansByDrug = new Map(timelines.map(({ drugKey, plans }) => [drugKey, plans]));
  const isServedBy = ({ statement, drugKey }: Assigned) =>
    (plansByDrug.get(drugKey ?? '') ?? []).some(
      ({ kind, dates }) =>
        kind === planKinds[statement.type] &&
        dates.some((held) => statement.date !== null && overlaps(held, statement.date)),
    );
  const unsure = assigned.flatMap((one): Waiting[] => {
    const { statement, drugKey } = one;
    if (statement.status !== 'announced' || isServedBy(one)) return [];
    if (!isSure(statement)) return [{ statement, why: 'the reading is not sure' }];
    const isNameless = drugKey === null && needsDrug.has(statement.type);
    return isNameless
      ? [{ statement, why: 'no drug is named, and the company has none or several' }]
      : [];
  });
  return [...unsure, ...timelines.flatMap(({ waiting }) => waiting)];
}
