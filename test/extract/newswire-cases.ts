import type { Case } from './announced.ts';

/** News as newswires and reviews of the week tell it, and recitals beside it that are none. */
export const newswireCases: readonly Case[] = [
  // Designations
  [
    'Tindra Bio announced that the FDA has granted Fast Track designation to ABX-101.',
    'designation - ABX-101',
  ],
  [
    'Tindra said that the FDA has accepted and granted Priority Review for its BLA for ABX-101.',
    'designation - ABX-101',
    'nda_bla_accepted - ABX-101',
  ],
  ['The FDA handed it a BTD for ABX-101, its pill for gout.', 'designation - ABX-101'],
  ['Tindra Bio announced that the FDA granted ODD to ABX-101 for gout.', 'designation - ABX-101'],
  ['Tindra is developing ABX-101, a drug that has received Fast Track designation.'],
  [
    'The FDA has extended the PDUFA date for its priority review of ABX-101 to May 6, 2027.',
    'pdufa_date 2027-05-06 ABX-101',
    'pdufa_extended - ABX-101',
  ],
  [
    'Tindra has received notification that the agency has extended its target date to complete the priority review of the ABX-101 BLA to May 6, 2027.',
    'pdufa_date 2027-05-06 ABX-101',
    'pdufa_extended - ABX-101',
  ],
  // Goal dates
  [
    'The Prescription Drug User Fee Action date for ABX-101 is May 6, 2027.',
    'pdufa_date 2027-05-06 ABX-101',
  ],
  [
    'Tindra Bio received a CRL for ABX-101. The FDA had set November 24, 2026 as the PDUFA goal date for a decision on ABX-101.',
    'crl - ABX-101',
  ],
  [
    'Tindra Bio received a CRL for ABX-101. The PDUFA goal date of ABX-202 is November 24, 2026.',
    'crl - ABX-101',
    'pdufa_date 2026-11-24 ABX-202',
  ],
  [
    'Tindra Bio received a CRL for ABX-101 in gout. The PDUFA goal date of ABX-101 in lupus is May 6, 2027.',
    'crl - ABX-101',
    'pdufa_date 2027-05-06 ABX-101',
  ],
  // Applications
  [
    'Tindra announced that the FDA has accepted the filing of its NDA for ABX-101.',
    'nda_bla_accepted - ABX-101',
  ],
  ['We recently submitted our regulatory filings for a first-in-human clinical trial of ABX-101.'],
  [
    'We resubmitted the BLA for ABX-101 in March 2026 and in November 2026, the FDA accepted our BLA for priority review.',
    'designation 2026-11-01..2026-11-30 ABX-101',
    'nda_bla_accepted 2026-11-01..2026-11-30 ABX-101',
  ],
  // Results
  [
    'Tindra said overnight its Phase 2b study of ABX-101 "did not" demonstrate a statistically significant improvement on the primary endpoint.',
    'trial_result - ABX-101',
  ],
  [
    'Tindra fell 36% following news that data from its Phase 3 trial of ABX-101 showed no statistical improvement when compared with placebo.',
    'trial_result - ABX-101',
  ],
  [
    'Tindra’s licensing partner Ostrava announced Phase 3 data from a trial of ABX-101 in gout. Unfortunately, the study failed to meet its primary endpoint.',
    'trial_result - ABX-101',
  ],
  ['Its shares were battered last fall after ABX-101 flopped in a Phase 2b trial.'],
  // Holds
  [
    'Shares dropped following news that the FDA has placed on clinical hold LUMEN, a Phase 2b study of ABX-101.',
    'clinical_hold - ABX-101',
  ],
  [
    'Not a month after being slapped with a full clinical hold on its gout program, Tindra saw regulators reverse course.',
  ],
  ['ABX-101 is cleared to resume dosing in all studies, Tindra said.', 'hold_lifted - ABX-101'],
  // Offerings
  [
    'Tindra Bio said it is planning to offer and sell, subject to market conditions, $40 million of its common stock in an underwritten public offering.',
    'offering - -',
  ],
  ['Tindra said it filed with the SEC for a proposed IPO of its common stock.', 'offering - -'],
  ['Tindra followed up with a public offering of $35 million.', 'offering - -'],
  [
    'Tindra has raised gross proceeds of about $60 million through its At-the-Market ("ATM") equity facility.',
    'offering - -',
  ],
  // Distress
  [
    'Tindra must regain compliance by closing at $1 for a minimum of ten days or by implementing a reverse stock split.',
  ],
  [
    'Tindra today announced that on November 16, 2026, it received a deficiency letter from Nasdaq because its bid price had closed below the minimum $1.00 per share.',
    'exchange_deficiency 2026-11-16 -',
  ],
  // A watch list's lines
  [
    'Tindra’s ABX-101 and ABX-202 have December 4 and December 27 target action dates, respectively.',
    'pdufa_date 2026-12-04 ABX-101',
    'pdufa_date 2026-12-27 ABX-202',
  ],
  ['A decision on the drug hadn’t come by the November 16 decision date.'],
  // Applications, in passing
  [
    'The FDA has assigned a PDUFA goal date of May 6, 2027 to Tindra’s recently submitted sNDA for ABX-101.',
    'pdufa_date 2027-05-06 ABX-101',
  ],
  [
    'If granted, priority review would shorten the review of ABX-101 to six months from the date the submission is accepted by the FDA.',
  ],
  [
    'Tindra completed the rolling submission with the FDA for its BLA for ABX-101.',
    'nda_bla_submitted - ABX-101',
  ],
  ['“If the results are positive, we expect to submit an NDA for ABX-101 in 2027,” Tindra said.'],
  // Deals
  [
    'Tindra is spending more than 1.5 billion dollars (£1.2 billion) to buy Ostrava Labs.',
    'acquisition - -',
  ],
  [
    'Tindra has completed its tender offer to acquire all outstanding shares of Ostrava Labs.',
    'acquisition - -',
  ],
  [
    'Shares of Ostrava Labs rose after Tindra Bio said it will buy the biotech company for $2 billion.',
    'acquisition - -',
  ],
  [
    'On November 16, 2026 Tindra Bio (NASDAQ: TBQZ) and Ostrava said they have entered into a definitive agreement under which Tindra will acquire Ostrava for $2 billion.',
    'acquisition 2026-11-16 -',
  ],
  ['Ostrava took a stake in Tindra when it executed the exclusive license agreement for ABX-101.'],
  [
    'From June 1, 2025 through June 30, 2026, the company sold 2,976,154 shares of common stock under its ATM program.',
  ],
  // Results
  [
    'Tindra Bio released initial data from its Phase 1b trial of ABX-101 in gout.',
    'trial_result - ABX-101',
  ],
  [
    'Tindra Bio announced today that the data monitoring committee recommended stopping the ABX-101 trial for futility.',
    'trial_result 2026-11-20 ABX-101',
  ],
  // Goal dates that move
  [
    'FDA is delaying its decision on Tindra’s ABX-101. The agency, which originally set a PDUFA date for Dec. 21, now expects to make a decision by March 21.',
    'pdufa_date 2027-03-21 ABX-101',
    'pdufa_extended - ABX-101',
  ],
  [
    'Tindra said the FDA put off the deadline on possible approval of ABX-101 by three months to Jan. 31 from the originally scheduled Oct. 31.',
    'pdufa_date 2027-01-31 ABX-101',
    'pdufa_extended - ABX-101',
  ],
  [
    'The FDA moved the decision date for ABX-101 to March 20.',
    'pdufa_date 2027-03-20 ABX-101',
    'pdufa_extended - ABX-101',
  ],
  [
    'Tindra must wait three months longer, with the FDA pushing back its decision date for ABX-101 to 16 March.',
    'pdufa_date 2027-03-16 ABX-101',
    'pdufa_extended - ABX-101',
  ],
  ['The FDA told Tindra that it won’t meet a November 27 deadline to take action on ABX-101.'],
  ['The PDUFA action date of ABX-101 is estimated to be December 4, assuming a six-month review.'],
  ['The PDUFA action date of ABX-101 was today, November 20, 2026.'],
  [
    'The FDA’s final decision on ABX-101 is expected to be announced in May 2027.',
    'pdufa_date 2027-05-01..2027-05-31 ABX-101',
  ],
  // Filings
  [
    'Tindra announced its BLA filing for ABX-101 has been delayed from 2026 to the first half of 2027.',
    'filing_expected 2027-01-01..2027-06-30 ABX-101',
  ],
  [
    'Tindra’s data proved ABX-101 superior, positioning it to file applications seeking approval in the first half of 2027.',
    'filing_expected 2027-01-01..2027-06-30 ABX-101',
  ],
  ['Tindra announced the initiation of its rolling submission of an NDA for ABX-101.'],
  [
    'Tindra announced that FDA has acknowledged the resubmission of the BLA for ABX-101.',
    'nda_bla_accepted - ABX-101',
  ],
  [
    'Tindra said it resubmitted its BLA for ABX-101 following the issue of a CRL in June 2025.',
    'nda_bla_submitted - ABX-101',
  ],
  // Withdrawn
  ['Tindra Withdraws ABX-101’s US Filing', 'withdrawn - ABX-101'],
  [
    'Tindra said on Friday it was voluntarily withdrawing its drug, ABX-101, after it failed to meet the main goal in a confirmatory trial.',
    'withdrawn - ABX-101',
  ],
  ['Years after accelerated approval, Tindra withdraws drug in two cancers', 'withdrawn - -'],
  // Designations
  [
    'The FDA has granted orphan drug designation and rare pediatric disease designation for ABX-101, Tindra said.',
    'designation - ABX-101',
    'designation - ABX-101',
  ],
  [
    'Tindra Technologies has been granted orphan drug designation from the FDA for ABX-101.',
    'designation - ABX-101',
  ],
  [
    'ABX-101 received orphan drug designation for retinal diseases caused by RPX65 mutations, Tindra said.',
    'designation - ABX-101',
  ],
  // Results and approvals
  [
    'Shares of Tindra rose on Wednesday, following positive results from two phase III pivotal studies of ABX-101.',
    'trial_result - ABX-101',
  ],
  [
    'Tindra fell after a futility analysis revealed that ABX-101 is unlikely to meet its primary endpoint.',
    'trial_result - ABX-101',
  ],
  ['A committee has strongly recommended FDA approval of Tindra’s blood test.'],
  ['FDA announced the final withdrawal of the approval of zelvotinib.', 'withdrawn - zelvotinib'],
  // Money
  [
    'Tindra has offered to sell 4.5 million shares of its common stock to the public at a price of $19.00 each.',
    'offering - -',
  ],
  [
    'Tindra announced its intention to offer its common stock in an underwritten public offering.',
    'offering - -',
  ],
  ['Shares of Ostrava soared on word of the buyout by Tindra.', 'acquisition - -'],
  [
    'Tindra shares closed up following its announcement of a reverse merger with privately held Ostrava.',
    'acquisition - -',
  ],
  [
    'Nasdaq has also granted an additional 180-day grace period until Dec. 23 to regain compliance with the minimum bid price requirement.',
    'exchange_deficiency - -',
  ],
  // Announced, in other words
  [
    'Shares of Tindra are higher, following the company’s announcement the FDA granted orphan drug designation to ABX-101.',
    'designation - ABX-101',
  ],
  [
    'Tindra today announced that the FDA has approved its request for Fast Track Designation for ABX-101.',
    'designation 2026-11-20 ABX-101',
  ],
  ['Tindra plans a request for Fast Track Designation for ABX-101.'],
  [
    '“We look forward to the results of our second Phase 3 gout trial with ABX-101 later this month.”',
    'readout_expected 2026-11-01..2026-11-30 ABX-101',
  ],
  [
    'The NDA for ABX-101 is expected to be submitted in the first quarter of 2027.',
    'filing_expected 2027-01-01..2027-03-31 ABX-101',
  ],
  ['Tindra has already filed the NDA seeking approval for ABX-101 in gout.'],
  [
    'On November 18, 2026, the company issued a press release announcing the November 16, 2026 submission of the MAA for ABX-101.',
    'nda_bla_submitted 2026-11-16 ABX-101',
  ],
  [
    'Tindra’s Phase 3b study of ABX-101, dubbed LUMEN, has demonstrated significant improvement in quality of life, the company said.',
    'trial_result - ABX-101',
  ],
  [
    'While its trial of ABX-202 showed changes, shares sold off on disappointing data from its Phase 2 LUMEN trial of ABX-101.',
    'trial_result - ABX-101',
  ],
  [
    'On November 18, 2026, stockholders approved a reverse stock split at a ratio ranging from 1-for-10 to 1-for-20.',
  ],
  [
    'Tindra received a deficiency notice from Nasdaq in December 2024 and received an additional 180 days in June 2025 to regain compliance with the minimum bid price requirement.',
  ],
  // In further words
  [
    'With the FDA granting a priority review to the BLA for ABX-101, a decision from the regulatory body is expected on May 6, 2027.',
    'designation - ABX-101',
    'pdufa_date 2027-05-06 ABX-101',
  ],
  ['Tindra Bio nabbed a BTD for ABX-101 in gout.', 'designation - ABX-101'],
  ['Tindra announced the fast-tracking of ABX-101 by the FDA.', 'designation - ABX-101'],
  [
    'Tindra reported its gout drug, ABX-101, was granted priority review for its NDA.',
    'designation - ABX-101',
  ],
  [
    'Tindra announces that the FDA has granted acceptance to file the ABX-101 NDA.',
    'nda_bla_accepted - ABX-101',
  ],
  [
    'Tindra Bio spent $1.4 billion to acquire Ostrava Labs, expanding its pipeline.',
    'acquisition - -',
  ],
  ['Both announced that Tindra would acquire Ostrava for $26.00 a share.', 'acquisition - -'],
  ['Tindra took an $80 million hit on its $2.9 billion acquisition of Ostrava.'],
  ['Tindra received a CRL for its resubmitted BLA for ABX-101, Reuters reported.', 'crl - ABX-101'],
  ['The CRL for ABX-101 that Tindra received led it to a resubmission with new data.'],
  [
    'Shares doubled after Tindra announced a swift reversal of the hold. On November 2, 2026, the FDA placed a full clinical hold on ABX-101.',
    'hold_lifted - ABX-101',
  ],
  [
    'Tindra plans to submit additional assay data for ABX-101 and to meet with the FDA in the second half of 2027.',
  ],
  // Plans told, and results that are to come
  [
    'Shares soared after Tindra announced that it will file an NDA for its blood pressure drug, ABX-101, in Q3 2027.',
    'filing_expected 2027-07-01..2027-09-30 ABX-101',
  ],
  [
    'Tindra said it hopes to resubmit its NDA for ABX-101 in the first half of 2027.',
    'filing_expected 2027-01-01..2027-06-30 ABX-101',
  ],
  [
    'Tindra announced that top-line data from its Phase 2b trial, evaluating ABX-101 for gout, are expected in January 2027.',
    'readout_expected 2027-01-01..2027-01-31 ABX-101',
  ],
  [
    'Tindra faced a setback as ABX-101 did not meet expectations in a clinical trial.',
    'trial_result - ABX-101',
  ],
  ['ABX-101 fails to improve disease severity in Phase 2', 'trial_result - ABX-101'],
  ['A drugmaker will sometimes get a CRL from the FDA, asking for more trials of ABX-101.'],
  ['After a tough year, Tindra merges with Ostrava Labs', 'acquisition - -'],
  ['Ostrava decided to have Tindra file the NDA for FDA approval of ABX-101.'],
  [
    'Tindra announced statistically significant results from its Phase 2 study of its nonpeptide antagonist, elagolix.',
    'trial_result - elagolix',
  ],
  ['The FDA approved vibegron for overactive bladder on Monday.', 'approval - vibegron'],
];
