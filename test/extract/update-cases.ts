import type { Case } from './announced.ts';

/** Quarterly updates: several drugs in a sentence, recaps, conditions. */
export const updateCases: readonly Case[] = [
  // Which of several drugs.
  [
    'We plan several readouts, including the ABX-101 safety data update in the first half of 2027 and an efficacy readout by year-end 2027, an update on TDR-204 at a later time.',
    'readout_expected 2027-01-01..2027-06-30 ABX-101',
    'readout_expected 2027-10-01..2027-12-31 ABX-101',
  ],
  [
    'Clinical updates for ABX-101 are expected in mid-2027 with TDR-204 updates expected in 2028.',
    'readout_expected 2027-04-01..2027-09-30 ABX-101',
    'readout_expected 2028-01-01..2028-12-31 TDR-204',
  ],
  [
    'Topline data from the trial in combination with ABX-101 are expected in Q2 2027 for TDR-204.',
    'readout_expected 2027-04-01..2027-06-30 TDR-204',
  ],
  [
    'We expect Phase 2 data in Q2 2027 from TDR-204, while ABX-101 is on the market.',
    'readout_expected 2027-04-01..2027-06-30 TDR-204',
  ],
  // A product and no company.
  ['In June, Tindra announced the acquisition of VELQUIRA®, a tablet for eczema.'],
  ['Tindra completes acquisition of Castellan Bio, the maker of VELQUIRA®.', 'acquisition - -'],
  // Conditions.
  ['Provided the NDA for ABX-101 is accepted by the FDA, we expect a launch in 2028.'],
  ['Pending FDA approval of ABX-101, we will build a sales force.'],
  // Recaps.
  ['We are proud of our sales and of the recently announced positive Phase 3 results of ABX-101.'],
  ['We announced today positive Phase 3 results of ABX-101.', 'trial_result 2026-11-20 ABX-101'],
  [
    'In March 2026, we submitted the NDA for ABX-101. The FDA accepted the NDA and set a PDUFA date of May 28, 2027.',
    'nda_bla_accepted - ABX-101',
    'pdufa_date 2027-05-28 ABX-101',
  ],
  // One plan told twice.
  [
    'In August 2026 Tindra said that it expects interim data of the ABX-101 trial by the end of the fourth quarter of 2026. We look forward to interim data from the ABX-101 trial this year.',
    'readout_expected 2026-10-01..2026-12-31 ABX-101',
  ],
  // The year of a meeting is no date of what is shown there.
  ['The results of ABX-101 were shown at the 2026 Society of Example Medicine Annual Meeting.'],
  ['It sells widgets, with recently reported positive Phase 3 results of ABX-101 behind it.'],
  [
    'Three months after its shares fell, Tindra said today that ABX-101 missed its primary endpoint.',
    'trial_result 2026-11-20 ABX-101',
  ],
  // Applications: plans, and whose they are.
  [
    'We expect to have the NDA for ABX-101 submitted to the FDA in 2027.',
    'filing_expected 2027-01-01..2027-12-31 ABX-101',
  ],
  [
    'The FDA accepted the NDA submitted by Tindra and Halvard for ABX-101.',
    'nda_bla_accepted - ABX-101',
  ],
  [
    'The FDA has reversed course on ABX-101, now agreeing to review the application.',
    'nda_bla_accepted - ABX-101',
  ],
  // A date that another thing has.
  [
    'Tindra said today that the FDA has accepted the resubmission of its NDA for ABX-101, which answers the 5 October complete response letter.',
    'nda_bla_accepted 2026-11-20 ABX-101',
  ],
  [
    'The patients give us the data to support our NDA, which is planned for the first half of 2027.',
    'filing_expected 2027-01-01..2027-06-30 -',
  ],
  ['In the event of positive data from the trial in 2027, ABX-101 will go on to Phase 3.'],
  [
    'Topline results from the Phase 3 trial of ABX-101 are expected before year’s end.',
    'readout_expected 2026-10-01..2026-12-31 ABX-101',
  ],
  [
    'The FDA approved VELQUIRA® for the treatment of eczema in adults following surgery on July 17, 2025, and sales began.',
  ],
  [
    'ABX-101 has a December 30 PDUFA date, and Tindra will host an investor day on December 4.',
    'pdufa_date 2026-12-30 ABX-101',
  ],
  // Committees and offerings in fewer words.
  [
    'Tindra brings its vaccine ABX-101 in front of an FDA advisory panel on December 14.',
    'adcomm_date 2026-12-14 ABX-101',
  ],
  [
    'An FDA advisory panel convenes December 20 to review ABX-101.',
    'adcomm_date 2026-12-20 ABX-101',
  ],
  [
    'Tindra priced the 16.1 million shares of its stock at $2.80 each, for $45 million of gross proceeds.',
    'offering - -',
  ],
  [
    'Our review ended in a plan that all of us like, with the signing of a definitive merger agreement with Castellan.',
    'acquisition - -',
  ],
  // What a text begins with is what it reports, though some months old.
  [
    'In March this year, the FDA accepted the NDA for ABX-101.',
    'nda_bla_accepted 2026-03-01..2026-03-31 ABX-101',
  ],
  [
    'ABX-101 is our drug.\n\nThe trial of it ended.\n\nIn March this year, the FDA accepted the NDA.',
  ],
  [
    'On May 30, 2026, Tindra announced that the FDA set a PDUFA date of March 30, 2027 for ABX-101. In addition, the EMA recently accepted its application for ABX-101.',
    'nda_bla_accepted - ABX-101',
    'pdufa_date 2027-03-30 ABX-101',
  ],
  [
    'On May 30, 2026, Tindra announced that the FDA set a PDUFA date of March 30, 2027 for ABX-101. The EMA accepted its application for ABX-101.',
    'pdufa_date 2027-03-30 ABX-101',
  ],
  // What is said not to come.
  ['An advisory committee meeting on the application for ABX-101 is not currently planned.'],
  ['Tindra learns that an advisory committee meeting will not be scheduled for ABX-101.'],
  [
    'The FDA told Tindra that the original PDUFA date of March 30, 2027 for ABX-101 will remain.',
    'pdufa_date 2027-03-30 ABX-101',
  ],
  ['The original PDUFA date for ABX-101 was March 30, 2027.'],
  // Payments and acceptances name an application, and plan none.
  ['Tindra is due a payment for the MAA submission, which it expects to receive in Q1 2027.'],
  ['The meeting follows the acceptance of the BLA filing in March 2027.'],
  // Parties between an agreement and what it is for.
  [
    'Tindra entered into an underwriting agreement with Alder Securities LLC, Birch & Company LLC and Cedar Capital Markets LLC, as representatives of the several underwriters named in Schedule 1 of the agreement, on the terms and conditions that are set forth in it, for a public offering of 26,000,000 shares.',
    'offering - -',
  ],
  // A day that stands alone at the end of a title.
  ['FDA Approves ABX-101 for Eczema in Adults … November 18, 2026.', 'approval 2026-11-18 ABX-101'],
];
