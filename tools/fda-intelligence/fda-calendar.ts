import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { asOf, from, to } from '../../src/catalogue/params.ts';
import { analysisFields, calendarFilters } from '../shared-lists.ts';
import { fdaCalendarHistorical } from './fda-calendar-historical.ts';

const otherMeetings =
  'Committee meetings without a company are in timeline (types=committee_meeting).';

export const fdaCalendar = endpoint({
  name: 'fda_calendar',
  path: '/fdacalendar',
  group: 'FDA Intelligence',
  plan: 'basic',
  limit: { requests: 60, windowSeconds: 120 },
  title: 'Upcoming FDA catalyst calendar',
  noun: 'upcoming catalysts',
  description:
    'Upcoming FDA decisions (PDUFA), trial readouts, filings and committee meetings of companies, latest first, with cash. ' +
    'For the next 60 days set catdateFrom and catdateTo. ' +
    'For all committee meetings use timeline; for past events fda_calendar_historical.',
  parameters: {
    ...calendarFilters,
    catdateFrom: from('formattedDate'),
    catdateTo: to('formattedDate'),
    as_of: asOf(
      'createdDate',
      'Dates and texts are as known on that day. ' +
        'Probabilities, analyses and company figures are not stored for past days and are omitted. ' +
        'Events that are now in the past are in fda_calendar_historical.',
    ),
  },
  record: {
    ticker: field.text,
    name: noted(field.text, 'company name'),
    drugname: field.text,
    catdate: noted(field.text, 'date as text, such as Q1 2027'),
    stage: field.text,
    treatment: field.text,
    description: field.prose,
    catalyst: field.text,
    ...analysisFields,
    createdDate: long(noted(field.text, 'day on which the catalyst was first recorded')),
    avgInsiderTransactions: long(field.average),
    Industry: long(field.text),
    Monthly_Burn_Rate: field.money,
    Cash_and_Cash_Equivalents: field.money,
    Short_percent_of_Float: field.percent,
    formattedDate: noted(field.text, 'YYYY-MM-DD, today or later'),
  },
  collection: 'calendar',
  constraints: [{ field: 'formattedDate', is: 'today or later' }],
  past: fdaCalendarHistorical,
  sort: [descending('formattedDate')],
  notice:
    'Cash_and_Cash_Equivalents is cash only. ' +
    'cash_runway shows the runway with investments and debt. ' +
    'poa is a base rate with an adjustment. poa_scores has both and the interval; track_record states whether the adjustment is proven.',
  wordNotices: { AdComm: otherMeetings },
  emptyNotices: [{ asked: /adcomm/i, text: otherMeetings }],
  origin: 'specification',
});
