import { describe, expect, it } from 'vitest';
import { textsAmong } from '../../src/sources/released-text.ts';
import { secOfferingsConnector } from '../../src/sources/sec-offerings.ts';
import { recordsOf, refusal } from './reading.ts';
import { describeRecordings, recording } from './samples.ts';

const submission = (form: string, html: string) => `<SEC-DOCUMENT>
ACCESSION NUMBER:		0001999555-25-000004
CONFORMED SUBMISSION TYPE:	${form}
FILED AS OF DATE:		20251114
		CENTRAL INDEX KEY:			0001999555
<DOCUMENT><TYPE>${form}<TEXT>
<html><body>${html}</body></html></TEXT></DOCUMENT>`;
const end =
  '<p>Neither the Securities and Exchange Commission nor any state commission has approved</p>' +
  '<p>aggregate offering price of up to $1 Public offering price $ 99 $ 990,000</p>';
const prospectus = (cover: string, form = '424B5') =>
  submission(form, `<p>Filed Pursuant to Rule 424(b)(5)</p>${cover}${end}`);
const offering = (text: string) =>
  recordsOf(secOfferingsConnector.parse(text, 'x.txt'), 'offerings')[0] as Record<string, unknown>;

const headline = '<h1>Zorba Bio, Inc.</h1><p>1,000,000 Shares of Common Stock</p>';
const row = (...cells: string[]) =>
  `<tr><td>Public offering price</td>${cells.map((cell) => `<td>$</td><td>${cell}</td>`).join('')}</tr>`;

