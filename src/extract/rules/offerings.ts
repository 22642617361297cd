import type { MentionDetail } from '../mention.ts';
import { textAround } from '../nearby.ts';
import { offeringTerms } from '../offering-terms.ts';
import { oneOf } from '../one-of.ts';
import { type Found, type Grammar, gap, REACH, rule } from '../rule.ts';

/** Offerings of securities. */

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\bregistered direct\b/i, 'registered direct'],
  [/\bplacement\b(?! agen)|\bPIPE\b/i, 'private placement'],
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

function offering(match: Found, sentence: string, following: () => string): MentionDetail {
  const near = textAround(sentence, match, 120, 300);
  const own = textAround(sentence, match, 0, 8);
  const kind = first(KINDS, own) ?? first(KINDS, near);
  const stage = first(STAGES, match[0]) ?? first(STAGES, near.slice(0, 260));
  const terms = offeringTerms(near, following());
  return { ...(kind ? { kind } : {}), ...(stage ? { stage } : {}), ...terms };
}

const OFFERING =
  '(?:(?:proposed|upsized|registered direct|public|ADS|follow-on|secondary|concurrent|oversubscribed|equity|PIPE|marketed|overnight|brokered|rights|of|and|in a|shares?|stock|its|a|the)[ -]){0,9}';
const RAISE =
  '(?:offerings?|private placements?(?: financing)?|IPOs?|bought deal(?: financing)?|stock sale|share sale|(?:PIPE|equity|registered direct) (?:financing|placement)|capital raising|placement)';

const OFFERS = oneOf(
  'announce[sd]?|report(?:s)?|prices|priced|close[sd]?|closing of|complete[sd]?|completion of',
  'files? for|plans|secure[sd]?|sold|raise[sd]?|entered into|says',
);
export const offeringGrammar: Grammar = {
  type: 'offering',
  hint: /\b(?:offer|prospectus|financing|underwrit|placement|capital raise?|warrant|(?:priced|IPOs?|ATM|notes|PIPE)\b)|bought deal|share sale|stock sale/i,
  dating: 'event',
  drug: false,
  detail: offering,
  rules: [
    rule(
      'announced the pricing of its underwritten public offering',
      `\\b${OFFERS}\\b${gap(REACH)}\\b${OFFERING}${RAISE}\\b`,
    ),
    rule(
      'we are offering 1,000,000 shares of our common stock',
      '\\b(?:we are|is|the company is) offering\\b[^;]{0,120}?\\b[\\d,]{6,12}\\b[^;]{0,60}?\\b(?:shares|ADSs?|American Depositary|units)\\b',
    ),
    rule(
      'This is an initial public offering of shares of common stock',
      '\\bthis is (?:an|the|our) initial public offering\\b|\\binitial public offering price\\b[^.;]{0,40}\\$',
    ),
    rule(
      'to acquire Sample, with a concurrent $80M private placement',
      '(?<!\\bin (?:a|the) )\\bconcurrent (?:\\$[\\d.,]+ ?(?:million|M|billion|B) )?(?:private placement|PIPE|financing|offering)\\b',
    ),
  ],
  unless: [
    {
      before:
        /\b(?:may|might|could|would|if|not|will not|proceeds from|costs of|from our|in our|prior to|upon|future|any|from the|used|since|cash|part of|conditions?|subject to|terms of)\b[^,;]{0,30}$/i,
    },
    { before: /\bin connection with\b[^;]{0,60}$/i },
    {
      match:
        /\b(?:may(?! (?:offer|sell|issue))|could|would|intends? to use|working capital|cash runway|series [A-F]\b|debt|royalty|venture|loan|seed)/i,
    },
    {
      match: /^raise\b/i,
      before: /\b(?:intends?|expects?|will|needs?|plans?|seeks?)\b[^,;]{0,30}$/i,
      after: /^(?![^;]*\$\d)/,
    },
    { sentence: /\bincluded in the (?:public |combined )?offering price\b/i },
  ],
  status: {
    historical: [
      {
        before:
          /\b(?:following|since|previously|proceeds from|earlier|in (?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d,? we)\b[^;]{0,40}$/i,
      },
    ],
  },
};
