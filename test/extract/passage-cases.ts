import type { Case } from './announced.ts';

/** Passages of several sentences: what is news in them and what is told along the way. */
export const passageCases: readonly Case[] = [
  // Releases on one event that tell of others.
  [
    'BOSTON, Nov. 20, 2026 (GLOBE NEWSWIRE) -- Ablenor Therapeutics (Nasdaq: ABLQZ) today announced that the FDA has approved zelvotinib for example disease. The approval was based on the Phase 3 LUMEN trial. The trial met its primary endpoint, with a 42% reduction in events compared with placebo (p<0.001).',
    'approval 2026-11-20 zelvotinib',
  ],
  [
    'Ablenor announced that it has submitted an NDA for zelvotinib. The submission is supported by the LUMEN trial, which met its primary endpoint. Zelvotinib has received Fast Track and Orphan Drug designations from the FDA.',
    'nda_bla_submitted - zelvotinib',
  ],
  [
    'Ablenor announced today that the first patient has been dosed in a Phase 3 trial of ABX-101. In a Phase 2 trial, ABX-101 met its primary endpoint and showed a statistically significant improvement over placebo. Topline data are expected in the first half of 2028.',
    'readout_expected 2028-01-01..2028-06-30 ABX-101',
  ],
  [
    'Tindra Bio reported topline results from its Phase 3 trial of tesolimab. The study did not meet its primary endpoint of change in score at week 12. Tesolimab was generally well tolerated.',
    'trial_result - tesolimab',
  ],
  [
    'Ablenor Therapeutics today announced pricing of an underwritten public offering of 8,000,000 shares at $12.00 per share. Ablenor intends to use the proceeds to fund its Phase 3 trial of zelvotinib, for which topline data are expected in the second half of 2027. The offering is expected to close on November 23, 2026.',
    'offering 2026-11-20 -',
    'readout_expected 2027-07-01..2027-12-31 zelvotinib',
  ],
  [
    'Ablenor announced that Jane Example has joined as chief medical officer. She previously led the development of tesolimab at Corvexa, which was approved by the FDA in 2023. Before that she worked at Tindra Bio, which was acquired by Corvexa in 2020.',
  ],
  [
    'Ablenor named John Example to its board. Mr. Example was chief executive of Tindra Bio, where he oversaw the approval of two drugs and the company’s $3 billion sale to Corvexa.',
  ],
  [
    'Ablenor announced that data from its Phase 2 trial of ABX-101 will be presented at the Example Society meeting on December 7, 2026. As previously announced, the trial met its primary endpoint.',
  ],
  [
    'Ablenor presented new analyses from the Phase 3 LUMEN trial of zelvotinib at the Example Congress. The trial met its primary endpoint in 2025.',
  ],
  [
    'The company has announced that a paper on its Phase 2 trial has been published in the Example Journal. In the trial, ABX-101 met the primary endpoint.',
  ],
  // Newswire and market articles.
  [
    'Shares of Ablenor Therapeutics rose 12% on Thursday. The company reported third-quarter earnings that beat estimates. Sales of zelvotinib, approved by the FDA in 2024, reached $40 million.',
  ],
  [
    'Ablenor stock has had a difficult year. In March, the FDA rejected its drug zelvotinib, and in June the company cut a third of its staff.',
  ],
  [
    'The biotech sector is recovering. Last year Corvexa agreed to buy Tindra Bio for $4 billion, and analysts see more deals to come.',
  ],
  [
    'Ablenor (ABLQZ) is trading higher. The company announced that the FDA granted Breakthrough Therapy designation to ABX-101 for example disease.',
    'designation - ABX-101',
  ],
  [
    'What to know before the FDA decision: Ablenor’s zelvotinib was rejected in 2024 over manufacturing. The company resubmitted in January, and the PDUFA date is December 18, 2026.',
    'pdufa_date 2026-12-18 zelvotinib',
  ],
  [
    'A similar drug from Corvexa failed in a Phase 3 trial in 2022. Ablenor thinks that ABX-101 is different because of its dosing.',
  ],
  [
    'In May, Ablenor reported that ABX-101 met the primary endpoint of a Phase 2 trial. The stock has fallen by a third since then.',
  ],
  [
    'Ablenor’s lead drug zelvotinib is in Phase 3. The drug succeeded in a mid-stage trial two years ago, and the company expects data next year.',
    'readout_expected 2027-01-01..2027-12-31 zelvotinib',
  ],
  [
    'H.C. Example reiterated its Buy rating on Ablenor and a $20 price target. The analyst expects FDA approval of zelvotinib and a launch in 2027.',
  ],
  [
    'Ablenor today reported financial results. Cash was $210 million. During the quarter, the company completed a registered direct offering for gross proceeds of $50 million.',
  ],
  [
    'Recent highlights: In August 2026, Ablenor announced positive topline results from its Phase 2 trial of ABX-101. In July 2026, the FDA granted Fast Track designation to ABX-101.',
  ],
  [
    'Recent Corporate Highlights\n• Received FDA Fast Track designation for ABX-101 in October 2026\n• Topline Phase 2 data for ABX-101 expected in the first quarter of 2027',
    'designation 2026-10-01..2026-10-31 ABX-101',
    'readout_expected 2027-01-01..2027-03-31 ABX-101',
  ],
  // Filings
  [
    'Item 8.01 Other Events. On November 19, 2026, Ablenor Therapeutics, Inc. issued a press release announcing that the FDA has placed a clinical hold on the Phase 2 trial of ABX-101. A copy of the press release is attached as Exhibit 99.1.',
    'clinical_hold 2026-11-19 ABX-101',
  ],
  [
    'Item 1.01 Entry into a Material Definitive Agreement. On November 18, 2026, Ablenor entered into a license agreement with Corvexa, pursuant to which Ablenor granted Corvexa an exclusive license to develop zelvotinib in Japan. Corvexa will pay Ablenor $20 million upfront.',
    'licence 2026-11-18 zelvotinib',
  ],
  [
    'Item 2.02 Results of Operations and Financial Condition. On November 19, 2026, Ablenor announced its financial results for the quarter ended September 30, 2026.',
  ],
  [
    'Item 5.07. At the annual meeting, the stockholders approved the 2026 Equity Plan and ratified the appointment of the auditor.',
  ],
  [
    'Item 3.01 Notice of Delisting. On November 17, 2026, the Company received a notice from The Nasdaq Stock Market that it no longer meets the minimum bid price requirement.',
    'exchange_deficiency 2026-11-17 -',
  ],
  [
    'We have incurred losses since inception. We have financed our operations through our initial public offering in 2021, private placements of preferred stock and sales under our ATM program.',
  ],
  ['Competition. Corvexa received FDA approval of its drug for example disease in 2025.'],
  [
    'The FDA may delay, limit or deny approval for many reasons. In 2024, the FDA issued a complete response letter for another company’s drug of the same class.',
  ],
  [
    'About Zelvotinib\nZelvotinib was approved by the FDA in March 2024 for example disease. It has been granted Orphan Drug designation.',
  ],
  [
    'About Ablenor\nAblenor is a clinical-stage company. Its lead candidate, ABX-101, met the primary endpoint of a Phase 2 trial.',
  ],
  [
    'Forward-Looking Statements\nStatements in this release include those about the expected PDUFA date of March 3, 2027, the timing of topline data in 2027 and the potential approval of zelvotinib.',
  ],
  [
    'Risk Factors. Our product candidates may fail to meet the primary endpoints of clinical trials. The FDA could impose a clinical hold. We may need to conduct a reverse stock split.',
  ],
  [
    'Ablenor’s independent directors approved the transaction. The stockholders of Ablenor will vote on the proposed merger with Corvexa at a special meeting on January 12, 2027.',
  ],
  [
    'Ablenor and Corvexa have terminated their merger agreement. Each company will bear its own costs.',
  ],
  [
    'The collaboration, signed in 2022, gives Corvexa rights to zelvotinib outside the United States. Corvexa recently opted to start a Phase 3 trial.',
  ],
  [
    'The FDA has completed its pre-approval inspection of the plant. The PDUFA goal date for zelvotinib remains January 29, 2027.',
    'pdufa_date 2027-01-29 zelvotinib',
  ],
  [
    'The FDA informed the company that it will not be able to complete the inspection before the PDUFA date of November 30, 2026.',
    'pdufa_date 2026-11-30 -',
  ],
  [
    'Ablenor will host a conference call on December 1, 2026 at 8:30 a.m. ET. Topline results from the Phase 3 trial will be discussed.',
  ],
  [
    'Ablenor plans to discuss the results with the FDA. A pre-NDA meeting is scheduled for the first quarter of 2027, with submission of the NDA anticipated in the second half of 2027.',
    'filing_expected 2027-07-01..2027-12-31 -',
  ],
  [
    'Patient enrollment is complete. The last visit will take place in March 2027 and results will be announced in the second quarter of 2027.',
    'readout_expected 2027-04-01..2027-06-30 -',
  ],
  [
    'The clinical hold relates to preclinical findings. Ablenor intends to work closely with the FDA to resolve the questions raised.',
  ],
  [
    'Ablenor today announced that the FDA has lifted the clinical hold on the ABX-101 program. The hold was placed in June 2026 after a death in the trial.',
    'hold_lifted 2026-11-20 ABX-101',
  ],
  [
    'INVESTOR ALERT: The law firm of Example LLP reminds shareholders of a class action against Ablenor. On October 28, 2026, Ablenor announced that zelvotinib did not meet its primary endpoint.',
  ],
  [
    'Ablenor said it would appeal the FDA’s refusal to file its application. It plans to request a meeting with the agency.',
  ],
  [
    'Ablenor has begun a tender offer for up to $20 million of its own shares. The tender offer will expire on December 18, 2026.',
  ],
  [
    'The Phase 3 trial was stopped early after it met its primary endpoint at an interim analysis, Ablenor said today.',
    'trial_result 2026-11-20 -',
  ],
  [
    'Zelvotinib is under review in the EU, where the CHMP is expected to give an opinion in the first half of 2027. In the United States it was approved in September 2025.',
  ],
  [
    'Corvexa Beats Quarterly Estimates. Corvexa, which bought Tindra Bio last year for $2 billion, raised its forecast.',
  ],
  // A second round, written before the rules were tried on it.
  [
    'Tindra Bio (TNDQZ) shares fell 8% in early trading. The company priced an offering of 6 million shares at $9. In October, Tindra reported that ABX-101 met its main goal in a mid-stage trial.',
    'offering - -',
  ],
  [
    'Tindra’s tesolimab is already approved in Europe. In the United States, the FDA turned it down in 2024 and the company has since run a new trial, which met its primary endpoint in July.',
  ],
  [
    'Corvexa, which has licensed ABX-101 from Tindra, will run the Phase 3 trial. The companies signed their agreement in 2023.',
  ],
  [
    'Tindra said it had cash of $80 million, enough to fund operations through topline data from its Phase 3 trial, expected in the third quarter of 2027.',
    'readout_expected 2027-07-01..2027-09-30 -',
  ],
  [
    'Tindra Bio today announced that it has dosed the first patient in its Phase 2 trial of ABX-101. The FDA granted ABX-101 Fast Track designation in March 2026. The trial will enroll 120 patients, and Tindra expects to report interim data in the first half of 2028.',
    'readout_expected 2028-01-01..2028-06-30 ABX-101',
  ],
  [
    'Tindra Bio today announced FDA acceptance of its IND for ABX-205. The company plans to begin a Phase 1 trial in the first quarter of 2027, with initial data expected by year-end 2027.',
    'readout_expected 2027-10-01..2027-12-31 ABX-205',
  ],
  [
    'In a note to clients, an analyst wrote that the odds of FDA approval of tesolimab by the March 3, 2027 PDUFA date are high.',
    'pdufa_date 2027-03-03 tesolimab',
  ],
  [
    'Tindra’s main rival, Corvexa, received a complete response letter this month. Tindra’s own application is due to be decided on by June 4, 2027.',
  ],
  [
    'The merger between Tindra and Ablenor was completed in 2024. The combined company has two programs in Phase 2.',
  ],
  [
    'We received a letter from Nasdaq in 2024 that we did not meet the minimum bid price. We regained compliance in 2025.',
  ],
  [
    'Tindra is evaluating strategic alternatives, which may include an acquisition, merger or licensing of its assets. It will reduce its workforce by 60%.',
  ],
  [
    'Tindra announced that ABX-101 will move into Phase 3. In Phase 2, the drug reduced attacks by 60% and met the primary endpoint. Data from that trial were published in the Example Journal in May.',
  ],
  [
    'Tindra’s third-quarter report: revenue of $12 million from sales of ZELVORA, approved in 2024. The company expects to submit an sNDA in the second quarter of 2027 and topline data from the RISE trial in the first quarter of 2027.',
    'filing_expected 2027-04-01..2027-06-30 -',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'Tindra Bio announced that the European Medicines Agency’s CHMP has issued a negative opinion on tesolimab. The company will request a re-examination.',
  ],
  [
    'Tindra Bio said the FDA had requested more time to review its application and set a new goal date of April 19, 2027.',
    'pdufa_date 2027-04-19 -',
  ],
  [
    'Tindra’s founder previously sold another biotech to Corvexa for $900 million. Tindra raised $70 million in its IPO in 2024.',
  ],
  [
    'Data from the open-label extension, presented at the Example Congress today, showed that patients kept their gains. The double-blind part met its primary endpoint last year.',
  ],
];
