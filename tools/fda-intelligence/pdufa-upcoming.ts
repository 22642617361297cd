import {
  any,
  descending,
  endpoint,
  limitOf,
  noted,
  prose,
  ratio,
  text,
} from '../../src/endpoint.ts';
import { exact, page } from '../../src/params.ts';

export const pdufaUpcoming = endpoint({
  name: 'pdufa_upcoming',
  path: '/pdufa/upcoming',
  group: 'FDA Intelligence',
  plan: 'basic',
  limit: limitOf(60, 300),
  title: 'Upcoming PDUFA dates and filings',
  noun: 'coming PDUFA dates or filings',
  description:
    'All coming BLA filings, NDA filings and PDUFA dates at once, furthest first. Use it for one ticker or drug. For a span of dates ("the next 60 days") use fda_calendar with catdateFrom and catdateTo.',
  parameters: {
    page: { ...page(), rule: 'echoed only: the whole set is returned' },
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
    drugType: text,
    therapeuticArea: text,
    predicted_iv: noted(ratio, 'predicted implied volatility'),
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
