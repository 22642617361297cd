import { describe, expect, it } from 'vitest';
import type { Mention, MentionType } from '../../src/extract/mention.ts';
import { mentionsOf } from './announced.ts';

const of = (type: MentionType, text: string): Mention | undefined =>
  mentionsOf(text).find((mention) => mention.type === type);
/** So many characters, blanks at both ends. */
const pad = (length: number, end = ' ') => ` ${'x'.repeat(length - 1 - end.length)}${end}`;

describe('how far from a statement its date may stand', () => {
  it.each<[MentionType, number, (words: (length: number) => string, length: number) => string]>([
    ['readout_expected', 180, (words, most) => `We expect topline data${words(most)}Q2 2027.`],
    ['filing_expected', 180, (words, most) => `We plan to submit an NDA${words(most)}Q2 2027.`],
    ['pdufa_date', 160, (words, most) => `The PDUFA date${words(most)}March 5, 2027.`],
  ])('%s: %i characters', (type, most, text) => {
    expect(of(type, text(pad, most))?.date).toBeTruthy();
    expect(of(type, text(pad, most + 1))?.date).toBeFalsy();
  });

  it.each([
    [
      'behind an event',
      130,
      (most: number) => `The FDA approved${pad(most, ' on ')}March 5, 2026.`,
    ],
    ['before it', 190, (most: number) => `On March 5, 2026${pad(most)}FDA approved zelvotinib.`],
  ])('%s: %i characters', (_, most, text) => {
    expect(of('approval', text(most))?.date).toBe('2026-03-05');
    expect(of('approval', text(most + 1))?.date).toBeNull();
  });

  it('a day opens a sentence within 26 characters', () => {
    const text = (length: number) =>
      `${'x'.repeat(length - 1)} March 5, 2026, it said the FDA approved zelvotinib.`;
    expect(of('approval', text(26))?.date).toBe('2026-03-05');
    expect(of('approval', text(27))?.date).toBeNull();
  });

  it('today is the event’s within 160 characters behind it', () => {
    const text = (length: number) => `The FDA approved${pad(length - 5)}today.`;
    expect(of('approval', text(160))).toMatchObject({ date: '2026-11-20', date_basis: 'today' });
    expect(of('approval', text(161))?.date).toBeNull();
  });

  it('another clause, plan or event between ends the reach', () => {
    for (const between of ['; ', '. In all, ', ' and expects approval ', ' with cash until ']) {
      expect(of('readout_expected', `We expect topline data${between}in Q2 2027.`)).toBeUndefined();
    }
    for (const between of ['; it was ', ' and submitted it ', ' until ', ' and received it ']) {
      expect(
        of('approval', `The FDA approved zelvotinib${between}on March 5, 2026.`)?.date,
      ).toBeNull();
    }
    for (const between of [' follows; ', ' since the launch on ', ' of the NDA accepted on ']) {
      expect(of('pdufa_date', `The PDUFA date${between}March 5, 2027.`)).toBeUndefined();
    }
  });
});

describe('how far around a statement what it says more may stand', () => {
  interface Case {
    readonly of: readonly [type: MentionType, name: string, told: unknown];
    /** Characters of the window, and the words in it but those between. */
    readonly window: readonly [most: number, ...words: readonly string[]];
    readonly text: (between: string) => string;
  }
  const cases: Readonly<Record<string, Case>> = {
    'the kind of an approval, before': {
      of: ['approval', 'kind', 'tentative'],
      window: [60, 'Tentative'],
      text: (between) => `Tentative${between}FDA approved zelvotinib.`,
    },
    'the kind of an approval, behind': {
      of: ['approval', 'kind', 'ANDA'],
      window: [80, 'ANDA'],
      text: (between) => `The FDA approved${between}ANDA.`,
    },
    'who designates, before': {
      of: ['designation', 'agency', 'EU'],
      window: [60, 'EMA', 'zelvotinib '],
      text: (between) => `EMA${between}zelvotinib received orphan drug designation.`,
    },
    'who designates, behind': {
      of: ['designation', 'agency', 'EU'],
      window: [80, 'EMA'],
      text: (between) => `Zelvotinib received orphan drug designation${between}EMA.`,
    },
    'the price of an offering, before': {
      of: ['offering', 'price', 5],
      window: [120, '$5.00 per share', 'the company '],
      text: (between) => `At $5.00 per share${between}the company announced a public offering.`,
    },
    'the stage of an offering, from what stands before it on': {
      of: ['offering', 'stage', 'closed'],
      window: [260, 'The company announced a public offering', 'which closed'],
      text: (between) => `The company announced a public offering${between}which closed.`,
    },
  };

  it.each(Object.entries(cases))('%s', (_, { of: [type, name, told], window, text }) => {
    const [most, ...words] = window;
    const free = most - words.join('').length;
    expect(of(type, text(pad(free)))?.detail).toHaveProperty(name, told);
    expect(of(type, text(pad(free + 1)))?.detail).not.toHaveProperty(name);
  });
});

