import type { Case } from './announced.ts';

/** Offerings, acquisitions, licences, distress. */
export const dealCases: readonly Case[] = [
  ['Ablenor Therapeutics Announces Pricing of $150 Million Public Offering', 'offering - -'],
  [
    'Ablenor announced the pricing of an underwritten public offering of 10,000,000 shares of its common stock at a public offering price of $12.50 per share.',
    'offering - -',
  ],
  ['Ablenor Announces Proposed Public Offering of Common Stock', 'offering - -'],
  ['Ablenor Announces $40 Million Registered Direct Offering', 'offering - -'],
  [
    'Ablenor has entered into a securities purchase agreement with institutional investors for a private placement expected to result in gross proceeds of $60 million.',
    'offering - -',
  ],
  [
    'Ablenor today announced the closing of its previously announced underwritten offering.',
    'offering 2026-11-20 -',
  ],
  ['Ablenor Prices Upsized $200 Million Initial Public Offering', 'offering - -'],
  ['Ablenor Announces Oversubscribed $75 Million Private Placement', 'offering - -'],
  ['We are offering 4,500,000 shares of our common stock.', 'offering - -'],
  [
    'On November 18, 2026, the Company entered into an underwriting agreement with Example Securities relating to the offering and sale of 8,000,000 shares of common stock.',
    'offering 2026-11-18 -',
  ],
  [
    'Ablenor entered into a sales agreement for an at-the-market offering program of up to $100 million.',
    'offering - -',
  ],
  ['Ablenor raises $120 million in a private placement', 'offering - -'],
  ['Ablenor announces $250 million convertible senior notes offering', 'offering - -'],
  // Deals.
  ['Corvexa to Acquire Ablenor Therapeutics for $3.1 Billion', 'acquisition - -'],
  ['Ablenor Therapeutics to be acquired by Corvexa in an all-cash transaction', 'acquisition - -'],
  [
    'Corvexa and Ablenor have entered into a definitive agreement under which Corvexa will acquire Ablenor for $20 per share.',
    'acquisition - -',
  ],
  ['Ablenor entered into an Agreement and Plan of Merger with Corvexa Inc.', 'acquisition - -'],
  ['Corvexa Completes Acquisition of Ablenor Therapeutics', 'acquisition - -'],
  ['Corvexa snaps up Ablenor in $1.2B deal', 'acquisition - -'],
  [
    'Ablenor Enters Into Exclusive License Agreement With Corvexa for Zelvotinib in Japan',
    'licence - Zelvotinib',
  ],
  [
    'Ablenor has entered into an exclusive worldwide licensing agreement with Corvexa to develop and commercialize ABX-101.',
    'licence - ABX-101',
  ],
  ['Corvexa signs licence agreement with Ablenor for ABX-101', 'licence - ABX-101'],
  [
    'Ablenor announced a strategic collaboration and license agreement with Corvexa worth up to $1.1 billion.',
    'licence - -',
  ],
  ['Corvexa in-licenses ABX-101 from Ablenor for $20 million upfront', 'licence - ABX-101'],
  [
    'Ablenor granted Corvexa exclusive rights to develop and commercialize tesolimab in China.',
    'licence - tesolimab',
  ],
  ['Corvexa exercised its option to exclusively license ABX-101.', 'licence - ABX-101'],
  // Distress.
  [
    'These conditions raise substantial doubt about the Company’s ability to continue as a going concern.',
    'going_concern - -',
  ],
  [
    'On November 17, 2026, the Company received a notice from Nasdaq that it is not in compliance with the minimum bid price requirement.',
    'exchange_deficiency 2026-11-17 -',
  ],
  [
    'Ablenor received a deficiency letter from the Listing Qualifications Department of The Nasdaq Stock Market.',
    'exchange_deficiency - -',
  ],
  [
    'Ablenor regained compliance with the Nasdaq minimum bid price requirement.',
    'deficiency_cured - -',
  ],
  [
    'Ablenor Announces 1-for-20 Reverse Stock Split Effective December 1, 2026',
    'reverse_split 2026-12-01 -',
  ],
  [
    'The reverse stock split at a ratio of 1-for-15 will become effective on November 30, 2026.',
    'reverse_split 2026-11-30 -',
  ],
  // What sounds like one and is none.
  [
    'Ablenor intends to use the net proceeds from the offering to fund the Phase 3 trial of zelvotinib.',
  ],
  ['This press release shall not constitute an offer to sell these securities.'],
  ['The securities were offered pursuant to an effective shelf registration statement.'],
  ['Corvexa is in talks to acquire Ablenor, according to people familiar with the matter.'],
  ['Ablenor received a $10 million milestone payment under its license agreement with Corvexa.'],
  ['In 2019, Ablenor acquired Tindra Pharma.'],
  ['Patients with acquired hypothalamic obesity were enrolled.'],
  [
    'If we fail to regain compliance with the minimum bid price, our shares could be delisted from Nasdaq.',
  ],
  ['The reverse stock split may not increase our share price.'],
  ['Cash increased primarily due to proceeds from our February 2026 public offering.'],
  [
    'Our auditors may express substantial doubt about our ability to continue as a going concern in the future.',
  ],
  [
    'Stockholders are asked to approve a proposal to effect a reverse stock split at a ratio between 1-for-5 and 1-for-20.',
  ],
  ['Ablenor may enter into license agreements with third parties.'],
  ['The company’s product offerings include diagnostic services.'],
];
