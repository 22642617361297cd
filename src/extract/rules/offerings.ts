import { offeringTerms } from '../amounts.ts';
import type { MentionDetail } from '../mention.ts';
import { textAround } from '../nearby.ts';
import { CLAUSE, FAR, type Grammar, gap, LOOSE, NEAR, REACH, WEAK, words } from '../rule.ts';

/** Capital raised. */

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\bregistered direct\b/i, 'registered direct'],
  [/\bprivate placement|\bPIPE\b/i, 'private placement'],
  [/\binitial public offering\b|\bIPO\b/i, 'IPO'],
  [
    /\bat-the-market (?:offering|program|facility|equity)|\bATM (?:program|offering|facility)|sales agreement/i,
    'ATM',
  ],
  [/\bwarrant (?:exercise|inducement)/i, 'warrant exercise'],
  [/\bconvertible (?:senior )?notes?\b/i, 'convertible notes'],
  [/\b(?:public|underwritten|common stock|ordinary shares?|follow-on)\b/i, 'public'],
];
const STAGES: readonly (readonly [RegExp, string])[] = [
  [/\bclos(?:ing|es|ed)\b|\bcompletes?d?\b|\bcompletion\b/i, 'closed'],
  [/\bpric(?:ing|es|ed)\b|\bdefinitive agreements?\b|\bpurchase agreements?\b/i, 'priced'],
  [/\bpropos(?:ed|es)\b|\bcommence[sd]?\b|\blaunch(?:es|ed)\b/i, 'proposed'],
];
const first = (table: typeof KINDS, text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

function offering(match: RegExpExecArray, sentence: string): MentionDetail {
  const near = textAround(sentence, match, 120, 300);
  const kind = first(KINDS, match[0]) ?? first(KINDS, near);
  const stage = first(STAGES, match[0]) ?? first(STAGES, near.slice(0, 260));
  return { ...(kind ? { kind } : {}), ...(stage ? { stage } : {}), ...offeringTerms(near) };
}

/** Characters in which an agreement names its parties. */
const MAX_PARTIES = 300;
const OFFERING =
  '(?:(?:proposed|upsized|underwritten|registered direct|public|common (?:stock|share)s?|ordinary shares?|ADS|follow-on|secondary|best[- ]efforts|initial public|private placement|concurrent|oversubscribed|equity|bought deal|PIPE|marketed|overnight|non-brokered|brokered|rights|\\$[\\d.,]+ ?(?:million|M|billion|B)|of|and|in a|shares?|stock|its|a|the|previously announced|confidentially marketed)[ -]){0,9}';
const RAISE =
  '(?:offerings?|private placements?(?: financing)?|IPOs?|bought deal(?: financing)?|stock sale|share sale|(?:PIPE|equity|registered direct) (?:financing|placement)|capital raising|placement|(?:at-the-market|ATM)(?: \\(\\W?ATM\\W?\\))? (?:equity )?(?:offering )?(?:program|facility))';

export const offeringGrammar: Grammar = {
  type: 'offering',
  hint: /\boffer|\bpriced\b|gross (?:cash )?proceeds|\bIPOs\b|\b(?:sells?|sold|sale of|selling)\b|\bATM\b|\bequity raise|\bprospectus|bought deal|(?:in|of) (?:its )?(?:common )?(?:stock|shares)\b|\bnotes\b|\bfinancing|\bunderwrit|\bsale agreement|share sale|stock sale|capital raise|\bplacement|\bIPO\b|\bPIPE\b|\bat-the-market|\bcapital rais|purchase agreements?|\bwarrant/i,
  dating: 'event',
  drug: false,
  rules: [
    {
      says: 'announced the pricing of its underwritten public offering',
      pattern: words(
        `\\b(?:announce[sd]?|report(?:s|ed)?|launch(?:es|ed)|commence[sd]?|prices|priced|pricing of|close[sd]?|closing of|complete[sd]?|completion of|followed (?:up )?with|upsizes|unveils|starts|kicks off|files? for|filed with the SEC for|plans|secure[sd]?|sells|sold|raise[sd]?|enters? into|entered into|says|intention to offer|sets (?:the )?terms (?:for|of)|pricing)\\b${gap(REACH)}\\b${OFFERING}${RAISE}\\b`,
      ),
      detail: offering,
    },
    {
      says: 'Announces $250M Common Stock Offering; Public Offering Priced At $17.00',
      pattern: words(
        `\\b(?:public|common stock|common shares?|registered direct|underwritten|follow-on|ADS) offering\\b[^.;]{0,60}\\bpriced\\b`,
      ),
      detail: offering,
    },
    {
      says: 'entered into securities purchase agreements to raise gross proceeds',
      pattern: words(
        `\\b(?:entered into|enters into|signed|executed)\\b${gap(CLAUSE)}\\b(?:securities |share |stock |subscription )?(?:purchase|subscription|underwriting) agreements?\\b${gap(FAR)}\\b(?:gross proceeds|registered direct|private placement|PIPE|aggregate of|to raise|purchase and sale|(?:for the )?(?:sale|issuance|purchase) of (?:up to |an aggregate of )?[\\d,]{6,12} |issuance and sale|offer and sale|offering and sale|public offering)\\b`,
      ),
      detail: offering,
    },
    {
      says: 'entered into an underwriting agreement with Example, as representative …, for a public offering',
      needs: /\bunderwriting agreement\b/i,
      pattern: words(
        `\\bentered into an underwriting agreement\\b${gap(MAX_PARTIES)}\\b(?:public offering|(?:offering|issuance|sale) of)\\b`,
      ),
      detail: offering,
    },
    {
      says: 'definitive agreements for the purchase and sale of shares in a registered direct offering',
      pattern: words(
        `\\bdefinitive agreements?\\b${gap(CLAUSE)}\\b(?:(?:purchase|issuance) and sale|sale of|purchase of)\\b${gap(FAR)}\\b(?:shares|ADSs?)\\b`,
      ),
      detail: offering,
    },
    {
      says: 'priced 10,000,000 shares of its common stock at $2.80 a share',
      needs: /\bpriced\b/i,
      pattern: words(
        '\\bpriced (?:the |its |an? )?[\\d.,]+ (?:million )?(?:ordinary |common )?(?:shares|ADSs)\\b',
      ),
      detail: offering,
    },
    {
      says: 'we are offering 1,000,000 shares of our common stock',
      pattern: words(
        '\\b(?:we are|is|the company is) offering\\b[^;]{0,120}?\\b[\\d,]{6,12}\\b[^;]{0,60}?\\b(?:shares|ADSs?|American Depositary|units)\\b',
      ),
      detail: offering,
    },
    {
      says: 'This is an initial public offering of shares of common stock',
      pattern: words(
        '\\bthis is (?:an|the|our) initial public offering\\b|\\binitial public offering price\\b[^.;]{0,40}\\$',
      ),
      detail: (match, sentence) => ({ ...offering(match, sentence), kind: 'IPO' }),
    },
    {
      says: 'received binding commitments for a capital raising of A$40 million',
      pattern: words(`\\bbinding commitments\\b${gap(CLAUSE)}\\b(?:capital rais|placement|raise)`),
      detail: offering,
    },
    {
      says: 'secured $26.7 million through warrant exercises',
      pattern: words(
        '\\b(?:secured|raised|received)\\b[^.;]{0,40}\\$[\\d.,]+ ?(?:million|M)\\b[^.;]{0,60}\\b(?:warrant exercises?|exercise of (?:existing |outstanding )?warrants|private placement|registered direct|public offering)\\b',
      ),
      detail: offering,
    },
    {
      says: 'enters into $30 million securities purchase agreement; sells stock in registered direct deal',
      pattern: words(
        '\\$[\\d.]+ ?(?:million|M) (?:securities|share|stock) purchase agreement\\b|\\bsells \\$[\\d.]+ ?(?:million|M) (?:of|in) (?:stock|shares)\\b',
      ),
      detail: offering,
    },
    {
      says: 'to acquire Sample, with a concurrent $80M private placement',
      pattern: words(
        '(?<!\\bin (?:a|the) )\\bconcurrent (?:\\$[\\d.,]+ ?(?:million|M|billion|B) )?(?:private placement|PIPE|financing|offering)\\b',
      ),
      detail: offering,
      confidence: LOOSE,
    },
    {
      says: 'to raise $50 million in a share sale',
      pattern: words(
        '\\b(?:to raise|raises|raised|raising) (?:about |up to |approximately |around )?\\$[\\d.]+ ?(?:M|million|B|billion)\\b[^.;]{0,50}\\b(?:offering|placement|share sale|stock sale|IPO|PIPE|registered direct|capital raise)\\b',
      ),
      detail: offering,
    },
    {
      says: 'Example falls on stock offering; $30 Million Financing Priced At-the-Market',
      pattern: words(
        '\\b(?:on|after) (?:\\$[\\d.]+ ?(?:million|M) )?(?:proposed |public |stock |share |common stock |equity ){1,3}offering\\b|\\b(?:on|after) \\$[\\d.]+ ?(?:million|M) (?:[\\w-]+ ){0,2}(?:raise|offering|sale)\\b|\\$[\\d.]+ ?(?:million|M) (?:[\\w-]+ ){0,2}financing\\b|\\bto sell \\$[\\d.]+ ?(?:million|mln|M) (?:of |in |worth of )(?:its )?(?:common )?(?:stock|shares)\\b|\\braised \\$[\\d.]+ ?(?:million|mln|M|billion)\\b[^.;]{0,40}\\b(?:selling|sale of) (?:its )?(?:common )?(?:stock|shares)\\b|\\bsold [\\d.,]+ (?:million )?(?:shares|ADSs)\\b[^.;]{0,70}\\bin (?:an|the|its) (?:\\w+ )?offering\\b',
      ),
      detail: offering,
      confidence: LOOSE,
    },
    {
      says: 'gross proceeds from the PIPE total $85 million',
      pattern: words(
        '\\bgross proceeds (?:from|of) (?:the|this) (?:PIPE|offering|private placement|financing)\\b[^.;]{0,30}\\$[\\d.,]+ ?(?:million|mln|M)\\b',
      ),
      detail: offering,
      confidence: WEAK,
    },
    {
      says: 'expected to result in gross proceeds of $29.1 million, priced at $2.05 per share',
      pattern: words(
        `\\bgross (?:cash )?proceeds\\b${gap(CLAUSE)}\\$[\\d.,]+ ?(?:million|mln|M)\\b${gap(CLAUSE)}\\b(?:priced )?at \\$[\\d.]+ (?:per|a) (?:share|ADS|unit)\\b`,
      ),
      detail: offering,
    },
    {
      says: 'has agreed to sell 10,000,000 shares in a registered direct offering; intends to offer and sell',
      pattern: words(
        `\\b(?:has|have) offered to sell\\b${gap(NEAR)}\\b(?:shares|ADSs?|units)\\b|\\b(?:agree[sd]? to (?:issue and |purchase and )?sell|(?:intend(?:s|ed)?|plan(?:s|ned|ning)?) to (?:offer and sell|offer|commence))\\b${gap(FAR)}\\b(?:public offering|underwritten offering|registered direct offering|private placement|proposed offering)\\b`,
      ),
      detail: offering,
    },
    {
      says: 'the offering consists of 5,000,000 shares; agreed to sell 7,000,000 shares to the underwriters',
      pattern: words(
        `\\boffering (?:consists|consisted|is comprised) of\\b${gap(CLAUSE)}\\b(?:shares|ADSs?|units)|\\bagree[sd]? to (?:issue and )?sell\\b${gap(REACH)}\\b(?:to|through) (?:the|certain) (?:several )?(?:underwriters?|institutional|accredited|investors?|purchasers?)\\b`,
      ),
      detail: offering,
    },
    {
      says: 'expects to receive gross proceeds of $40 million from the private placement',
      pattern: words(
        `\\bexpect(?:s|ed)? (?:to receive|to be|aggregate)?${gap(NEAR)}\\bgross proceeds\\b${gap(CLAUSE)}\\bfrom (?:the|this) (?:offering|private placement|registered direct|financing)\\b`,
      ),
      detail: offering,
      confidence: LOOSE,
    },
    {
      says: 'filed a prospectus supplement for the sale of up to $50,000,000 under a sales agreement',
      pattern: words(
        `\\bfiled\\b${gap(NEAR)}\\bprospectus supplement\\b${gap(CLAUSE)}\\b(?:sale|offering|issuance)\\b${gap(NEAR)}\\$`,
      ),
      detail: offering,
    },
    {
      says: 'entered into warrant inducement agreements; announces exercise of warrants for $12 million',
      pattern: words(
        `\\b(?:entered into|announce[sd]?|agreed)\\b${gap(CLAUSE)}\\b(?:warrant (?:exercise |inducement )+(?:agreements?|offers?|letters?|transaction)|(?:immediate )?exercise of (?:existing |outstanding |certain )?warrants)\\b${gap(FAR)}\\b(?:proceeds|\\$[\\d.]+ ?(?:million|M))`,
      ),
      detail: offering,
    },
    {
      says: "full exercise of the underwriters' option in the public offering",
      pattern: words(
        `\\bexercise (?:in full )?of (?:the )?underwriters'? (?:over-?allotment )?option\\b${gap(REACH)}\\boffering\\b|\\bunderwriters (?:have |has )?(?:fully )?exercised\\b${gap(REACH)}\\boffering\\b`,
      ),
      detail: offering,
    },
    {
      says: 'entered into a sales agreement for an at-the-market offering program',
      pattern: words(
        `\\b(?:entered into|establish\\w+|launched|implemented)\\b${gap(REACH)}\\b(?:at-the-market|ATM|sales agreement|open market sales? agreement|equity distribution agreement)\\b${gap(FAR)}\\b(?:offering|program|facility|agent|up to|offered)`,
      ),
      detail: offering,
    },
  ],
  unless: [
    {
      match:
        /\b(?:product|service|tender|benefit|public|job|platform)s? offerings\b|\btender offer/i,
    },
    {
      sentence:
        /^(?:up to )?[\d,]+ shares\b[^;]{0,60}\bissuable upon\b|\b(?:shall not constitute|does not constitute|being made (?:only )?(?:by|pursuant)|may be offered only|is being offered (?:only )?(?:by|pursuant)|were offered pursuant|effective registration statement|accompanying prospectus (?:relating|may)|copies of|intends? to use|use of (?:the )?(?:net )?proceeds|net proceeds from (?:the|this) offering|may not be offered or sold|securities act)\b/i,
      match: /^(?!.*(?:announce|pricing of|we are offering|closing of|entered into)).*$/is,
    },
    {
      before:
        /\b(?:may|might|could|would|if|not|will not|proceeds from|costs of|from our|in our|prior to|upon|future|any|connection with|from the|used|since|cash|part of|conditions?|subject to|terms of)\b[^,;]{0,30}$/i,
    },
    {
      before:
        /\b(?:bridge|through|additional|risks?|factors?|related to|completion of the|market conditions)\b[^;]{0,40}$/i,
      match: /^(?:complet|clos|pric)/i,
    },
    { before: /\bin connection with\b[^;]{0,60}$/i },
    {
      match:
        /\b(?:may(?! (?:offer|sell|issue))|could|would|intends? to use|working capital|cash runway|series [A-F]\b|debt|royalty|venture|loan|seed)/i,
    },
    {
      match: /^(?:plans|says|report)/i,
      sentence: /\bcash\b[^;]{0,100}\brunway|\bnet loss\b/i,
    },
    {
      sentence:
        /\b(?:anticipated|expected) (?:closing|completion) of the\b[^;]{0,40}\boffering\b|\bstatements\b[^;]{0,60}\b(?:regarding|about|relating)\b/i,
    },
    {
      match: /^raise\b/i,
      before: /\b(?:intends?|expects?|will|needs?|plans?|seeks?)\b[^,;]{0,30}$/i,
      after: /^(?![^;]*\$\d)/,
    },
    { match: /\bprice[sd]? target/i },
    { sentence: /\bincluded in the (?:public |combined )?offering price\b/i },
    { match: /^clos/i, after: /^(?: of the)? (?:is|remains) (?:subject|conditioned)\b/i },
    { match: /\b(?:tender|exchange|product|service|job|rights) offer(?:ing)?s?$/i },
    { sentence: /\b(?:resale|selling (?:stock|share)holders?)\b/i },
    {
      match: /^(?:close|closing|completion)/i,
      before:
        /\b(?:is expected|expected|anticipated|on or about|conditions to|prior to)\b[^;]{0,30}$/i,
    },
  ],
  status: {
    historical: [
      {
        sentence:
          /\b(?:increase in cash|primarily (?:driven by|due to|attributable)|cash and cash equivalents|since inception|previously completed)\b/i,
      },
      // "From June through December, the company sold …": a summing-up.
      {
        sentence: /^(?:From|Between|During|Through|Since) [^;]{4,60}, (?:the company|we|it)\b/i,
      },
      {
        before:
          /\b(?:following|since|previously|proceeds from|earlier|in (?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d,? we)\b[^;]{0,40}$/i,
      },
    ],
    conditional: [{ before: /\b(?:considering|contemplat\w+|exploring|plans to)\b[^,;]{0,30}$/i }],
  },
};
