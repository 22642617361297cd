import { describe, expect, it } from 'vitest';
import {
  fdaAdcommCalendarConnector,
  federalRegisterConnector,
} from '../../src/sources/fda-meetings.ts';
import { read, refusal } from './reading.ts';

const meeting = (title: string, more: object = {}) => ({
  field_start_date: '',
  field_end_date: '',
  field_center: 'CBER',
  title: `<a href="/advisory-committees/x-1" hreflang="en">${title}</a>`,
  ...more,
});
const calendar = (...meetings: readonly object[]) =>
  read(fdaAdcommCalendarConnector, 'advisory_meetings', meetings);

const notice = (title: string, more: object = {}) => ({
  document_number: '2026-00001',
  publication_date: '2026-01-24',
  title,
  dates: '',
  html_url: 'https://www.federalregister.gov/d/x',
  ...more,
});
const register = (...results: readonly object[]) =>
  read(federalRegisterConnector, 'advisory_meetings', { count: results.length, results });

describe('a meeting of the calendar', () => {
  it('is read without surrounding blanks', () => {
    const title = ' Vaccines Advisory Committee for BLA 125999, BLA 125999 and NDA 211999 ';
    const dates = {
      field_start_date: ' 09/16/2026 10:00 AM EDT',
      field_end_date: ' 09/17/2026 04:00 PM EDT',
      changed: '<time datetime="2026-08-03T10:05:47-04:00">Mon, 08/03/2026 - 10:05</time>',
    };
    expect(calendar(meeting(title, { ...dates, field_center: ' CBER ' }))).toEqual([
      {
        meeting_id: '/advisory-committees/x-1',
        committee: 'Vaccines Advisory Committee',
        center: 'CBER',
        start_date: '2026-09-16',
        end_date: '2026-09-17',
        hours: '10:00 AM EDT to 04:00 PM EDT',
        status: 'scheduled',
        title: title.trim(),
        application_numbers: ['BLA125999', 'NDA211999'],
        updated_date: '2026-08-03',
        source_url: 'https://www.fda.gov/advisory-committees/x-1',
      },
    ]);
  });

  const months =
    'January February March April May June July August September October November December';
  it.each(months.split(' '))('in %s has the day of its title, also as its end', (month) => {
    const [found] = calendar(meeting(`${month} 5, 2026 Meeting of the Blood Committee`));
    const number = String(1 + months.split(' ').indexOf(month)).padStart(2, '0');
    const day = `2026-${number}-05`;
    expect(found).toMatchObject({ start_date: day, end_date: day });
  });

  it.each([
    ['May 6-7, 2026', '2026-05-06'],
    ['May 16 – 17, 2026', undefined],
    ['May 12–13, 2026', '2026-05-12'],
    ['May 7 to 8, 2026', '2026-05-07'],
    // The earliest date is used, in any order.
    ['May 9, 2026, after a day of training on May 8, 2026', '2026-05-08'],
    ['05/09/2026, moved from May 10, 2026', '2026-05-09'],
    ['Mayday 5, 2026', undefined],
    ['February 30, 2026', undefined],
  ])('"%s" starts on %s', (words, day) => {
    expect(calendar(meeting(`Blood Committee: ${words}`))[0]?.start_date).toBe(day);
  });

  it.each([
    ['Blood Committee Meeting (Canceled)', 'cancelled'],
    ['Amended: Blood Committee Meeting', 'amended'],
    ['Blood Committee; Amendment of Notice', 'amended'],
    ['Amending Blood Committee', 'scheduled'],
    ['Blood Committee Postponed, first Cancelled', 'postponed'],
  ])('"%s" is %s', (title, status) => {
    expect(calendar(meeting(title))[0]?.status).toBe(status);
  });

  it.each([
    ['UPDATE: Blood Committee Meeting', 'Blood Committee'],
    ['CANCELED - Blood Panel of 2026', 'Blood Panel'],
    ['Blood Committee and Panel on Plasma; Notice', 'Blood Committee and Panel on Plasma'],
    ['Blood Committee and Panel on Plasma: Notice', 'Blood Committee and Panel on Plasma'],
    ['Science Advisory Board Meeting', 'Science Advisory Board'],
    [
      'May 6, 2026: Meeting of the Blood Drugs Advisory Committee Meeting Announcement - 05/06/2026',
      'Blood Drugs Advisory Committee',
    ],
    [
      'May 6-7, 2026: Joint Meeting of the Blood Committee and the Plasma Committee Meeting Announcement - 05/06/2026',
      'Blood Committee and the Plasma Committee',
    ],
    [
      'May 6, 2026: Blood Devices Panel Advisory Committee Meeting Announcement - 05/06/2026',
      'Blood Devices Panel Advisory Committee',
    ],
    [
      'UPDATED LOCATION INFORMATION: May 6, 2026: Blood Committee Meeting Announcement - 05/06/2026',
      'Blood Committee',
    ],
    [
      'POSTPONED - Blood Committee May 6, 2026 Meeting Announcement - 05/06/2026',
      'Blood Committee',
    ],
    ['Amended: Blood Committee Meeting', 'Blood Committee'],
    ['A workshop', undefined],
    ['May 6, 2026: A workshop', undefined],
  ])('"%s" has the committee %s', (title, committee) => {
    expect(calendar(meeting(title))[0]?.committee).toBe(committee);
  });

  it('is numbered from one, and refused in another list', () => {
    const text = JSON.stringify([meeting('Blood Committee'), { field_center: 'CBER', title: 'x' }]);
    expect(fdaAdcommCalendarConnector.parse(text, 'x').problems).toEqual([
      { where: 'meeting 2', reason: 'has no title with a link' },
    ]);
    const other = "is not the calendar of the FDA's advisory committees";
    for (const value of [{}, [], [{ title: 'x' }]]) {
      expect(refusal(fdaAdcommCalendarConnector, value)).toBe(other);
    }
    expect(refusal(fdaAdcommCalendarConnector, 'x')).toBe('is not JSON');
  });
});