describe('sec-offerings', () => {
  it('reads an underwritten offering', () => {
    const text = prospectus(
      `${headline}<p>We are offering shares through the underwriters.</p>${row('5.10', '5,100,000.00')}`,
    );
    expect(secOfferingsConnector.parse(text, 'x.txt')).toEqual({
      batches: [
        {
          kind: 'offerings',
          needsTicker: true,
          records: [
            {
              cik: '1999555',
              form_type: '424B5',
              filed_at: '2025-11-14',
              accession: '0001999555-25-000004',
              offering_type: 'follow_on',
              is_atm: false,
              offering_amount_usd: 5_100_000,
              price_usd: 5.1,
              currency: 'USD',
              shares_offered: 1_000_000,
              source_url: 'https://www.sec.gov/Archives/edgar/data/1999555/000199955525000004/',
              has_text: true,
            },
          ],
        },
        { kind: 'news', records: [expect.anything()] },
      ],
      problems: [],
    });
  });

  it('keeps the text of a sale, and no text of a shelf', () => {
    const more = '<p>The Series A warrants have an exercise price of $13.40.</p></body>';
    const text = prospectus(`${headline}<p>We are offering shares.</p>`)
      .replace('CENTRAL INDEX', 'COMPANY CONFORMED NAME:\t\tZorba Bio, Inc.\nCENTRAL INDEX')
      .replace('</body>', more);
    const { batches } = secOfferingsConnector.parse(text, 'x.txt');
    expect(batches[1]?.records).toMatchObject([
      {
        id: batches[0]?.records[0]?.source_url,
        title: 'Zorba Bio, Inc.: prospectus (424B5)',
        issuer_name: 'Zorba Bio, Inc.',
        summary: expect.stringContaining('an exercise price of $13.40'),
      },
    ]);
    // No statements are read from it.
    expect(textsAmong(batches)).toEqual([]);
    const shelf = submission('S-3', '<p>PROSPECTUS</p><p>We may offer common stock and units.</p>');
    expect(secOfferingsConnector.parse(shelf, 'x.txt').batches).toHaveLength(1);
  });

  it('reads pre-funded warrants apart from shares', () => {
    const cover = `<p>400,000 Shares of Common Stock</p>
<p>Pre-funded Warrants to Purchase up to 600,000 Shares of Common Stock</p>
<p>pursuant to a securities purchase agreement</p>${row('5.00', '4.999', '5,000,000')}`;
    expect(offering(prospectus(cover))).toMatchObject({
      offering_type: 'registered_direct',
      shares_offered: 400_000,
      prefunded_warrants: 600_000,
      price_usd: 5,
      prefunded_price: 4.999,
      offering_amount_usd: 5_000_000,
    });
  });

  it('has no shares if they do not match the total', () => {
    const found = offering(prospectus(headline + row('5.00', '9,000,000')));
    expect(found).toMatchObject({ price_usd: 5, offering_amount_usd: 9_000_000 });
    expect(found).not.toHaveProperty('shares_offered');
    expect(found).not.toHaveProperty('offering_type');
  });

  it('has neither price nor amount if table and sentence disagree', () => {
    const sentence = '<p>The offering price of each share is $4.00.</p>';
    const found = offering(prospectus(headline + sentence + row('5.00', '5,000,000')));
    expect(found).not.toHaveProperty('price_usd');
    expect(found).not.toHaveProperty('offering_amount_usd');
  });

  it('reads the last price before the offering, if the cover states one', () => {
    const last = (price: string) =>
      `<p>On November 12, 2025, the last reported sale price of our common stock on Nasdaq was $${price} per share.</p>`;
    const found = (cover: string) =>
      offering(prospectus(headline + row('5.00', '5,000,000') + cover));
    expect(found(last('6.25')).last_price_usd).toBe(6.25);
    expect(found(last('6.25') + last('7'))).not.toHaveProperty('last_price_usd');
  });

  it('reads a price from a sentence, without an amount', () => {
    const sentence =
      '<p>The purchase price of each Share to the investor, as agreed, is $0.65 per Share.</p>';
    const found = offering(prospectus(headline + sentence));
    expect(found.price_usd).toBe(0.65);
    expect(found).not.toHaveProperty('offering_amount_usd');
  });

  it('reads the only number of shares beside those of warrants, if the cover has no total', () => {
    const price = '<p>The purchase price of each Share is $0.65 per Share.</p>';
    const cover = (shares: string) => `<p>325,000 Shares of Common Stock</p>
<p>Pre-funded Warrants to purchase up to 28,000 shares of Common Stock</p>
<p>We are offering ${shares} &nbsp;shares of Common Stock.</p>${price}`;
    expect(offering(prospectus(cover('325,000'))).shares_offered).toBe(325_000);
    expect(offering(prospectus(cover('326,000')))).not.toHaveProperty('shares_offered');
  });

  it('reads an at-the-market program with its only amount', () => {
    const program = (amount: string, more = '') =>
      prospectus(`<p>Up to ${amount} Common Stock</p><p>We have a sales agreement with Crete Securities for
shares of common stock having an aggregate offering price of up to ${amount}, in an
&#8220;at-the-market&#8221; offering.</p>${more}`);
    expect(offering(program('$75,000,000'))).toMatchObject({
      offering_type: 'at_the_market',
      is_atm: true,
      offering_amount_usd: 75_000_000,
    });
    expect(offering(program('$75.5 million')).offering_amount_usd).toBe(75_500_000);
    const second = '<p>We sold with an aggregate offering price of up to $20,000,000.</p>';
    expect(offering(program('$75,000,000', second))).not.toHaveProperty('offering_amount_usd');
  });

  it('treats a sale by holders only as a resale with no remaining amount', () => {
    const cover = `${headline}<p>The selling stockholders may sell. We will not receive proceeds.</p>`;
    expect(offering(prospectus(cover))).toMatchObject({
      offering_type: 'resale',
      amount_remaining_usd: 0,
    });
    const both = `${headline}<p>We are offering, and the selling stockholders too.</p>${row('5.00', '5,000,000')}`;
    const found = offering(prospectus(both));
    expect(found.price_usd).toBe(5);
    expect(found).not.toHaveProperty('offering_amount_usd');
  });

  it.each([
    ['up to 5,376,340 shares of our common stock', 5_376_340],
    ['up to an aggregate of 9,000 shares, consisting of up to 4,000 shares', 9_000],
    ['up to 4,000 shares, and of up to 9,000 shares', undefined],
    ['up to 4,000 ordinary shares represented by American Depositary Shares', undefined],
  ])('reads the shares and the sentence of a resale of %s', (words, shares) => {
    const sentence = `This prospectus relates to the resale of ${words} by Zorba Capital LP (the “selling stockholder”).`;
    const cover = `<p>Common Stock</p><p>${sentence} We will not receive any proceeds.</p>`;
    for (const form of ['424B5', '424B3', 'S-3']) {
      const found = offering(prospectus(cover, form));
      expect(found).toMatchObject({ offering_type: 'resale', context: sentence });
      expect(found.shares_offered).toBe(shares);
    }
    const update = `<p>PROSPECTUS SUPPLEMENT NO. 2</p>${cover}`;
    expect(refusal(secOfferingsConnector, prospectus(update, '424B3'))).toMatch(
      /earlier prospectus/,
    );
  });

  it('counts no ADSs as shares', () => {
    const cover = `<p>1,000,000 Shares, as American Depositary Shares</p>${row('5.00', '5,000,000')}`;
    expect(offering(prospectus(cover))).not.toHaveProperty('shares_offered');
  });

  it.each([
    ['will not exceed $100,000,000. This prospectus', 100_000_000],
    [
      'will not exceed $100,000,000. The sales: aggregate offering price of up to $75,000,000',
      undefined,
    ],
  ])('reads the amount of a shelf: %s', (words, amount) => {
    const html = `<p>We may offer securities. The aggregate initial offering price of all securities ${words}</p>`;
    const found = offering(submission('S-3', html));
    expect(found.offering_type).toBe('shelf');
    expect(found.offering_amount_usd).toBe(amount);
  });

  it.each([
    [
      '<p>$150,000,000</p><p>Zorba Bio</p><p>Common Stock</p><p>Debt Securities</p><p>Units</p>' +
        '<p>We may, from time to time, offer and sell any combination of these securities.</p>' +
        '<p>Our common stock is listed. Warrants may be exercised.</p>',
      150_000_000,
      ['common stock', 'debt securities', 'units'],
    ],
    [
      '<p>Zorba Bio</p><p>We may offer and sell up to $200 million in the aggregate of ordinary ' +
        'shares, senior debt securities, warrants or subscription rights. Units are not offered.</p>',
      200_000_000,
      ['ordinary shares', 'senior debt securities', 'warrants', 'subscription rights'],
    ],
    ['<p>Zorba Bio</p><p>We may offer securities from time to time.</p>', undefined, undefined],
  ])('reads kinds and amount from the cover %s', (cover, amount, kinds) => {
    const program = '<p>Sales with an aggregate offering price of up to $75,000,000.</p>';
    const html = `<p>PROSPECTUS</p>${cover}<p>Neither the Securities and Exchange Commission nor any</p>`;
    const found = offering(submission('S-3', html + (amount ? program : '')));
    expect(found.securities).toEqual(kinds);
    expect(found.offering_amount_usd).toBe(amount);
  });

  it('reads at most 200,000 characters, also in a single line', () => {
    const far = submission(
      'S-3',
      `${' x'.repeat(100_000)}aggregate amount not exceed $100,000,000`,
    );
    expect(offering(far)).not.toHaveProperty('offering_amount_usd');
  });

  it('refuses notes, other forms and documents without their header', () => {
    expect(
      refusal(secOfferingsConnector, prospectus('<p>5.25% Senior Notes due 2035</p>')),
    ).toMatch(/offers no shares/);
    expect(refusal(secOfferingsConnector, prospectus(headline, '424B3'))).toMatch(/Form 424B3/);
    expect(refusal(secOfferingsConnector, submission('S-3/A', ''))).toMatch(/Form S-3\/A/);
    expect(refusal(secOfferingsConnector, '<p>prospectus</p>')).toMatch(/no submission header/);
  });
});

