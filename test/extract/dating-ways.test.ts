import { describe, expect, it } from 'vitest';
import type { DatingContext } from '../../src/extract/dated.ts';
import { datings } from '../../src/extract/dating.ts';
import type { MentionType } from '../../src/extract/mention.ts';
import type { Dating } from '../../src/extract/rule.ts';
import { PUBLISHED } from './announced.ts';
import { placed } from './placed.ts';

/** Dates of the statement in brackets: `day` or `from..to`, `past` behind it; `-` without a date. */
function dated(
  way: Dating,
  marked: string,
  type: MentionType,
  more: Partial<DatingContext> = {},
): readonly string[] {
  const published = 'published' in more ? more.published : PUBLISHED;
  const { reading, spot } = placed(marked, published);
  const none = { dateline: undefined, previous: undefined, next: undefined };
  const found = datings[way](reading, spot, type, { ...none, ...more, published });
  return found.map(({ date, past, doubtful }) => {
    const days = date && (date.from === date.to ? date.from : `${date.from}..${date.to}`);
    return `${days ?? '-'}${past ? ' past' : ''}${doubtful ? ' doubtful' : ''}`;
  });
}

/** A text of so many characters between two others. */
function gap(length: number, end = ' '): string {
  return ` ${'x'.repeat(length - 1 - end.length)}${end}`;
}

