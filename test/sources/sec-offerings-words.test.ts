import { describe, expect, it } from 'vitest';
import { secOfferingsConnector } from '../../src/sources/sec-offerings.ts';
import { recordsOf, refusal } from './reading.ts';

const header = `ACCESSION NUMBER:		0001999555-25-000004
FILED AS OF DATE:		20251114
CENTRAL INDEX KEY:			0001999555
`;
const submission = (form: string, words: string, before = '') =>
  `${before}CONFORMED SUBMISSION TYPE:	${form}\n${header}<TEXT>${words}</TEXT>`;
const offering = (text: string) => {
  const [found] = recordsOf(secOfferingsConnector.parse(text, 'x.txt'), 'offerings');
  const { cik: _, form_type, filed_at, accession, source_url, ...terms } = found ?? {};
  expect([form_type, filed_at, accession, source_url].every(Boolean)).toBe(true);
  return terms;
};
const sale = (cover: string) =>
  offering(submission('424B5', `Filed pursuant to Rule 424(b)(5) ${cover}`));
const shelf = (words: string) => offering(submission('S-3ASR', words));
const far = (characters: number) => 'x '.repeat(characters / 2);

const shares = '1,000,000 Shares of common stock';
const prices = (price: string, total: string) => `Public offering price $ ${price} $ ${total}`;
const sold = { is_atm: false, price_usd: 5, offering_amount_usd: 5_000_000 };

describe('a cover', () => {
  it('starts at the rule, and ends before the sentence about the commission', () => {
    const underwritten = 'through the underwriters';
    expect(sale(`${shares} ${prices('5.00', '5,000,000')}`)).toEqual({
      ...{ ...sold, shares_offered: 1_000_000 },
    });
    const cover = `Filed Pursuant to Rule 424(b)(5) ${shares} ${prices('5.00', '5,000,000')}`;
    const end = 'Neither the U.S. Securities and Exchange Commission';
    const around = `${underwritten} ${cover} ${end} ${underwritten}`;
    expect(offering(submission('424B4', around))).not.toHaveProperty('offering_type');
    expect(sale(`${shares} ${underwritten}`)).toEqual({
      offering_type: 'follow_on',
      is_atm: false,
    });
  });

  it('has at most 12,000 characters, and its headline 1,500', () => {
    const table = prices('5.00', '5,000,000');
    expect(sale(`${shares} ${far(11_000)} ${table}`)).toMatchObject({ shares_offered: 1_000_000 });
    expect(sale(`${shares} ${far(13_000)} ${table}`)).toEqual({ is_atm: false });
    const headlineAt = (characters: number) =>
      sale(`Common stock. ${far(characters)} ${shares} ${table}`);
    expect(headlineAt(1_400)).toEqual({ ...sold, shares_offered: 1_000_000 });
    expect(headlineAt(1_600)).toEqual(sold);
  });

  it.each([
    ['5,030,000', 1_000_000],
    ['4,970,000', 1_000_000],
    ['5,075,000', undefined],
    ['4,925,000', undefined],
  ])('whose shares at 5 dollars make %s offers %s', (total, count) => {
    expect(sale(`${shares} ${prices('5.00', total)}`).shares_offered).toBe(count);
  });

  it('may offer pre-funded warrants with shares, or instead of them', () => {
    const warrants = 'Pre-Funded Warrants to purchase up to 250,000 of common stock';
    const table = prices('5.00', '5,000,000');
    expect(sale(`750,000 Shares ${warrants} ${table}`).shares_offered).toBe(1_000_000);
    const alone = warrants.replace('250,000', '1,000,000');
    expect(sale(`${alone} ${table}`).shares_offered).toBe(1_000_000);
    // Shares that make the total alone: the warrants are beside.
    expect(sale(`${shares} ${warrants} ${table}`).shares_offered).toBe(1_000_000);
  });

  it('has a table if its last cell is the largest', () => {
    expect(sale(`${shares} Public offering price $ 5.00 $ 4.70`)).toEqual({ is_atm: false });
    const stated = 'The offering price per share is $5.00.';
    expect(sale(`${shares} ${stated}`)).toEqual({ is_atm: false, price_usd: 5 });
    expect(sale(`${shares} ${stated} ${prices('5.00', '5,000,000')}`)).toEqual({
      ...{ ...sold, shares_offered: 1_000_000 },
    });
  });

  it('of a sale by company and holders has no amount', () => {
    const both = `${shares}, of which selling stockholders sell some. We may sell others.`;
    const table = prices('5.00', '5,000,000');
    expect(sale(`${both} Underwriting. ${table}`)).toEqual({
      ...{ offering_type: 'follow_on', is_atm: false, price_usd: 5 },
    });
    const alone = `${shares}, which selling shareholders sell. ${table}`;
    const resale = { offering_type: 'resale', is_atm: false, amount_remaining_usd: 0 };
    expect(sale(alone)).toEqual(resale);
  });

  it.each([
    [
      'under a sales agreement, at the market',
      ', an aggregate offering price of up to $9,000',
      true,
    ],
    ['at the market', ', an aggregate offering price of up to $9,000', false],
    ['under a sales agreement', ', an aggregate offering price of up to $9,000', false],
    ['under a sales agreement, at the market', '', false],
  ])('"%s"%s is a program at market prices: %s', (words, amount, isProgram) => {
    const terms = isProgram
      ? { offering_type: 'at_the_market', is_atm: true, offering_amount_usd: 9_000 }
      : { is_atm: false };
    expect(sale(`Common stock ${words}${amount}`)).toEqual(terms);
  });
});

