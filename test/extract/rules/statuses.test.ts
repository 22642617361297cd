import { describe, expect, it } from 'vitest';
import { ruled } from '../announced.ts';

/** What a text states and how, mention by mention: `type status`. */
const statusesOf = (text: string) => ruled(text).map(({ type, status }) => `${type} ${status}`);

describe.each<[string, readonly (readonly [text: string, ...statuses: string[]])[]]>([
  [
    'pdufa_date',
    [
      ['No PDUFA date has been assigned; the FDA will decide by March 5, 2027.', 'announced'],
      ['Zelvotinib has no PDUFA date in March 2027.', 'negated'],
      ['The FDA is not going to meet the PDUFA date of March 5, 2027.', 'negated'],
      ['The FDA will not meet its March 5, 2027 goal date.', 'negated'],
      ['The company cancelled the PDUFA date of March 5, 2027.', 'negated'],
      ['A PDUFA date is expected in late 2027.', 'conditional'],
      ['A potential PDUFA date in late 2027 follows.', 'conditional'],
      ['The PDUFA date was estimated for March 5, 2027.', 'conditional'],
      ['If the NDA is accepted, the PDUFA date would be in March 2027.', 'conditional'],
      ['Acceptance would put the PDUFA date in March 2027.', 'conditional'],
      ['The FDA could set a PDUFA date in March 2027.', 'conditional'],
      // A day that is set stands, whatever hope is around it.
      ['We expect a PDUFA date of March 5, 2027.', 'announced'],
      ['The previous PDUFA date was March 5, 2027.', 'historical'],
      ['The NDA carried a PDUFA date of March 5, 2027.', 'historical'],
      ['The FDA had not acted by the PDUFA date of March 5, 2027.', 'negated'],
      ['The FDA had not issued any word to us by the PDUFA date of March 5, 2027.', 'historical'],
      ['The PDUFA date was today, November 20, 2026.', 'historical'],
      ['The PDUFA date of March 5, 2027 had been set in May.', 'historical'],
      ['The company withdrew the NDA, which had a PDUFA date of March 5, 2027.', 'historical'],
      ['Its rival has a PDUFA date of March 5, 2027.', 'other_company'],
    ],
  ],
  [
    'pdufa_extended',
    [
      ['The FDA extended the review period of the NDA for zelvotinib.', 'announced'],
      ['Despite the FDA extending its review of zelvotinib, shares rose.', 'historical'],
      ['The valuation assumes that the FDA extended the review.', 'historical'],
    ],
  ],
  [
    'nda_bla_accepted',
    [['Unless the FDA accepts the NDA for zelvotinib, it is over.', 'conditional']],
  ],
  ['nda_bla_submitted', [['The NDA was submitted based on Phase 3 data.', 'historical']]],
  [
    'approval',
    [
      ['Following FDA approval of zelvotinib, sales began.', 'historical'],
      ['Two years later, the FDA approved zelvotinib.', 'historical'],
    ],
  ],
  [
    'crl',
    [
      ['Ablenor received a CRL for its resubmitted NDA.', 'announced'],
      ['Ablenor, following receipt of a CRL, met the FDA.', 'historical'],
      ['Ablenor fell after it received a CRL.', 'announced'],
      ['Hagens looks at how Ablenor received a CRL.', 'historical'],
    ],
  ],
  [
    'withdrawn',
    [
      ['Ablenor had previously announced it and withdrew the BLA for zelvotinib.', 'historical'],
      ['Ablenor withdrew the BLA for zelvotinib.', 'announced'],
    ],
  ],
  [
    'adcomm_date',
    [
      ['No FDA advisory committee meeting is planned for zelvotinib.', 'negated'],
      ['The FDA no longer plans an advisory committee meeting.', 'negated'],
      ['The FDA advisory committee voted on zelvotinib; it will review ABX-101.', 'historical'],
      ['Following the FDA advisory committee meeting, the FDA will decide.', 'historical'],
      ['An FDA advisory committee will review zelvotinib on March 5, 2027.', 'announced'],
    ],
  ],
  [
    'clinical_hold',
    [
      ['The FDA, which had placed a clinical hold on the trial, was asked.', 'historical'],
      ['The FDA placed a clinical hold on the trial of ABX-101.', 'announced'],
    ],
  ],
  [
    'designation',
    [
      ['The FDA previously granted zelvotinib Orphan Drug designation.', 'historical'],
      ['Zelvotinib has been granted Orphan Drug designation.', 'historical'],
      ['Zelvotinib was granted Orphan Drug designation.', 'historical'],
      ['Ablenor announced that zelvotinib has been granted Orphan Drug designation.', 'announced'],
      ['A rival won Orphan Drug designation for ABX-101.', 'other_company'],
      ['On November 10, 2026, zelvotinib was granted Orphan Drug designation.', 'announced'],
    ],
  ],
  [
    'offering',
    [
      [
        'From June through December, the company sold $5 million of stock in a public offering.',
        'historical',
      ],
      ['Ablenor earlier closed its public offering.', 'historical'],
      ['Ablenor announced a public offering.', 'announced'],
    ],
  ],
  [
    'going_concern',
    [['There is substantial doubt about its ability to continue as a going concern.', 'announced']],
  ],
  [
    'deficiency_cured',
    [['Ablenor regained compliance with the Nasdaq bid price rule.', 'announced']],
  ],
  [
    'reverse_split',
    [
      [
        'Following the reverse split of shares that became effective on May 3, 2026, it trades.',
        'historical',
      ],
      ['Ablenor announces a 1-for-20 reverse stock split effective December 1, 2026', 'announced'],
    ],
  ],
])('%s', (type, cases) => {
  it.each(cases)('%s', (text, ...statuses) => {
    const found = ruled(text).filter((mention) => mention.type === type);
    expect(found.map(({ status }) => status)).toEqual(statuses);
  });
});

