import { anyOf, anyWordOf } from '../domain/patterns.ts';
import { filingUrl } from '../domain/public-pages.ts';
import { onlyOne } from '../extract/money.ts';
import { warrantTerms } from '../extract/offering-terms.ts';
import { openingOf } from '../extract/opening.ts';
import { sentencesOf } from '../extract/sentences.ts';
import { withoutMarkup } from './formats/markup.ts';
import { cikAt, numberAt } from './formats/untrusted.ts';
import { collector, dataConnector, refused } from './parsed.ts';
import { type Filing, filingRequest, filingSource, isOf, submissionHeader } from './sec-filings.ts';
import type { ReadResult, SyncRequest } from './source.ts';

/**
 * Reads the covers of prospectuses and shelf registrations. `sec-submissions` adds the requests
 * when it reads a list of filings.
 */
export const secOfferings = filingSource({
  name: 'sec-offerings',
  title: 'SEC: cover pages of prospectuses and shelf registrations (424B, S-3, F-3)',
  fills: ['offerings', 'news'],
  schedule: '0 4 * * 0',
  // According to the filings of sample companies, a company files about one prospectus or shelf
  // registration every five months.
  firstFill: (companies, months) => {
    const requests = Math.ceil((companies * months) / 5);
    return { requests, bytes: requests * 120_000 };
  },
  read: ({ text, request }) => readCover(text, request.address),
});

/**
 * Reads a response. The connector may refuse a submission, for example because its cover offers no
 * shares. Such a refusal is reported as a problem of the file. The request does not fail.
 */
function readCover(text: string, address: string): ReadResult {
  const { batches, problems } = secOfferingsConnector.parse(text, address);
  const [fileProblem] = problems.filter(({ where }) => where === 'file');
  const isSubmission = /<SEC-(?:DOCUMENT|HEADER)>/.test(text.slice(0, 2_000));
  return fileProblem && !isSubmission ? { failed: fileProblem.reason } : { batches, problems };
}

/**
 * Returns requests for the prospectuses and shelf registrations in a list of filings. Filings from
 * before `since` are left out.
 */
export function offeringRequests(
  cik: string,
  rank: number,
  filings: readonly Filing[],
  since: string,
): readonly SyncRequest[] {
  return filings
    .filter(({ form }) => isOf('shelves', form) || isOf('prospectuses', form))
    .filter(({ filing_date }) => filing_date >= since)
    .map((filing) => {
      const { submission_url: address } = filing;
      const file = { source: 'sec-offerings', address, expects: 'text' } as const;
      return filingRequest(filing, { cik, rank }, file);
    });
}

/**
 * Reads the amount, the price and the number of shares of an offering from the cover of a
 * prospectus or shelf registration.
 *
 * A figure is used only if the cover leaves no doubt about it. For example, the number of shares
 * times the price must equal the total. Only the first 200,000 characters are read. A prospectus
 * that offers no shares, such as one for notes, is refused.
 *
 * Our choice: if holders sell too, the offering has no amount, because the company does not receive
 * all of the money. If only holders sell, the offering is a `resale`. The company cannot sell
 * shares under it.
 *
 * The text is stored as a record of `news`, from which no statements are extracted. If the offering
 * is a `shelf`, the text is not stored, because it describes no sale.
 */
