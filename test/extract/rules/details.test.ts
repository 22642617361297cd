import { describe, expect, it } from 'vitest';
import type { MentionType } from '../../../src/extract/mention.ts';
import { ruled } from '../announced.ts';

/** Returns the details of each statement in a text, beyond type, date and drug. */
const detailsOf = (text: string, type: MentionType) =>
  ruled(text, {}, type)
    .filter((one) => one.type === type)
    .map(({ detail }) => detail);

describe('an approval that a company works for', () => {
  it.each([
    'Ablenor is pursuing FDA approval of zelvotinib.',
    'Ablenor announced that it pursues FDA approval for zelvotinib.',
    'Ablenor announces plans for pursuing FDA approval of zelvotinib',
    'Zelvotinib is on its path to FDA approval for gout.',
    'Ablenor announced that zelvotinib is on a clear pathway toward full FDA approval.',
    'Ablenor reports that zelvotinib moves closer to FDA approval.',
  ])('is none: %s', (text) => {
    expect(detailsOf(text, 'approval')).toEqual([]);
  });

  it('does not hide an approval in the same sentence', () => {
    const text =
      'The FDA has approved zelvotinib, and Ablenor is pursuing FDA approval of ABX-101.';
    expect(detailsOf(text, 'approval')).toEqual([{}]);
  });
});

describe('the agency of an approval', () => {
  it.each([
    ['The SFDA has approved zelvotinib.', 'Saudi FDA'],
    ['Health Canada has approved zelvotinib.', 'Health Canada'],
    ['Ablenor receives approval of zelvotinib in Canada', 'Health Canada'],
    ['The European Commission has approved zelvotinib.', 'EU'],
    ['EU approves zelvotinib', 'EU'],
    ['The MHRA approved zelvotinib.', 'MHRA'],
    ['UK approves zelvotinib', 'MHRA'],
    ['Japan’s Ministry of Health, Labour and Welfare has approved zelvotinib.', 'Japan'],
    ['Japan approves zelvotinib', 'Japan'],
    ['NMPA approves zelvotinib', 'NMPA'],
    ['China approves zelvotinib', 'NMPA'],
    ['ANVISA has approved zelvotinib.', 'ANVISA (Brazil)'],
    ['Brazil approves zelvotinib', 'ANVISA (Brazil)'],
    ['The TGA has approved zelvotinib.', 'TGA'],
    ['Australia approves zelvotinib', 'TGA'],
    ['Swissmedic has approved zelvotinib.', 'Swissmedic'],
    ['Switzerland approves zelvotinib', 'Swissmedic'],
    ['South Korea approves zelvotinib', 'MFDS (Korea)'],
    ['MFDS has approved zelvotinib.', 'MFDS (Korea)'],
    ['Mexico approves zelvotinib', 'other'],
    ['CDSCO has approved zelvotinib.', 'other'],
    ['Taiwan FDA approves zelvotinib', 'other'],
    ['The Thai Food and Drug Administration has approved zelvotinib.', 'other'],
    ['The TFDA has approved zelvotinib.', 'other'],
    ['Swissmedic has approved zelvotinib, as the FDA did in May.', 'Swissmedic'],
    ['Ablenor receives MHRA approval of zelvotinib, after FDA and EMA approvals', 'MHRA'],
    ['Ablenor received regulatory approval for zelvotinib.', 'unnamed'],
    ['The health authority has granted marketing approval to zelvotinib.', 'unnamed'],
    // The FDA is not stated in the details.
    ['The agency granted approval to zelvotinib.', undefined],
    ['Ablenor received approval of its NDA for zelvotinib.', undefined],
    ['Ablenor received approval for zelvotinib in the US.', undefined],
    ['The FDA has approved zelvotinib.', undefined],
    ['The FDA has approved zelvotinib, which is approved in Japan.', undefined],
  ])('%s', (text, agency) => {
    expect(ruled(text, {}, 'approval')[0]).toMatchObject({ type: 'approval' });
    expect(detailsOf(text, 'approval')[0]).toEqual(agency === undefined ? {} : { agency });
  });

  it.each([
    ['FDA grants tentative approval to ABX-101', 'tentative'],
    ['FDA grants accelerated approval to ABX-101', 'accelerated'],
    ['FDA approves generic version of ABX-101', 'ANDA'],
    ['FDA approves biosimilar ABX-101', 'biosimilar'],
    ['The FDA approved the sNDA for ABX-101.', 'label'],
    ['FDA approves expanded label for ABX-101', 'label'],
    ['The FDA approved the ABX-101 delivery system.', 'device'],
  ])('%s', (text, kind) => {
    expect(detailsOf(text, 'approval')).toEqual([{ kind }]);
  });
});

