import {
  companyName,
  day,
  descending,
  endpoint,
  integer,
  noted,
  text,
} from '../../src/catalogue/endpoint.ts';
import { lastDays, tickers } from '../../src/catalogue/params.ts';

export const calendarChanges = endpoint({
  name: 'calendar_changes',
  path: '/fdacalendar/changes',
  group: 'FDA Intelligence',
  plan: 'basic',
  title: 'Moved catalyst dates',
  noun: 'moved dates',
  description:
    'Catalyst dates that moved, newest change first: old date, new date, days moved and the day of the change. For current dates use fda_calendar.',
  parameters: {
    ticker: tickers('ticker'),
    days: lastDays('changed_date', { minimum: 1, maximum: 3_650 }),
  },
  record: {
    ticker: text,
    company_name: companyName,
    drugname: text,
    catalyst: text,
    treatment: text,
    previous_date: day,
    new_date: day,
    days_moved: noted(integer, 'positive if later; null if a date is not an exact day'),
    changed_date: noted(day, 'day on which the change was seen'),
    current_date: noted(day, 'the current date of the catalyst'),
    source: text,
  },
  collection: 'calendarChanges',
  sort: [descending('changed_date')],
});
