import type { Case } from './announced.ts';

/** Capital raised, and all that a filing says of offerings without making one. */
export const offeringCases: readonly Case[] = [
  ['Ablenor Announces Pricing of Upsized Underwritten Offering of Common Stock', 'offering - -'],
  ['Ablenor Announces Closing of $86.3 Million Public Offering', 'offering - -'],
  ['Ablenor Announces Proposed Offering of Common Stock and Pre-Funded Warrants', 'offering - -'],
  ['Ablenor prices $120M public offering at $14 per share', 'offering - -'],
  ['Ablenor Announces $50 Million Private Placement Financing', 'offering - -'],
  [
    'Ablenor Announces $25.0 Million Registered Direct Offering Priced At-The-Market',
    'offering - -',
  ],
  ['Ablenor drops after pricing $75M stock sale', 'offering - -'],
  ['Ablenor stock slides on $100M share offering', 'offering - -'],
  [
    'Ablenor today announced that it has commenced an underwritten public offering of $150 million of shares of its common stock.',
    'offering 2026-11-20 -',
  ],
  [
    'Ablenor intends to offer and sell $100 million of its common stock in an underwritten public offering.',
    'offering - -',
  ],
  [
    'Ablenor announced that it intends to offer and sell shares of its common stock in an underwritten public offering.',
    'offering - -',
  ],
  [
    'On November 17, 2026, Ablenor entered into an underwriting agreement with Example Securities LLC, as representative of the underwriters, for the issuance and sale of 6,250,000 shares at $16.00 per share.',
    'offering 2026-11-17 -',
  ],
  [
    'On November 17, 2026, Ablenor entered into a securities purchase agreement with certain accredited investors for the private placement of 3,000,000 shares.',
    'offering 2026-11-17 -',
  ],
  [
    'On November 17, 2026, Ablenor entered into a Controlled Equity Offering Sales Agreement with Example & Co. under which it may sell up to $75 million of shares of common stock.',
    'offering 2026-11-17 -',
  ],
  [
    'On November 17, 2026, Ablenor entered into an Open Market Sale Agreement with Example LLC as sales agent, with an aggregate offering price of up to $100,000,000.',
    'offering 2026-11-17 -',
  ],
  [
    'Ablenor has entered into warrant inducement agreements with certain holders for the immediate exercise of outstanding warrants for gross proceeds of approximately $8 million.',
    'offering - -',
  ],
  ['Ablenor Announces Exercise of Warrants for $12 Million in Gross Proceeds', 'offering - -'],
  [
    'Ablenor has agreed to sell 10,000,000 shares of common stock at a price of $4.00 per share in a registered direct offering.',
    'offering - -',
  ],
  [
    'The Company agreed to issue and sell, in a registered direct offering, 2,000,000 shares of common stock.',
    'offering - -',
  ],
  ['Ablenor files for $100 million IPO', 'offering - -'],
  ['Ablenor raises $180 million in upsized IPO', 'offering - -'],
  ['Ablenor sets terms for $150 million IPO', 'offering - -'],
  ['Ablenor Announces Pricing of $300 Million Convertible Senior Notes Offering', 'offering - -'],
  ['Ablenor launches ATM program to raise up to $50 million', 'offering - -'],
  [
    'Ablenor announces full exercise of underwriters’ option to purchase additional shares in public offering',
    'offering - -',
  ],
  [
    'Ablenor Announces Oversubscribed $100 Million Private Placement Led by New and Existing Investors',
    'offering - -',
  ],
  ['Ablenor Secures $65 Million in PIPE Financing', 'offering - -'],
  ['Ablenor prices 5M share offering at $9.00', 'offering - -'],
  ['Ablenor announces bought deal financing of C$20 million', 'offering - -'],
  [
    'Ablenor has priced an offering of 4,000,000 American Depositary Shares at $11.00 per ADS.',
    'offering - -',
  ],
  // None
  ['Ablenor intends to use the net proceeds from the offering to fund its Phase 3 trial.'],
  [
    'A shelf registration statement relating to these securities was declared effective on May 3, 2025.',
  ],
  ['The offering is being made only by means of a prospectus supplement.'],
  [
    'The securities were offered in a private placement under Section 4(a)(2) of the Securities Act.',
  ],
  [
    'Cash increased primarily due to net proceeds of $95 million from our public offering in May 2026.',
  ],
  [
    'During the quarter, we sold 1.2 million shares under our ATM program for net proceeds of $9.8 million.',
  ],
  ['In March 2025, we completed an underwritten public offering of common stock.'],
  ['We may sell shares under our at-the-market offering program from time to time.'],
  ['The company has a broad offering of services for patients.'],
  ['Ablenor filed a universal shelf registration statement on Form S-3 with the SEC.'],
  [
    'We expect to finance our cash needs through equity offerings, debt financings and collaborations.',
  ],
  ['The tender offer will expire at midnight on December 14, 2026.'],
  ['Corvexa commenced a tender offer for all outstanding shares of Ablenor.'],
  ['The closing of the offering is subject to customary conditions.'],
  [
    'The offering is expected to close on or about November 23, 2026, subject to customary closing conditions.',
  ],
  [
    'This press release shall not constitute an offer to sell or the solicitation of an offer to buy these securities.',
  ],
  ['Ablenor granted inducement awards to new employees under Nasdaq Listing Rule 5635(c)(4).'],
  ['Proceeds from the 2024 registered direct offering were used to repay debt.'],
  ['The company closed a $40 million Series B financing led by Example Ventures.'],
  [
    'Ablenor believes its cash, including proceeds from the recent private placement, is sufficient into 2028.',
  ],
  ['The selling stockholders may offer up to 3,000,000 shares for resale.'],
  ['Ablenor secured a $50 million term loan facility.'],
];