describe('the name of a designation', () => {
  it.each([
    ['FDA grants Fast Track designation to ABX-101', { which: 'Fast Track' }],
    ['FDA grants Breakthrough Therapy designation to ABX-101', { which: 'Breakthrough Therapy' }],
    ['FDA grants Orphan Drug designation to ABX-101', { which: 'Orphan Drug' }],
    ['FDA grants RMAT designation to ABX-101', { which: 'RMAT' }],
    [
      'FDA grants Rare Pediatric Disease designation to ABX-101',
      { which: 'Rare Pediatric Disease' },
    ],
    ['FDA grants QIDP designation to ABX-101', { which: 'QIDP' }],
    ['EMA grants PRIME designation to ABX-101', { which: 'PRIME', agency: 'EU' }],
    ['Japan grants Sakigake designation to ABX-101', { which: 'Sakigake', agency: 'Japan' }],
    ['FDA grants Platform Technology designation to ABX-101', { which: 'Platform Technology' }],
    ['ABX-101 was granted an Innovation Passport', { which: 'Innovation Passport' }],
    ['The FDA granted priority review of the NDA for ABX-101.', { which: 'Priority Review' }],
    ['ABX-101 NDA accepted with Priority Review', { which: 'Priority Review' }],
    ['Announces FDA Designations for ABX-101', { which: 'unclear' }],
    [
      'The EMA issued a positive opinion on orphan designation for ABX-101.',
      { which: 'Orphan Drug', agency: 'EU' },
    ],
  ])('%s', (text, detail) => {
    const found = ruled(text, {}, 'designation').filter(({ type }) => type === 'designation');
    expect(found.map((one) => one.detail)).toEqual([detail]);
  });

  it('two names give two designations', () => {
    const text = 'FDA grants Breakthrough Therapy and Fast Track designations to ABX-101';
    const both = [{ which: 'Fast Track' }, { which: 'Breakthrough Therapy' }];
    expect(detailsOf(text, 'designation')).toEqual(both);
    const each = ruled(text, {}, 'designation').map(({ detail: _, ...rest }) => rest);
    expect(each[0]).toEqual(each[1]);
  });
});

describe('the outcome of an application', () => {
  it.each([
    ['The FDA considers the resubmission a complete, class 2 response.', 'resubmission class 2'],
    ['The FDA deemed the resubmission a complete class 1 response.', 'resubmission class 1'],
    ['The FDA considered our resubmission to be a complete response.', 'resubmission'],
    ['FDA has acknowledged the resubmission of the BLA for ABX-101.', 'resubmission'],
    ['Ablenor is granted FDA review for its resubmitted ABX-101 application', 'resubmission'],
  ])('%s', (text, kind) => {
    const found = ruled(text, {}, 'nda_bla_accepted').filter(
      ({ type }) => type === 'nda_bla_accepted',
    );
    expect(found.map(({ detail }) => detail)).toEqual([{ kind }]);
  });

  it.each([
    ['Ablenor voluntarily withdrew the BLA for zelvotinib.', 'application'],
    ['Ablenor has withdrawn the gout indication of ORVEXA.', 'indication'],
    ['Ablenor withdrew ORVEXA from the market.', 'market'],
    ['Ablenor withdraws accelerated approval of ORVEXA', 'approval'],
    ['The BLA for zelvotinib has been voluntarily withdrawn.', 'application'],
    ['The gout indication of ORVEXA was withdrawn.', 'indication'],
    ['Ablenor pulls its application for zelvotinib', 'application'],
    ['Ablenor pulls ORVEXA from the market', 'market'],
    ['Ablenor voluntarily withdrew the drug ORVEXA', 'product'],
  ])('%s', (text, what) => {
    const found = ruled(text, {}, 'withdrawn').filter(({ type }) => type === 'withdrawn');
    expect(found.map(({ detail }) => detail)).toEqual([{ what }]);
  });

  it.each([
    ['The FDA placed a partial clinical hold on the trial of ABX-101.', { partial: true }],
    ['The FDA placed a clinical hold on the trial of ABX-101.', {}],
    ['FDA Partial Clinical Hold on ABX-101 Trial', { partial: true }],
    ['FDA Clinical Hold on ABX-101 Trial', {}],
  ])('%s', (text, detail) => {
    expect(detailsOf(text, 'clinical_hold')).toEqual([detail]);
  });
});