export const secOfferingsConnector = dataConnector({
  name: 'sec-offerings',
  title: 'SEC: cover pages of prospectuses and shelf registrations (424B, S-3, F-3)',
  reads:
    'the full submission (.txt) of a 424B1, 424B4, 424B5, S-3 or F-3, or of a 424B3 for a sale by holders',
  parse(text, fileName) {
    const head = text.slice(0, HEADER_LENGTH);
    const { accession, filing_date } = submissionHeader(head, fileName);
    const form = /CONFORMED SUBMISSION TYPE:\s*(\S{1,20})/.exec(head)?.[1] ?? '';
    const cik = cikAt(/CENTRAL INDEX KEY:\s*(\d{1,10})/.exec(head)?.[1]);
    if (!accession || !filing_date || !cik) {
      return refused('has no submission header: import the full submission (.txt)');
    }
    const isShelf = /^[SF]-3(?:ASR)?$/.test(form);
    if (!isShelf && !/^424B[1345]$/.test(form)) {
      return refused(`is a Form ${form}, which is not a supported prospectus or shelf`);
    }
    const document = text.slice(text.indexOf('<TEXT>'), MAX_CHARACTERS);
    const words = withoutMarkup(document);
    const terms = isShelf ? shelfTerms(words) : saleTerms(coverOf(words));
    if ('reason' in terms) return refused(terms.reason);
    if (form === '424B3' && (terms.offering_type !== 'resale' || UPDATE.test(words))) {
      return refused(
        'is a Form 424B3 other than a resale prospectus, or a supplement that only updates an earlier prospectus',
      );
    }
    const facts = collector();
    const source_url = filingUrl(cik, accession);
    const issuer_name = /COMPANY CONFORMED NAME:[ \t]*(\S.{0,199})/.exec(head)?.[1]?.trim();
    const title = `${issuer_name ?? `CIK ${cik}`}: prospectus (${form})`;
    const body = terms.offering_type === 'shelf' ? null : openingOf(document, title)?.body;
    const record = {
      cik,
      form_type: form,
      filed_at: filing_date,
      accession,
      ...terms,
      // Only amounts in US dollars are read.
      currency: 'USD',
      source_url,
      has_text: body ? true : undefined,
    };
    facts.add('offerings', 'file', record, { needsTicker: true });
    if (body) {
      const [summary, published_at] = [body, filing_date];
      const kept = { id: source_url, title, issuer_name, form, source_url, summary, published_at };
      facts.add('news', 'file', kept);
    }
    return facts.parsed();
  },
});

interface Terms {
  readonly offering_type?: string | undefined;
  readonly is_atm?: boolean;
  readonly offering_amount_usd?: number | undefined;
  readonly amount_remaining_usd?: number;
  readonly price_usd?: number | undefined;
  readonly shares_offered?: number | undefined;
  readonly prefunded_warrants?: number | undefined;
  readonly prefunded_price?: number | undefined;
  readonly warrants_offered?: number | undefined;
  readonly warrant_exercise_price?: number | undefined;
  readonly last_price_usd?: number | undefined;
  readonly securities?: readonly string[] | undefined;
  readonly context?: string | undefined;
}

const HEADER_LENGTH = 20_000;
const MAX_CHARACTERS = 200_000;
/** Maximum characters of a cover as plain text. */
const MAX_COVER = 12_000;

/**
 * Returns the cover. It starts with the words `Filed pursuant to Rule 424` and ends before the
 * SEC's disclaimer.
 */
function coverOf(words: string): string {
  const start = Math.max(0, words.search(/Filed (?:Pursuant|pursuant) to Rule 424/));
  const cover = words.slice(start, start + MAX_COVER);
  const end = cover.search(/Neither the (?:U\.S\. )?Securities and Exchange Commission/i);
  return end > 0 ? cover.slice(0, end) : cover;
}

function saleTerms(cover: string): Terms | { readonly reason: string } {
  if (
    !/\b(?:common stock|ordinary shares|common shares|american depositary shares)\b/i.test(cover)
  ) {
    return { reason: 'offers no shares on its cover' };
  }
  const holdersSell = HOLDERS_SELL.test(cover);
  if (holdersSell && !COMPANY_SELLS.test(cover)) return resaleTerms(cover);
  if (isAtTheMarket(cover)) {
    const amount = onlyOne(
      amountsAfter(cover, /aggregate (?:offering|sales?) (?:price|amount|proceeds) of up to/gi),
    );
    return { offering_type: 'at_the_market', is_atm: true, offering_amount_usd: amount };
  }
  const priced = pricesOn(cover);
  const sale = {
    offering_type: typeOf(cover),
    is_atm: false,
    price_usd: priced.price,
    last_price_usd: onlyOne(amountsAfter(cover, LAST_PRICE)),
  };
  if (holdersSell) return sale;
  const sold = warrantTerms(cover);
  return {
    ...sale,
    offering_amount_usd: priced.total,
    shares_offered: sharesOf(cover, priced, sold),
    prefunded_warrants: sold.prefunded,
    prefunded_price: prefundedPrice(cover, priced),
    warrants_offered: sold.warrants,
    warrant_exercise_price: sold.strike,
  };
}

