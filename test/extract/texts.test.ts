import { describe, expect, it } from 'vitest';
import { isLegalNotice, isReference } from '../../src/extract/boilerplate.ts';
import { dealTerms } from '../../src/extract/deal-terms.ts';
import { extractMentions } from '../../src/extract/extract.ts';
import { htmlToText, looksLikeHtml } from '../../src/extract/html-to-text.ts';
import { isInn } from '../../src/extract/inn-stems.ts';
import { offeringTerms } from '../../src/extract/offering-terms.ts';
import { paragraphsOf } from '../../src/extract/paragraphs.ts';
import { sentencesOf } from '../../src/extract/sentences.ts';
import { issuerIn, tickerIn } from '../../src/extract/ticker.ts';
import { plainWording } from '../../src/extract/wording.ts';

describe('sentences', () => {
  it.each<[string, readonly string[]]>([
    ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
    ['He said "yes." Then he left.', ['He said "yes."', 'Then he left.']],
    ['It rose.12 The FDA agreed.', ['It rose.12', 'The FDA agreed.']],
    ['It rose 1.5 Times.', ['It rose 1.5 Times.']],
    ['Abacus Inc. Reports', ['Abacus Inc. Reports']],
    ['We are Abacus Inc. The FDA agreed.', ['We are Abacus Inc.', 'The FDA agreed.']],
    ['Dr. The is here.', ['Dr. The is here.']],
    ['In the U.S. Sales rose.', ['In the U.S. Sales rose.']],
    ['John Q. Public left.', ['John Q. Public left.']],
    ['It is 5. 6 is more.', ['It is 5.', '6 is more.']],
    ['It is (so). 6 is more.', ['It is (so).', '6 is more.']],
    ['It ends. 6 is more.', ['It ends.', '6 is more.']],
    ['no stop. small letter', ['no stop. small letter']],
    ['  ', []],
  ])('%s', (text, expected) => {
    expect(sentencesOf(text)).toEqual(expected);
  });

  it('longer than 1,000 characters are split at a space', () => {
    const words = (length: number) => 'abcd '.repeat(Math.ceil(length / 5)).slice(0, length - 1);
    expect(sentencesOf(`${words(1_000)}x`)).toHaveLength(1);
    const [first, second] = sentencesOf(`${words(1_000)}xy`);
    expect(first).toHaveLength(994);
    expect(second).toBe('abcdxy');
    const solid = sentencesOf('x'.repeat(2_500));
    expect(solid.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    // A space in the first half of the text does not end a sentence.
    expect(sentencesOf(`${'y'.repeat(500)} ${'x'.repeat(1_000)}`).map((one) => one.length)).toEqual(
      [...[1_000, 501]],
    );
    expect(sentencesOf(`${'y'.repeat(501)} ${'x'.repeat(999)}`)[0]).toHaveLength(501);
  });
});

describe('HTML', () => {
  it.each([
    ['plain text, <b>', false],
    ['<p>Text', true],
    ['<b>Text</b>', true],
    ['a < b and </c>', false],
    ['<DOCUMENT>\n<br>', true],
  ])('%s is HTML: %s', (text, expected) => {
    expect(looksLikeHtml(text)).toBe(expected);
  });

  it.each(['script', 'style', 'noscript', 'template', 'ix:header', 'ix:hidden', 'head'])(
    'what stands in %s is not read',
    (name) => {
      expect(htmlToText(`<div>a<${name}>hidden</${name}>b</div>`).trim()).toBe('ab');
    },
  );
  it.each(['display:none', 'color:red; DISPLAY : none', 'visibility: hidden'])(
    'nor what a style hides: %s',
    (style) => {
      expect(htmlToText(`<p>a<span style="${style}">x<b>y</b></span>b</p>`).trim()).toBe('ab');
    },
  );

  it.each(['br', 'hr', 'img', 'meta', 'link', 'input', 'col', 'area', 'base', 'wbr'])(
    '%s has no end, and hides nothing behind it',
    (name) => {
      expect(htmlToText(`<p>a<${name} style="display:none">b</p>`).replace(/\n/g, '')).toBe('ab');
    },
  );

  it('is read after unclosed tags', () => {
    const deep = `${'<b>'.repeat(2_000)}<div style="display:none">x</div><script>y<br></script>`;
    expect(htmlToText(`<p>a</p>${deep}<p>b</p>`).replace(/\n/g, '')).toBe('ab');
    const hidden = `${'<b>'.repeat(512)}<script>x`;
    expect(htmlToText(`<p>a</p>${hidden}</script>b`).replace(/\n/g, '')).toBe('ab');
  });

  it('blocks become lines, tabs separate cells, line breaks in the source become spaces', () => {
    expect(htmlToText('a<p>b</p>c')).toBe('a\nb\nc');
    const link = '<a href="/older">FDA approves Zelvora</a>';
    expect(htmlToText(`a<li>${link}</li><p>Jan. 3, 2026 ${link}</p>b`).trim()).toBe('a\n\n\n\nb');
    expect(htmlToText(`<nav>c</nav><p>See ${link}.</p>`).trim()).toBe('See FDA approves Zelvora.');
    expect(htmlToText(`<h1>${link}</h1><a href="#top">b</a>`).trim()).toBe(
      'FDA approves Zelvora\nb',
    );
    expect(htmlToText('<tr><td>a</td><th>b</th></tr>')).toBe('\na\tb\t\n');
    expect(htmlToText('<p>a\r\n  b</p>')).toBe('\na b\n');
    expect(htmlToText('<b>a</b>  <i>b</i> &amp; c')).toBe('a  b & c');
    // A closing tag without an opening tag has no effect.
    expect(htmlToText('<p style="display:none">a</b>b</p>c').trim()).toBe('c');
  });
});

describe('paragraphs', () => {
  const zones = (text: string) => paragraphsOf(text).map((one) => `${one.zone}: ${one.text}`);

  it('a company description ends at the next heading, boilerplate at any', () => {
    expect(
      zones(
        'First.\n\nAbout Abacus\n\nIt is old.\n\nRecent News\n\nIt grows.\n\nForward-Looking Statements\n\nMay differ.\n\nMore of It\n\nEnd.',
      ),
    ).toEqual([
      ...['body: First.', 'about: About Abacus', 'about: It is old.', 'body: Recent News'],
      ...['body: It grows.', 'boilerplate: Forward-Looking Statements'],
      ...['boilerplate: May differ.', 'body: More of It', 'body: End.'],
    ]);
  });

  it.each([
    ['About Abacus Bio', 'about'],
    ['ABOUT ABACUS', 'about'],
    ['About half of it', 'body'],
    ['About Abacus. It is old.', 'body'],
    ['Key accomplishments in 2026', 'about'],
    ['Key upcoming milestones achieved 2026', 'body'],
    ['Competitors', 'boilerplate'],
    ['Our Competition', 'boilerplate'],
    ['Safe Harbor', 'boilerplate'],
    ['Non-GAAP Financial Measures', 'boilerplate'],
    ['Non-GAAP net income was $81 million.', 'body'],
    ['Cautionary Note Regarding Forward-Looking Statements: they may differ.', 'boilerplate'],
  ])('%s is in the zone %s', (text, zone) => {
    expect(paragraphsOf(text)).toEqual([{ text, zone }]);
  });

  it('a heading has at most 90 characters, and 2 to 12 words with capitals', () => {
    const about = (length: number) => `About ${'A'.repeat(80)} ${'B'.repeat(length - 87)}`;
    const zone = (text: string) => zones(`About Abacus\n\nIt is.\n\n${text}`).at(-1)!.split(':')[0];
    expect(zone('Two Words')).toBe('body');
    expect(zone('One')).toBe('about');
    expect(zone('Two words')).toBe('about');
    expect(zone(`Up${' Up'.repeat(11)}`)).toBe('body');
    expect(zone(`Up${' Up'.repeat(12)}`)).toBe('about');
    expect(zone('Two\tCells')).toBe('about');
    expect(zone('A Full Stop.')).toBe('about');
    expect(zone(`Two ${'W'.repeat(86)}`)).toBe('body');
    expect(zone(`Two ${'W'.repeat(87)}`)).toBe('about');
    expect(about(90)).toHaveLength(90);
  });

  it('wrapped lines are joined, and bullets are separate', () => {
    const wide = 'A line of more than sixty characters that its column has broken at';
    expect(zones(`Title of It All.\n\n${wide}\nIts End.`)).toEqual([
      ...['body: Title of It All.', `body: ${wide} Its End.`],
    ]);
    expect(zones(`One line that is short\nAnother`)).toEqual([
      ...['body: One line that is short', 'body: Another'],
    ]);
    expect(zones('It goes\non here')).toEqual(['body: It goes on here']);
    expect(zones('It goes,\n\non here')).toEqual(['body: It goes, on here']);
    expect(zones('It went.\n\non here')).toEqual(['body: It went.', 'body: on here']);
    expect(zones('It Goes 5\n\n- 38 -\n\non here')).toEqual(['body: It Goes 5 on here']);
    expect(zones('It Goes 5\n\non here')).toEqual(['body: It Goes 5', 'body: on here']);
    expect(zones('• One\n• Two • Three\n(ii) Four')).toEqual([
      ...['body: One', 'body: Two', 'body: Three', 'body: Four'],
    ]);
    expect(zones('a\tb\nc')).toEqual(['body: a\tb', 'body: c']);
  });

  it('page numbers, URLs and layout marks are removed', () => {
    const text =
      'It is **old**,\u00AD at https://x.invalid/a?b.\n\nTable of Contents\n\niv\n\n12 of 30';
    expect(zones(text)).toEqual(['body: It is old, at']);
    expect(zones('---\ntitle: "The title"\ndate: 2026\n---\nText.')).toEqual([
      ...['body: The title', 'body: Text.'],
    ]);
    expect(zones('---\ndate: 2026\n---\nText.')).toEqual(['body: Text.']);
  });
});

describe('the company of a text', () => {
  it.each([
    ['Abacus (Nasdaq: ABCQZ) today announced it.', 'ABCQZ'],
    ['Abacus (NYSE American: ABCQZ) reported it.', 'ABCQZ'],
    ['Abacus (Nasdaq Global Select Market: ABCQZ; TSX: ABC) said it.', 'ABCQZ'],
    ['Abacus (Nasdaq: ABCQZ) today; Deforma (NYSE: DEFQZ) said no.', undefined],
    ['Abacus (Nasdaq: ABCQZ). Sale.', undefined],
    ['Abacus (TSX: ABCQZ) said it.', undefined],
    [`${'x'.repeat(4_000)} (Nasdaq: ABCQZ) said it.`, undefined],
  ])('%s', (text, ticker) => {
    expect(tickerIn(text)).toBe(ticker);
  });

  it.each([
    ['Abacus Bio (Nasdaq: ABCQZ) Sells a Drug', 'It sold the drug.', 'ABCQZ'],
    ['Abacus pauses a trial', 'Abacus’s (OTCPK:ABCQZ) trial. Deforma (NYSE: DEFQZ).', 'ABCQZ'],
    ['Abacus Bio (NYSE: ABCQZ) buys Deforma Bio (NYSE: DEFQZ)', 'It did.', 'Abacus Bio'],
    ['Abacus Therapeutics’ chief speaks', 'No word.', 'Abacus Therapeutics'],
    ['Phase 3 data', 'BASEL, May 5, 2026 (WIRE) — Abacus Inc., a company, spoke.', 'Abacus Inc.'],
    ['Why a Pharma Rally Fades', 'The Biotech: a review. Abacus Bio falls.', undefined],
    ['A rival of Abacus Bio', '<p>Deforma Labs &amp; Co. rose.</p>', 'Deforma Labs'],
  ])('%s: %s', (title, text, expected) => {
    const { ticker, company } = issuerIn(text, title);
    expect(ticker ?? company).toBe(expected);
  });
});

describe('notices and references', () => {
  it.each([
    ['The complaint alleges that they misled.', true],
    ['A class action by a law firm.', true],
    ['A class action.', false],
    ['A law firm, an LLP.', false],
    ['Glancy is a law firm.', true],
    [`${'x'.repeat(5_978)} The complaint alleges it.`, true],
    [`${'x'.repeat(6_000)} The complaint alleges it.`, false],
  ])('%s is a law firm’s: %s', (text, expected) => {
    expect(isLegalNotice(text)).toBe(expected);
  });
  it.each([
    ['Accessed November 7, 2026.', true],
    [`${'x'.repeat(574)} Accessed November 7, 2026.`, false],
    [`${'x'.repeat(573)} Accessed November 7, 2026.`, true],
    ['Accessed by many.', false],
  ])('%s is a reference: %s', (text, expected) => {
    expect(isReference(text)).toBe(expected);
  });
});

describe('nonproprietary names by ending', () => {
  it.each([
    ...['zelvotinib', 'tesolimab', 'ABCDIPINE', 'xyzgene-abcd'.slice(0, 7).concat('vecgene')],
    ...['abcdeib', 'abcvir', 'abcdstat', 'abcdefggene'],
  ])('%s is a name', (word) => {
    expect(isInn(word)).toBe(true);
  });
  it.each([
    // These words are too short for their ending, ordinary words, only the ending, too long, or
    // without an ending.
    ...['abcdib', 'abvir', 'abcstat', 'oncogene', 'peptide', 'thermostat', 'platin', 'tamab'],
    ...[`${'a'.repeat(22)}mab`, 'patients', ''],
  ])('%s is not one', (word) => {
    expect(isInn(word)).toBe(false);
  });
  it('have at most 24 letters, and at least two before the ending', () => {
    expect(isInn(`${'a'.repeat(21)}mab`)).toBe(true);
    expect([isInn('abcmab'), isInn('axplatin'), isInn('aplatin')]).toEqual([true, true, false]);
  });
});

describe('amounts', () => {
  it.each<[string, object]>([
    ['gross proceeds of $1.5 billion', { amount: 1.5e9, currency: 'USD' }],
    ['to raise $500 thousand', { amount: 5e5, currency: 'USD' }],
    ['to raise $500k', { amount: 5e5, currency: 'USD' }],
    ['to raise $99,999', {}],
    ['to raise $100,000', { amount: 1e5, currency: 'USD' }],
    ['¥200 million, for gross proceeds of $5 million', { amount: 5e6, currency: 'USD' }],
    ['¥200 million', { amount: 2e8, currency: 'JPY' }],
    ['EUR 5 million', { amount: 5e6, currency: 'EUR' }],
    ['€5 million', { amount: 5e6, currency: 'EUR' }],
    ['£5 million', { amount: 5e6, currency: 'GBP' }],
    ['C$5 million', { amount: 5e6, currency: 'CAD' }],
    ['A$5 million', { amount: 5e6, currency: 'AUD' }],
    ['USD 5 million', { amount: 5e6, currency: 'USD' }],
    ['US$5 million', { amount: 5e6, currency: 'USD' }],
    ['$0.01 per share', { price: 0.01, currency: 'USD' }],
    ['A$0.009 per share', { price: 0.009, currency: 'AUD' }],
    ['HK$5 million', { amount: 5e6, currency: 'HKD' }],
    [
      'par value $0.01 per share, at a purchase price of $2.00 per share',
      { price: 2, currency: 'USD' },
    ],
    [
      'shares at $2.00, a last sale price on the exchange of $3.00 per share',
      { price: 2, currency: 'USD' },
    ],
    ['an option to purchase up to 150,000 additional shares', {}],
    ['1,500,000 shares outstanding. It sells 100,000 shares', { shares: 1e5 }],
    ['$9,999 per share', { price: 9_999, currency: 'USD' }],
    ['$10,000 per share', {}],
    ['at $999', { price: 999, currency: 'USD' }],
    ['at $1,000', {}],
    ['$4.50/ADS', { price: 4.5, currency: 'USD' }],
    ['2,500,000 shares', { shares: 2_500_000 }],
    ['2.5 million common shares', { shares: 2_500_000 }],
    ['5M shares', { shares: 5_000_000 }],
    ['pre-funded warrants to purchase up to 2,000,000 shares', { prefunded: 2e6 }],
    ['1.5 million pre-funded warrants', { prefunded: 1.5e6 }],
    [
      '5M shares and warrants to purchase an equal number of shares',
      { shares: 5e6, warrants: 5e6 },
    ],
    ['Placement agents receive warrants to purchase 100,000 shares', {}],
    [
      'warrants to purchase 500,000 shares, with an exercise price of $3.50. Pre-funded warrants have an exercise price of $0.001.',
      { warrants: 5e5, strike: 3.5 },
    ],
    ['warrants to purchase 200,000 shares. Warrants to purchase 300,000 shares', {}],
    [
      'series A warrants to purchase 200,000 shares and series B warrants to purchase 200,000 shares',
      {},
    ],
    ['Series A and Series B warrants to purchase up to an aggregate of 200,000 shares each', {}],
    ['Series A and B warrants to purchase up to an aggregate of 200,000 shares in all', {}],
    ['Series A/B warrants to purchase 200,000 shares', {}],
    ['Series A-1, A-2 and A-3 warrants to purchase 200,000 shares', {}],
    ['two series of warrants to purchase up to an aggregate of 200,000 shares', {}],
    ['Series A warrants to purchase 200,000 shares', { warrants: 2e5 }],
    ['Series A preferred stock and warrants to purchase 200,000 shares', { warrants: 2e5 }],
    [
      'warrants to purchase an aggregate of 2,000,000 shares and 3,000,000 shares',
      { shares: 3e6, warrants: 2e6 },
    ],
    ['$50,000,000 of its common shares', { amount: 5e7, currency: 'USD' }],
  ])('in an offering: %s', (text, terms) => {
    expect(offeringTerms(text)).toEqual(terms);
  });

  it.each<[string, object]>([
    ['$2 billion in cash', { amount: 2e9, currency: 'USD' }],
    ['$1 million', { amount: 1e6, currency: 'USD' }],
    ['$999,999', {}],
    ['an upfront payment of $30 million', { currency: 'USD', upfront: 3e7 }],
    ['$30 million up-front', { currency: 'USD', upfront: 3e7 }],
    [
      '$30 million, plus $250 million in milestones',
      { currency: 'USD', upfront: 3e7, milestones: 2.5e8 },
    ],
    [
      'up to $280 million, with $250 million upon certain milestones',
      { amount: 2.8e8, currency: 'USD', milestones: 2.5e8 },
    ],
    ['milestones of $20 million, and later milestones of $30 million', {}],
    [
      '$900 million in all; it pays an upfront $30 million',
      { amount: 9e8, currency: 'USD', upfront: 3e7 },
    ],
    ['$26.00 a share', { price: 26 }],
    ['$26.00 per share, $2 billion in all', { amount: 2e9, currency: 'USD', price: 26 }],
  ])('in a deal: %s', (text, terms) => {
    expect(dealTerms(text)).toEqual(terms);
  });

  it('after the statement complete price, warrants, and the parts of a deal', () => {
    const sale = 'at A$0.02 per share, with warrants to purchase 300,000 shares';
    const terms = { amount: 4e7, currency: 'AUD', price: 0.02, warrants: 3e5 };
    expect(offeringTerms('raises A$40 million', sale)).toEqual(terms);
    expect(offeringTerms('raises $40 million', sale)).toEqual({
      amount: 4e7,
      currency: 'USD',
      warrants: 3e5,
    });
    const parts = 'an upfront payment of $310 million, for a deal value of up to $2.8 billion';
    expect(dealTerms('licenses it', parts)).toEqual({
      amount: 2.8e9,
      currency: 'USD',
      upfront: 3.1e8,
    });
  });
});

it.each([
  ['“the FDA’s” ‘x’', "\"the FDA's\" 'x'"],
  ['Phase\u20113', 'Phase-3'],
  ['the U.S. and the U.K. and the E.U. say', 'the US and the UK and the EU say'],
  ['Abacus, Inc. (x)', 'Abacus, Inc (x)'],
  ['Zelvora® and Orvexa(TM)', 'Zelvora and Orvexa'],
  ['the Saudi Food and Drug Authority (SFDA)', 'the SFDA'],
  ['the U.S. Food and Drug Administration (FDA) said', 'FDA said'],
  ['the Prescription Drug User Fee Act (PDUFA) date', 'the PDUFA date'],
  ['its BsUFA date', 'its PDUFA date'],
  ['a complete response letter (CRL)', 'a CRL'],
  ['an abbreviated new drug application', 'an ANDA'],
  ['an investigational new drug application (IND)', 'an IND'],
  ['an investigational device exemption', 'an IDE'],
  ['a supplemental new drug application (sNDA)', 'a sNDA'],
  ['a supplemental biologics license application', 'a sBLA'],
  ['a new drug application (NDA)', 'a NDA'],
  ['two NDAs', 'two NDA'],
  ['a biologics licence application', 'a BLA'],
  ['a supplemental BLA', 'a sBLA'],
  ['a marketing authorisation application', 'a MAA'],
  ['on Dec. 5', 'on Dec 5'],
  ["it won't, can't and didn't", 'it will not, cannot and did not'],
  ['the study "did not" meet', 'the study did not meet'],
  ['regenerative medicine advanced therapy (RMAT)', 'RMAT'],
  ['a BTD and an ODD', 'a Breakthrough Therapy designation and an Orphan Drug designation'],
  ['the European Medicines Agency (EMA)', 'the EMA'],
  ['the European Commission', 'the EC'],
  ['the Medicines and Healthcare products Regulatory Agency', 'the MHRA'],
  ['the National Medical Products Administration (NMPA)', 'the NMPA'],
  ['the Ministry of Health, Labour and Welfare', 'the MHLW'],
  ['the Pharmaceuticals and Medical Devices Agency', 'the PMDA'],
  ['the advisory committee meeting', 'the AdComm'],
  ['the ODAC', 'the AdComm'],
  ['The PDAC will meet', 'The AdComm will meet'],
  ['patients with PDAC', 'patients with PDAC'],
  ['pancreatic ductal adenocarcinoma (PDAC)', 'pancreatic ductal adenocarcinoma (PDAC)'],
  ['the PDAC patients', 'the PDAC patients'],
  ['It issued a press release announcing it', 'It announced it'],
  ['We are pleased to announce it', 'We announced it'],
  ['not only X', 'both X'],
  ['top-line data, a read-out, an end point', 'topline data, a readout, an endpoint'],
  ['a licence', 'a license'],
  ['Ph 3 and Phase III and phase I/II', 'Phase 3 and Phase 3 and Phase 1/2'],
  ['phases IV and II', 'Phase 4 and II'],
  ['a &amp; b', 'a & b'],
  ['a  b', 'a b'],
])('plain wording: %s', (text, plain) => {
  expect(plainWording(text)).toBe(plain);
});

describe('a text of two megabytes', () => {
  const goal = 'The FDA set a PDUFA date of March 3, 2027.';
  const times = (unit: string) => unit.repeat(Math.ceil(2_000_000 / unit.length));
  const approvals = Array.from({ length: 50_000 }, (_, at) => `The FDA approved ABC-${at} today.`);

  // Each text would take minutes if the run time were quadratic in its length.
  it.each([
    ['short lines', times('ab\n')],
    ['lines of one letter', times('a\r')],
    ['lines in brackets', times('(a\n')],
    ['lines between page numbers', times('a,\n12\n')],
    ['fields that are no front matter', `---\n${times('title: a\n')}`],
    ['goal dates of the drug at its end', `${times(`${goal}\n`)}The FDA approved zelvocimab.`],
    ['many drugs', approvals.join('\n')],
    ['closing tags of others', `<p>${'<i>'.repeat(250_000)}${'</b>'.repeat(400_000)}`],
  ])('consisting of %s is read', (_, text) => {
    const [found] = extractMentions({ text: `${goal}\n\n${text}` });
    expect(found).toMatchObject({ type: 'pdufa_date', date: '2027-03-03' });
  });
});
