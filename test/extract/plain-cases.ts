import type { Case } from './announced.ts';

/** What companies say in plain words, and what they say that announces nothing. */
export const plainCases: readonly Case[] = [
  // Reviews
  [
    'March 5, 2027 has been assigned as the PDUFA goal date for ABX-101.',
    'pdufa_date 2027-03-05 ABX-101',
  ],
  [
    'The agency’s review of ABX-101 is expected to be completed by March 5, 2027.',
    'pdufa_date 2027-03-05 ABX-101',
  ],
  [
    'U.S. approval decision for ABX-101 expected in the first half of 2027.',
    'pdufa_date 2027-01-01..2027-06-30 ABX-101',
  ],
  [
    'ABX-101 will go before an FDA advisory panel on February 10, 2027.',
    'adcomm_date 2027-02-10 ABX-101',
  ],
  [
    'Tindra seeks FDA approval for ABX-101 with the submission of an NDA',
    'nda_bla_submitted - ABX-101',
  ],
  ['FDA clears Tindra’s gout drug ABX-101', 'approval - ABX-101'],
  ['ABX-101 became the first drug approved by the FDA for gout flares.', 'approval - ABX-101'],
  // Plans
  [
    'The BLA for ABX-101 is on track to be filed in the second quarter of 2027.',
    'filing_expected 2027-04-01..2027-06-30 ABX-101',
  ],
  [
    'Tindra said it would file for approval of ABX-101 in the second quarter of 2027.',
    'filing_expected 2027-04-01..2027-06-30 ABX-101',
  ],
  ['• NDA submission for ABX-101: Q1 2027', 'filing_expected 2027-01-01..2027-03-31 ABX-101'],
  [
    'The results support an sBLA submission for ABX-101 planned for the first quarter of 2027.',
    'filing_expected 2027-01-01..2027-03-31 ABX-101',
  ],
  [
    '• Phase 2 LUMEN data readout (ABX-101) – 2H 2027',
    'readout_expected 2027-07-01..2027-12-31 ABX-101',
  ],
  // Trials
  ['Tindra pauses dosing of ABX-101 after FDA clinical hold', 'clinical_hold - ABX-101'],
  ['FDA frees Tindra’s ABX-101 from clinical hold', 'hold_lifted - ABX-101'],
  ['FDA fast tracks Tindra’s ABX-101', 'designation - ABX-101'],
  [
    'Tindra said today that the Phase 3 trial of ABX-101 failed to show a benefit over placebo.',
    'trial_result 2026-11-20 ABX-101',
  ],
  ['ABX-101 shows promise in early trial, Tindra reports', 'trial_result - ABX-101'],
  ['Tindra Reports Interim Phase 2 Data for ABX-101', 'trial_result - ABX-101'],
  // Money
  [
    'Tindra has entered into a definitive agreement with a single investor for the purchase of 2,000,000 shares in a registered direct offering.',
    'offering - -',
  ],
  [
    'Management believes that substantial doubt exists about its ability to continue as a going concern.',
    'going_concern - -',
  ],
  [
    'Nasdaq notified Tindra that it no longer meets the $35 million market value requirement.',
    'exchange_deficiency - -',
  ],
  // Nothing
  ['Tindra will present data on ABX-101 at a medical meeting on December 8, 2026.'],
  ['Ostrava denied that it plans to acquire Tindra.'],
  ['The company’s lawsuit was accepted for review by the Supreme Court.'],
  ['Stockholders will vote on a proposal to authorize a reverse stock split.'],
  ['Tindra acquired a priority review voucher for $100 million.'],
  ['The trial met its enrollment target of 300 patients.'],
  ['The NDA will include data from two trials of ABX-101.'],
  ['Tindra paid a $3 million NDA filing fee.'],
];