/** Matches the text that precedes the last price at which the shares traded on their exchange. */
const LAST_PRICE =
  /\b(?:last (?:reported )?|clos(?:ing|e) )(?:sales? |trading )?prices? (?:of|for|per)\b[^$]{0,160}? was(?= ?\$)/gi;

const HOLDERS_SELL = /\bselling (?:stock|share|security) ?holders?\b/i;
const COMPANY_SELLS =
  /\b(?:we (?:are|may) (?:offer|sell)|proceeds(?:, before expenses,)? to us\b|company is offering)/i;

/** Matches the title of a supplement that only adds a later report to an earlier prospectus. */
const UPDATE = /\bprospectus supplement no\. ?\d/i;

/** Matches a number of shares that holders sell. */
const RESOLD =
  /\b(?:up to|resale of|sale of|(?:aggregate|total) of)(?: an (?:aggregate|total) of)? ([\d,]{4,15}) (?:(?:common|ordinary) )?shares\b/gi;

/** Maximum characters of the sentence about a sale by holders. */
const MAX_SENTENCE = 600;

/**
 * Returns the terms of a sale by holders. The company receives no money from such a sale.
 *
 * The number of shares is the first one on the cover. It is left out if another number on the cover
 * is larger, or if the cover mentions ADSs. The context is the sentence about the sale, which often
 * names the holders.
 */
function resaleTerms(cover: string): Terms {
  const counts = [...cover.matchAll(RESOLD)].map(([, digits]) => numberAt(digits) ?? 0);
  const isTotal = counts[0] === Math.max(...counts) && !/american depositary/i.test(cover);
  const about = cover.search(/\bThis prospectus (?:supplement )?(?:relates|covers)\b/i);
  const [sentence] = about < 0 ? [] : sentencesOf(cover.slice(about));
  return {
    offering_type: 'resale',
    is_atm: false,
    amount_remaining_usd: 0,
    shares_offered: isTotal ? counts[0] : undefined,
    context: sentence?.slice(0, MAX_SENTENCE),
  };
}

/**
 * Whether the cover describes a program in which agents sell shares at market prices. The words "at
 * the market" are not enough, because a text may say that there is no such program.
 */
function isAtTheMarket(cover: string): boolean {
  return (
    /\bat[- ]the[- ]market\b/i.test(cover) &&
    /\b(?:sales|distribution|offering) agreement\b/i.test(cover) &&
    /\baggregate (?:offering|sales?) (?:price|amount|proceeds)\b/i.test(cover)
  );
}

function typeOf(cover: string): string | undefined {
  if (/\bunderwrit(?:er|ers|ten|ing)\b/i.test(cover)) return 'follow_on';
  const isDirect = /\b(?:registered direct|securities purchase agreement|offering directly to)\b/i;
  return isDirect.test(cover) ? 'registered_direct' : undefined;
}

/** Prices on a cover, US dollars. */
interface Prices {
  readonly price?: number | undefined;
  readonly total?: number | undefined;
  /** The second price in the table. It may be the price of a pre-funded warrant. */
  readonly second?: number | undefined;
}

const SHARE_PRICE =
  /(?:offering|purchase) price (?:of|for|per) (?:each )?(?:share|ADS)\b[^$]{0,300}? (?:is|of)(?= ?\$)/gi;

