import type { Case } from './announced.ts';

/** Readouts to come, and dates beside them that are of something else. */
export const readoutCases: readonly Case[] = [
  [
    'Topline results from the LUMEN study are now expected in the third quarter of 2027.',
    'readout_expected 2027-07-01..2027-09-30 -',
  ],
  [
    'Data from the Phase 2 trial of ABX-101 are anticipated in the first half of 2027.',
    'readout_expected 2027-01-01..2027-06-30 ABX-101',
  ],
  [
    'We remain on track to report topline data from LUMEN in the first quarter of 2027.',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'Ablenor now anticipates sharing initial clinical data from the dose-escalation cohort by year-end 2026.',
    'readout_expected 2026-10-01..2026-12-31 -',
  ],
  [
    'Phase 3 LUMEN trial of zelvotinib fully enrolled; topline data expected 1Q 2027',
    'readout_expected 2027-01-01..2027-03-31 zelvotinib',
  ],
  [
    'Enrollment complete in Phase 2 ABX-101 study, with data anticipated in Q2 2027',
    'readout_expected 2027-04-01..2027-06-30 ABX-101',
  ],
  ['ABX-101 Phase 2 data readout: Q3 2027', 'readout_expected 2027-07-01..2027-09-30 ABX-101'],
  ['ABX-101: Phase 1b data expected mid-2027', 'readout_expected 2027-04-01..2027-09-30 ABX-101'],
  [
    'The readout of the Phase 3 trial is expected in the second quarter of 2027.',
    'readout_expected 2027-04-01..2027-06-30 -',
  ],
  [
    'Ablenor expects to have topline data in hand in early 2027.',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'The primary analysis of the Phase 3 study is projected for the second half of 2027.',
    'readout_expected 2027-07-01..2027-12-31 -',
  ],
  [
    'An interim analysis of the Phase 3 trial is planned for mid-2027.',
    'readout_expected 2027-04-01..2027-09-30 -',
  ],
  [
    'With the last patient dosed, Ablenor anticipates top-line results before the end of the year.',
    'readout_expected 2026-10-01..2026-12-31 -',
  ],
  [
    'The company guided to Phase 2 data in the first quarter of next year.',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'Results of the trial should be available in the second quarter of 2027.',
    'readout_expected 2027-04-01..2027-06-30 -',
  ],
  [
    'Ablenor plans to read out the Phase 2 trial of ABX-101 in the fourth quarter of 2027.',
    'readout_expected 2027-10-01..2027-12-31 ABX-101',
  ],
  [
    'Top-line data from this trial will be available in January 2027.',
    'readout_expected 2027-01-01..2027-01-31 -',
  ],
  [
    'The Company expects topline results in December 2026.',
    'readout_expected 2026-12-01..2026-12-31 -',
  ],
  [
    'Anticipated milestones: Phase 3 topline data for zelvotinib in Q1 2027',
    'readout_expected 2027-01-01..2027-03-31 zelvotinib',
  ],
  [
    'Zelvotinib Phase 3 topline results on track for first quarter 2027',
    'readout_expected 2027-01-01..2027-03-31 Zelvotinib',
  ],
  [
    'Ablenor delays Phase 3 readout of zelvotinib to second half of 2027',
    'readout_expected 2027-07-01..2027-12-31 zelvotinib',
  ],
  [
    'The trial is fully enrolled and expected to read out in the first half of 2027.',
    'readout_expected 2027-01-01..2027-06-30 -',
  ],
  [
    'We anticipate initial data from the Phase 1 trial of ABX-101 in the second half of 2027.',
    'readout_expected 2027-07-01..2027-12-31 ABX-101',
  ],
  [
    'Preliminary data from the first two cohorts are expected by the end of the first quarter of 2027.',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'Interim overall survival results are anticipated around mid-2027.',
    'readout_expected 2027-04-01..2027-09-30 -',
  ],
  [
    'The first of two Phase 3 trials of zelvotinib is expected to report in 2027.',
    'readout_expected 2027-01-01..2027-12-31 zelvotinib',
  ],
  [
    'Ablenor said it now expects data from the study in the second quarter of 2027, later than its earlier guidance of year-end 2026.',
    'readout_expected 2027-04-01..2027-06-30 -',
  ],
  [
    'Proof-of-concept data for ABX-101 in example disease are expected in H2 2027.',
    'readout_expected 2027-07-01..2027-12-31 ABX-101',
  ],
  [
    'The company is targeting a topline readout in Q1 2027.',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'Updated data from the ongoing Phase 1/2 trial of ABX-101 are expected in the second quarter of 2027.',
    'readout_expected 2027-04-01..2027-06-30 ABX-101',
  ],
  [
    'Topline data readout from the pivotal trial is on schedule for 2Q27.',
    'readout_expected 2027-04-01..2027-06-30 -',
  ],
  // None of these is a readout.
  ['Ablenor expects to complete enrollment of the Phase 3 trial in the first half of 2027.'],
  ['Ablenor plans to initiate a Phase 2 trial of ABX-101 in the second quarter of 2027.'],
  ['The first patient is expected to be dosed in the first quarter of 2027.'],
  ['Ablenor will report its fourth quarter and full year 2026 results on March 3, 2027.'],
  ['Ablenor will present data on ABX-101 at the Example Congress in June 2027.'],
  ['Preclinical data for ABX-205 are expected in the first half of 2027.'],
  ['An IND submission for ABX-205 is planned for the first quarter of 2027.'],
  ['The Company expects its cash to fund operations into 2028, beyond the expected topline data.'],
  ['Ablenor expects to provide an update on its regulatory strategy in the first quarter of 2027.'],
  ['Ablenor expects to report earnings on February 20, 2027.'],
  ['Topline data from the Phase 3 trial could come as early as next year, analysts say.'],
  ['If enrollment proceeds as planned, data may be available in 2027.'],
  ['The abstract will be published online on December 3, 2026, ahead of the Example Congress.'],
  ['The company expects to meet with the FDA in the first quarter of 2027 to discuss the data.'],
  ['The primary completion date of the trial listed in the registry is March 2027.'],
  ['Statements include those about the timing of data from the Phase 3 trial expected in 2027.'],
  ['The 12-month follow-up visits will be completed in the second quarter of 2027.'],
  ['Ablenor will host a webcast on December 1, 2026 to review the Phase 2 data.'],
  ['In the first half of 2025, we expected to report data, but the trial was delayed.'],
  ['The company will hold its annual update for investors on January 14, 2027.'],
  ['A poster with updated data will be presented on December 8, 2026.'],
  ['Corvexa, a competitor, expects Phase 3 data in the second quarter of 2027.'],
];
