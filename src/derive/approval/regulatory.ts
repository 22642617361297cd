import { dayOf } from '../../domain/dates.ts';
import { nameKey } from '../../domain/programs/drug-names.ts';
import { identifier } from '../../store/facts-store.ts';
import { type Collections, lazily } from '../collection.ts';
import type { Refresh, Universe } from '../computation.ts';
import { unlistedEvents } from '../events.ts';
import { originOf } from '../origin.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { present } from '../rows.ts';
import { approvalRights } from '../valuation/exclusivities.ts';
import {
  approvalFacts,
  approvedNames,
  isOriginal,
  labelFields,
  labelsByApplication,
} from './approval-facts.ts';
import { fdaDecisions, isOnDay } from './decisions.ts';
import { outcomeOf, supplementOf } from './fda-decision.ts';

export const regulatoryCollections = {
  decisions: { from: ['decisions'], rows: decisions },
  designations: { from: ['designations'], rows: designations },
  approvals: { from: ['approvals'], rows: approvals },
  adverseEvents: { from: ['adverse_events'], rows: lazily(adverseEvents) },
} satisfies Collections;

/**
 * Past PDUFA decisions with company names: imported decisions, and other decisions that have a goal
 * date.
 */
export function decisions(refresh: Refresh) {
  const { facts, universe } = refresh;
  const stated = facts.all('decisions');
  const goals = drugIndex(refresh, stated, ({ Ticker, Drug }) => ({
    ticker: Ticker,
    names: [Drug],
  }));
  const found = refresh.memo(fdaDecisions).flatMap((one) => {
    const { ticker, drug, indication, decision, goal_date, fact_kind, origin } = one;
    if (goal_date === null || fact_kind === 'decisions') return [];
    if (goals.find(one).some((fact) => fact['PDUFA Date'] === goal_date)) return [];
    return {
      Ticker: ticker,
      Drug: drug,
      Indication: indication,
      'PDUFA Date': goal_date,
      Decision: decision,
      ...origin,
    };
  });
  return [...stated, ...found].map((decision) =>
    present({
      ...decision,
      _id: identifier('decisions', decision),
      name: universe.company(decision.Ticker)?.name,
    }),
  );
}

/** Designations from FDA lists and from texts. Companies without a ticker are included. */
function designations({ facts, memo, universe }: Refresh) {
  const listed = facts.all('designations');
  const keyOf = ({ drug_name, designation_type }: (typeof listed)[number]) =>
    `${nameKey(drug_name ?? '')} ${designation_type.split(' ', 1)[0]}`;
  const known = new Set(listed.map(keyOf));
  const unlisted = memo(unlistedEvents).flatMap(({ name, designations: all }) =>
    all
      .filter((one) => !known.has(keyOf(one)))
      .map((one) => ({ ...one, ticker: null, sponsor_name: name })),
  );
  return [...listed, ...unlisted].map((fact) => {
    const ticker = universe.ticker(fact.ticker, fact.sponsor_name);
    return present({ ...fact, ticker, company_name: named(ticker, fact.sponsor_name, universe) });
  });
}

/**
 * All approvals, including generics and supplements. If an approval is in an approval list, reports
 * of this approval by other sources are left out.
 */
export function approvals(refresh: Refresh) {
  const { universe } = refresh;
  const rightsOf = refresh.memo(approvalRights);
  const labels = refresh.memo(labelsByApplication);
  const granted = refresh.memo(approvalFacts).map((fact) => {
    const rights = rightsOf(fact);
    const label = labelFields(
      isOriginal(fact) ? labels.get(fact.application_number ?? '') : undefined,
    );
    const { source, source_url } = originOf('approvals', fact);
    const known = [...(fact.known ?? []), ...rights.known, ...label.known];
    const others = known.filter((one) => one.source !== source || one.url !== source_url);
    return {
      ...fact,
      ...rights,
      ...label,
      known: others.length > 0 ? others : null,
      ticker: universe.ticker(fact.ticker, fact.sponsor_name),
    };
  });
  const known = drugIndex(refresh, granted, (fact) => ({
    ticker: fact.ticker ?? '',
    names: approvedNames(fact),
  }));
  const others = refresh.memo(fdaDecisions).flatMap((one) => {
    const { ticker, drug, decided, indication, application_type, origin } = one;
    if (outcomeOf(one.decision) !== 'approved') return [];
    const isListed = known.find(one).some((fact) => isOnDay(one, dayOf(fact.approval_date) ?? ''));
    if (isListed) return [];
    return {
      ticker,
      drug_name: drug,
      approval_date: one.is_undated ? null : decided,
      indication,
      application_type,
      submission_type: supplementOf(one),
      ...origin,
    };
  });
  return [...granted, ...others].map((fact) => {
    const { ticker, approval_date, sponsor_name } = { sponsor_name: null, ...fact };
    // A record without an approval date comes from a label. The company on a label may be a
    // repackager, so this company is not used as the sponsor.
    const sponsor = approval_date ? sponsor_name : null;
    const company_name = named(ticker, sponsor, universe);
    return present({ ...fact, company_name, applicant: sponsor === company_name ? null : sponsor });
  });
}

/** Adverse events with the ticker of the manufacturer, from the newest version of each report. */
export function* adverseEvents(refresh: Refresh) {
  const { universe } = refresh;
  for (const fact of newestReports(refresh)) {
    const ticker = universe.ticker(fact.ticker, fact.manufacturer);
    yield present({ ...fact, ticker, company_name: named(ticker, fact.manufacturer, universe) });
  }
}

/**
 * Adverse events from the newest version of each report. A reaction that the newest version omits
 * is dropped.
 */
export function* newestReports({ facts }: Refresh) {
  const newest = new Map<string, number>();
  for (const { report_id, report_version } of facts.each('adverse_events')) {
    if (report_id && report_version) {
      newest.set(report_id, Math.max(report_version, newest.get(report_id) ?? 0));
    }
  }
  for (const fact of facts.each('adverse_events')) {
    const { report_id, report_version } = fact;
    const version = report_id ? newest.get(report_id) : undefined;
    if (version === undefined || (report_version ?? 0) === version) yield fact;
  }
}

/**
 * The name of a company. If the company is unknown, the name of the sponsor that the fact states.
 */
function named(ticker: string | undefined, sponsor: string | null | undefined, of: Universe) {
  return of.company(ticker)?.name ?? sponsor;
}