/**
 * Returns the prices in the table on the cover (`Public offering price $ 5.103 $ 3,103,629.29`). If
 * there is no table, returns the price that a sentence states. If the table and a sentence state
 * different prices, returns no price.
 */
function pricesOn(cover: string): Prices {
  const money = String.raw`(?:[^A-Za-z$\d]{0,20}\$[^A-Za-z$\d]{0,10}[\d,]{1,15}(?:\.\d{1,6})?)`;
  const row = new RegExp(
    `offering price(?: to (?:the )?public)?(?: ?\\(\\d\\))?(${money}{2,4})`,
    'i',
  ).exec(cover);
  const cells = [...(row?.[1] ?? '').matchAll(/[\d,]+(?:\.\d+)?/g)].map(([n]) => numberAt(n) ?? 0);
  const stated = onlyOne(amountsAfter(cover, SHARE_PRICE));
  const inTable = cells.length > 1 && cells.at(-1) === Math.max(...cells) ? cells : [];
  const [price = stated] = inTable;
  if (stated !== undefined && stated !== price) return {};
  return { price, total: inTable.at(-1), second: inTable.length > 2 ? inTable[1] : undefined };
}

/**
 * Maximum exercise price of a pre-funded warrant. The buyer of the warrant pays the price of a
 * share minus the exercise price.
 */
const MAX_NOMINAL_USD = 0.01;

const PREFUNDED_PRICE = anyOf(
  'gi',
  /(?:offering|purchase) price (?:of|for|per) (?:each )?pre-?funded warrant\b[^$]{0,200}? (?:is|of|(?:minus|less) \$ ?0?\.\d{1,6},? or)(?= ?\$)/,
  /(?:offering|purchase) price of(?= ?\$ ?[\d.,]{1,12} (?:per|for each) pre-?funded warrant)/,
);

/**
 * Returns the price of a pre-funded warrant that a sentence states. Without such a sentence,
 * returns the second price in the table. The second price is used only if it is lower than the
 * price of a share by at most `MAX_NOMINAL_USD`.
 */
function prefundedPrice(cover: string, { price, second }: Prices): number | undefined {
  const stated = onlyOne(amountsAfter(cover, PREFUNDED_PRICE));
  if (stated !== undefined || price === undefined || second === undefined) return stated;
  const isNominal = second < price && price - second < MAX_NOMINAL_USD + 1e-9;
  return isNominal && /\bpre-?funded warrant/i.test(cover) ? second : undefined;
}

/**
 * Returns the number of shares in the headline, if it can be checked.
 *
 * If the cover states a total, the number of shares times the price must equal the total to within
 * one percent. In this check, the number of shares may include or exclude the pre-funded warrants.
 * If the cover states no total, the headline must state only one number of shares besides the
 * numbers of warrants.
 * @returns undefined if the number cannot be checked. Also undefined for ADSs, because one ADS may
 * represent several shares
 */
function sharesOf(
  cover: string,
  { price, total }: Prices,
  { prefunded, warrants }: ReturnType<typeof warrantTerms>,
): number | undefined {
  if (price === undefined || /american depositary/i.test(cover)) return undefined;
  const named = [
    ...cover.slice(0, HEADLINE).matchAll(/\b([\d,]{4,15})\s+(?:Common |Ordinary )?Shares\b/gi),
  ].map(([, digits]) => numberAt(digits) ?? 0);
  if (total === undefined)
    return onlyOne(named.filter((one) => one !== prefunded && one !== warrants));
  const [shares = 0] = named;
  const isTotal = (sold: number) => Math.abs((sold * price) / total - 1) < 0.01;
  return shares > 0 && [shares, shares + (prefunded ?? 0)].some(isTotal) ? shares : undefined;
}

/** Number of characters at the start of a cover that are searched for the headline. */
const HEADLINE = 1_500;

