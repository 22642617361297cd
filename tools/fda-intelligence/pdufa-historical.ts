import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { exact } from '../../src/catalogue/params.ts';

export const pdufaHistorical = endpoint({
  name: 'pdufa_historical',
  path: '/pdufa/historical',
  group: 'FDA Intelligence',
  plan: 'basic',
  limit: { requests: 60, windowSeconds: 300 },
  title: 'Past PDUFA decisions',
  noun: 'past PDUFA decisions with a known outcome',
  description:
    'Past FDA decisions in brief: goal date (PDUFA), drug and decision, newest first. ' +
    'Use fda_decisions for date ranges, refusal reasons, votes; fda_calendar_historical for price moves, overdue decisions.',
  parameters: {
    ticker: exact('Ticker', 'CRSP'),
    drug: exact('Drug', 'sotatercept'),
    company: exact('name', 'Vertex Pharmaceuticals Inc'),
    indication: exact('Indication', 'Cystic Fibrosis'),
    pdufadate: exact('PDUFA Date', '2026-03-14'),
  },
  record: {
    _id: long(field.text),
    Ticker: field.text,
    Drug: field.text,
    Indication: field.text,
    'PDUFA Date': noted(field.text, 'YYYY-MM-DD, on or before today'),
    Decision: field.text,
    name: noted(field.text, 'company name'),
  },
  collection: 'decisions',
  constraints: [{ field: 'PDUFA Date', is: 'today or earlier' }],
  sort: [descending('PDUFA Date')],
  origin: 'specification',
});