describe('until when an event is news', () => {
  it.each<[MentionType, string, string, string]>([
    ['approval', 'The FDA approved zelvotinib on DAY, 2026.', 'October 20', 'October 19'],
    [
      'trial_result',
      'On DAY, 2026, Ablenor announced that ABX-101 met its primary endpoint.',
      'November 13',
      'November 12',
    ],
    [
      'reverse_split',
      'The reverse stock split became effective on DAY, 2026.',
      'October 20',
      'October 19',
    ],
  ])('%s', (type, text, news, past) => {
    const status = (day: string) => of(type, text.replace('DAY', day))?.status;
    expect([status(news), status(past)]).toEqual(['announced', 'historical']);
  });

  it('a day without a year was the last one, of an event, and is the next, of a plan', () => {
    const approval = of('approval', 'The FDA approved zelvotinib on November 25.');
    expect(approval).toMatchObject({ date: '2025-11-25', status: 'historical' });
    const goal = of('pdufa_date', 'The PDUFA date of zelvotinib is November 10.');
    expect(goal).toMatchObject({ date: '2027-11-10', status: 'announced' });
  });

  it('a day to come is no event’s, a day that has passed no goal’s', () => {
    expect(of('approval', 'The FDA approved zelvotinib on November 21, 2026.')?.date).toBeNull();
    expect(of('approval', 'The FDA approved zelvotinib on November 20, 2026.')?.date).toBe(
      '2026-11-20',
    );
    const goal = (day: string) =>
      of('pdufa_date', `The PDUFA date is November ${day}, 2026.`)?.status;
    expect([goal('19'), goal('20')]).toEqual(['historical', 'announced']);
    expect(of('readout_expected', 'We expect topline data in October 2026.')).toBeUndefined();
    expect(of('readout_expected', 'We expect topline data in November 2026.')).toBeDefined();
  });

  it('without a day of publication only a day is news', () => {
    const status = (date: string) =>
      mentionsOf(`The FDA approved zelvotinib ${date}.`, { published: undefined })[0]?.status;
    expect([status('on March 5, 2019'), status('in March 2019')]).toEqual([
      ...['announced', 'historical'],
    ]);
  });
});

describe('where a date stands', () => {
  it.each<[MentionType, string, string | null | object]>([
    ['pdufa_date', 'March 5, 2027 is the PDUFA date.', '2027-03-05'],
    ['pdufa_date', 'March 5, 2027 PDUFA date', '2027-03-05'],
    ['pdufa_date', 'The FDA assigned March 5, 2027 as the PDUFA date.', '2027-03-05'],
    ['pdufa_date', 'The PDUFA date moved from March 5, 2027 to June 5, 2027.', '2027-06-05'],
    [
      'pdufa_date',
      'The PDUFA date, which had been December 21, 2026, is now March 21, 2027.',
      '2027-03-21',
    ],
    ['pdufa_date', 'As we said in March 2027, the PDUFA date is May 5, 2027.', '2027-05-05'],
    [
      'readout_expected',
      'In Q2 2027, we expect topline data.',
      { from: '2027-04-01', to: '2027-06-30' },
    ],
    [
      'readout_expected',
      'Ablenor delays topline data from Q1 2027 to Q2 2027.',
      { from: '2027-04-01', to: '2027-06-30' },
    ],
    ['adcomm_date', 'The advisory committee will meet on March 5, 2027.', '2027-03-05'],
    ['adcomm_date', 'On March 5, 2027 an FDA advisory committee will review it.', '2027-03-05'],
    [
      'adcomm_date',
      'An FDA advisory committee will review it. The meeting is on March 5, 2027.',
      '2027-03-05',
    ],
    [
      'adcomm_date',
      'The FDA advisory committee, set for March 5, 2027, will now be held on May 6, 2027.',
      '2027-05-06',
    ],
    [
      'adcomm_date',
      'An FDA advisory committee will review it before the goal date of March 5, 2027.',
      null,
    ],
    ['approval', 'The March 5, 2026 FDA approval of zelvotinib came early.', '2026-03-05'],
    [
      'reverse_split',
      'The reverse stock split will be effective on December 1, 2026.',
      '2026-12-01',
    ],
    [
      'nda_bla_submitted',
      'In the March 5, 2026 submission Ablenor submitted its NDA.',
      '2026-03-05',
    ],
  ])('%s: %s', (type, text, date) => {
    expect(of(type, text)?.date).toEqual(date);
  });

  it('several goal dates of one sentence are paired with their drugs', () => {
    const goals = (text: string) =>
      mentionsOf(text).map(({ type, date, drug }) => `${type} ${date} ${drug}`);
    const pair = ['pdufa_date 2027-05-29 ABX-101', 'pdufa_date 2027-07-29 CDX-202'];
    expect(
      goals(
        'ABX-101 and CDX-202 have PDUFA dates of May 29, 2027 and July 29, 2027, respectively.',
      ),
    ).toEqual(pair);
    expect(
      goals('The PDUFA dates are May 29, 2027 for ABX-101 and July 29, 2027 for CDX-202.'),
    ).toEqual(pair);
    expect(goals('May 29, 2027 and July 29, 2027 PDUFA dates of ABX-101')).toEqual([
      ...['pdufa_date 2027-05-29 ABX-101', 'pdufa_date 2027-07-29 ABX-101'],
    ]);
  });
});