describe('phrases that make any event historical, another company’s or conditional', () => {
  const event = 'the FDA accepted the NDA for zelvotinib';
  it.each([
    [`Ablenor said that ${event}.`, 'announced'],
    [`Whether ${event} is not known.`, 'conditional'],
    [`Once ${event}, shares rose.`, 'conditional'],
    [`Ablenor earlier reported that ${event}.`, 'historical'],
    [`During the quarter ${event}.`, 'historical'],
    [`Ablenor said ${event} last year.`, 'historical'],
    [`Two years ago ${event}.`, 'historical'],
    [`Its rival said that ${event}.`, 'other_company'],
  ])('%s', (text, status) => {
    expect(statusesOf(text)).toEqual([`nda_bla_accepted ${status}`]);
  });

  it('an event in a law firm’s notice or a company description is historical', () => {
    const alert = 'The complaint alleges that Ablenor misled investors.';
    const text = 'The FDA accepted the NDA for zelvotinib.';
    expect(statusesOf(`${alert}\n\n${text}`)).toEqual(['nda_bla_accepted historical']);
    expect(statusesOf(`About Ablenor\n\n${text}`)).toEqual(['nda_bla_accepted historical']);
  });

  it.each([
    ['FDA approves zelvotinib.', 'approval'],
    ['FDA grants Orphan Drug designation to zelvotinib.', 'designation'],
    ['Ablenor submitted its NDA for zelvotinib.', 'nda_bla_submitted'],
    ['Ablenor received a CRL for zelvotinib.', 'crl'],
    ['Ablenor withdrew the BLA for zelvotinib.', 'withdrawn'],
  ])('a company description contains no news: %s', (text, type) => {
    expect(statusesOf(`About Ablenor\n\n${text}`)).toEqual([`${type} historical`]);
  });

  it.each([
    ['The PDUFA date of zelvotinib is March 5, 2027.', 'pdufa_date'],
    ['The FDA placed a clinical hold on the trial of ABX-101.', 'clinical_hold'],
  ])('a company description may contain plans and current states: %s', (text, type) => {
    expect(statusesOf(`About Ablenor\n\n${text}`)).toEqual([`${type} announced`]);
  });
});
