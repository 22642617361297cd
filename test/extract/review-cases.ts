import type { Case } from './announced.ts';

/** Goal dates, extensions, submissions, acceptances and filing plans. */
export const reviewCases: readonly Case[] = [
  [
    'The FDA has assigned a PDUFA target action date of March 5, 2027 for zelvotinib.',
    'pdufa_date 2027-03-05 zelvotinib',
  ],
  [
    'The FDA set a Prescription Drug User Fee Act (PDUFA) goal date of June 14, 2027 for the BLA of tesolimab.',
    'pdufa_date 2027-06-14 tesolimab',
  ],
  [
    'The target PDUFA date for the zelvotinib NDA is April 30, 2027.',
    'pdufa_date 2027-04-30 zelvotinib',
  ],
  [
    'Ablenor has an upcoming PDUFA date on 26 March 2027 for ABX-101.',
    'pdufa_date 2027-03-26 ABX-101',
  ],
  ['ABX-101 PDUFA: August 3, 2027', 'pdufa_date 2027-08-03 ABX-101'],
  [
    'We expect a decision from the FDA on our NDA for zelvotinib by February 28, 2027.',
    'pdufa_date 2027-02-28 zelvotinib',
  ],
  [
    'An FDA decision on zelvotinib is expected by the end of the first quarter of 2027.',
    'pdufa_date 2027-01-01..2027-03-31 zelvotinib',
  ],
  [
    'The agency set a target action date of May 9, 2027 under the Prescription Drug User Fee Act.',
    'pdufa_date 2027-05-09 -',
  ],
  ['The NDA has been given a user fee goal date of July 1, 2027.', 'pdufa_date 2027-07-01 -'],
  [
    'With the March 17, 2027 PDUFA date approaching, Ablenor is building its field force for zelvotinib.',
    'pdufa_date 2027-03-17 zelvotinib',
  ],
  [
    'The FDA assigned April 2, 2027 as the PDUFA target action date for tesolimab.',
    'pdufa_date 2027-04-02 tesolimab',
  ],
  [
    'The FDA action date (PDUFA) for marivosiran is set for December 19, 2026.',
    'pdufa_date 2026-12-19 marivosiran',
  ],
  [
    'Standard review, with a PDUFA date in the third quarter of 2027, was assigned to ABX-101.',
    'pdufa_date 2027-07-01..2027-09-30 ABX-101',
  ],
  [
    'PDUFA dates of May 3 and August 9, 2027 have been assigned, respectively, to zelvotinib and tesolimab.',
    'pdufa_date 2027-05-03 zelvotinib',
    'pdufa_date 2027-08-09 tesolimab',
  ],
  [
    'The BsUFA goal date for the biosimilar application is October 16, 2027.',
    'pdufa_date 2027-10-16 -',
  ],
  [
    'Under priority review, the FDA is expected to make a decision by January 22, 2027 on zelvotinib.',
    'pdufa_date 2027-01-22 zelvotinib',
  ],
  // An extension is that, and the new goal date.
  [
    'The FDA has extended the PDUFA target action date for zelvotinib by three months to March 28, 2027.',
    'pdufa_date 2027-03-28 zelvotinib',
    'pdufa_extended - zelvotinib',
  ],
  [
    'The goal date has been extended from December 28, 2026 to March 28, 2027 for tesolimab.',
    'pdufa_date 2027-03-28 tesolimab',
    'pdufa_extended - tesolimab',
  ],
  [
    'FDA Extends Review Period for NDA of Zelvotinib in Example Disease',
    'pdufa_extended - Zelvotinib',
  ],
  [
    'The submission was deemed a major amendment, resulting in a three-month extension of the PDUFA date.',
    'pdufa_extended - -',
  ],
  [
    'FDA pushes back decision on ABX-101 to March 9, 2027',
    'pdufa_date 2027-03-09 ABX-101',
    'pdufa_extended - ABX-101',
  ],
  // Acceptance.
  [
    'The FDA has accepted for review the New Drug Application (NDA) for zelvotinib.',
    'nda_bla_accepted - zelvotinib',
  ],
  ['FDA Accepts BLA for Tesolimab in Example Disease', 'nda_bla_accepted - Tesolimab'],
  [
    'Ablenor Announces FDA Acceptance of New Drug Application for ABX-101',
    'nda_bla_accepted - ABX-101',
  ],
  [
    'Our sNDA for zelvotinib was accepted for filing by the FDA in October 2026.',
    'nda_bla_accepted 2026-10-01..2026-10-31 zelvotinib',
  ],
  [
    'The European Medicines Agency has validated the Marketing Authorization Application (MAA) for tesolimab.',
    'nda_bla_accepted - tesolimab',
  ],
  [
    'The FDA acknowledged the resubmission of the NDA for ABX-101 as a complete, Class 2 response.',
    'nda_bla_accepted - ABX-101',
  ],
  ['FDA accepts Ablenor’s resubmitted NDA for zelvotinib', 'nda_bla_accepted - zelvotinib'],
  // Submission.
  [
    'Ablenor Therapeutics today announced that it has submitted a New Drug Application (NDA) to the FDA for zelvotinib.',
    'nda_bla_submitted 2026-11-20 zelvotinib',
  ],
  [
    'Ablenor Submits Biologics License Application to U.S. FDA for Tesolimab',
    'nda_bla_submitted - Tesolimab',
  ],
  [
    'Completed the rolling submission of the BLA for tesolimab to the FDA.',
    'nda_bla_submitted - tesolimab',
  ],
  [
    'In October 2026, we resubmitted our NDA for ABX-101 to the FDA.',
    'nda_bla_submitted 2026-10-01..2026-10-31 ABX-101',
  ],
  ['The sBLA for tesolimab has been submitted to the FDA.', 'nda_bla_submitted - tesolimab'],
  [
    'Ablenor completes submission of NDA seeking approval of zelvotinib',
    'nda_bla_submitted - zelvotinib',
  ],
  // Plans to file.
  [
    'Ablenor plans to submit an NDA for zelvotinib in the second quarter of 2027.',
    'filing_expected 2027-04-01..2027-06-30 zelvotinib',
  ],
  [
    'The Company remains on track to file its BLA for tesolimab by year-end 2026.',
    'filing_expected 2026-10-01..2026-12-31 tesolimab',
  ],
  [
    'BLA submission for tesolimab anticipated in mid-2027',
    'filing_expected 2027-04-01..2027-09-30 tesolimab',
  ],
  [
    'An NDA resubmission for ABX-101 is planned for Q1 2027.',
    'filing_expected 2027-01-01..2027-03-31 ABX-101',
  ],
  [
    'We expect to complete our rolling NDA submission for zelvotinib in the first half of 2027.',
    'filing_expected 2027-01-01..2027-06-30 zelvotinib',
  ],
  [
    'Ablenor intends to seek accelerated approval of ABX-101 and to file an NDA in late 2027.',
    'filing_expected 2027-10-01..2027-12-31 ABX-101',
  ],
  [
    'Submission of the marketing application for tesolimab is targeted for early 2027.',
    'filing_expected 2027-01-01..2027-03-31 tesolimab',
  ],
  // What sounds like one and is none.
  ['The NDA filing fee for zelvotinib was waived by the FDA.'],
  [
    'Under the PDUFA guidelines, the FDA has a goal of ten months from the filing date to review a standard NDA.',
  ],
  ['We plan to submit an IND for ABX-202 in the first half of 2027.'],
  ['A pre-NDA meeting with the FDA for zelvotinib is scheduled for the first quarter of 2027.'],
  ['If accepted, the NDA for zelvotinib would have a PDUFA date in the fourth quarter of 2027.'],
  ['We anticipate a PDUFA date in late 2027 for ABX-101.'],
  ['The FDA has not yet assigned a PDUFA date.'],
  ['Ablenor filed a registration statement on Form S-3 with the SEC on November 2, 2026.'],
  ['The manuscript on zelvotinib was accepted for publication in October 2026.'],
  ['The FDA may extend the review period of an NDA by three months.'],
  [
    'Each warrant expires on the 60th day following FDA approval of the NDA for zelvotinib or on September 30, 2029.',
  ],
  ['The Company submitted the protocol of its Phase 3 trial to the FDA in October 2026.'],
  ['Ablenor filed an Abbreviated New Drug Application for a generic tablet.'],
  ['Potential PDUFA date in the second half of 2027 assuming submission in early 2027.'],
];