describe('the length of an extension', () => {
  const extensionOf = (text: string) => {
    const found = ruled(text).filter(({ type }) => type === 'pdufa_extended');
    return found.map(({ detail }) => detail);
  };

  it.each([
    ['by two months', { months: 2 }],
    ['by three months', { months: 3 }],
    ['by six months', { months: 6 }],
    ['by 3 months', { months: 3 }],
    ['by one month', { months: 1 }],
    ['from March 5, 2027 to June 5, 2027', { old: '2027-03-05', new: '2027-06-05' }],
    ['until June 5, 2027', { new: '2027-06-05' }],
    ['to June 5, 2027', { new: '2027-06-05' }],
    // A date before the publication date is not a new date.
    ['to June 5, 2026', {}],
  ])('The FDA extended the PDUFA date of zelvotinib %s.', (words, detail) => {
    expect(extensionOf(`The FDA extended the PDUFA date of zelvotinib ${words}.`)).toEqual([
      detail,
    ]);
  });

  it('the new date is also a goal date', () => {
    const both = (words: string) => {
      const mentions = ruled(`The FDA extended the PDUFA date of zelvotinib ${words}.`);
      expect(mentions).toHaveLength(2);
      const of = (type: string) => mentions.find((one) => one.type === type)!;
      return [of('pdufa_extended'), of('pdufa_date')] as const;
    };
    const [extension, goal] = both('to June 5, 2027');
    expect(goal).toEqual({
      ...extension,
      type: 'pdufa_date',
      date: '2027-06-05',
      precision: 'day',
      date_basis: 'stated',
      detail: {},
    });
  });
});

it.each([
  ['ABX-101 flops in Phase 2b trial', { outcome: 'not_met' }],
  ['Neither dose of ABX-101 met the primary endpoint in the trial.', { outcome: 'not_met' }],
  ['Depression drug ABX-101 no better than placebo', { outcome: 'not_met' }],
  ['ABX-101: the primary endpoint was not met in Phase 3 trial', { outcome: 'not_met' }],
  ['Late-stage study of ABX-101 hits main goal', { outcome: 'met' }],
  ['Phase 3 study of ABX-101 was stopped early for efficacy', { outcome: 'met' }],
  ['ABX-101 Primary Endpoint Met in Phase 3 Trial', { outcome: 'met' }],
  ['Ablenor unveils positive mid-stage data for ABX-101', { outcome: 'unclear' }],
  ['ABX-101 aces Phase 2 trial', { outcome: 'unclear' }],
  // A secondary endpoint does not determine the outcome.
  ['ABX-101 Meets Key Secondary Endpoint in Phase 3 Trial', { outcome: 'unclear' }],
  ['ABX-101 Meets Primary and Key Secondary Endpoints in Phase 3 Trial', { outcome: 'met' }],
  ['ABX-101 Meets Primary Endpoint in RISE UP study', { outcome: 'met', trial: 'RISE UP' }],
  [
    'ABX-101 Meets Primary Endpoint in STRIVE-ON Phase 3 trial',
    { outcome: 'met', trial: 'STRIVE-ON' },
  ],
  ['ABX-101 Meets Primary Endpoint in NASH trial', { outcome: 'met' }],
])('the outcome of a trial: %s', (text, detail) => {
  expect(detailsOf(text, 'trial_result')).toEqual([detail]);
});

