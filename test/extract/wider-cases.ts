import type { Case } from './announced.ts';

/** The same types in rarer words, and stages of a cycle that a later stage has overtaken. */
export const widerCases: readonly Case[] = [
  // Readouts
  ['ABX-101 Ph2 data in 1Q27', 'readout_expected 2027-01-01..2027-03-31 ABX-101'],
  [
    'Ph 3 topline data for zelvotinib: 2H 2027',
    'readout_expected 2027-07-01..2027-12-31 zelvotinib',
  ],
  [
    'We look forward to sharing results from the Phase 2 study of ABX-101 early next year.',
    'readout_expected 2027-01-01..2027-03-31 ABX-101',
  ],
  [
    'The company will release results from the trial later this month.',
    'readout_expected 2026-11-01..2026-11-30 -',
  ],
  [
    'The Phase 2b trial is expected to complete in the first quarter of 2027, with topline results to follow in the second quarter of 2027.',
    'readout_expected 2027-04-01..2027-06-30 -',
  ],
  [
    'We expect to complete enrollment in the fourth quarter of 2026 and to report topline results in the second half of 2027.',
    'readout_expected 2027-07-01..2027-12-31 -',
  ],
  [
    'Interim results from part B of the study are due in January 2027.',
    'readout_expected 2027-01-01..2027-01-31 -',
  ],
  [
    'Six-month efficacy data from the first cohort of the ABX-101 trial are expected in early 2027.',
    'readout_expected 2027-01-01..2027-03-31 ABX-101',
  ],
  [
    'The company continues to expect a data readout from LUMEN in the first quarter of 2027.',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'Initial safety and efficacy data from the trial are anticipated by the end of 2027.',
    'readout_expected 2027-10-01..2027-12-31 -',
  ],
  [
    'Patient dosing is under way in the Phase 1b study of ABX-101 and first data are expected in mid-2027.',
    'readout_expected 2027-04-01..2027-09-30 ABX-101',
  ],
  [
    'A futility analysis of the Phase 3 trial is scheduled for the first quarter of 2027.',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'The next catalyst is Phase 2 data on ABX-101, expected in the first half of 2027.',
    'readout_expected 2027-01-01..2027-06-30 ABX-101',
  ],
  [
    'Ablenor expects to unblind the Phase 3 trial of zelvotinib in March 2027.',
    'readout_expected 2027-03-01..2027-03-31 zelvotinib',
  ],
  [
    'The trial’s primary endpoint will be read out in the third quarter of 2027.',
    'readout_expected 2027-07-01..2027-09-30 -',
  ],
  [
    'The company anticipates announcing topline Phase 3 results in Q1 2027.',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'Pivotal data for tesolimab are slated for the second half of next year.',
    'readout_expected 2027-07-01..2027-12-31 tesolimab',
  ],
  [
    'The study has passed its interim futility analysis; final results are expected in 2028.',
    'readout_expected 2028-01-01..2028-12-31 -',
  ],
  [
    'Ablenor is on pace to deliver top-line Phase 2 data by the end of the first quarter.',
    'readout_expected 2027-01-01..2027-03-31 -',
  ],
  [
    'Ablenor plans to share clinical data from the ABX-101 program in the first half of 2027.',
    'readout_expected 2027-01-01..2027-06-30 ABX-101',
  ],
  ['Ablenor sees Phase 3 data in Q2 2027', 'readout_expected 2027-04-01..2027-06-30 -'],
  [
    'Completion of the trial and topline results are anticipated in the second quarter of 2027.',
    'readout_expected 2027-04-01..2027-06-30 -',
  ],
  ['Full Phase 2 results expected H1 2027', 'readout_expected 2027-01-01..2027-06-30 -'],
  // Holds overtaken or old
  [
    'Ablenor announced that the FDA has lifted the clinical hold on ABX-101. The FDA placed a clinical hold on the trial after a serious adverse event.',
    'hold_lifted - ABX-101',
  ],
  [
    'The FDA has cleared Ablenor to resume the trial. The agency had halted the trial of ABX-101 in May after a patient died.',
    'hold_lifted - ABX-101',
  ],
  [
    'Ablenor’s shares have lost half of their value since the FDA placed a clinical hold on its ABX-101 trial in August.',
  ],
  [
    'The ABX-101 program, which was placed on clinical hold by the FDA in June, will resume in January.',
  ],
  [
    'In its quarterly report the company said that ABX-101 was still subject to the clinical hold that the FDA imposed in June 2026.',
  ],
  ['The clinical hold placed on ABX-101 by the FDA in April 2026 has delayed the program.'],
  [
    'Ablenor received written notice from the FDA detailing the reasons for the clinical hold placed in September 2026.',
  ],
  [
    'Ablenor announced that it has submitted its complete response to the FDA’s clinical hold on ABX-101.',
  ],
  [
    'After the FDA placed a clinical hold on ABX-101 last summer, the company amended its protocol.',
  ],
  [
    'The FDA has verbally informed the company of a clinical hold on the planned Phase 1 trial of ABX-101.',
    'clinical_hold - ABX-101',
  ],
  [
    'Ablenor announced that the U.S. FDA has placed the IND for ABX-101 on clinical hold pending additional information.',
    'clinical_hold - ABX-101',
  ],
  [
    'Enrollment is paused because the FDA has placed the trial on partial clinical hold, Ablenor announced.',
    'clinical_hold - -',
  ],
  ['Ablenor shares dive on clinical hold for sickle cell trial', 'clinical_hold - -'],
  ['FDA hold on Ablenor trial sends stock tumbling', 'clinical_hold - -'],
  ['FDA halts dosing in Ablenor’s ABX-101 trial', 'clinical_hold - ABX-101'],
  ['Ablenor’s ABX-101 study suspended by FDA after deaths', 'clinical_hold - ABX-101'],
  [
    'FDA Places Partial Clinical Hold on Ablenor’s Phase 1 Trial; Patients Already Enrolled May Continue',
    'clinical_hold - -',
  ],
  ['Ablenor ABX-101 study put on clinical hold', 'clinical_hold - ABX-101'],
  ['Ablenor hit by clinical hold', 'clinical_hold - -'],
  ['Ablenor Provides Update on ABX-101; FDA Issues Clinical Hold', 'clinical_hold - ABX-101'],
  // Refusals and reviews overtaken
  [
    'The FDA accepted the resubmission of the NDA for zelvotinib and set a PDUFA date of May 7, 2027. The FDA issued a complete response letter for the first application.',
    'nda_bla_accepted - zelvotinib',
    'pdufa_date 2027-05-07 zelvotinib',
  ],
  [
    'FDA approves zelvotinib. The drug was granted priority review. The NDA was accepted by the FDA with priority review.',
    'approval - zelvotinib',
  ],
  [
    'Ablenor announced FDA approval of zelvotinib. In the LUMEN trial, zelvotinib achieved its primary endpoint, the company said.',
    'approval - zelvotinib',
  ],
  // Licences
  [
    'Ablenor Announces Exclusive Licensing Deal with Corvexa for Zelvotinib in China',
    'licence - Zelvotinib',
  ],
  [
    'Ablenor and Corvexa today announced a licensing agreement under which Corvexa gains exclusive rights to ABX-101 in Asia.',
    'licence 2026-11-20 ABX-101',
  ],
  [
    'Corvexa has agreed to license ABX-101 from Ablenor for an upfront payment of $75 million.',
    'licence - ABX-101',
  ],
  [
    'Ablenor has entered into an exclusive global license with Corvexa for ABX-101.',
    'licence - ABX-101',
  ],
  [
    'Ablenor will grant Corvexa an exclusive license to develop, manufacture and commercialize ABX-101 in Europe.',
    'licence - ABX-101',
  ],
  [
    'Ablenor announced a collaboration with Corvexa to develop ABX-101, with $100 million upfront and up to $900 million in milestones.',
    'licence - ABX-101',
  ],
  ['Corvexa, Ablenor Ink $800M Obesity Pact', 'licence - -'],
  ['Ablenor secures licensing deal with Corvexa', 'licence - -'],
  ['Corvexa picks up rights to Ablenor’s ABX-101', 'licence - ABX-101'],
  ['Ablenor sells rights to zelvotinib to Corvexa for $120 million', 'licence - zelvotinib'],
  [
    'Ablenor announced that Corvexa has exercised its option to obtain an exclusive license for ABX-101.',
    'licence - ABX-101',
  ],
  [
    'Ablenor signed a commercialization agreement with Corvexa for zelvotinib in Latin America.',
    'licence - zelvotinib',
  ],
  ['Ablenor Partners with Corvexa to Commercialize Zelvotinib in Europe', 'licence - Zelvotinib'],
  [
    'The in-licensing of ABX-205 adds a second program to the pipeline, Ablenor announced today.',
    'licence 2026-11-20 ABX-205',
  ],
  ['Ablenor announced a manufacturing agreement with Corvexa for ABX-101.'],
  ['Ablenor announced a collaboration with Example Foundation to support patients.'],
  // Offerings
  ['Ablenor plans $150M stock offering', 'offering - -'],
  ['Ablenor Announces Upsized $175 Million Public Offering', 'offering - -'],
  ['Ablenor to sell $80M in stock', 'offering - -'],
  ['Ablenor raises $60M from stock sale', 'offering - -'],
  ['Ablenor Announces Underwritten Offering', 'offering - -'],
  ['Ablenor Closes $30 Million Registered Direct Offering', 'offering - -'],
  [
    'The offering consists of 5,000,000 shares of common stock at a public offering price of $10.00 per share, Ablenor announced.',
    'offering - -',
  ],
  [
    'Ablenor expects to receive gross proceeds of approximately $40 million from the private placement, which it announced today.',
    'offering 2026-11-20 -',
  ],
  [
    'Pursuant to the underwriting agreement dated November 18, 2026, Ablenor agreed to sell 7,000,000 shares to the underwriters.',
    'offering - -',
  ],
  [
    'Ablenor filed a prospectus supplement for the sale of up to $50,000,000 of common stock under a sales agreement with Example Securities.',
    'offering - -',
  ],
  ['Ablenor Announces $20 Million At-The-Market Offering Program', 'offering - -'],
  [
    'Up to $60,000,000 of Common Stock. We have entered into a sales agreement with Example Securities relating to shares of our common stock offered by this prospectus supplement.',
    'offering - -',
  ],
  [
    '6,000,000 Shares Common Stock. We are offering 6,000,000 shares of our common stock.',
    'offering - -',
  ],
  ['Ablenor upsizes private placement to $55 million', 'offering - -'],
  ['Ablenor shares fall after $90 million equity raise', 'offering - -'],
  // Acquisitions
  ['Ablenor to Be Acquired by Corvexa for Up to $1.6 Billion', 'acquisition - -'],
  ['Corvexa to pay $1.6 billion for Ablenor', 'acquisition - -'],
  ['Corvexa nabs Ablenor in $1.6B buyout', 'acquisition - -'],
  ['Corvexa and Ablenor Announce Definitive Merger Agreement', 'acquisition - -'],
  // Applications
  ['Ablenor wraps up rolling NDA submission for zelvotinib', 'nda_bla_submitted - zelvotinib'],
  ['Ablenor seeks FDA approval for zelvotinib with new drug application filing'],
  [
    'Ablenor announced that it has completed its BLA submission to the FDA for tesolimab.',
    'nda_bla_submitted - tesolimab',
  ],
  [
    'The company’s application for zelvotinib is now under review at the FDA, with a decision date of May 7, 2027.',
    'pdufa_date 2027-05-07 zelvotinib',
  ],
  [
    'Ablenor Announces U.S. FDA Filing Acceptance of NDA for Zelvotinib with Priority Review',
    'designation - Zelvotinib',
    'nda_bla_accepted - Zelvotinib',
  ],
  [
    'FDA grants priority review to Ablenor’s application for zelvotinib',
    'designation - zelvotinib',
  ],
  [
    'FDA to review Ablenor’s zelvotinib application, decision due May 7, 2027',
    'pdufa_date 2027-05-07 zelvotinib',
  ],
  [
    'We anticipate submitting an NDA for zelvotinib in the first quarter of 2027.',
    'filing_expected 2027-01-01..2027-03-31 zelvotinib',
  ],
  [
    'Ablenor now plans to resubmit the BLA for tesolimab in the first half of 2027.',
    'filing_expected 2027-01-01..2027-06-30 tesolimab',
  ],
  [
    'A BLA filing for tesolimab is expected mid-2027.',
    'filing_expected 2027-04-01..2027-09-30 tesolimab',
  ],
  [
    'Following a positive pre-NDA meeting, Ablenor expects to submit the NDA by year-end.',
    'filing_expected 2026-10-01..2026-12-31 -',
  ],
  [
    'Regulatory filings for zelvotinib planned for 2027',
    'filing_expected 2027-01-01..2027-12-31 zelvotinib',
  ],
];
