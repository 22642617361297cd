import type { Case } from './announced.ts';

/** The same facts in the words of newswires, decks, fragments of filings and annual reports. */
export const moreCases: readonly Case[] = [
  // Newswires
  [
    '(RTTNews) - Ablenor Therapeutics, Inc. (ABLQZ) Friday said its Phase 3 study of zelvotinib did not meet the primary endpoint.',
    'trial_result - zelvotinib',
  ],
  ['Ablenor stock tumbles on trial failure of ABX-101', 'trial_result - ABX-101'],
  [
    'Ablenor shares plunge 40% as ABX-101 misses main goal in late-stage study',
    'trial_result - ABX-101',
  ],
  ['Ablenor soars after FDA approves zelvotinib', 'approval - zelvotinib'],
  ['FDA OKs Ablenor’s zelvotinib for example disease', 'approval - zelvotinib'],
  ['Ablenor gets FDA nod for tesolimab', 'approval - tesolimab'],
  ['U.S. FDA approves Ablenor’s tesolimab - Newswire', 'approval - tesolimab'],
  ['Ablenor snags FDA approval for zelvotinib in second indication', 'approval - zelvotinib'],
  ['Ablenor’s zelvotinib scores FDA approval in example disease', 'approval - zelvotinib'],
  ['Ablenor hit with FDA clinical hold on ABX-101 trial', 'clinical_hold - ABX-101'],
  ['Ablenor tanks as FDA places hold on ABX-101 study', 'clinical_hold - ABX-101'],
  ['FDA slaps partial hold on Ablenor’s ABX-101', 'clinical_hold - ABX-101'],
  ['FDA pauses Ablenor’s gene therapy trial after patient death', 'clinical_hold - -'],
  [
    'Ablenor said late Thursday that the FDA had imposed a clinical hold on its trial of ABX-101.',
    'clinical_hold - ABX-101',
  ],
  [
    'The U.S. regulator has put Ablenor’s trial of ABX-101 on clinical hold.',
    'clinical_hold - ABX-101',
  ],
  [
    'Ablenor received verbal notice of a clinical hold from the FDA on the IND for ABX-101.',
    'clinical_hold - ABX-101',
  ],
  ['FDA panel to review Ablenor’s zelvotinib on January 12', 'adcomm_date 2027-01-12 zelvotinib'],
  [
    'The FDA has informed Ablenor that an Advisory Committee will be convened to discuss the BLA for tesolimab.',
    'adcomm_date - tesolimab',
  ],
  ['Ablenor files for FDA approval of tesolimab', 'nda_bla_submitted - tesolimab'],
  ['Ablenor files NDA for zelvotinib with FDA', 'nda_bla_submitted - zelvotinib'],
  [
    'Tindra Pharma submits marketing application for ABX-101 to the FDA',
    'nda_bla_submitted - ABX-101',
  ],
  ['Ablenor seeks FDA nod for zelvotinib'],
  [
    'FDA accepts Ablenor’s application for zelvotinib, sets decision date of June 3, 2027',
    'nda_bla_accepted - zelvotinib',
    'pdufa_date 2027-06-03 zelvotinib',
  ],
  ['FDA to decide on Ablenor’s zelvotinib by June 3, 2027', 'pdufa_date 2027-06-03 zelvotinib'],
  ['FDA sets June 3 decision date for Ablenor’s zelvotinib', 'pdufa_date 2027-06-03 zelvotinib'],
  ['FDA delays decision on Ablenor’s zelvotinib by three months', 'pdufa_extended - zelvotinib'],
  ['Corvexa licenses ABX-101 from Ablenor in $500M deal', 'licence - ABX-101'],
  ['Ablenor inks $1B licensing deal with Corvexa', 'licence - -'],
  [
    'Ablenor and Corvexa Announce Exclusive Licensing Agreement for Tesolimab in China',
    'licence - Tesolimab',
  ],
  ['Corvexa buys Ablenor for $1.8 billion', 'acquisition - -'],
  ['Corvexa to buy cancer drugmaker Ablenor Therapeutics for $1.8B', 'acquisition - -'],
  ['Corvexa agrees to acquire Ablenor in deal worth up to $900 million', 'acquisition - -'],
  ['Ablenor announces merger agreement with Corvexa', 'acquisition - -'],
  ['Ablenor prices $100M stock offering at $8 a share', 'offering - -'],
  ['Ablenor launches $75M public offering', 'offering - -'],
  ['Ablenor falls on stock offering', 'offering - -'],
  ['Ablenor Announces $55 Million PIPE Financing', 'offering - -'],
  ['Ablenor closes $86 million upsized IPO', 'offering - -'],
  ['Ablenor Announces Pricing of Initial Public Offering', 'offering - -'],
  ['Ablenor Announces $30 Million Financing Priced At-the-Market', 'offering - -'],
  // Trade press
  [
    'Ablenor announced that its Phase III LUMEN trial of zelvotinib failed to hit the primary or key secondary endpoints.',
    'trial_result - zelvotinib',
  ],
  [
    'Tindra said its Phase II trial of ABX-101 hit one of the study’s co-primary endpoints.',
    'trial_result - ABX-101',
  ],
  ['Ablenor’s zelvotinib falls short at Phase 3', 'trial_result - zelvotinib'],
  [
    'Ablenor’s tesolimab has hit a hurdle, failing its primary endpoint in a Phase 3 trial, the company said.',
    'trial_result - tesolimab',
  ],
  ['Zelvotinib fails to meet Phase 3 endpoint in example pain', 'trial_result - Zelvotinib'],
  [
    'Zelvotinib Phase 3 Study Meets Primary Endpoint With Statistical Significance (p<0.001)',
    'trial_result - Zelvotinib',
  ],
  [
    'Ablenor Reports Phase 2 Data for ABX-101 Showing Statistically Significant Reduction in Example Score',
    'trial_result - ABX-101',
  ],
  [
    'Positive data from the pivotal trial of tesolimab announced by Ablenor',
    'trial_result - tesolimab',
  ],
  [
    'The Food and Drug Administration placed a partial hold on Ablenor’s ABX-101 program.',
    'clinical_hold - ABX-101',
  ],
  [
    'Ablenor received a letter from the FDA on November 13 placing a full clinical hold on the IND for ABX-101.',
    'clinical_hold 2026-11-13 ABX-101',
  ],
  ['The FDA agreed to lift a partial clinical hold on ABX-101.', 'hold_lifted - ABX-101'],
  [
    'The FDA lifted the partial hold on Ablenor’s clinical trial of ABX-101.',
    'hold_lifted - ABX-101',
  ],
  [
    'Ablenor announced that the FDA has cleared the IND for ABX-101 following the clinical hold.',
    'hold_lifted - ABX-101',
  ],
  ['Ablenor granted U.S. FDA fast track designation for ABX-101', 'designation - ABX-101'],
  [
    'FDA grants Ablenor’s cancer immunotherapy tesolimab priority review in example lymphoma',
    'designation - tesolimab',
  ],
  ['ABX-101 wins orphan drug status from FDA', 'designation - ABX-101'],
  ['FDA awards breakthrough status to Ablenor’s ABX-101', 'designation - ABX-101'],
  [
    'Ablenor receives FDA acceptance of supplemental biologics license application for tesolimab',
    'nda_bla_accepted - tesolimab',
  ],
  [
    'Ablenor’s new drug application for zelvotinib accepted for filing by US FDA',
    'nda_bla_accepted - zelvotinib',
  ],
  [
    'Ablenor Announces Marketing Authorisation Application (MAA) Submission to the European Medicines Agency (EMA) for Tesolimab',
    'nda_bla_submitted - Tesolimab',
  ],
  [
    'Ablenor today completed submission of an NDA to the FDA seeking approval of zelvotinib.',
    'nda_bla_submitted 2026-11-20 zelvotinib',
  ],
  [
    'The regulator on Wednesday approved zelvotinib, the first oral drug for example disease.',
    'approval - zelvotinib',
  ],
  ['The U.S. regulator Monday approved tesolimab for infants.', 'approval - tesolimab'],
  ['Ablenor obtained Japanese approval for tesolimab', 'approval - tesolimab'],
  ['China’s NMPA has approved the New Drug Application for zelvotinib.', 'approval - zelvotinib'],
  ['Tesolimab receives positive CHMP opinion'],
  [
    'Tindra has purchased an exclusive global license to develop and commercialize ABX-101 from Ablenor.',
    'licence - ABX-101',
  ],
  [
    'Under the agreement, Corvexa receives exclusive rights to ABX-101 outside the United States, and Ablenor will receive an upfront payment of $40 million.',
    'licence - ABX-101',
  ],
  ['Ablenor licensed ABX-101 to Corvexa for $30 million upfront.', 'licence - ABX-101'],
  ['Corvexa pays Ablenor $60M upfront for rights to ABX-101', 'licence - ABX-101'],
  ['Corvexa Acquires Ablenor', 'acquisition - -'],
  ['Corvexa announced the acquisition of Ablenor Therapeutics.', 'acquisition - -'],
  ['Ablenor agreed to be bought by Corvexa for $2 billion', 'acquisition - -'],
  ['Ablenor Shareholders Approve Merger With Corvexa'],
  ['Ablenor announces that it has priced its underwritten offering of ADSs', 'offering - -'],
  ['Ablenor Announces Full Exercise of Underwriters’ Option to Purchase Additional Shares'],
  [
    'Concurrently with the public offering, Ablenor announced a private placement of shares to an existing investor.',
    'offering - -',
  ],
  [
    'Ablenor has commenced an underwritten public offering of $100 million of its common stock.',
    'offering - -',
  ],
  [
    'Ablenor sold 3,000,000 shares in a registered direct offering at $4.00 per share.',
    'offering - -',
  ],
  ['The FDA does not plan to convene an advisory committee for zelvotinib.'],
  ['The Advisory Committee on Immunization Practices will meet on February 24, 2027.'],
  [
    'The Circulatory System Devices Panel of the Medical Devices Advisory Committee will meet on January 20, 2027.',
  ],
  [
    'The Vaccines and Related Biological Products Advisory Committee (VRBPAC) will meet on December 10, 2026 to discuss Ablenor’s vaccine.',
    'adcomm_date 2026-12-10 -',
  ],
  [
    'After the advisory committee’s negative vote, the FDA is expected to decide by January 30, 2027 on zelvotinib.',
    'pdufa_date 2027-01-30 zelvotinib',
  ],
  // Decks and bullets
  ['ABX-101: Ph3 topline data expected 1H27', 'readout_expected 2027-01-01..2027-06-30 ABX-101'],
  ['Zelvotinib Phase 2 data 2H 2027', 'readout_expected 2027-07-01..2027-12-31 Zelvotinib'],
  [
    'Next milestone: NDA submission 1Q27 for zelvotinib',
    'filing_expected 2027-01-01..2027-03-31 zelvotinib',
  ],
  [
    'Zelvotinib: NDA accepted; PDUFA 6/14/2027',
    'nda_bla_accepted - Zelvotinib',
    'pdufa_date 2027-06-14 Zelvotinib',
  ],
  ['Target action date: May 30, 2027 (tesolimab)', 'pdufa_date 2027-05-30 tesolimab'],
  [
    'Topline results from the registrational study of tesolimab are on schedule for the end of 2026',
    'readout_expected 2026-10-01..2026-12-31 tesolimab',
  ],
  [
    'We look forward to sharing data from our Phase 1b trial of ABX-202 in the coming quarter.',
    'readout_expected 2027-01-01..2027-03-31 ABX-202',
  ],
  [
    'The Company expects to have topline data from the trial of ABX-101 available by the end of March 2027.',
    'readout_expected 2027-03-21..2027-03-31 ABX-101',
  ],
  [
    'Top-line data are anticipated in the first quarter of next year for ABX-101.',
    'readout_expected 2027-01-01..2027-03-31 ABX-101',
  ],
  [
    'ABX-101 continues to enroll, and we now anticipate initial efficacy data in mid-2027 rather than early 2027.',
    'readout_expected 2027-04-01..2027-09-30 ABX-101',
  ],
  [
    'Phase 3 topline for tesolimab expected 1H27',
    'readout_expected 2027-01-01..2027-06-30 tesolimab',
  ],
  [
    'Ablenor expects clinical proof of concept for ABX-202 in Q2 2027.',
    'readout_expected 2027-04-01..2027-06-30 ABX-202',
  ],
  ['Ablenor faces clinical hold on ABX-101', 'clinical_hold - ABX-101'],
  ['Ablenor’s ABX-101 trial was put on hold by the FDA', 'clinical_hold - ABX-101'],
  ['Corvexa secures global rights to ABX-101 from Ablenor', 'licence - ABX-101'],
  ['Ablenor to raise $50 million in registered direct offering', 'offering - -'],
  ['ABX-101 Phase 1b/2a: topline 4Q27', 'readout_expected 2027-10-01..2027-12-31 ABX-101'],
  [
    'Expected milestones: Q1 2027: topline data from Phase 2 trial of ABX-101',
    'readout_expected 2027-01-01..2027-03-31 ABX-101',
  ],
  [
    'Ablenor expects results from its Phase 3 trial of zelvotinib by the end of the first quarter of 2027.',
    'readout_expected 2027-01-01..2027-03-31 zelvotinib',
  ],
  ['Ablenor presented positive Phase 2 data at a congress in December.'],
  ['The company said the positive Phase 2 results support advancing ABX-101 into Phase 3.'],
  ['Ablenor announced that it met its enrollment target in the Phase 3 trial of zelvotinib.'],
  ['Analysts said the trial has a 60% chance of meeting its primary endpoint.'],
  [
    'Ablenor enters into $30 million securities purchase agreement with institutional investor',
    'offering - -',
  ],
  [
    'Ablenor and Corvexa announce worldwide collaboration to develop and commercialize ABX-101',
    'licence - ABX-101',
  ],
  ['EU approves Ablenor’s zelvotinib', 'approval - zelvotinib'],
  ['Zelvotinib approved in Japan for example disease', 'approval - Zelvotinib'],
  ['Zelvotinib Approved by FDA for Example Disease', 'approval - Zelvotinib'],
  ['FDA Approval Received for ORVEXA (zelvotinib)', 'approval - ORVEXA (zelvotinib)'],
  ['FDA greenlights Ablenor’s zelvotinib', 'approval - zelvotinib'],
  ['FDA gives full approval to Ablenor’s zelvotinib', 'approval - zelvotinib'],
  ['The FDA expanded the approval of zelvotinib to include children.', 'approval - zelvotinib'],
  ['FDA fast-tracks Ablenor’s ABX-101', 'designation - ABX-101'],
  ['Ablenor receives Fast Track for ABX-101', 'designation - ABX-101'],
  ['FDA approval of zelvotinib was supported by the LUMEN trial.'],
  ['ORVEXA (zelvotinib) is an FDA-approved oral treatment.'],
  // Annual and quarterly reports
  ['In May 2021, the FDA approved ORVEXA® for the treatment of example disease.'],
  ['We received FDA approval of zelvotinib in 2019 and launched it in 2020.'],
  ['Zelvotinib, approved by the FDA in 2018, is marketed by Corvexa.'],
  ['Since FDA approval of ORVEXA®, more than 1,000 patients have been treated.'],
  ['We believe ORVEXA® is the only drug approved by the FDA for example disease.'],
  ['In our Phase 2 trial, zelvotinib met its primary endpoint and was generally well tolerated.'],
  [
    'Zelvotinib demonstrated statistically significant improvements in the primary endpoint in two previous trials.',
  ],
  [
    'No treatment-related serious adverse events were reported in the trial, which met its primary endpoint in 2024.',
  ],
  ['In January 2020, the FDA placed a clinical hold on ABX-101, which was lifted in June 2020.'],
  ['A clinical hold may be imposed by the FDA at any time.'],
  ['In 2022, we entered into a license agreement with Corvexa for ABX-101.'],
  ['Under our license agreement with Corvexa, we are eligible for milestone payments.'],
  [
    'We have funded our operations through public offerings and private placements of our common stock.',
  ],
  [
    'Our common stock could be delisted if we do not meet the minimum bid price requirement of Nasdaq.',
  ],
  ['We received orphan drug designation for zelvotinib in 2018.'],
  ['Our competitors have received FDA approval for products to treat example disease.'],
  ['On March 3, 2025, we received a CRL for ABX-101.'],
  ['The outcome of the advisory committee meeting may not be favorable.'],
  ['We or our partners may withdraw the NDA at any time.'],
  ['Any approval that we receive may be subject to limitations.'],
  ['Statements regarding the PDUFA date of March 5, 2027 are forward-looking statements.'],
];
