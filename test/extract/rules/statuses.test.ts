import { describe, expect, it } from 'vitest';
import { mentionsOf } from '../announced.ts';

/** What a text states and how, mention by mention: `type status`. */
const statusesOf = (text: string) =>
  mentionsOf(text).map(({ type, status }) => `${type} ${status}`);

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
      ['There was no extension of the PDUFA date.', 'negated'],
    ],
  ],
  [
    'nda_bla_accepted',
    [
      ['In the past the FDA accepted the NDA for zelvotinib.', 'historical'],
      ['Following FDA acceptance of the NDA for zelvotinib, shares rose.', 'historical'],
      ['Unless the FDA accepts the NDA for zelvotinib, it is over.', 'conditional'],
    ],
  ],
  [
    'nda_bla_submitted',
    [
      ['Ablenor, which had already submitted its NDA for zelvotinib, said so.', 'historical'],
      ['Ablenor previously submitted its NDA for zelvotinib.', 'historical'],
      ['The NDA was submitted based on Phase 3 data.', 'historical'],
    ],
  ],
  [
    'filing_expected',
    [
      ['Ablenor previously expected to submit an NDA in 2027.', 'historical'],
      ['If the data hold, Ablenor expects to submit an NDA in 2027.', 'conditional'],
    ],
  ],
  [
    'approval',
    [
      ['Zelvotinib is already approved by the FDA.', 'historical'],
      ['Zelvotinib, which was approved by the FDA, is sold.', 'historical'],
      ['FDA approval of zelvotinib was based on Phase 3 data.', 'historical'],
      ['Following FDA approval of zelvotinib, sales began.', 'historical'],
      ['Two years later, the FDA approved zelvotinib.', 'historical'],
      ['Zelvotinib was approved by the FDA on May 3 in 2019.', 'historical'],
    ],
  ],
  [
    'crl',
    [
      ['After the resubmission Ablenor received a CRL for zelvotinib.', 'historical'],
      ['Ablenor received a CRL for its resubmitted NDA.', 'announced'],
      ['Ablenor, following receipt of a CRL, met the FDA.', 'historical'],
      ['Ablenor fell after it received a CRL.', 'announced'],
      ['Shareholders asked after the issuance of a CRL.', 'historical'],
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
      ['An FDA advisory committee meeting is scheduled for zelvotinib and not needed.', 'negated'],
      ['The FDA advisory committee voted on zelvotinib; it will review ABX-101.', 'historical'],
      ['Following the FDA advisory committee meeting, the FDA will decide.', 'historical'],
      [
        'The FDA advisory committee meeting on zelvotinib scheduled for May is postponed.',
        'historical',
      ],
      ['An FDA advisory committee will review zelvotinib on March 5, 2027.', 'announced'],
    ],
  ],
  [
    'clinical_hold',
    [
      ['The FDA, which had placed a clinical hold on the trial, was asked.', 'historical'],
      ['Since being placed on clinical hold the trial of ABX-101 waited.', 'historical'],
      ['The FDA placed a clinical hold on the trial of ABX-101.', 'announced'],
    ],
  ],
  [
    'designation',
    [
      ['Zelvotinib holds Orphan Drug designation from the FDA.', 'historical'],
      ['The FDA previously granted zelvotinib Orphan Drug designation.', 'historical'],
      ['FDA grants Orphan Drug designation, already granted in the EU, to ABX-101.', 'historical'],
      ['Zelvotinib has been granted Orphan Drug designation.', 'historical'],
      ['Zelvotinib was granted Orphan Drug designation.', 'historical'],
      ['Ablenor announced that zelvotinib has been granted Orphan Drug designation.', 'announced'],
      ['This is the second Orphan Drug designation granted to zelvotinib.', 'historical'],
      ['A rival won Orphan Drug designation for ABX-101.', 'other_company'],
      ['On November 10, 2026, zelvotinib was granted Orphan Drug designation.', 'announced'],
    ],
  ],
  [
    'offering',
    [
      ['Ablenor announced its public offering, the largest since inception.', 'historical'],
      [
        'From June through December, the company sold $5 million of stock in a public offering.',
        'historical',
      ],
      ['Ablenor earlier closed its public offering.', 'historical'],
      ['Ablenor is considering and announced a public offering.', 'conditional'],
      ['Ablenor announced a public offering.', 'announced'],
    ],
  ],
  [
    'acquisition',
    [
      ['Analysts expect Corvexa to acquire Ablenor.', 'conditional'],
      ['Corvexa is in talks and said it will acquire Ablenor.', 'conditional'],
      ['After Corvexa acquired Ablenor, it grew.', 'historical'],
      ['Ablenor was founded when Corvexa acquired Tindra.', 'historical'],
      ['Corvexa has acquired Ablenor.', 'announced'],
    ],
  ],
  [
    'licence',
    [
      ['Ablenor has in-licensed ABX-101.', 'historical'],
      ['Revenue rose on the increase in licenses: Ablenor in-licenses ABX-101.', 'historical'],
      ['Since then Ablenor signed an exclusive license agreement.', 'historical'],
      ['Ablenor in-licenses ABX-101', 'announced'],
    ],
  ],
  [
    'going_concern',
    [
      [
        'The auditors previously said there is substantial doubt about its ability to continue.',
        'historical',
      ],
      ['There is substantial doubt about its ability to continue as a going concern.', 'announced'],
    ],
  ],
  [
    'exchange_deficiency',
    [
      [
        'As previously disclosed, Ablenor received a Nasdaq notice of non-compliance.',
        'historical',
      ],
      ['Ablenor received a Nasdaq notice of non-compliance.', 'announced'],
    ],
  ],
  [
    'deficiency_cured',
    [
      ['Ablenor previously regained compliance with the Nasdaq bid price rule.', 'historical'],
      ['Ablenor regained compliance with the Nasdaq bid price rule.', 'announced'],
    ],
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
  [
    'trial_result',
    [
      ['ABX-101 Meets Primary Endpoint', 'announced'],
      ['Ablenor today announced that ABX-101 met its primary endpoint.', 'announced'],
      ['ABX-101 previously met its primary endpoint.', 'historical'],
      // A trial that the sentence before describes, and one whose result it announces.
      ['Ablenor works. The trial is NCT01234567. ABX-101 met its primary endpoint.', 'historical'],
      [
        'Ablenor works. It announced results of NCT01234567. ABX-101 met its primary endpoint.',
        'announced',
      ],
      // A headline has three longer words, three fifths of them with a capital.
      ['The FDA accepted the NDA of CDX-202.\n\nABX-101 Met Main Goals Again', 'announced'],
      ['The FDA accepted the NDA of CDX-202.\n\nABX-101 Met Its Goals', 'historical'],
      [
        'The FDA accepted the NDA of CDX-202.\n\nABX-101 meets main Goals Very Well Now',
        'announced',
      ],
      [
        'The FDA accepted the NDA of CDX-202.\n\nABX-101 met main Goals Well once again',
        'historical',
      ],
      // A period that was over six weeks before.
      ['ABX-101 Meets Primary Endpoint in September 2026', 'historical'],
      ['ABX-101 Meets Primary Endpoint on October 9, 2026', 'historical'],
      [
        'Based on the trial, in which ABX-101 met its primary endpoint, Ablenor files.',
        'historical',
      ],
    ],
  ],
  [
    'readout_expected',
    [
      ['Topline data from the Phase 3 trial are expected in Q2 2027.', 'announced'],
      ['Ablenor originally expected to report topline data in Q2 2027.', 'historical'],
      ['Promptly thereafter topline data from the trial are expected in Q2 2027.', 'conditional'],
    ],
  ],
])('%s', (type, cases) => {
  it.each(cases)('%s', (text, ...statuses) => {
    const found = mentionsOf(text).filter((mention) => mention.type === type);
    expect(found.map(({ status }) => status)).toEqual(statuses);
  });
});

