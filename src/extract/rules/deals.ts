import { dealTerms, offeringTerms } from '../amounts.ts';
import type { MentionDetail } from '../mention.ts';
import { type Grammar, gap, words } from '../rule.ts';

/** Capital raised, companies bought, rights licensed. */

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\bregistered direct\b/i, 'registered direct'],
  [/\bprivate placement|\bPIPE\b/i, 'private placement'],
  [/\binitial public offering\b|\bIPO\b/i, 'IPO'],
  [/\bat-the-market (?:offering|program|facility|equity)|\bATM (?:program|offering|facility)|sales agreement/i, 'ATM'],
  [/\bwarrant (?:exercise|inducement)/i, 'warrant exercise'],
  [/\bconvertible (?:senior )?notes?\b/i, 'convertible notes'],
  [/\b(?:public|underwritten|common stock|ordinary shares?|follow-on)\b/i, 'public'],
];
const STAGES: readonly (readonly [RegExp, string])[] = [
  [/\bclos(?:ing|es|ed)\b|\bcompletes?d?\b|\bcompletion\b/i, 'closed'],
  [/\bpric(?:ing|es|ed)\b|\bdefinitive agreements?\b|\bpurchase agreements?\b/i, 'priced'],
  [/\bpropos(?:ed|es)\b|\bcommence[sd]?\b|\blaunch(?:es|ed)\b/i, 'proposed'],
];
const first = (table: typeof KINDS, text: string) => table.find(([pattern]) => pattern.test(text))?.[1];

function offering(match: RegExpExecArray, sentence: string): MentionDetail {
  const near = sentence.slice(Math.max(0, match.index - 120), match.index + match[0].length + 300);
  const kind = first(KINDS, match[0]) ?? first(KINDS, near);
  const stage = first(STAGES, match[0]) ?? first(STAGES, near.slice(0, 260));
  return { ...(kind ? { kind } : {}), ...(stage ? { stage } : {}), ...offeringTerms(near) };
}

const OFFERING =
  '(?:(?:proposed|upsized|underwritten|registered direct|public|common (?:stock|share)s?|ordinary shares?|ADS|follow-on|secondary|best[- ]efforts|initial public|private placement|concurrent|oversubscribed|equity|bought deal|PIPE|marketed|overnight|non-brokered|brokered|rights|\\$[\\d.,]+ ?(?:million|M|billion|B)|of|and|in a|shares?|stock|its|a|the|previously announced|confidentially marketed)[ -]){0,9}';
const RAISE =
  '(?:offering|private placement(?: financing)?|IPO|(?:PIPE|equity|registered direct) (?:financing|placement)|capital raising|placement|at-the-market (?:offering )?(?:program|facility))';

