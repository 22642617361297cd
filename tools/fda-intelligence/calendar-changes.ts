import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
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
    ...field.company,
    drugname: field.text,
    catalyst: field.text,
    treatment: field.text,
    previous_date: field.day,
    new_date: field.day,
    days_moved: noted(
      field.integer,
      'positive if the date moved later; null if either date is not an exact day',
    ),
    changed_date: noted(field.day, 'day on which the change became known'),
    current_date: noted(field.day, 'the current date of the catalyst'),
    source: field.text,
  },
  collection: 'calendarChanges',
  sort: [descending('changed_date')],
});
