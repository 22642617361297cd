import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import { OUTCOME_UNKNOWN } from '../../src/catalogue/event-types.ts';
import * as field from '../../src/catalogue/fields.ts';
import { asOf, from, to } from '../../src/catalogue/params.ts';
import { clinicalTrialResults } from '../clinical-pipeline/clinical-trial-results.ts';
import { analysisFields, calendarFilters } from '../shared-lists.ts';

export const fdaCalendarHistorical = endpoint({
  name: 'fda_calendar_historical',
  path: '/fdacalendar/historical',
  group: 'FDA Intelligence',
  plan: 'basic',
  title: 'Past FDA catalysts and their price moves',
  noun: 'past catalysts',
  description:
    'Past catalysts, newest first: prices on the day of the first record and on the event day, and percent change. ' +
    'For the calendar of a past day, set as_of here and in fda_calendar. ' +
    'For decisions only, use pdufa_historical.',
  parameters: {
    ...calendarFilters,
    as_of: asOf(
      'createdDate',
      'Dates and texts are as known on that day. ' +
        'Probabilities and analyses are not stored for past days and are omitted. catalystDayPrice and percentageChange show what happened later.',
    ),
  },
  added: { catdateFrom: from('formattedDate'), catdateTo: to('formattedDate') },
  record: {
    _id: long(field.text),
    ticker: field.text,
    name: noted(field.texts, 'company names'),
    catalyst: field.text,
    drugname: field.text,
    catdate: noted(field.text, 'date as text, such as Q1 2027'),
    createdDayPrice: noted(field.price, 'closing price on createdDate'),
    catalystDayPrice: noted(
      field.price,
      'closing price on the event day, or on the decision day if that is earlier',
    ),
    percentageChange: noted(field.percent, 'null if a price is missing'),
    ...analysisFields,
    stage: field.text,
    treatment: field.text,
    description: field.prose,
    createdDate: noted(field.text, 'YYYY/MM/DD'),
  },
  beside: { known: field.known },
  // `clinical_trial_results` returns the document that states the outcome of an event.
  documentedBy: { outcome: clinicalTrialResults },
  collection: 'calendarHistory',
  // Our choice: only dates before today, because later events are in the upcoming calendar.
  constraints: [{ field: 'formattedDate', is: 'before today' }],
  wordNotices: {
    [OUTCOME_UNKNOWN]: 'The outcome of some past goal dates is unknown; see market_analysis.',
  },
  // Our choice: the newest event is first, because the spec states no order.
  sort: [descending('formattedDate')],
  origin: 'specification',
});
