import { expect, it } from 'vitest';
import { ruled } from '../announced.ts';

const usd = { currency: 'USD' };

// One sentence of each wording, with all that it says of the offering.
it.each<[string, object]>([
  [
    'Ablenor announced the pricing of its public offering of 10,000,000 shares at $5.00 per share.',
    { kind: 'public', stage: 'priced', price: 5, shares: 1e7, ...usd },
  ],
  [
    'Registered Direct Offering of Ablenor Priced at $17.00 per share',
    { kind: 'registered direct', stage: 'priced', price: 17, ...usd },
  ],
  [
    'Ablenor signed securities purchase agreements with an aggregate of $20 million.',
    { stage: 'priced', amount: 2e7, ...usd },
  ],
  [
    'Ablenor entered into an underwriting agreement with Example, as representative, for a public offering of $30 million.',
    { kind: 'public', amount: 3e7, ...usd },
  ],
  [
    'Ablenor has definitive agreements for the purchase and sale of 2,000,000 shares.',
    { stage: 'priced', shares: 2e6 },
  ],
  [
    'Ablenor priced 10,000,000 shares of its common stock at $2.80 per share.',
    { kind: 'public', stage: 'priced', price: 2.8, shares: 1e7, ...usd },
  ],
  ['We are offering 1,000,000 shares of our common stock.', { kind: 'public', shares: 1e6 }],
  ['This is an initial public offering of shares.', { kind: 'IPO' }],
  [
    'Ablenor received binding commitments for a capital raising of $40 million.',
    { amount: 4e7, ...usd },
  ],
  [
    'Ablenor secured $26.7 million through warrant exercises.',
    { kind: 'warrant exercise', amount: 26.7e6, ...usd },
  ],
  [
    'Ablenor has a $30 million securities purchase agreement.',
    { stage: 'priced', amount: 3e7, ...usd },
  ],
  [
    'Ablenor to buy Sample, with a concurrent $80 million private placement',
    { kind: 'private placement', amount: 8e7, ...usd },
  ],
  ['Ablenor raises $50 million in a share sale', { amount: 5e7, ...usd }],
  ['Ablenor falls on $30 million stock offering', { amount: 3e7, ...usd }],
  [
    'Gross proceeds from the PIPE total $85 million.',
    { kind: 'private placement', amount: 85e6, ...usd },
  ],
  [
    'It results in gross proceeds of $29.1 million, at $2.05 per share.',
    { amount: 29.1e6, price: 2.05, ...usd },
  ],
  [
    'Ablenor has agreed to sell 10,000,000 shares in a registered direct offering.',
    { kind: 'registered direct', shares: 1e7 },
  ],
  ['The offering consists of 5,000,000 shares.', { shares: 5e6 }],
  [
    'Ablenor expects gross proceeds of $40 million from the private placement.',
    { kind: 'private placement', amount: 4e7, ...usd },
  ],
  [
    'Ablenor filed a prospectus supplement for the sale of $50,000,000 in all.',
    { amount: 5e7, ...usd },
  ],
  [
    'Ablenor agreed on the immediate exercise of existing warrants for proceeds of $12 million.',
    { amount: 12e6, ...usd },
  ],
  [
    "It tells of the exercise in full of the underwriters' option in the public offering.",
    { kind: 'public' },
  ],
  [
    'Ablenor established an at-the-market program of up to $75 million.',
    { kind: 'ATM', amount: 75e6, ...usd },
  ],
])('%s', (text, detail) => {
  const found = ruled(text, {}, 'offering').filter(({ type }) => type === 'offering');
  expect(found.map((one) => one.detail)).toEqual([detail]);
});