describe('the day of an event', () => {
  const event = (marked: string, more: Partial<DatingContext> = {}) =>
    dated('event', marked, 'approval', more);
  const day = ['2026-11-03'];

  it.each<[string, readonly string[]]>([
    ['The FDA [approved] it on November 3, 2026', day],
    ['The FDA [approved] it on October 20, 2026', ['2026-10-20']],
    ['The FDA [approved] it on October 19, 2026', ['2026-10-19 past']],
    // Without a year the last such day.
    ['The FDA [approved] it on November 20', ['2026-11-20']],
    ['The FDA [approved] it on November 21', ['2025-11-21 past']],
    // What lies ahead is of another thing.
    ['The FDA [approved] it on November 20, 2026', ['2026-11-20']],
    ['The FDA [approved] it on November 21, 2026', ['-']],
    ['The FDA [approved] it last month', ['2026-10-01..2026-10-31']],
    ['The FDA [approved in] September 2026', ['2026-09-01..2026-09-30 past']],
    ['The FDA [approval] November 3, 2026', day],
    ['The FDA [approved] it, November 3, 2026', ['-']],
    ['The FDA [approved] it for a launch on November 3, 2026', ['-']],
    ['The FDA [approved] it and granted it on November 3, 2026', ['-']],
    ['The FDA [approved] it; on November 3, 2026', ['-']],
    ['The FDA [approved] it. On November 3, 2026', ['-']],
    ['The FDA [approved] it (after the launch) on November 3, 2026', day],
    // Within the statement.
    ['The FDA [approved on November 3, 2026 what]', day],
    ['The FDA [approved November 3, 2026 what]', ['-']],
    ['It is [of the November 3, 2026 approval]', day],
    ['It is [of a November 3, 2026 approval]', ['-']],
    // Before it.
    ['On November 3, 2026, as all of us know, the FDA [approved] it', day],
    ['On November 3, 2026; as all of us know, the FDA [approved] it', ['-']],
    ['On November 3, 2026, as planned, the FDA [approved] it', day],
    ['On November 3, 2026, it plans that the FDA [approved] it', ['-']],
    [`On November 3, 2026,${gap(60)}it plans that the FDA [approved] it`, day],
    [`On November 3, 2026 (;) as known, the FDA [approved] it`, day],
    ['Abacus told all of its own people: On November 3, 2026 the FDA [approved] it', day],
    ['Abacus told all of its own people that on November 3, 2026, the FDA [approved] it', day],
    ['Abacus told all of its own people that on November 3, 2026 the FDA [approved] it', ['-']],
    ['Abacus told all of its own people, November 3, 2026, the FDA [approved] it', ['-']],
    // Behind a mark at the end.
    ['The FDA [approves] Zelvora tablets – November 3, 2026', day],
    ['The FDA [approves] Zelvora tablets – November 3, 2026 for all', ['-']],
    ['The FDA [approves] Zelvora tablets – a November 3, 2026', ['-']],
    // The day of a letter or a meeting is its own.
    ['The FDA [approved] it on the November 3, 2026 CRL', ['-']],
    ['The FDA [approved] it at the November 3, 2026 meeting', ['-']],
    ['The FDA [approved] it at the November 2026 meeting', ['2026-11-01..2026-11-30']],
  ])('%s: %j', (marked, expected) => {
    expect(event(marked)).toEqual(expected);
  });

  it('"today" is the date of the dateline, or else of publication', () => {
    const marked = 'Abacus said today the FDA [approved] it';
    expect(event(marked)).toEqual(['2026-11-20']);
    expect(event(marked, { dateline: '2026-11-18' })).toEqual(['2026-11-18']);
    const far = (length: number) => event(`The FDA [approved]${gap(length)}today`);
    expect([far(155), far(156)]).toEqual([['2026-11-20'], ['-']]);
  });

  it('without a publication date, only a date that is not a day is past', () => {
    const published = undefined;
    expect(event('The FDA [approved] it on November 3, 2026', { published })).toEqual(day);
    expect(event('The FDA [approved] it in November 2026', { published })).toEqual([
      '2026-11-01..2026-11-30 past',
    ]);
    expect(event('The FDA [approved] it', { published })).toEqual(['-']);
  });

  it('of a trial result is news for a week', () => {
    const result = (date: string) =>
      dated('event', `It [met] its goal on November ${date}, 2026`, 'trial_result');
    expect([result('13'), result('12')]).toEqual([['2026-11-13'], ['2026-11-12 past']]);
  });

  it('of an offering may be its launch or closing', () => {
    const offering = (marked: string) => dated('event', marked, 'offering');
    expect(offering('The [offering] was launched on November 3, 2026')).toEqual(day);
    expect(offering('The [offering] was granted on November 3, 2026')).toEqual(day);
    expect(offering('The [offering] is expected on November 3, 2026')).toEqual(['-']);
    expect(offering('The [offering]; on November 3, 2026')).toEqual(['-']);
  });

  it('is within a limited distance after or before the event, not counting the disease', () => {
    const behind = (length: number) =>
      event(`The FDA [approved]${gap(length, ' on ')}November 3, 2026`);
    expect([behind(130), behind(131)]).toEqual([day, ['-']]);
    const disease = `for the treatment of ${'y'.repeat(120)}`;
    expect(event(`The FDA [approved] it ${disease} on November 3, 2026`)).toEqual(day);
    const ahead = (length: number) => event(`On November 3, 2026${gap(length)}[FDA approves] it`);
    expect([ahead(190), ahead(191)]).toEqual([day, ['-']]);
    const opening = (start: number) =>
      event(`${'x'.repeat(start - 1)} November 3, 2026 as known [FDA approves] it`);
    expect([opening(26), opening(27)]).toEqual([day, ['-']]);
    const adjacent = (between: string) =>
      event(`${'x'.repeat(30)} November 3, 2026${between}[FDA approval]`);
    expect([adjacent(' '), adjacent(', '), adjacent(' - ')]).toEqual([day, day, ['-']]);
  });

  it('without a date is as old as the previous sentence, unless recent or a reply to it', () => {
    const { reading: previous } = placed('On May 3, 2026, we sent the papers. []');
    expect(event('The FDA [approved] it', { previous })).toEqual(['- past']);
    expect(event('The FDA [has recently approved] it', { previous })).toEqual(['-']);
    expect(event('The FDA recently [approved] it', { previous })).toEqual(['-']);
    const far = 'They recently met, and after long talks with all the FDA [approved] it';
    expect(event(far, { previous })).toEqual(['- past']);
    const { reading: sent } = placed('On May 3, 2026, we submitted the papers. []');
    for (const type of ['approval', 'crl', 'nda_bla_accepted'] as const) {
      expect(dated('event', 'The FDA [told] it', type, { previous: sent }), type).toEqual(['-']);
    }
    const told = dated('event', 'The FDA [told] it', 'designation', { previous: sent });
    expect(told).toEqual(['- past']);
    // A day of its own beside another, and none that opens the sentence.
    const { reading: mixed } = placed('In 2024 as on May 3, 2026, we sent the papers. []');
    expect(event('The FDA [approved] it', { previous: mixed })).toEqual(['-']);
    const { reading: opened } = placed('On May 3, 2026, we sent all but the 2024 papers. []');
    expect(event('The FDA [approved] it', { previous: opened })).toEqual(['- past']);
    const opens = (words: string) =>
      event('The FDA [approved] it', {
        previous: placed(`${words}, not the 2024 papers. []`).reading,
      });
    expect(opens('In May 2026')).toEqual(['- past']);
    expect(opens('In Q2 2026')).toEqual(['-']);
    expect([opens('xxxxxxx May 3, 2026'), opens('xxxxxxxx May 3, 2026')]).toEqual([
      ...[['- past'], ['-']],
    ]);
    const { reading: news } = placed('On October 20, 2026, we sent the papers. []');
    expect(event('The FDA [approved] it', { previous: news })).toEqual(['-']);
    const result = (previous: typeof news) =>
      dated('event', 'It [met] its goal', 'trial_result', { previous });
    expect(result(news)).toEqual(['- past']);
    const { reading: inside } = placed('We have sent the papers on May 3, 2026. []');
    expect(result(inside)).toEqual(['-']);
    expect(event('The FDA [approved] it', { previous: inside })).toEqual(['- past']);
  });
});

