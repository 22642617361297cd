import type { Row } from '../../store/served-store.ts';
import type { Collections } from '../collection.ts';
import { drugKey } from '../programs/programs.ts';
import type { Refresh } from '../refresh.ts';
import { identifier, present } from '../rows.ts';
import type { Universe } from '../universe.ts';
import { fdaDecisions } from './decisions.ts';

export const regulatoryCollections = {
  decisions: { rows: decisions },
  designations: { rows: designations },
  approvals: { rows: approvals },
  // Others build on these rows, so that they are kept.
  adverseEvents: { rows: ({ memo }) => memo(adverseEvents) },
} satisfies Collections;

/**
 * Past PDUFA decisions, joined with the company's name: the decisions that are facts, and the
 * approvals and CRLs whose goal date the calendar knows.
 */
export function decisions(refresh: Refresh) {
  const { facts, universe } = refresh;
  const stated = facts.all('decisions');
  const goals = new Set(stated.map((one) => goalKey(one.Ticker, one.Drug, one['PDUFA Date'])));
  const found = refresh
    .memo(fdaDecisions)
    .flatMap(({ ticker, drug, indication, decision, goal_date }) =>
      goal_date === null || goals.has(goalKey(ticker, drug, goal_date))
        ? []
        : {
            Ticker: ticker,
            Drug: drug,
            Indication: indication,
            'PDUFA Date': goal_date,
            Decision: decision,
          },
    );
  return [...stated, ...found].map((decision) =>
    present({
      ...decision,
      _id: identifier('decisions', decision),
      name: universe.company(decision.Ticker)?.name,
    }),
  );
}

function goalKey(ticker: string, drug: string | null | undefined, goal: string): string {
  return `${drugKey(ticker, drug ?? '')} ${goal}`;
}

function designations({ facts, universe }: Refresh) {
  return facts
    .all('designations')
    .map((fact) => withCompany(fact, universe.ticker(fact.ticker, fact.sponsor_name), universe));
}

function approvals({ facts, universe }: Refresh) {
  return facts
    .all('approvals')
    .map((fact) => withCompany(fact, universe.ticker(fact.ticker, fact.sponsor_name), universe));
}

/**
 * The newest version of each report: a reaction that it no longer names is no longer served.
 */
export function adverseEvents({ facts, universe }: Refresh) {
  const events = facts.all('adverse_events');
  const newest = new Map<string, number>();
  for (const { report_id, report_version } of events) {
    if (report_id && report_version) {
      newest.set(report_id, Math.max(report_version, newest.get(report_id) ?? 0));
    }
  }
  return events
    .filter(({ report_id, report_version }) => {
      const version = report_id ? newest.get(report_id) : undefined;
      return version === undefined || (report_version ?? 0) === version;
    })
    .map((fact) => withCompany(fact, universe.ticker(fact.ticker, fact.manufacturer), universe));
}

function withCompany(fact: Row, ticker: string | undefined, universe: Universe) {
  return present({ ...fact, ticker, company_name: universe.company(ticker)?.name });
}
