import {
  any,
  descending,
  endpoint,
  known,
  long,
  noted,
  percent,
  price,
  prose,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { asOf, contains, exact, from, to } from '../../src/catalogue/params.ts';
import { clinicalTrialResults } from '../clinical-pipeline/clinical-trial-results.ts';

export const fdaCalendarHistorical = endpoint({
  name: 'fda_calendar_historical',
  path: '/fdacalendar/historical',
  group: 'FDA Intelligence',
  plan: 'basic',
  title: 'Past FDA catalysts and their price moves',
  noun: 'past catalysts',
  description:
    'Price moves of past catalysts of every kind, newest first: the price when first recorded, on ' +
    'the day, and the change in percent. Set as_of here and in fda_calendar to see the calendar as of a past day. ' +
    'For decisions only use pdufa_historical.',
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
    as_of: asOf(
      'createdDate',
      'Dates and texts are as known on that day. Probabilities and analyses are not kept for past ' +
        'days and are left out. catalystDayPrice and percentageChange are what followed.',
    ),
  },
  added: { catdateFrom: from('formattedDate'), catdateTo: to('formattedDate') },
  record: {
    _id: long(text),
    ticker: text,
    name: noted(texts, 'company names'),
    catalyst: text,
    drugname: text,
    catdate: noted(text, 'display date'),
    createdDayPrice: noted(price, 'close on createdDate'),
    catalystDayPrice: noted(price, 'close on the day of the event or the earlier decision'),
    percentageChange: noted(percent, 'null if a price is missing'),
    poa: noted(any, 'probability of approval, percent'),
    poa_summary: prose,
    market_analysis: prose,
    regulatory_designations: any,
    regulatory_designations_active: prose,
    key_risks: prose,
    upcoming_catalysts: prose,
    therapeuticArea: long(text),
    drugType: long(text),
    stage: text,
    treatment: text,
    description: prose,
    createdDate: noted(text, 'YYYY/MM/DD'),
  },
  beside: { known },
  // The document for the outcome is a record of `clinical_trial_results`.
  documentedBy: { outcome: clinicalTrialResults },
  collection: 'calendarHistory',
  // Our choice: only dates before today, so that each record is in exactly one calendar.
  constraints: [{ field: 'formattedDate', is: 'before today' }],
  wordNotices: {
    'Goal date passed, no outcome known here.':
      'Some goal dates have passed without a known outcome; market_analysis states which.',
  },
  // Our choice of the order, because the spec states none.
  sort: [descending('formattedDate')],
  origin: 'specification',
});