describe('the day on which something takes effect', () => {
  const effective = (marked: string, more: Partial<DatingContext> = {}) =>
    dated('effective', marked, 'reverse_split', more);
  it.each<[string, readonly string[]]>([
    ['The [reverse split] is effective on December 3, 2026', ['2026-12-03']],
    ['The [reverse split], with trading from December 3, 2026', ['2026-12-03']],
    ['The [reverse split] is effective October 20, 2026', ['2026-10-20']],
    ['The [reverse split] is effective October 19, 2026', ['2026-10-19 past']],
    ['The [reverse split] is effective in May 2026, so on December 3, 2026', ['2026-12-03']],
    // Any other day is that of an event.
    ['The [reverse split] was told on November 3, 2026', ['2026-11-03']],
    ['The [reverse split] was told on December 3, 2026', ['-']],
    ['The [reverse split] was told on December 3, 2026, as effective', ['-']],
  ])('%s: %j', (marked, expected) => {
    expect(effective(marked)).toEqual(expected);
  });
  it('is not past without a publication date', () => {
    expect(
      effective('The [reverse split] is effective October 19, 2026', { published: undefined }),
    ).toEqual(['2026-10-19']);
  });
});

describe('the day of a meeting', () => {
  const meeting = (marked: string, next?: string) =>
    dated('meeting', marked, 'adcomm_date', {
      next: next === undefined ? undefined : placed(`${next}[]`).reading,
    });
  const day = ['2027-03-05'];
  it.each<[string, readonly string[]]>([
    ['The [AdComm] is on March 5, 2027', day],
    ['The [AdComm] of March 5, 2027 will now be held', day],
    ['March 5, 2027 as the [ODAC] is here', day],
    ['As [an AdComm on March 5, 2027 is] here', day],
    ['The [AdComm] and a PDUFA date of March 5, 2027', ['-']],
    ['The [AdComm] is soon', ['-']],
    ['The [AdComm] was on November 20, 2026', ['2026-11-20']],
    ['The [AdComm] was on November 19, 2026', ['2026-11-19 past']],
    // The day of a letter is its own, that of the meeting is not.
    ['The [AdComm] is at the March 5, 2027 meeting', day],
  ])('%s: %j', (marked, expected) => {
    expect(meeting(marked)).toEqual(expected);
  });

  it('is within a limited distance', () => {
    const behind = (length: number) => meeting(`The [AdComm]${gap(length)}March 5, 2027`);
    expect([behind(170), behind(171)]).toEqual([day, ['-']]);
    const ahead = (length: number) => meeting(`March 5, 2027${gap(length)}[AdComm]`);
    expect([ahead(40), ahead(41)]).toEqual([day, ['-']]);
  });

  it('may be in the next sentence, if that is about the meeting', () => {
    expect(meeting('The [AdComm] is near', 'The meeting is on March 5, 2027')).toEqual(day);
    expect(meeting('The [AdComm] is near', 'A launch is on March 5, 2027')).toEqual(['-']);
    const next = (length: number) =>
      meeting('The [AdComm] is', `The meeting${gap(length - 11)}March 5, 2027`);
    expect([next(120), next(121)]).toEqual([day, ['-']]);
    expect(meeting('The [AdComm] is on March 4, 2027', 'The meeting is on March 5, 2027')).toEqual([
      '2027-03-04',
    ]);
  });
});

it.each<[Dating, MentionType, string]>([
  ['effective', 'reverse_split', 'The [reverse split] is effective March 5, 2027'],
  ['meeting', 'adcomm_date', 'The [AdComm] is on March 5, 2027'],
  ['event', 'approval', 'The FDA [approved] it on March 5, 2026'],
])('a date of a %s, whole', (way, type, marked) => {
  const { reading, spot } = placed(marked);
  const around = {
    published: PUBLISHED,
    dateline: undefined,
    previous: undefined,
    next: undefined,
  };
  expect(datings[way](reading, spot, type, around)).toEqual([
    { date: reading.dates[0], past: way === 'event', doubtful: false },
  ]);
});

it('a type without dates has none', () => {
  expect(dated('none', 'It [came] on March 5, 2027', 'going_concern')).toEqual(['-']);
});