describeRecordings('sec-offerings over recorded submissions', () => {
  it.each([
    [
      '424B4_Traws_2024-12-31.txt',
      {
        price_usd: 5.103,
        last_price_usd: 13.42,
        offering_amount_usd: 3_103_629.29,
        shares_offered: 608_197,
      },
    ],
    [
      '424B5_Imunon_2025-12-31.txt',
      {
        price_usd: 3.61,
        last_price_usd: 3.63,
        offering_amount_usd: 7_000_040.63,
        shares_offered: 330_000,
        prefunded_warrants: 1_609_114,
        warrants_offered: 1_939_114,
        warrant_exercise_price: 3.482,
        prefunded_price: 3.6099,
      },
    ],
    [
      '424B5_Calidi_2025-03-31.txt',
      { price_usd: 0.65, prefunded_price: 0.649, offering_type: 'registered_direct' },
    ],
    ['424B5_NextEra-ATM_2025-12-31.txt', { is_atm: true, offering_amount_usd: 4_000_000_000 }],
    ['S-3_Vincerx_2025-01-24.txt', { offering_type: 'shelf', offering_amount_usd: 100_000_000 }],
    [
      'S-3_Vigil_2025-03-31.txt',
      { offering_type: 'resale', amount_remaining_usd: 0, shares_offered: 5_376_340 },
    ],
  ])('reads %s', (file, terms) => {
    expect(offering(recording(`sec_offerings/${file}`))).toMatchObject(terms);
  });

  it('has no amount for Calidi, whose cover has none', () => {
    const found = offering(recording('sec_offerings/424B5_Calidi_2025-03-31.txt'));
    expect(found).not.toHaveProperty('offering_amount_usd');
    expect(found.shares_offered).toBe(3_325_000);
  });
});
