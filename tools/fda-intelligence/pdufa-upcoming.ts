import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { exact, page } from '../../src/catalogue/params.ts';
import { fdaCalendarHistorical } from './fda-calendar-historical.ts';

export const pdufaUpcoming = endpoint({
  name: 'pdufa_upcoming',
  path: '/pdufa/upcoming',
  group: 'FDA Intelligence',
  plan: 'basic',
  limit: { requests: 60, windowSeconds: 300 },
  title: 'Upcoming PDUFA dates and filings',
  noun: 'upcoming PDUFA dates or filings',
  description:
    'Upcoming PDUFA dates and planned NDA and BLA filings, latest date first. For a date range use fda_calendar.',
  parameters: {
    page: { ...page(), rule: 'ignored: all records are returned' },
    ticker: exact('ticker', 'CRSP'),
    drug: exact('drugname', 'sotatercept'),
    treatment: exact('treatment', 'Cystic Fibrosis'),
    catalyst: exact('catalyst', 'PDUFA Date, NDA Filing or BLA Filing'),
    pdufadate: exact('catdate', '2027-01-19 or Q1 2027'),
  },
  record: {
    ticker: field.text,
    drugname: field.text,
    catdate: noted(field.text, 'date as text, such as Q1 2027'),
    catalyst: noted(field.text, 'BLA Filing, NDA Filing or PDUFA Date'),
    stage: field.text,
    decision: field.text,
    treatment: field.text,
    description: field.prose,
    probabiity_of_approval: field.any,
    drugType: long(field.text),
    therapeuticArea: long(field.text),
    predicted_iv: noted(field.fraction, 'predicted implied volatility'),
    formattedDate: noted(field.text, 'YYYY-MM-DD, today or later'),
  },
  collection: 'calendar',
  constraints: [
    { field: 'catalyst', is: 'one of', values: ['BLA Filing', 'NDA Filing', 'PDUFA Date'] },
    { field: 'formattedDate', is: 'today or later' },
  ],
  past: fdaCalendarHistorical,
  sort: [descending('formattedDate')],
  paging: 'whole',
  origin: 'specification',
});
