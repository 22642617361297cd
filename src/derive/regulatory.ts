import type { Row } from '../store/served-store.ts';
import type { Refresh } from './refresh-context.ts';
import { identifier, present } from './rows.ts';
import type { Universe } from './universe.ts';

/** Past PDUFA decisions, joined with the company's name. */
export function decisions({ facts, universe }: Refresh): Row[] {
  return facts.all('decisions').map((decision) =>
    present({
      ...decision,
      _id: identifier('decisions', decision),
      name: universe.company(decision.Ticker)?.name,
    }),
  );
}

export function designations({ facts, universe }: Refresh): Row[] {
  return facts
    .all('designations')
    .map((fact) => withCompany(fact, universe.ticker(fact.ticker, fact.sponsor_name), universe));
}

export function approvals({ facts, universe }: Refresh): Row[] {
  return facts
    .all('approvals')
    .map((fact) => withCompany(fact, universe.ticker(fact.ticker, fact.sponsor_name), universe));
}

export function adverseEvents({ facts, universe }: Refresh): Row[] {
  return facts
    .all('adverse_events')
    .map((fact) => withCompany(fact, universe.ticker(fact.ticker, fact.manufacturer), universe));
}

function withCompany(fact: Row, ticker: string | undefined, universe: Universe): Row {
  return present({ ...fact, ticker, company_name: universe.company(ticker)?.name });
}
