import { sha256 } from '../base/sha256.ts';
import { bareCik } from '../domain/companies/cik.ts';
import { compareText } from '../domain/compare-text.ts';
import { dayOf } from '../domain/dates.ts';
import { EVENT_KINDS, type EventKind } from '../domain/events/event-kinds.ts';
import { eventsOf, type KnownCompany } from '../domain/events/events.ts';
import type { KnownDrug } from '../domain/events/only-drug.ts';
import type { StoredCatalyst } from '../domain/events/plan.ts';
import type { Waiting } from '../domain/events/timeline.ts';
import { groupBy } from '../domain/group-by.ts';
import { conditionsOf } from '../domain/programs/indications.ts';
import { trialDrugs } from '../domain/programs/trial-drugs.ts';
import { type Facts, identifier, type Sourced } from '../store/facts-store.ts';
import type { Row } from '../store/served-order.ts';
import type { Computation, Refresh, Universe } from './computation.ts';
import { joinedFacts, type TextEvents } from './event-facts.ts';

/**
 * For each kind of fact that texts can extend: the stored facts, and the events extracted from
 * texts.
 */
export const eventComputations = Object.fromEntries(
  EVENT_KINDS.map((kind) => [
    kind,
    ({ facts, memo }: Refresh) => joinedFacts(kind, facts.all(kind), memo(textEvents)),
  ]),
) as Readonly<Record<EventKind, Computation<readonly Row[]>>>;

/** Statements that were not accepted as events, latest first, with the reasons. */
export function waitingStatements({ memo }: Refresh): readonly Waiting[] {
  return [...memo(textEvents).events.values()]
    .flatMap(({ waiting }) => waiting)
    .sort((a, b) => compareText(b.statement.published, a.statement.published));
}

/**
 * Returns the events that texts report, by ticker. Also returns the universe of companies, which is
 * computed without these events.
 * @param refresh a refresh without events from texts
 */
function textEvents({ facts, universe }: Refresh): TextEvents {
  const documents = groupBy(facts.each('mentions'), ({ ticker }) => ticker);
  const known = knownCompanies(facts, universe, new Set(documents.keys()));
  const events = [...documents].map(
    ([ticker, own]) => [ticker, eventsOf(ticker, own, known(ticker), hashed)] as const,
  );
  return { universe, events: new Map(events) };
}

/**
 * Designations and deals that texts report about companies that are in no company list, by company
 * name.
 */
export function unlistedEvents({ facts }: Refresh) {
  const documents = groupBy(facts.ofOthers('mentions'), ({ company_name }) => company_name);
  return [...documents].map(([name, all]) => {
    const company = { name, cik: null, drugs: [], catalysts: [], decided: [] };
    const own = all.map((document) => ({ ...document, ticker: '' }));
    const { designations, deals } = eventsOf('', own, company, hashed).facts;
    return { name, designations, deals };
  });
}

function hashed(text: string): string {
  return sha256(text).slice(0, 24);
}

/**
 * Returns a function that finds the stored facts about a company. Events from texts are not
 * included.
 * @param tickers the tickers of the companies
 */
function knownCompanies(
  facts: Facts,
  universe: Universe,
  tickers: ReadonlySet<string>,
): (ticker: string) => KnownCompany {
  const catalysts = groupBy(facts.all('catalysts'), ({ ticker }) => ticker);
  const decided = decisionsByTicker(facts, universe);
  const drugs = drugsByTicker(facts, universe, tickers);
  return (ticker) => {
    const company = universe.company(ticker);
    return {
      name: company?.name,
      cik: company?.cik ? bareCik(company.cik) : null,
      drugs: drugs.get(ticker) ?? [],
      catalysts: (catalysts.get(ticker) ?? []).map(storedCatalyst),
      decided: decided.get(ticker) ?? [],
    };
  };
}

function storedCatalyst(fact: Sourced<'catalysts'>): StoredCatalyst {
  return {
    id: identifier('catalysts', fact),
    ticker: fact.ticker,
    drugname: fact.drugname ?? null,
    catalyst: fact.catalyst,
    catdate: fact.catdate ?? null,
    formattedDate: fact.formattedDate,
    created: dayOf(fact.createdDate) ?? null,
    treatment: fact.treatment ?? null,
    stage: fact.stage ?? null,
    decision: fact.decision ?? null,
    decision_date: fact.decision_date ?? null,
    outcome: fact.outcome ?? null,
  };
}

/** Drugs of each company in programs, trials and labels, by ticker. */
function drugsByTicker(facts: Facts, universe: Universe, tickers: ReadonlySet<string>) {
  const all: (KnownDrug & { readonly ticker: string })[] = facts
    .all('programs')
    .map(({ ticker, drug_name, indication }) => ({
      ticker,
      names: [drug_name],
      indications: [indication],
    }));
  for (const trial of facts.each('trials')) {
    const ticker = universe.ticker(trial.ticker, trial.LeadSponsorName);
    if (ticker === undefined || !tickers.has(ticker)) continue;
    const indications = conditionsOf(trial);
    for (const { names } of trialDrugs(trial)) all.push({ ticker, names, indications });
  }
  for (const label of facts.each('drug_labels')) {
    const names = [...(label.brand_names ?? []), ...(label.generic_names ?? [])];
    for (const maker of label.manufacturers ?? []) {
      const ticker = universe.ticker(undefined, maker);
      if (ticker && names.length > 0) all.push({ ticker, names, indications: [] });
    }
  }
  return groupBy(all, ({ ticker }) => ticker);
}

type KnownDecision = KnownCompany['decided'][number] & { readonly ticker: string };

/**
 * FDA decisions from approval lists and imports. A label supplement is included only if it concerns
 * efficacy.
 */
function decisionsByTicker(facts: Facts, universe: Universe) {
  const approved = facts.all('approvals').flatMap((fact): KnownDecision[] => {
    const ticker = universe.ticker(fact.ticker, fact.sponsor_name);
    const day = dayOf(fact.approval_date);
    const isNew = /^ORIG|efficacy/i.test(fact.submission_type ?? 'ORIG');
    const isGeneric = fact.application_type === 'ANDA';
    if (!ticker || !day || !fact.drug_name || !isNew || isGeneric) return [];
    const drugs = [fact.drug_name, ...(fact.active_ingredients ?? [])];
    return [decisionOf(ticker, 'Approved', day, fact.indication, drugs)];
  });
  const refused = facts.all('complete_response_letters').flatMap((fact): KnownDecision[] => {
    const { ticker, letter_date, indication, drug_name, generic_name } = fact;
    const drugs = [drug_name, generic_name].filter((name) => name != null);
    if (!ticker || drugs.length === 0) return [];
    return [decisionOf(ticker, 'CRL', letter_date, indication, drugs)];
  });
  const stated = facts.all('decisions').flatMap((fact): KnownDecision[] => {
    const goal = fact['PDUFA Date'];
    const day = fact.decision_date ?? goal;
    if (!fact.Drug || !fact.Decision) return [];
    const decision = decisionOf(fact.Ticker, fact.Decision, day, fact.Indication, [fact.Drug]);
    return [{ ...decision, goal }];
  });
  return groupBy([...approved, ...refused, ...stated], ({ ticker }) => ticker);
}

function decisionOf(
  ticker: string,
  result: string,
  day: string,
  indication: string | null | undefined,
  drugs: readonly string[],
): KnownDecision {
  return { ticker, result, day, indication: indication ?? null, statement: null, drugs };
}