describe('offerings', () => {
  const USD = { currency: 'USD' };
  it.each<[string, object]>([
    [
      'Ablenor announced the pricing of a registered direct offering of 2,000,000 shares at $4.00 per share for gross proceeds of $8 million.',
      { kind: 'registered direct', stage: 'priced', amount: 8e6, price: 4, shares: 2e6, ...USD },
    ],
    [
      'Ablenor Announces Closing of $50 Million Private Placement Financing',
      { kind: 'private placement', stage: 'closed', amount: 5e7, ...USD },
    ],
    ['Ablenor raises $180 million in upsized IPO', { kind: 'IPO', amount: 1.8e8, ...USD }],
    [
      'Ablenor launches ATM program to raise up to $50 million',
      { kind: 'ATM', stage: 'proposed', amount: 5e7, ...USD },
    ],
    [
      'Ablenor has entered into warrant inducement agreements with holders for gross proceeds of $8 million.',
      { kind: 'warrant exercise', amount: 8e6, ...USD },
    ],
    [
      'Ablenor Announces Pricing of $300 Million Convertible Senior Notes Offering',
      { kind: 'convertible notes', stage: 'priced', amount: 3e8, ...USD },
    ],
    [
      'Ablenor Announces Proposed Public Offering of Common Stock',
      { kind: 'public', stage: 'proposed' },
    ],
    ['Ablenor Commences Underwritten Offering', { kind: 'public', stage: 'proposed' }],
    [
      'Ablenor Completes $20 Million Public Offering',
      { kind: 'public', stage: 'closed', amount: 2e7, ...USD },
    ],
    ['This is an initial public offering of shares of common stock of Ablenor.', { kind: 'IPO' }],
    [
      'Ablenor prices 5M share offering at $9.00',
      { stage: 'priced', price: 9, shares: 5e6, ...USD },
    ],
  ])('%s', (text, detail) => {
    expect(detailsOf(text, 'offering')).toEqual([detail]);
  });
});