const offeringGrammar: Grammar = {
  type: 'offering',
  hint: /\boffer|\bplacement|\bIPO\b|\bPIPE\b|\bat-the-market|\bcapital rais|purchase agreements?|\bwarrant/i,
  dating: 'event',
  drug: false,
  rules: [
    {
      says: 'announced the pricing of its underwritten public offering',
      pattern: words(
        `\\b(?:announce[sd]?|report(?:s|ed)?|launch(?:es|ed)|commence[sd]?|prices|priced|pricing of|close[sd]?|closing of|complete[sd]?|completion of|upsizes|unveils|files? for|plans|secure[sd]?|sold|raise[sd]?|enters? into|entered into|says)\\b${gap(70)}\\b${OFFERING}${RAISE}\\b`,
      ),
      detail: offering,
    },
    {
      says: 'Announces $250M Common Stock Offering; Public Offering Priced At $17.00',
      pattern: words(`\\b(?:public|common stock|common shares?|registered direct|underwritten|follow-on|ADS) offering\\b[^.;]{0,60}\\bpriced\\b`),
      detail: offering,
    },
    {
      says: 'entered into securities purchase agreements to raise gross proceeds',
      pattern: words(
        `\\b(?:entered into|enters into|signed|executed)\\b${gap(60)}\\b(?:securities |share |stock |subscription )?(?:purchase|subscription|underwriting) agreements?\\b${gap(200)}\\b(?:gross proceeds|registered direct|private placement|aggregate of|to raise|purchase and sale)\\b`,
      ),
      detail: offering,
    },
    {
      says: 'definitive agreements for the purchase and sale of shares in a registered direct offering',
      pattern: words(`\\bdefinitive agreements?\\b${gap(60)}\\bpurchase and sale\\b${gap(160)}\\b(?:shares|ADSs?)\\b`),
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
      pattern: words('\\bthis is (?:an|the|our) initial public offering\\b|\\binitial public offering price\\b[^.;]{0,40}\\$'),
      detail: (match, sentence) => ({ ...offering(match, sentence), kind: 'IPO' }),
    },
    {
      says: 'received binding commitments for a capital raising of A$40 million',
      pattern: words(`\\bbinding commitments\\b${gap(60)}\\b(?:capital rais|placement|raise)`),
      detail: offering,
    },
    {
      says: 'secured $26.7 million through warrant exercises',
      pattern: words('\\b(?:secured|raised|received)\\b[^.;]{0,40}\\$[\\d.,]+ ?(?:million|M)\\b[^.;]{0,60}\\b(?:warrant exercises?|exercise of (?:existing |outstanding )?warrants|private placement|registered direct|public offering)\\b'),
      detail: offering,
    },
    {
      says: 'Example falls on stock offering; $30 Million Financing Priced At-the-Market',
      pattern: words('\\b(?:on|after) (?:\\$[\\d.]+ ?(?:million|M) )?(?:proposed |public |stock |share |common stock |equity ){1,3}offering\\b|\\$[\\d.]+ ?(?:million|M) (?:[\\w-]+ ){0,2}financing\\b'),
      detail: offering,
      confidence: 0.85,
    },
    {
      says: 'entered into a sales agreement for an at-the-market offering program',
      pattern: words(`\\b(?:entered into|establish\\w+|launched|implemented)\\b${gap(80)}\\b(?:at-the-market|ATM|sales agreement)\\b${gap(60)}\\b(?:offering|program|facility|agent|up to)`),
      detail: offering,
    },
  ],
  unless: [
    { match: /\b(?:product|service|tender|benefit|public|job|platform)s? offerings\b|\btender offer/i },
    { sentence: /\b(?:shall not constitute|does not constitute|being made (?:only )?(?:by|pursuant)|may be offered only|is being offered (?:only )?(?:by|pursuant)|were offered pursuant|effective registration statement|accompanying prospectus (?:relating|may)|copies of|intends? to use|use of (?:the )?(?:net )?proceeds|net proceeds from (?:the|this) offering|may not be offered or sold|securities act)\b/i, match: /^(?!.*(?:announce|pricing of|we are offering|closing of|entered into)).*$/is },
    { before: /\b(?:may|might|could|would|if|not|will not|proceeds from|costs of|from our|in our|prior to|upon|future|any|connection with|from the|used|since|cash|part of|conditions?|subject to|terms of)\b[^,;]{0,30}$/i },
    { before: /\b(?:bridge|through|additional|risks?|factors?|related to|completion of the|market conditions)\b[^;]{0,40}$/i, match: /^(?:complet|clos|pric)/i },
    { before: /\bin connection with\b[^;]{0,60}$/i },
    { match: /\b(?:may|could|would|intends? to use|working capital|cash runway|series [A-F]\b|debt|royalty|venture|loan|seed)/i },
    { match: /^(?:plans|says|report)/i, after: /^/, sentence: /\bcash\b[^;]{0,100}\brunway|\bnet loss\b/i },
    { sentence: /\b(?:anticipated|expected) (?:closing|completion) of the\b[^;]{0,40}\boffering\b|\bstatements\b[^;]{0,60}\b(?:regarding|about|relating)\b/i },
    { match: /\bprice[sd]? target/i },
    { sentence: /\b(?:resale|selling (?:stock|share)holders?)\b/i },
    { match: /^(?:close|closing|completion)/i, before: /\b(?:is expected|expected|anticipated|on or about|conditions to|prior to)\b[^;]{0,30}$/i },
  ],
  status: {
    historical: [
      { sentence: /\b(?:increase in cash|primarily (?:driven by|due to|attributable)|cash and cash equivalents|since inception|previously completed)\b/i },
      { before: /\b(?:following|since|previously|proceeds from|earlier|in (?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d,? we)\b[^;]{0,40}$/i },
    ],
    conditional: [{ before: /\b(?:considering|contemplat\w+|exploring|plans to)\b[^,;]{0,30}$/i }],
  },
};

const COMPANY = "[A-Z][\\w&'.-]*(?: (?:[A-Z&][\\w&'.-]*|of|and|de)){0,4}";
/** Case matters where a company's name is part of the pattern. */
const cased = (...pieces: readonly string[]) => new RegExp(pieces.join(''), 'g');

function deal(match: RegExpExecArray, sentence: string): MentionDetail {
  const { acquirer, target } = match.groups ?? {};
  const terms = dealTerms(sentence.slice(Math.max(0, match.index - 100), match.index + match[0].length + 200));
  const stage = /\b(?:complet|clos)/i.test(match[0]) ? { stage: 'completed' } : {};
  return {
    ...(acquirer ? { acquirer: companyName(acquirer) } : {}),
    ...(target ? { target: companyName(target) } : {}),
    ...stage,
    ...terms,
  };
}

/** A name without the words that a sentence puts before and behind it. */
function companyName(text: string): string {
  return text
    .replace(/^(?:The|STAT\+:|Weekly Buzz:|Update:|And|While|As|After)\s+/, '')
    .replace(/'s?$|[.,]$/, '')
    .replace(/,? (?:Inc|Corp|Ltd|plc|N\.V|S\.A|AG)\.?$/, '')
    .slice(0, 60)
    .trim();
}

const ACQUIRES =
  '(?:[Tt]o [Aa]cquire|[Tt]o [Bb]uy|[Aa]cquires|[Bb]uys|[Ss]naps [Uu]p|[Ww]ill [Aa]cquire|[Aa]grees to [Aa]cquire|[Aa]greed to [Aa]cquire|is (?:buying|acquiring|scooping up|snapping up)|[Hh]as [Aa]cquired|[Ss]coops [Uu]p|[Cc]ompletes (?:[Aa]cquisition|[Pp]urchase) of|[Cc]losed? (?:the |its )?[Aa]cquisition of|has (?:agreed to acquire|completed (?:its|the) acquisition of|closed the acquisition of)|(?:has )?entered into (?:a|an) (?:definitive )?(?:merger )?agreement to acquire|[Cc]ompleted (?:its |the )?[Aa]cquisition of)';

const acquisition: Grammar = {
  type: 'acquisition',
  hint: /\bacqui|\bmerge|\bbuy|\btakeover|\btake-private|holders will receive|scoop|snap|\bdeal for\b|\bbought\b/i,
  dating: 'event',
  drug: false,
  rules: [
    {
      says: 'Example Pharma to acquire Sample Bio for $2.2 billion',
      pattern: cased(`(?<acquirer>${COMPANY}),? (?:\\([^)]{1,40}\\),? )?(?:today )?(?:announced )?(?:[^.;,]{0,30} )?${ACQUIRES} (?:[a-z][a-z-]* ){0,4}(?<target>${COMPANY}|biotech company|biotech|drugmaker)`),
      detail: deal,
    },
    {
      says: 'Sample Bio to be acquired by Example Pharma',
      pattern: cased(`(?<target>${COMPANY}),? (?:\\([^)]{1,40}\\),? )?(?:[^.;,]{0,60}? )?(?:[Tt]o be [Aa]cquired|[Aa]grees to be [Aa]cquired|agreed to be (?:acquired|bought)|to be bought|will be acquired|has been acquired|was acquired) by (?<acquirer>${COMPANY})`),
      detail: deal,
    },
    {
      says: 'entered into an agreement with Example to acquire Sample',
      pattern: cased(`(?:entered into|signed|signing|reached|announced)(?: a| an| the)?(?: definitive| binding)?(?: merger| purchase| share purchase)? (?:agreement|deal)(?: with (?<acquirer>${COMPANY}))?(?: pursuant to which [^.;]{0,30})? (?:to|under which it will|for the) (?:acquire|buy|acquisition of|purchase) (?<target>${COMPANY})`),
      detail: deal,
    },
    {
      says: 'agreement and plan of merger; definitive merger agreement with Sample',
      pattern: words(`\\b(?:entered into|announce[sd]?|signed|enter into)\\b${gap(60)}\\b(?:agreement and plan of merger|definitive merger agreement|merger agreement)\\b`),
      detail: (match, sentence) => dealTerms(sentence.slice(match.index)),
    },
    {
      says: 'Example Challenges Rival with $2.2 Billion Acquisition of Sample Bio',
      pattern: cased(`(?:(?<acquirer>${COMPANY})[^.;]{0,50} )?(?:\\$[\\d.,]+ ?(?:[Bb]illion|[Mm]illion|[BM]n?) |announce[sd]? (?:the |its )?(?:proposed |planned )?|[Cc]losing of (?:the )?|completes? (?:the )?|completion of (?:the |its )?)[Aa]cquisition of (?<target>${COMPANY})`),
      detail: deal,
    },
    {
      says: "Example makes $2.2B deal for Sample and its candidate",
      pattern: cased(`(?<acquirer>${COMPANY}) (?:makes|inks|strikes|signs) (?:a )?\\$[\\d.,]+ ?(?:billion|million|[BM]n?) (?:deal|buyout|takeover) (?:for|of) (?<target>${COMPANY})`),
      detail: deal,
    },
    {
      says: 'shareholders of Sample will receive $65 million; the transaction is expected to close',
      pattern: cased(`(?<target>${COMPANY}) (?:share|stock)holders will receive`),
      detail: deal,
      confidence: 0.8,
    },
    {
      says: "the company's acquisition of Sample",
      pattern: cased(`(?:company's|Company's|our|their) (?:recent )?acquisition of (?<target>${COMPANY})`),
      detail: deal,
      status: 'historical',
    },
    {
      says: 'Example acquired Sample early in January 2026',
      pattern: cased(`(?<acquirer>${COMPANY}) (?:acquired|bought) (?<target>${COMPANY})`),
      detail: deal,
    },
  ],
  unless: [
    { match: /\b(?:shares|stock|stake|rights?|patents?|license|option to|land|building|equipment|patients|up to|units|warrants|securities|notes|royalt\w+|priority review|voucher|data|hypothalamic|resistance)\b/i },
    { after: /^(?:'s)? (?:shares|stock|common|notes|warrants|stake|rights|royalty|units)\b/ },
    { match: /\b(?:FDA|Phase|Class|Series|Common|Item|Section|Exhibit)\b/ },
    { sentence: /\b(?:tender or exchange|any person|acquiring person|anti-takeover|change of control|beneficial owner\w*)\b/i },
    { before: /\b(?:may|might|could|would|if|not|previously|ability to|seeking to|class action|investigat\w+|anticipated benefits of|risks?)\b[^,;]{0,40}$/i },
    { sentence: /\b(?:investigat(?:es|ing|ion)|shareholder alert|law firm|fairness of|breach of fiduciary)\b/i },
  ],
  status: {
    conditional: [
      { sentence: /\b(?:in talks|takeover talks|talks (?:to|with)|letter of intent|option to acquire|non-binding|considering|exploring|bid for|bids? from|offer to (?:buy|acquire)|weighs?|nears|mulls|pending deals)\b/i },
    ],
    historical: [
      { before: /\b(?:following|since|after|previously|formerly|prior to|before)\b[^,;]{0,40}$/i },
      { sentence: /\bwas (?:founded|formed)\b/i },
    ],
  },
};

const LICENCE_DEAL =
  '(?:(?:exclusive|global|worldwide|strategic|definitive|research|collaboration|development|commerciali[sz]ation|option|and|co-development|co-commerciali[sz]ation|regional|non-exclusive|sub-?)[ ,-]*){0,7}(?:sub-?)?licens(?:e|ing)(?: and (?:collaboration|option|development|commerciali[sz]ation|supply))?(?: and commerciali[sz]ation)? (?:agreement|deal|pact|partnership|transaction)';

function licence(match: RegExpExecArray, sentence: string): MentionDetail {
  const partner = /\bwith ((?:[A-Z][\w&'.-]*)(?: [A-Z&][\w&'.-]*){0,3})/.exec(sentence.slice(match.index))?.[1];
  const terms = dealTerms(sentence.slice(match.index));
  return { ...(partner ? { counterparty: companyName(partner) } : {}), ...terms };
}

const licenceGrammar: Grammar = {
  type: 'licence',
  hint: /\blicens|collaborat|\bpartnership|\brights\b|strategic agreement/i,
  dating: 'event',
  drug: true,
  rules: [
    {
      says: 'entered into an exclusive license agreement with Sample Pharma',
      pattern: words(`\\b(?:announce[sd]?|announcing|enter(?:s|ed)? into|sign(?:s|ed)?|ink(?:s|ed)?|strike[sn]?|struck|execute[sd]?|form(?:s|ed)|reach(?:es|ed)|expand(?:s|ed))\\b${gap(60)}\\b${LICENCE_DEAL}\\b`),
      detail: licence,
    },
    {
      says: 'Example licenses an enzyme from Sample; in-licenses EX-101',
      pattern: words(`\\b(?:in|out)-?licens(?:es|ed)\\b|(?<=\\b[A-Z][\\w.-]* )licenses (?=[A-Z\\w])|\\blicensing of\\b|\\blicens(?:es|ed) (?:exclusive |global |worldwide )?rights\\b|\\b(?:up-?front)[^.;]{0,30} for (?:[a-z-]+ ){0,3}rights to\\b`),
      detail: licence,
      confidence: 0.85,
    },
    {
      says: 'Example licensed EX-101 to Sample for $30 million upfront',
      pattern: words('(?<=[a-z] )licensed (?=[A-Z])[^.;]{2,40}? (?:to|from) [A-Z]\\w+[^.;]{0,40}\\b(?:upfront|million|exclusive)'),
      detail: licence,
      confidence: 0.85,
    },
    {
      says: 'granted exclusive worldwide rights to develop and commercialize EX-101',
      pattern: words(`\\b(?:grant(?:s|ed)?|purchase[sd]?|acquire[sd]?|obtain(?:s|ed)?|secure[sd]?|receive[sd]?|gain(?:s|ed)?)\\b${gap(30)}\\b(?:exclusive|worldwide|global|ex-US|regional)${gap(30)}\\b(?:licens\\w+|rights) (?:to|for)\\b`),
      detail: licence,
      confidence: 0.85,
    },
    {
      says: 'entered into a strategic agreement to develop and commercialize EX-101',
      pattern: words(`\\b(?:entered into|formed|announces?|signs?)\\b${gap(20)}\\b(?:strategic|collaboration|commerciali[sz]ation|partnership)[^.;]{0,20}(?:agreement|partnership|collaboration)\\b${gap(70)}\\b(?:co-)?develop(?:ment)? and (?:co-)?commerciali[sz]`),
      detail: licence,
    },
    {
      says: 'exercised its option to license EX-101',
      pattern: words(`\\bexercise[sd]?\\b${gap(30)}\\boption\\b${gap(30)}\\b(?:licens|rights|co-develop)`),
      detail: licence,
    },
  ],
  unless: [
    { before: /\b(?:under|pursuant to|in connection with|per|terms of|based on|as part of|may|might|could|would|if|not|seek\w*|potential|to|royalt\w+|milestones?|expects? to|existing|ability to|maintain)\b(?: \w+){0,4} $/i },
    { match: /\b(?:may|could|would|software|data sharing|driver|under (?:the|its|our)|terminat\w+|amend\w+|milestone)\b/i },
    { sentence: /\b(?:terminat(?:ed|ion|e)|milestone payment (?:from|under)|based on its licens)\b/i },
    { match: /^licens/i, before: /\b(?:data|technology|are|is|was|were) $/i },
    { match: /licens/i, sentence: /\b(?:medical|state|business|driver'?s?|pharmacy|liquor|professional) licens/i },
  ],
  status: {
    historical: [
      { before: /\b(?:has|have|had|previously|in (?:19|20)\d\d)\b[^,;]{0,20}$/i, match: /^(?:out|in)-?licens|^licens/i },
      { sentence: /\b(?:increase|decrease|revenue)\b[^;]{0,80}\b(?:licens|collaborat)/i },
      { before: /\b(?:previously|following|since)\b[^,;]{0,40}$/i },
    ],
  },
};

export const dealGrammars: readonly Grammar[] = [offeringGrammar, acquisition, licenceGrammar];
