import type { Case } from './announced.ts';

/** Readouts to come, results told, designations. */
export const trialCases: readonly Case[] = [
  [
    'Topline data from the Phase 3 trial of zelvotinib are expected in the second quarter of 2027.',
    'readout_expected 2027-04-01..2027-06-30 zelvotinib',
  ],
  [
    'We expect to report topline results from the Phase 2b study of ABX-101 in mid-2027.',
    'readout_expected 2027-04-01..2027-09-30 ABX-101',
  ],
  [
    'Initial data from the dose-escalation portion of the ABX-202 study anticipated by year-end 2026',
    'readout_expected 2026-10-01..2026-12-31 ABX-202',
  ],
  [
    'Phase 3 readout for tesolimab on track for 1H 2027',
    'readout_expected 2027-01-01..2027-06-30 tesolimab',
  ],
  [
    'Ablenor anticipates announcing interim results from its pivotal trial of tesolimab in early 2027.',
    'readout_expected 2027-01-01..2027-03-31 tesolimab',
  ],
  [
    'The study of zelvotinib is fully enrolled, with data expected in the first half of 2027.',
    'readout_expected 2027-01-01..2027-06-30 zelvotinib',
  ],
  [
    'Data from both Phase 3 trials of ABX-101 will be reported in Q3 2027.',
    'readout_expected 2027-07-01..2027-09-30 ABX-101',
  ],
  [
    'The Phase 2 trial of ABX-202 is expected to read out in the fourth quarter of 2027.',
    'readout_expected 2027-10-01..2027-12-31 ABX-202',
  ],
  [
    'Ablenor to Announce Topline Results From Phase 3 Trial of Zelvotinib on November 24, 2026',
    'readout_expected 2026-11-24 Zelvotinib',
  ],
  [
    'We remain on track to share proof-of-concept data for ABX-101 next quarter.',
    'readout_expected 2027-01-01..2027-03-31 ABX-101',
  ],
  [
    'In the first quarter of 2027, we expect to report topline data from our Phase 3 trial of tesolimab.',
    'readout_expected 2027-01-01..2027-03-31 tesolimab',
  ],
  [
    'Interim analysis of the Phase 3 study of zelvotinib is expected in December 2026.',
    'readout_expected 2026-12-01..2026-12-31 zelvotinib',
  ],
  [
    'Report topline data from the Phase 2 trial of ABX-101 in the third or fourth quarter of 2027.',
    'readout_expected 2027-07-01..2027-12-31 ABX-101',
  ],
  [
    'Enrollment in the trial of ABX-101 was completed in October 2026, and topline results are anticipated in the second half of 2027.',
    'readout_expected 2027-07-01..2027-12-31 ABX-101',
  ],
  [
    'The company guided to a Phase 2 data readout for ABX-202 in 2027.',
    'readout_expected 2027-01-01..2027-12-31 ABX-202',
  ],
  [
    'Key upcoming milestones: topline Phase 3 data for zelvotinib (Q1 2027).',
    'readout_expected 2027-01-01..2027-03-31 zelvotinib',
  ],
  [
    'Results from the trial of tesolimab are now expected in the first quarter of 2027, compared with prior guidance of year-end 2026.',
    'readout_expected 2027-01-01..2027-03-31 tesolimab',
  ],
  // Results.
  [
    'Ablenor today announced that its Phase 3 trial of zelvotinib met its primary endpoint.',
    'trial_result 2026-11-20 zelvotinib',
  ],
  ['Zelvotinib Meets Primary Endpoint in Pivotal Phase 3 Trial', 'trial_result - Zelvotinib'],
  [
    'Ablenor Announces Positive Topline Results From Phase 2 Trial of ABX-101',
    'trial_result - ABX-101',
  ],
  ['Phase 3 Trial of Tesolimab Fails to Meet Primary Endpoint', 'trial_result - Tesolimab'],
  [
    'Ablenor announced that the Phase 2 trial of ABX-101 did not meet its primary endpoint.',
    'trial_result - ABX-101',
  ],
  ['The study missed its primary endpoint, Ablenor said of ABX-101.', 'trial_result - ABX-101'],
  [
    'Ablenor said zelvotinib achieved a statistically significant improvement in the primary endpoint of pain at week 12.',
    'trial_result - zelvotinib',
  ],
  [
    'Tindra’s ABX-101 fell short of its primary endpoint in a Phase 3 trial',
    'trial_result - ABX-101',
  ],
  [
    'The trial of tesolimab was stopped for futility after an interim analysis, Ablenor announced today.',
    'trial_result 2026-11-20 tesolimab',
  ],
  ['Ablenor’s ABX-101 fails in Phase 3 trial', 'trial_result - ABX-101'],
  [
    'Tesolimab hit both co-primary endpoints in its late-stage trial, Ablenor reported.',
    'trial_result - Tesolimab',
  ],
  [
    'The Phase 3 trial of zelvotinib failed to demonstrate statistical significance on the primary endpoint, the company reported.',
    'trial_result - zelvotinib',
  ],
  [
    'Ablenor reported that zelvotinib did not show a statistically significant difference versus placebo on its primary endpoint.',
    'trial_result - zelvotinib',
  ],
  [
    'Ablenor’s Phase 3 study of ABX-101 succeeded in meeting its primary endpoint, the company announced.',
    'trial_result - ABX-101',
  ],
  ['ABX-101 flops in Phase 2b trial', 'trial_result - ABX-101'],
  // Designations.
  [
    'The FDA has granted Fast Track designation to ABX-101 for the treatment of example disease.',
    'designation - ABX-101',
  ],
  [
    'Ablenor Receives Orphan Drug Designation from the FDA for Zelvotinib',
    'designation - Zelvotinib',
  ],
  ['FDA Grants Breakthrough Therapy Designation to Tesolimab', 'designation - Tesolimab'],
  ['Ablenor announced that the EMA granted PRIME designation to ABX-101.', 'designation - ABX-101'],
  ['ABX-101 Granted Rare Pediatric Disease Designation by U.S. FDA', 'designation - ABX-101'],
  [
    'The European Commission has designated zelvotinib as an orphan medicinal product, Ablenor announced today.',
    'designation 2026-11-20 zelvotinib',
  ],
  ['The FDA granted Priority Review to the NDA for zelvotinib.', 'designation - zelvotinib'],
  [
    'Ablenor was granted Regenerative Medicine Advanced Therapy (RMAT) designation for ABX-303, it announced today.',
    'designation 2026-11-20 ABX-303',
  ],
  // What sounds like one and is none.
  [
    'Fast Track designation is intended to facilitate the development of drugs for serious conditions.',
  ],
  ['Ablenor intends to request Breakthrough Therapy designation for ABX-101.'],
  ['Zelvotinib has been granted Orphan Drug designation by the FDA and the EMA.'],
  ['ABX-101 holds Fast Track designation for example disease.'],
  ['Ablenor sold its Priority Review Voucher for $150 million.'],
  ['The product candidate may be eligible for Fast Track designation.'],
  ['Third quarter financial results will be reported on November 24, 2026.'],
  ['The primary endpoint of the trial is the change from baseline in pain score.'],
  ['Ablenor expects to complete enrollment in the Phase 3 trial of zelvotinib in Q2 2027.'],
  ['We plan to initiate a Phase 3 trial of ABX-101 in the first half of 2027.'],
  ['There can be no assurance that the trial will meet its primary endpoint.'],
  ['Ablenor previously reported positive topline results from the Phase 2 trial of ABX-101.'],
  ['The results of the trial were published in an example journal.'],
  ['We expect our cash to fund operations into the second half of 2028.'],
  [
    'The data safety monitoring board recommended that the trial of ABX-101 continue without modification.',
  ],
  ['Preclinical data on ABX-404 are expected to be presented at a conference in December 2026.'],
  ['The trial is designed to meet its primary endpoint with 90% power.'],
  ['First patient dosed in Phase 2 trial of ABX-101; launch planned for 2029.'],
  ['A previous Phase 2 study of tesolimab did not meet its primary endpoint in 2022.'],
  ['Example disease affects 30,000 people, and rates of response to standard therapy are poor.'],
];