describe('words that make any event history, another’s or a condition', () => {
  const event = 'the FDA accepted the NDA for zelvotinib';
  it.each([
    [`Ablenor said that ${event}.`, 'announced'],
    [`Whether ${event} is not known.`, 'conditional'],
    [`Once ${event}, shares rose.`, 'conditional'],
    [`Analysts believe ${event}.`, 'conditional'],
    [`Ablenor earlier reported that ${event}.`, 'historical'],
    [`Ablenor said ${event}, as previously announced.`, 'historical'],
    [`As a reminder, ${event}.`, 'historical'],
    [`During the quarter ${event}.`, 'historical'],
    [`Ablenor said ${event} last year.`, 'historical'],
    [`Two years ago ${event}.`, 'historical'],
    [`Its rival said that ${event}.`, 'other_company'],
    [`2019: ${event}.`, 'historical'],
    [`2026: ${event}.`, 'announced'],
  ])('%s', (text, status) => {
    expect(statusesOf(text)).toEqual([`nda_bla_accepted ${status}`]);
  });

  it('in a law firm’s notice, and in a section about the company, it is history', () => {
    const alert = 'The complaint alleges that Ablenor misled investors.';
    const text = 'The FDA accepted the NDA for zelvotinib.';
    expect(statusesOf(`${alert}\n\n${text}`)).toEqual(['nda_bla_accepted historical']);
    expect(statusesOf(`About Ablenor\n\n${text}`)).toEqual(['nda_bla_accepted historical']);
  });

  it.each([
    ['FDA approves zelvotinib.', 'approval'],
    ['FDA grants Orphan Drug designation to zelvotinib.', 'designation'],
    ['Zelvotinib met its primary endpoint.', 'trial_result'],
    ['Ablenor submitted its NDA for zelvotinib.', 'nda_bla_submitted'],
    ['Ablenor entered into an exclusive license agreement with Corvexa.', 'licence'],
    ['Corvexa has acquired Ablenor.', 'acquisition'],
    ['Ablenor received a CRL for zelvotinib.', 'crl'],
    ['Ablenor withdrew the BLA for zelvotinib.', 'withdrawn'],
  ])('what stands about a company is no news: %s', (text, type) => {
    expect(statusesOf(`About Ablenor\n\n${text}`)).toEqual([`${type} historical`]);
  });

  it.each([
    ['The PDUFA date of zelvotinib is March 5, 2027.', 'pdufa_date'],
    ['The FDA placed a clinical hold on the trial of ABX-101.', 'clinical_hold'],
    ['Topline data from the Phase 3 trial are expected in Q2 2027.', 'readout_expected'],
  ])('but what is to come, or goes on, stands there too: %s', (text, type) => {
    expect(statusesOf(`About Ablenor\n\n${text}`)).toEqual([`${type} announced`]);
  });
});
