import type { Case } from './announced.ts';

/** Goal dates, applications, designations, committees, distress, in further words. */
export const otherCases: readonly Case[] = [
  [
    'The FDA assigned a Prescription Drug User Fee Act (PDUFA) goal date of July 9, 2027 for zelvotinib.',
    'pdufa_date 2027-07-09 zelvotinib',
  ],
  [
    'The FDA has set July 9, 2027 as the target action date for the BLA for tesolimab.',
    'pdufa_date 2027-07-09 tesolimab',
  ],
  ['PDUFA target action date is July 9, 2027', 'pdufa_date 2027-07-09 -'],
  ['Zelvotinib PDUFA: July 9, 2027', 'pdufa_date 2027-07-09 Zelvotinib'],
  [
    'An FDA decision on zelvotinib is expected on or before July 9, 2027.',
    'pdufa_date 2027-07-09 zelvotinib',
  ],
  [
    'Under PDUFA, the FDA has set a target date of July 9, 2027 to complete its review.',
    'pdufa_date 2027-07-09 -',
  ],
  ['The user fee goal date is July 9, 2027.', 'pdufa_date 2027-07-09 -'],
  [
    'The application has been granted Priority Review with a July 9, 2027 PDUFA date.',
    'pdufa_date 2027-07-09 -',
  ],
  [
    'Review is ongoing, with a PDUFA goal date of April 2, 2027, for zelvotinib in example disease.',
    'pdufa_date 2027-04-02 zelvotinib',
  ],
  [
    'The agency is expected to make a decision on the drug by July 9, 2027.',
    'pdufa_date 2027-07-09 -',
  ],
  ['The PDUFA date of May 9, 2025 has passed without action.'],
  ['The FDA did not meet the original PDUFA goal date of May 9, 2026.'],
  ['We anticipate a PDUFA date in the second half of 2027.'],
  ['If accepted, the PDUFA date would be in July 2027.'],
  [
    'The FDA extended the PDUFA goal date for zelvotinib by three months to July 9, 2027.',
    'pdufa_date 2027-07-09 zelvotinib',
    'pdufa_extended - zelvotinib',
  ],
  ['FDA Extends Review Period for Zelvotinib NDA', 'pdufa_extended - Zelvotinib'],
  [
    'The new PDUFA goal date is July 9, 2027, three months later than the previous date of April 9, 2027.',
    'pdufa_date 2027-07-09 -',
    'pdufa_extended - -',
  ],
  ['A corresponding PDUFA decision may be delayed by staffing at the FDA.'],
  ['Corvexa’s rival drug has a PDUFA date of July 9, 2027.'],
  // Applications
  ['Ablenor Submits New Drug Application to FDA for Zelvotinib', 'nda_bla_submitted - Zelvotinib'],
  [
    'Ablenor Completes Rolling Submission of BLA to FDA for Tesolimab',
    'nda_bla_submitted - Tesolimab',
  ],
  [
    'Ablenor announced the submission of a Marketing Authorization Application to the EMA for zelvotinib.',
    'nda_bla_submitted - zelvotinib',
  ],
  ['Ablenor has resubmitted its NDA for zelvotinib.', 'nda_bla_submitted - zelvotinib'],
  ['Ablenor Announces Resubmission of NDA for Zelvotinib', 'nda_bla_submitted - Zelvotinib'],
  ['FDA Accepts for Review Ablenor’s NDA for Zelvotinib', 'nda_bla_accepted - Zelvotinib'],
  ['Ablenor Announces FDA Acceptance of BLA for Tesolimab', 'nda_bla_accepted - Tesolimab'],
  ['The FDA has accepted for filing the sNDA for zelvotinib.', 'nda_bla_accepted - zelvotinib'],
  ['The EMA has validated the MAA for zelvotinib.', 'nda_bla_accepted - zelvotinib'],
  ['Ablenor submitted an IND application to the FDA for ABX-101.'],
  ['Ablenor submitted a request for a Type C meeting.'],
  ['Ablenor initiated a rolling submission of the NDA for zelvotinib.'],
  [
    'Ablenor plans to submit an sBLA in the second quarter of 2027.',
    'filing_expected 2027-04-01..2027-06-30 -',
  ],
  [
    'NDA submission for zelvotinib is targeted for the first quarter of 2027.',
    'filing_expected 2027-01-01..2027-03-31 zelvotinib',
  ],
  [
    'The company expects to file for approval of zelvotinib in the first half of 2027.',
    'filing_expected 2027-01-01..2027-06-30 zelvotinib',
  ],
  [
    'Ablenor aims to submit a BLA for tesolimab by mid-2027.',
    'filing_expected 2027-04-01..2027-09-30 tesolimab',
  ],
  ['Ablenor plans to file an IND in the second quarter of 2027.'],
  ['Ablenor plans to file its annual report on Form 10-K by March 2, 2027.'],
  // Designations
  ['FDA Grants Orphan Drug Designation to ABX-101 for Example Disease', 'designation - ABX-101'],
  ['Ablenor Receives Fast Track Designation from FDA for ABX-101', 'designation - ABX-101'],
  ['ABX-101 Granted Breakthrough Therapy Designation by the FDA', 'designation - ABX-101'],
  ['FDA awards RMAT designation to Ablenor’s ABX-101', 'designation - ABX-101'],
  ['Ablenor’s ABX-101 lands FDA breakthrough tag', 'designation - ABX-101'],
  ['ABX-101 has received Fast Track and Orphan Drug designations from the FDA.'],
  ['Ablenor plans to apply for Breakthrough Therapy designation.'],
  [
    'Fast Track designation is intended to facilitate the development of drugs for serious conditions.',
  ],
  ['Ablenor sold its priority review voucher for $100 million.'],
  ['Ablenor received ISO designation for its plant.'],
  // Committees
  [
    'The FDA’s Oncologic Drugs Advisory Committee will discuss tesolimab on January 14, 2027.',
    'adcomm_date 2027-01-14 tesolimab',
  ],
  ['The FDA does not plan to hold an advisory committee meeting for zelvotinib.'],
  ['Ablenor formed a clinical advisory committee of leading experts.'],
  ['The company’s audit committee will meet on January 14, 2027.'],
  // Withdrawn
  [
    'Ablenor today announced the voluntary withdrawal of its BLA for tesolimab.',
    'withdrawn 2026-11-20 tesolimab',
  ],
  ['Ablenor withdraws marketing application for zelvotinib in Europe', 'withdrawn - zelvotinib'],
  ['Ablenor withdrew its registration statement on Form S-1.'],
  ['Two patients withdrew from the study.'],
  // Distress
  [
    'There is substantial doubt about our ability to continue as a going concern.',
    'going_concern - -',
  ],
  [
    'On November 17, 2026, Ablenor received a letter from Nasdaq indicating that it is not in compliance with the $1.00 minimum bid price requirement.',
    'exchange_deficiency 2026-11-17 -',
  ],
  [
    'Ablenor Receives Nasdaq Notification Regarding Minimum Bid Price Deficiency',
    'exchange_deficiency - -',
  ],
  ['Ablenor Regains Compliance with Nasdaq Minimum Bid Price Requirement', 'deficiency_cured - -'],
  [
    'Ablenor Announces 1-for-15 Reverse Stock Split Effective December 1, 2026',
    'reverse_split 2026-12-01 -',
  ],
  ['Stockholders will vote on a proposal to approve a reverse stock split.'],
  ['We may not regain compliance with Nasdaq’s listing rules.'],
  [
    'Management concluded that the doubt about its ability to continue as a going concern was alleviated.',
  ],
];