describe('a notice of the register', () => {
  it('is read without surrounding blanks', () => {
    const words = { document_number: ' 2026-00001 ', abstract: ' On BLA 125999. ' };
    const title = ' Blood Committee on NDA 211999; Notice of Meeting ';
    expect(register(notice(title, words))).toEqual([
      {
        meeting_id: '2026-00001',
        committee: 'Blood Committee on NDA 211999',
        status: 'scheduled',
        title: title.trim(),
        discusses: 'On BLA 125999.',
        application_numbers: ['NDA211999', 'BLA125999'],
        published_date: '2026-01-24',
        source_url: 'https://www.federalregister.gov/d/x',
      },
    ]);
  });

  it('counts if the agency is the only one, next to its department or missing', () => {
    const of = (...slugs: readonly string[]) =>
      notice('Blood Committee; Notice of Meeting', { agencies: slugs.map((slug) => ({ slug })) });
    const fda = 'food-and-drug-administration';
    const department = 'health-and-human-services-department';
    expect(register(of(), of(fda), of(department, fda), of(department))).toHaveLength(3);
  });

  it.each([
    ['Blood Panel; Public Meeting', 1],
    ['Science Advisory Board; Notice of Meeting', 1],
    ['Blood Committee; Renewal of Charter', 0],
    ['Public Meeting on Plasma', 0],
  ])('"%s" is a meeting: %i', (title, count) => {
    expect(register(notice(title))).toHaveLength(count);
  });

  it('has the first and last day of the sentences about the meeting', () => {
    const dates = [
      'Comments are due on June 1, 2026.',
      'The meeting will be held on May 7, 2026, and May 6, 2026.',
      'It is Held again May 8 and 9, 2026.',
      'Register by July 2, 2026.',
    ].join(' ');
    const [found] = register(notice('Blood Committee; Notice of Meeting', { dates }));
    expect([found?.start_date, found?.end_date]).toEqual(['2026-05-06', '2026-05-09']);
  });

  it.each([
    ['May 6, 2026, from 8 a.m. to 5 p.m.', '8 a.m. to 5 p.m.'],
    [
      'May 6, 2026, from 8 a.m. to 5:55 p.m. (CST), and May 7, 2026, from 8:30 a.m. to noon Eastern Time at the site.',
      '8 a.m. to 5:55 p.m. (CST), 8:30 a.m. to noon Eastern Time',
    ],
    ['May 6 and 7, 2026, at 10 a.m. at the site', '10 a.m.'],
    ['May 6, 2026', undefined],
  ])('held "%s" has the hours %s', (held, hours) => {
    const dates = `The meeting will be held on ${held}`;
    expect(register(notice('Blood Committee; Meeting', { dates }))[0]?.hours).toBe(hours);
  });

  it('is numbered from one, and refused in another response', () => {
    const results = [notice('Blood Committee; Meeting'), notice('Blood Panel; Meeting')];
    const unnamed = { ...results[1], document_number: undefined };
    const text = JSON.stringify({ count: 2, results: [results[0], unnamed] });
    expect(federalRegisterConnector.parse(text, 'x').problems).toEqual([
      { where: 'document 2', reason: 'meeting_id is missing' },
    ]);
    const other = 'is not a document list of the Federal Register';
    for (const value of [[], { results: [] }, { count: 1 }, { count: 1, results: {} }]) {
      expect(refusal(federalRegisterConnector, value)).toBe(other);
    }
    expect(refusal(federalRegisterConnector, 'x')).toBe('is not JSON');
  });
});