describe('the names beside a statement', () => {
  it.each<[string, string | null, Mention['drug_from']]>([
    ['The FDA approved ABX-101.', 'ABX-101', 'sentence'],
    ['The FDA approved ORVEXA® (zelvotinib).', 'ORVEXA (zelvotinib)', 'sentence'],
    ['The FDA approved Orvexa (zelvotinib).', 'Orvexa (zelvotinib)', 'sentence'],
    ['The FDA approved nexiguran ziclumeran.', 'nexiguran ziclumeran', 'sentence'],
    ['The FDA approved tesolimab-abcd.', 'tesolimab', 'sentence'],
    ['The FDA approved obe-cel.', 'obe-cel', 'sentence'],
    ['The FDA approved mRNA-1345.', 'mRNA-1345', 'sentence'],
    ['The FDA approved TNX-102 SL.', 'TNX-102 SL', 'sentence'],
    ['The FDA approved ABX-101 over CDX-202.', 'ABX-101', 'sentence'],
    ['The FDA approved ABX-101 with pembrolizumab.', 'ABX-101', 'sentence'],
    ['Unlike CDX-202, the FDA approved ABX-101.', 'ABX-101', 'sentence'],
    ['The FDA approved ABX-101, CDX-202 and EFX-303.', 'ABX-101', 'sentence'],
    ['The FDA approved it. ABX-101 is given by mouth.', 'ABX-101', 'text'],
    ['ABX-101 is given by mouth. The FDA approved it.', 'ABX-101', 'text'],
    ['ABX-101 helps CDX-202. The FDA approved it.', null, null],
    // Codes of other things.
    ...['IL-17', 'HER2-101', 'NCT-1234', 'Form 10-123', 'Grade AB-12', 'COVID-19', 'Q3-123'].map(
      (code): [string, null, null] => [`The FDA approved it for ${code}.`, null, null],
    ),
    ['The FDA approved it after the EXA-4 trial.', null, null],
    ['The FDA approved it in cisplatin-eligible patients.', null, null],
  ])('%s', (text, drug, drug_from) => {
    expect(of('approval', text)).toMatchObject({ drug, drug_from });
  });

  it.each<[MentionType, string, string]>([
    ['pdufa_date', 'ABX-101 has a PDUFA date of March 5, 2027 for CDX-202.', 'CDX-202'],
    ['pdufa_date', 'ABX-101 has a PDUFA date of March 5, 2027 for its oral CDX-202.', 'CDX-202'],
    ['pdufa_date', 'ABX-101 has a PDUFA date of March 5, 2027 and CDX-202 goes on.', 'ABX-101'],
    [
      'pdufa_date',
      'The PDUFA date of March 5, 2027 is near and ABX-101 and CDX-202 wait.',
      'ABX-101',
    ],
    // Of these the name follows, of others it stands before.
    ['nda_bla_accepted', 'ABX-101 grows and the FDA accepted the NDA for CDX-202.', 'CDX-202'],
    ['crl', 'ABX-101 grows and Ablenor received a CRL for CDX-202.', 'CDX-202'],
    ['trial_result', 'ABX-101 met its primary endpoint and CDX-202 goes on.', 'ABX-101'],
    [
      'trial_result',
      'Ablenor met the primary endpoint for its oral CDX-202 and not for ABX-101.',
      'CDX-202',
    ],
  ])('%s: %s', (type, text, drug) => {
    expect(of(type, text)).toMatchObject({ drug, drug_from: 'sentence' });
  });

  it.each<[string, string | null]>([
    ['The FDA approved ABX-101 for the treatment of adults with severe gout.', 'severe gout'],
    ['The FDA approved ABX-101 to treat gout in adults.', 'gout'],
    ['The FDA approved ABX-101 for the prevention of migraine.', 'prevention of migraine'],
    ['The FDA approved ABX-101 to prevent migraine.', 'prevention of migraine'],
    ['The FDA approved ABX-101 for patients aged 6 years and older with asthma.', 'asthma'],
    ['The FDA approved ABX-101 for asthma (a disease) in children.', 'asthma'],
    ['The FDA approved its migraine drug ABX-101.', 'migraine'],
    ['The FDA approved ABX-101 for reduction of pain.', null],
    ['The FDA approved ABX-101 for the first quarter.', null],
    ['The FDA approved ABX-101 for use.', null],
    ['The FDA approved ABX-101.', null],
  ])('%s: %s', (text, indication) => {
    expect(of('approval', text)?.indication).toBe(indication);
  });
});