describe('deals', () => {
  const pair = { acquirer: 'Corvexa', target: 'Ablenor' };
  it.each<[string, object]>([
    ['Corvexa to acquire Ablenor for $2.4B', { ...pair, amount: 2.4e9, currency: 'USD' }],
    [
      'Ablenor to be bought by Corvexa for $1.1 billion',
      { ...pair, amount: 1.1e9, currency: 'USD' },
    ],
    ['Corvexa Completes Acquisition of Ablenor', { ...pair, stage: 'completed' }],
    [
      'Both announced that Corvexa would acquire Ablenor for $26.00 a share.',
      { ...pair, price: 26 },
    ],
    ['Corvexa to pay $1.6 billion for Ablenor', { ...pair, amount: 1.6e9, currency: 'USD' }],
    ['Ablenor announces merger agreement with Corvexa', { target: 'Corvexa' }],
    [
      'Ablenor entered into a definitive agreement with Corvexa to acquire Tindra.',
      { acquirer: 'Corvexa', target: 'Tindra' },
    ],
    ['Corvexa makes $2.2B deal for Ablenor', { ...pair, amount: 2.2e9, currency: 'USD' }],
    [
      'Corvexa grows with $2.2 Billion Acquisition of Ablenor',
      { ...pair, amount: 2.2e9, currency: 'USD' },
    ],
    ['The buyers will acquire all outstanding shares of Ablenor.', { target: 'Ablenor' }],
    [
      'Under Corvexa the work goes on: Following Corvexa to acquire Ablenor for $2.4B',
      { ...pair, amount: 2.4e9, currency: 'USD' },
    ],
    ['Corvexa Agrees to Acquire Ablenor', pair],
    ['Corvexa Enters Into Definitive Agreement To Acquire Ablenor', pair],
    ['Ablenor Enters into Definitive Agreement to Be Acquired by Corvexa', pair],
    [
      'Merger Sub will be merged with Ablenor (the “Merger”), with Ablenor surviving the Merger as a wholly-owned subsidiary of Corvexa.',
      pair,
    ],
    [
      'Corvexa agrees $3 billion deal to buy drug maker from Tindra',
      { amount: 3e9, currency: 'USD' },
    ],
    ['Ablenor bought by Corvexa', pair],
    ['Corvexa acquires Ablenor, secures $25 million equity investment', pair],
    ['Agreement and Plan of Merger', {}],
    ['Corvexa, Ablenor Acquisition, Inc. and Tindra signed a merger agreement.', {}],
    ['Description of Merger Closing Conditions', {}],
    ['Corvexa wins clearance to Close Ablenor Acquisition', { target: 'Ablenor' }],
    ['The Ablenor acquisition will be completed in June.', { target: 'Ablenor' }],
    [
      'Corvexa completes $1.1 billion takeover of Ablenor',
      { ...pair, stage: 'completed', amount: 1.1e9, currency: 'USD' },
    ],
    ['Corvexa bets on obesity with Ablenor takeover', { target: 'Ablenor' }],
    [
      'In an acquisition, paying $1.6 billion for Ablenor, it grows.',
      { target: 'Ablenor', amount: 1.6e9, currency: 'USD' },
    ],
    [
      'Ablenor shareholders will receive $27 per share in the transaction.',
      { target: 'Ablenor', price: 27 },
    ],
    [
      'The Corvexa to acquire Ablenor, Inc. for $2 billion',
      { ...pair, amount: 2e9, currency: 'USD' },
    ],
    [
      'Ablenor entered into an exclusive license agreement with Corvexa Pharma for $30 million upfront and up to $500 million in milestones.',
      { counterparty: 'Corvexa Pharma', upfront: 3e7, milestones: 5e8, currency: 'USD' },
    ],
    ['Ablenor exercised its option to license ABX-101.', {}],
  ])('%s', (text, detail) => {
    expect(detailsOf(text, /licens|rights/.test(text) ? 'licence' : 'acquisition')).toEqual([
      detail,
    ]);
  });
});

it.each<[string, object]>([
  [
    'Ablenor announces a 1-for-20 reverse stock split effective December 1, 2026',
    { ratio: '1-for-20' },
  ],
  [
    'Ablenor will implement a one-for-ten reverse split on December 1, 2026.',
    { ratio: '1-for-ten' },
  ],
  ['Ablenor announces reverse stock split effective December 1, 2026', {}],
  [
    'Ablenor received a notice from Nasdaq that it is not in compliance with the minimum bid price rule.',
    { exchange: 'Nasdaq' },
  ],
  [
    'NYSE American notified Ablenor that it is below the stockholders’ equity standards.',
    { exchange: 'NYSE' },
  ],
  ['Nasdaq granted Ablenor a 180-day extension to regain compliance.', { exchange: 'Nasdaq' }],
  ['The Nasdaq staff has determined to delist the shares of Ablenor.', { exchange: 'Nasdaq' }],
])('distress: %s', (text, detail) => {
  expect(
    detailsOf(text, /split|consolidation/i.test(text) ? 'reverse_split' : 'exchange_deficiency'),
  ).toEqual([detail]);
});

it.each([
  ['acquisition', 'On Nov. 9, 2026, we entered into a Plan of Merger.', '2026-11-09'],
  ['crl', 'On Nov. 9, 2026, the FDA issued a CRL that set a day of March 6, 2027.', '2026-11-09'],
  ['offering', 'As described below in Note 1, on Nov. 9, 2026, we sold warrants.', '2026-11-09'],
  ['pdufa_date', 'The FDA moved the goal from Dec. 6, 2026 to March 6, 2027.', '2027-03-06'],
] as const)('the date of %s in "%s"', (type, text, date) => {
  const found = ruled(text, {}, type).filter((one) => one.type === type);
  expect(found.map((one) => one.date)).toEqual([date]);
});
