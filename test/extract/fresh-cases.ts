import type { Case } from './announced.ts';

/** Further wordings, written before the rules were tried on them. */
export const freshCases: readonly Case[] = [
  [
    'Tindra Announces FDA Acceptance of New Drug Application for ABX-101 and Priority Review',
    'designation - ABX-101',
    'nda_bla_accepted - ABX-101',
  ],
  [
    'Tindra’s BLA for tesolimab was accepted for filing by the FDA on November 12, 2026.',
    'nda_bla_accepted 2026-11-12 tesolimab',
  ],
  [
    'The FDA has filed the sNDA and assigned a PDUFA date of May 28, 2027.',
    'nda_bla_accepted - -',
    'pdufa_date 2027-05-28 -',
  ],
  [
    'The FDA has notified Tindra that its NDA is sufficiently complete to permit a substantive review.',
    'nda_bla_accepted - -',
  ],
  ['Tindra receives day-74 letter with PDUFA date of May 28, 2027', 'pdufa_date 2027-05-28 -'],
  ['FDA decision on tesolimab expected in Q2 2027', 'pdufa_date 2027-04-01..2027-06-30 tesolimab'],
  [
    'Tindra submits BLA to U.S. FDA for tesolimab in example disease',
    'nda_bla_submitted - tesolimab',
  ],
  [
    'Tindra has initiated the rolling submission of its NDA and expects to complete it in the first quarter of 2027.',
    'filing_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'We plan to complete our rolling BLA submission in the second quarter of 2027.',
    'filing_expected 2027-04-01..2027-06-30 -',
  ],
  ['Tindra anticipates filing an sNDA in mid-2027.', 'filing_expected 2027-04-01..2027-09-30 -'],
  [
    'Tindra remains on track to file its first NDA in 2027.',
    'filing_expected 2027-01-01..2027-12-31 -',
  ],
  [
    'Tindra Announces Regulatory Update on Tesolimab: FDA Grants Breakthrough Therapy Designation',
    'designation - Tesolimab',
  ],
  [
    'Tindra secures orphan drug designation from the European Commission for ABX-101',
    'designation - ABX-101',
  ],
  [
    'The FDA has granted Rare Pediatric Disease Designation for ABX-101 for the treatment of example disease.',
    'designation - ABX-101',
  ],
  ['ABX-101 wins FDA fast track status', 'designation - ABX-101'],
  ['FDA awards orphan drug status to Tindra’s ABX-101', 'designation - ABX-101'],
  ['Tindra receives PRIME designation from EMA for ABX-101', 'designation - ABX-101'],
  ['Tindra jumps as tesolimab hits mark in phase 3', 'trial_result - tesolimab'],
  ['Tindra’s tesolimab beats placebo in phase 3 trial', 'trial_result - tesolimab'],
  ['Tindra’s asthma drug flunks phase 2b', 'trial_result - -'],
  [
    'Tindra ends development of ABX-101 after phase 2 trial misses endpoints',
    'trial_result - ABX-101',
  ],
  [
    'Tindra Bio Announces Topline Results from the Phase 2b ORION Trial of ABX-101',
    'trial_result - ABX-101',
  ],
  [
    'Tindra Announces Positive Initial Clinical Data from Phase 1/2 Trial of ABX-101',
    'trial_result - ABX-101',
  ],
  [
    'Tindra today reported that the ORION study achieved its primary endpoint with high statistical significance (p<0.0001).',
    'trial_result 2026-11-20 -',
  ],
  [
    'The ORION study failed to show a benefit on the primary endpoint, Tindra said today.',
    'trial_result 2026-11-20 -',
  ],
  [
    'Treatment with ABX-101 resulted in a statistically significant reduction in the primary endpoint, Tindra announced today.',
    'trial_result 2026-11-20 ABX-101',
  ],
  [
    'Tindra announced that the Phase 2 trial did not demonstrate a significant improvement in overall survival.',
    'trial_result - -',
  ],
  ['Tindra to report phase 2 data in early 2027', 'readout_expected 2027-01-01..2027-03-31 -'],
  [
    'Data are expected in 1H27 from the Phase 2 ORION trial.',
    'readout_expected 2027-01-01..2027-06-30 -',
  ],
  [
    'The Phase 2 ORION trial is ongoing, with results anticipated by mid-year 2027.',
    'readout_expected 2027-04-01..2027-09-30 -',
  ],
  ['Topline results: expected Q3 2027', 'readout_expected 2027-07-01..2027-09-30 -'],
  [
    'Tindra expects results from the trial during the first quarter of 2027.',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'A readout of 24-week data is planned for the second half of 2027.',
    'readout_expected 2027-07-01..2027-12-31 -',
  ],
  [
    'Tindra anticipates completing the Phase 2 trial and reporting data in the second quarter of 2027.',
    'readout_expected 2027-04-01..2027-06-30 -',
  ],
  [
    'Phase 1 multiple-ascending-dose data for ABX-205 anticipated by the end of 2026',
    'readout_expected 2026-10-01..2026-12-31 ABX-205',
  ],
  [
    'Tindra has received a clinical hold notice from the FDA for ABX-101.',
    'clinical_hold - ABX-101',
  ],
  ['FDA puts clinical hold on Tindra’s ABX-101', 'clinical_hold - ABX-101'],
  ['Tindra’s IND for ABX-101 hit with clinical hold', 'clinical_hold - ABX-101'],
  [
    'The FDA verbally notified Tindra on November 17, 2026 that the Phase 1 study of ABX-101 was placed on clinical hold.',
    'clinical_hold 2026-11-17 ABX-101',
  ],
  ['FDA lifts hold on Tindra’s Phase 2 trial', 'hold_lifted - -'],
  ['Tindra gets FDA green light to resume ABX-101 study', 'hold_lifted - ABX-101'],
  [
    'Tindra announced that the partial clinical hold on ABX-101 has been removed by the FDA.',
    'hold_lifted - ABX-101',
  ],
  ['Tindra and Corvexa enter license agreement for ABX-101', 'licence - ABX-101'],
  ['Corvexa licenses Tindra’s ABX-101 in $650M deal', 'licence - ABX-101'],
  [
    'Tindra Announces License Agreement with Corvexa for ABX-101 in China, Hong Kong and Macau',
    'licence - ABX-101',
  ],
  ['Tindra grants Corvexa exclusive rights to ABX-101 in Japan', 'licence - ABX-101'],
  ['Corvexa obtains exclusive license to Tindra’s ABX-101', 'licence - ABX-101'],
  ['Tindra Enters into Global Collaboration and License Agreement with Corvexa', 'licence - -'],
  [
    'Tindra Announces Pricing of $110 Million Underwritten Offering of Common Stock and Pre-Funded Warrants',
    'offering - -',
  ],
  ['Tindra announces $35 million private placement', 'offering - -'],
  ['Tindra launches proposed public offering', 'offering - -'],
  ['Tindra enters into agreement for $15 million registered direct offering', 'offering - -'],
  ['Tindra sells 5 million shares at $8 in public offering', 'offering - -'],
  ['Tindra Bio closes previously announced $60 million private placement', 'offering - -'],
  [
    'Tindra entered into an equity distribution agreement with Example Securities to sell up to $40 million of common shares in an at-the-market offering.',
    'offering - -',
  ],
  [
    'Tindra Receives FDA Approval for ZELVORA® (zelvotinib) Injection',
    'approval - ZELVORA (zelvotinib)',
  ],
  ['Tindra’s zelvotinib secures FDA approval in rare disease', 'approval - zelvotinib'],
  ['EU approves Tindra’s zelvotinib', 'approval - zelvotinib'],
  ['FDA grants full approval to Tindra’s zelvotinib', 'approval - zelvotinib'],
  ['FDA converts accelerated approval of zelvotinib to full approval', 'approval - zelvotinib'],
  ['Swissmedic Approves Zelvotinib for Example Disease', 'approval - Zelvotinib'],
  ['FDA hands Tindra a complete response letter for zelvotinib', 'crl - zelvotinib'],
  ['Tindra hit with CRL for zelvotinib over manufacturing', 'crl - zelvotinib'],
  ['FDA again rejects Tindra’s zelvotinib', 'crl - zelvotinib'],
  ['Tindra to be bought by Corvexa for $1.1B', 'acquisition - -'],
  ['Corvexa to acquire Tindra Bio, expanding its pipeline', 'acquisition - -'],
  ['Tindra enters into merger agreement with Corvexa', 'acquisition - -'],
  // None
  ['Tindra announced the appointment of a chief executive who led three companies to acquisition.'],
  ['Tindra will discuss its Phase 2 results on a call at 8 a.m. today.'],
  ['Tindra has completed the Phase 2 trial and is analyzing the data.'],
  ['The Phase 3 trial will evaluate whether ABX-101 meets its primary endpoint at week 52.'],
  ['Tindra presented a poster on the design of its Phase 3 trial.'],
  ['Tindra received a $5 million grant from the Example Foundation.'],
  ['The FDA granted Tindra a Type B meeting.'],
  ['The FDA agreed that a single trial could support an application.'],
  ['Tindra’s manufacturing partner received FDA approval for its facility in 2022.'],
  ['The company expects to receive Fast Track designation.'],
  ['Enrollment in the trial was placed on hold for two weeks by the company.'],
  ['Tindra announced the issuance of a U.S. patent for ABX-101.'],
  ['Tindra expanded its existing collaboration with Corvexa in 2023.'],
  ['Tindra licenses its platform to partners.'],
  ['The warrants have an exercise price of $4.00 per share and expire in five years.'],
  ['Tindra’s quarterly revenue met its goals.'],
  ['Operating expenses decreased because the Phase 3 trial of zelvotinib was completed in 2025.'],
  ['An FDA advisory committee voted against tesolimab in 2024.'],
];
