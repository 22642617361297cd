import {
  any,
  descending,
  endpoint,
  fraction,
  long,
  noted,
  prose,
  text,
} from '../../src/catalogue/endpoint.ts';
import { exact, page } from '../../src/catalogue/params.ts';

export const pdufaUpcoming = endpoint({
  name: 'pdufa_upcoming',
  path: '/pdufa/upcoming',
  group: 'FDA Intelligence',
  plan: 'basic',
  limit: { requests: 60, windowSeconds: 300 },
  title: 'Upcoming PDUFA dates and filings',
  noun: 'coming PDUFA dates or filings',
  description:
    'All upcoming PDUFA dates, NDA filings and BLA filings, furthest first. For a date range use fda_calendar.',
  parameters: {
    page: { ...page(), rule: 'ignored: all records are returned' },
    ticker: exact('ticker', 'CRSP'),
    drug: exact('drugname', 'sotatercept'),
    treatment: exact('treatment', 'Cystic Fibrosis'),
    catalyst: exact('catalyst', 'PDUFA Date, NDA Filing or BLA Filing'),
    pdufadate: exact('catdate', '2027-01-19 or Q1 2027'),
  },
  record: {
    ticker: text,
    drugname: text,
    catdate: noted(text, 'display date'),
    catalyst: noted(text, 'BLA Filing, NDA Filing or PDUFA Date'),
    stage: text,
    decision: text,
    treatment: text,
    description: prose,
    probabiity_of_approval: any,
    drugType: long(text),
    therapeuticArea: long(text),
    predicted_iv: noted(fraction, 'predicted implied volatility'),
    formattedDate: noted(text, 'YYYY-MM-DD, today or later'),
  },
  collection: 'calendar',
  constraints: [
    { field: 'catalyst', is: 'one of', values: ['BLA Filing', 'NDA Filing', 'PDUFA Date'] },
    { field: 'formattedDate', is: 'today or later' },
  ],
  sort: [descending('formattedDate')],
  paging: 'whole',
  origin: 'specification',
});