/**
 * Number of characters at the start of a shelf registration that are read. They include the cover
 * of its first prospectus.
 */
const SHELF_FRONT = 16_000;

/** Matches the text that precedes the amount that a shelf registers. */
const SHELF_AMOUNT = anyOf(
  'gi',
  /(?:aggregate (?:initial )?(?:public )?(?:offering price|amount)|total (?:amount|offering price)|offer and sell)[^$.]{0,200}?(?:up to|(?:not )?exceed(?:ing)?)(?= ?\$)/,
  /\bup to(?= ?\$[\d,.]{5,15}(?: million)? (?:in the aggregate|of any combination))/,
);

/**
 * Matches the text that precedes the total amount on the cover of a prospectus. The total amount is
 * above the name of the company.
 */
const HEADLINE_AMOUNT =
  /\bPROSPECTUS(?: \([^)]{1,40}\))?(?: (?:Up to|UP TO))?(?= ?\$[\d,.]{5,15})/g;

/**
 * Returns the amount and the kinds of securities that a shelf registers. If only holders sell,
 * returns the terms of a resale.
 *
 * The amount is read from the first cover. If this cover does not state exactly one amount, the
 * amount is read from the whole text, which must then state exactly one.
 */
function shelfTerms(words: string): Terms {
  const front = words.slice(0, SHELF_FRONT);
  if (HOLDERS_SELL.test(front) && !COMPANY_SELLS.test(front)) return resaleTerms(coverOf(front));
  const start = Math.max(0, front.search(/\bPROSPECTUS\b/));
  const cover = coverOf(words.slice(start));
  const stated = onlyOne(
    [HEADLINE_AMOUNT, SHELF_AMOUNT].flatMap((one) => amountsAfter(cover, one)),
  );
  return {
    offering_type: 'shelf',
    is_atm: false,
    offering_amount_usd: stated ?? onlyOne(amountsAfter(words, SHELF_AMOUNT)),
    securities: securitiesOn(cover),
  };
}

/** Matches the name of a kind of securities. */
const SECURITY = anyWordOf(
  'gi',
  /(?:common|preferred|capital) (?:stock|shares)|(?:ordinary|preference) shares/,
  /(?:american )?depositary shares|(?:(?:senior|subordinated|convertible) )*debt securities/,
  /(?:pre-funded )?warrants|(?:subscription )?rights|units|guarantees/,
  /(?:stock |share )?purchase (?:contracts|units)/,
);

/**
 * Returns the kinds of securities that a shelf offers, in the order in which the cover names them.
 * A cover lists them above the sentence "we may offer". If there is no such list, they are read
 * from this sentence.
 */
function securitiesOn(cover: string): readonly string[] | undefined {
  const offer = /\bmay,?(?: \w+,?){0,8}? (?:offer|sell|issue)\b/i.exec(cover);
  if (!offer) return undefined;
  const kindsIn = (text: string) => [
    ...new Set([...text.matchAll(SECURITY)].map(([name]) => name.toLowerCase())),
  ];
  const listed = kindsIn(cover.slice(0, offer.index));
  const [sentence = ''] = sentencesOf(cover.slice(offer.index));
  const kinds = listed.length > 0 ? listed : kindsIn(sentence);
  return kinds.length > 0 ? kinds : undefined;
}

/**
 * Returns the amounts in US dollars that directly follow a match of a pattern. For `$75.0 million`,
 * the amount is 75,000,000.
 */
function amountsAfter(text: string, pattern: RegExp): readonly number[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40);
    const [, digits, unit] =
      /^ ?\$ ?([\d,]{1,15}(?:\.\d{1,6})?)( million| billion)?/.exec(after) ?? [];
    const amount = numberAt(digits);
    if (amount === undefined) return [];
    const times = unit === ' billion' ? 1e9 : unit === ' million' ? 1e6 : 1;
    return [Math.round(amount * times * 1e6) / 1e6];
  });
}