describe('a shelf', () => {
  const offers = 'The aggregate offering price of all securities will not exceed';

  it.each([
    ['$1.25 billion', 1_250_000_000],
    ['$75.25 million', 75_250_000],
    ['$ 75,000,000.55', 75_000_000.55],
    // As an entity.
    ['&#36;75,000,000', 75_000_000],
    ['EUR 75,000,000', undefined],
  ])('with %s registers %s dollars', (amount, dollars) => {
    expect(shelf(`${offers} ${amount}`)).toEqual({
      ...{ offering_type: 'shelf', is_atm: false },
      ...(dollars === undefined ? {} : { offering_amount_usd: dollars }),
    });
  });

  it('with one repeated amount has it, and with two amounts none', () => {
    const twice = `${offers} $9,000,000. ${offers} $9,000,000.`;
    expect(shelf(twice).offering_amount_usd).toBe(9_000_000);
    expect(shelf(twice.replace('9', '8'))).not.toHaveProperty('offering_amount_usd');
  });

  it('is a resale if only holders sell according to its first prospectus', () => {
    const holders = 'The selling security holders sell.';
    const resale = { offering_type: 'resale', is_atm: false, amount_remaining_usd: 0 };
    expect(shelf(`${far(15_000)} ${holders}`)).toEqual(resale);
    const ours = { offering_type: 'shelf', is_atm: false };
    expect(shelf(`${far(17_000)} ${holders}`)).toEqual(ours);
    expect(shelf(`${holders} We may offer shares.`)).toEqual(ours);
  });

  it('is read only from its text, not from its header', () => {
    const before = 'FORMER NAME:	offer and sell up to $1,000,000 in the aggregate\n';
    expect(offering(submission('F-3', `${offers} $9,000`, before)).offering_amount_usd).toBe(9_000);
  });

  it('with a "less than" sign in its text is read correctly', () => {
    expect(shelf(`a < b ${offers} $9,000`).offering_amount_usd).toBe(9_000);
    expect(shelf(`a < b ${offers} &#36;9,000`).offering_amount_usd).toBe(9_000);
  });
});

describe('refused offerings', () => {
  const none = 'has no submission header: import the full submission (.txt)';
  it.each(['ACCESSION NUMBER', 'FILED AS OF DATE', 'CENTRAL INDEX KEY'])(
    'have no %s in the header',
    (line) => {
      expect(refusal(secOfferingsConnector, submission('S-3', '').replace(line, 'ELSE'))).toBe(
        none,
      );
    },
  );

  it('have a header beyond 20,000 characters, or are a web page or another form', () => {
    expect(refusal(secOfferingsConnector, submission('S-3', '', far(19_000)))).toBeUndefined();
    const late = submission('S-3', '').replace('CENTRAL', `${far(20_000)}CENTRAL`);
    expect(refusal(secOfferingsConnector, late)).toBe(none);
    const page = '<!DOCTYPE html><html><body>Sign in</body></html>';
    expect(refusal(secOfferingsConnector, page)).toBe('is a web page (HTML), not the data itself');
    expect(refusal(secOfferingsConnector, submission('S-3/A', ''))).toBe(
      'is a Form S-3/A, which is not a supported prospectus or shelf',
    );
    expect(refusal(secOfferingsConnector, submission('424B1', 'Notes'))).toBe(
      'offers no shares on its cover',
    );
  });
});
