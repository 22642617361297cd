import {
  any,
  average,
  descending,
  endpoint,
  long,
  money,
  noted,
  percent,
  prose,
  text,
} from '../../src/catalogue/endpoint.ts';
import { asOf, contains, exact, from, to } from '../../src/catalogue/params.ts';

export const fdaCalendar = endpoint({
  name: 'fda_calendar',
  path: '/fdacalendar',
  group: 'FDA Intelligence',
  plan: 'basic',
  limit: { requests: 60, windowSeconds: 120 },
  title: 'Upcoming FDA catalyst calendar',
  noun: 'upcoming catalysts',
  description:
    'Upcoming FDA decisions (PDUFA), trial readouts, filings and committee meetings, ' +
    'furthest first, with cash, burn and short interest. For "the next 60 days" set catdateFrom ' +
    'and catdateTo. For past events use fda_calendar_historical.',
  parameters: {
    ticker: exact('ticker', 'CRSP'),
    drug: contains('drugname', 'sotatercept'),
    phase: exact('stage', 'NDA/BLA, Phase 3, Phase 2 or Phase 1'),
    catalyst: exact(
      'catalyst',
      'PDUFA Date, NDA Filing, BLA Filing, AdComm Meeting, Phase 3 Readout',
    ),
    treatment: contains('treatment', 'Cystic Fibrosis'),
    catdate: exact('catdate', '2027-01-19 or Q1 2027'),
    catdateFrom: from('formattedDate'),
    catdateTo: to('formattedDate'),
    as_of: asOf(
      'createdDate',
      'Dates and texts are as known on that day. Probabilities, analyses and company figures are ' +
        'not kept for past days and are left out. Events whose date has passed since are in ' +
        'fda_calendar_historical.',
    ),
  },
  record: {
    ticker: text,
    name: noted(text, 'company name'),
    drugname: text,
    catdate: noted(text, 'display date'),
    stage: text,
    treatment: text,
    description: prose,
    catalyst: text,
    poa: noted(any, 'probability of approval, percent'),
    poa_summary: prose,
    market_analysis: prose,
    regulatory_designations: any,
    regulatory_designations_active: prose,
    key_risks: prose,
    upcoming_catalysts: prose,
    therapeuticArea: long(text),
    drugType: long(text),
    createdDate: long(noted(text, 'day on which the catalyst was first recorded')),
    avgInsiderTransactions: long(average),
    Industry: long(text),
    Monthly_Burn_Rate: money,
    Cash_and_Cash_Equivalents: money,
    Short_percent_of_Float: percent,
    formattedDate: noted(text, 'YYYY-MM-DD, today or later'),
  },
  collection: 'calendar',
  constraints: [{ field: 'formattedDate', is: 'today or later' }],
  past: 'fda_calendar_historical',
  sort: [descending('formattedDate')],
  notice:
    'Cash_and_Cash_Equivalents is cash only. For runway including investments and debt use cash_runway.',
  origin: 'specification',
});
