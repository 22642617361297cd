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
];
