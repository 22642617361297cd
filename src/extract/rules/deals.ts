import { dealTerms } from '../amounts.ts';
import type { MentionDetail } from '../mention.ts';
import { textAround } from '../nearby.ts';
import { CLAUSE, DOUBTFUL, type Grammar, gap, LOOSE, WEAK, words } from '../rule.ts';

/** Companies bought. */

const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December';
/** Words with which a sentence or a clause begins, and no company's name. */
const OPENERS = [
  'The|This|That|These|Those|Its|Our|Their|Mr|Ms|Dr|Both|Each|Last|Item|Shares|Stock',
  'In|On|At|By|For|From|To|With|Under|Through|During|Upon|Before|After|Until|Since|Following',
  'As|While|When|If|Why|How|What|Where|Who|Although|Though|Because|Once|However|Also|Pursuant',
].join('|');
const COMPANY =
  `(?!(?:${MONTHS})\\b(?! [A-Z]))(?!(?:${OPENERS})\\b)` +
  "[A-Z][\\w&'.-]*(?: (?:[A-Z&][\\w&'.-]*|of|and|de)){0,4}";
/** Case matters where a company's name is part of the pattern. */
const cased = (...pieces: readonly string[]) => new RegExp(pieces.join(''), 'g');

function deal(match: RegExpExecArray, sentence: string): MentionDetail {
  const { acquirer2, target2, acquirer = acquirer2, target = target2 } = match.groups ?? {};
  const terms = dealTerms(textAround(sentence, match, 100, 200));
  const stage = /\b(?:complet|clos)/i.test(match[0]) ? { stage: 'completed' } : {};
  return {
    ...(acquirer ? { acquirer: companyName(acquirer) } : {}),
    ...(target ? { target: companyName(target) } : {}),
    ...stage,
    ...terms,
  };
}

/** A name without the words that a sentence puts before and behind it. */
export function companyName(text: string): string {
  return text
    .replace(/^(?:The|STAT\+:|Weekly Buzz:|Update:|And|While|As|After)\s+/, '')
    .replace(/'s?$|[.,]$/, '')
    .replace(/,? (?:Inc|Corp|Ltd|plc|N\.V|S\.A|AG)\.?$/, '')
    .slice(0, 60)
    .trim();
}

const ACQUIRES =
  '(?:[Tt]o [Aa]cquire|[Tt]o [Bb]uy|[Tt]o [Ss]nap [Uu]p|[Tt]o [Ss]coop [Uu]p|[Tt]o [Pp]urchase|agrees to buy|agreed to buy|(?:[Ss]trikes|in) (?:an? )?(?:\\$[\\d.,]+ ?(?:billion|million|bn|mln|[BM]n?) )?deal to (?:buy|acquire)|[Ss]wallows|[Nn]abs|[Tt]akes over|[Aa]cquires|[Bb]uys|[Ss]naps [Uu]p|[Ww]ill (?:[Aa]cquire|[Bb]uy)|(?:is spending|spends|spent) (?:[^.;,]|\\.(?=\\d)){3,60} to (?:buy|acquire)|[Aa]grees to [Aa]cquire|[Aa]greed to [Aa]cquire|is (?:buying|acquiring|scooping up|snapping up)|struck a deal to (?:acquire|buy)|[Hh]as [Aa]cquired|[Ss]coops [Uu]p|[Cc]ompletes (?:its |the )?(?:[Aa]cquisition|[Pp]urchase) of|[Cc]lose[sd]? (?:the |its |our )?(?:previously announced )?[Aa]cquisition of|(?:(?:[Tt]o|will) [Mm]erge|[Mm]erges) [Ww]ith|[Cc]ompletes (?:[Cc]ash )?[Tt]ender [Oo]ffer for|(?:has )?(?:successfully )?completed (?:its|the) (?:\\$[\\d.,]+ (?:billion|million) )?(?:cash )?tender offer for|has (?:agreed to acquire|completed (?:its|the) acquisition of|closed the acquisition of)|(?:has )?entered into (?:a|an) (?:definitive )?(?:merger )?agreement to acquire|[Cc]ompleted (?:its |the |our )?(?:previously announced )?[Aa]cquisition of)';

export const acquisitionGrammar: Grammar = {
  type: 'acquisition',
  hint: /\bacqui|\bmerge|\bbuy|\bpurchase|\btender offer|\bto pay\b|\bpays\b|\bwill pay\b|\btakeover|\btake-private|\btaken private|holders will receive|scoop|snap|\bdeal for\b|\bbought\b/i,
  dating: 'event',
  drug: false,
  rules: [
    {
      says: 'Example Pharma to acquire Sample Bio for $2.2 billion',
      pattern: cased(
        `(?<acquirer>${COMPANY}),? (?:\\([^)]{1,40}\\),? )?(?:today )?(?:announced )?(?:(?:(?! after )[^.;,]){0,30} )?${ACQUIRES} (?:[a-z][a-z-]* ){0,4}(?<target>${COMPANY}|(?:biotech|pharma|biopharma|drug) company|biotech|drugmaker)`,
      ),
      detail: deal,
    },
    {
      says: 'both announced that Example would acquire Sample',
      needs: / would (?:acquire|buy) /,
      pattern: cased(
        `\\b(?:announced|said|agreed) that (?<acquirer>${COMPANY}) would (?:acquire|buy) (?<target>${COMPANY})`,
      ),
      detail: deal,
    },
    {
      says: 'Sample Bio to be acquired by Example Pharma',
      needs: /(?:acquired|bought|buyout|takeover|sale) by /i,
      pattern: cased(
        `(?<target>${COMPANY}),? (?:\\([^)]{1,40}\\),? )?(?:[^.;,]{0,60}? )?(?:[Tt]o [Bb]e (?:[Aa]cquired|[Bb]ought)|[Aa]grees to (?:[Bb]e [Aa]cquired|[Bb]e [Bb]ought|(?:a )?\\$[\\d.,]+ ?(?:billion|million|[BM]n?) (?:[Bb]uyout|[Tt]akeover|[Ss]ale))|(?:Agreement|agreement) to (?:[Bb]e [Aa]cquired)|agreed to be (?:acquired|bought)|to be bought|will be acquired|has been acquired|was acquired) by (?<acquirer>${COMPANY})`,
      ),
      detail: deal,
    },
    {
      says: 'entered into an agreement with Example to acquire Sample',
      pattern: cased(
        `(?:entered into|signed|signing|reached|announced)(?: a| an| the)?(?: definitive| binding)?(?: merger| purchase| share purchase)? (?:agreement|deal)(?: with (?<acquirer>${COMPANY}))?(?: pursuant to which [^.;]{0,30})? (?:to|under which it will|for the) (?:acquire|buy|acquisition of|purchase) (?<target>${COMPANY})`,
      ),
      detail: deal,
    },
    {
      says: 'agreement and plan of merger; definitive merger agreement with Sample',
      pattern: words(
        `\\b(?:enter(?:s|ed)? (?:into)?|announce[sd]?|signs?|signed|signing of)\\b${gap(CLAUSE)}\\b(?:agreement and plan of merger|definitive merger agreement|merger agreement)\\b`,
      ),
      detail: (match, sentence) => dealTerms(sentence.slice(match.index)),
    },
    {
      says: 'Example Challenges Rival with $2.2 Billion Acquisition of Sample Bio',
      needs: /(?:acquisition|buyout|takeover) of /i,
      pattern: cased(
        `(?:(?<acquirer>${COMPANY})[^.;]{0,50} )?(?:\\$[\\d.,]+ ?(?:[Bb]illion|[Mm]illion|[BM]n?) |announce[sd]? (?:the |its )?(?:proposed |planned )?|[Cc]losing of (?:the )?|completes? (?:the )?|completion of (?:the |its )?)(?:[Aa]cquisition|[Bb]uyout|[Tt]akeover) of (?<target>${COMPANY})`,
      ),
      detail: deal,
    },
    {
      says: 'Example makes $2.2B deal for Sample and its candidate',
      needs: /(?:deal|buyout|takeover) (?:for|of) /,
      pattern: cased(
        `(?<acquirer>${COMPANY}) (?:makes|inks|strikes|signs) (?:a )?\\$[\\d.,]+ ?(?:billion|million|[BM]n?) (?:deal|buyout|takeover) (?:for|of) (?<target>${COMPANY})`,
      ),
      detail: deal,
    },
    {
      says: 'Example to pay $1.6 billion for Sample',
      needs: /pay(?:s|ing)? \$/,
      pattern: cased(
        `(?<acquirer>${COMPANY}) (?:to pay|pays|is paying|will pay) \\$[\\d.,]+ ?(?:billion|B|bn) (?:[a-z]+ ){0,2}for (?<target>${COMPANY})|\\bpaying \\$[\\d.,]+ ?(?:billion|B|bn) for (?<target2>${COMPANY})`,
      ),
      detail: deal,
      confidence: DOUBTFUL,
    },
    {
      says: 'shareholders of Sample will receive $65 million; the transaction is expected to close',
      needs: /holders will receive/,
      pattern: cased(`(?<target>${COMPANY}) (?:share|stock)holders will receive`),
      detail: deal,
      confidence: WEAK,
    },
    {
      says: 'Example bought by Sample; Example to be taken private by Sample; completes takeover of Example',
      pattern: cased(
        `^(?<target>${COMPANY}) (?:(?:is )?(?:bought|acquired|snapped up|swallowed)|to be taken (?:over|private)) by (?<acquirer>${COMPANY})|(?<![\\w-] )^(?<acquirer2>${COMPANY}) (?:completes|closes|finali[sz]es) (?:\\$\\S+ (?:billion |million |[BM]n? )?)?(?:takeover|buyout|purchase) of (?<target2>${COMPANY})|(?<=[a-z] and [A-Z]\\w+ )(?:to (?:merge|combine)|agree to (?:merge|combine))\\b|(?:[Aa]nnounces?|[Aa]gree(?:s|d)? (?:to|on)|[Ee]nters?|[Ii]nks?|[Ss]trikes?) (?:an? )?(?:all-stock |all-cash |definitive |strategic |proposed |planned |business |transformative |reverse )*(?:merger|combination)\\b(?! (?:sub|vote|meeting))|[Aa]nnouncement of (?:an? |its )(?:reverse )?(?:merger|business combination) with\\b|\\b(?:on|after|following) (?:word|news) of (?:the |its |an? )?(?:buyout|takeover|acquisition) by\\b`,
      ),
      detail: deal,
      confidence: LOOSE,
    },
    {
      says: 'bets on obesity with Sample takeover; agreed to pay $18.50 a share for Sample',
      pattern: cased(
        `\\b(?:[Ww]ith|[Ii]n|[Vv]ia|[Aa]nnounces?|[Cc]ompletes?|[Cc]loses?) (?:an? )?(?:\\$\\S+ (?:billion |million )?)?(?<target>${COMPANY}) (?:[Tt]akeover|[Bb]uyout|[Aa]cquisition)\\b|\\b(?:to pay|pays|is paying|will pay) \\$[\\d.,]+ (?:a|per) share (?:in cash )?for (?<target2>${COMPANY})`,
      ),
      detail: deal,
      confidence: LOOSE,
    },
    {
      says: 'will acquire all outstanding shares of Example',
      pattern: cased(
        `(?:will|to) (?:acquire|buy|purchase) all (?:of )?(?:the )?(?:issued and )?(?:outstanding )(?:shares|common stock|capital stock|equity|ordinary shares)(?: of common stock)? (?:of|in) (?<target>${COMPANY})`,
      ),
      detail: deal,
    },
    {
      says: "the company's acquisition of Sample",
      pattern: cased(
        `(?:company's|Company's|our|their) (?:recent )?acquisition of (?<target>${COMPANY})`,
      ),
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
    {
      match:
        /\b(?:(?<!outstanding )(?<!ordinary )shares|(?<!(?:common|capital|all)[ -])stock|plant|facility|site|campus|stake|rights?|patents?|license|option to|land|building|equipment|patients|up to|units|warrants|securities|notes|royalt\w+|priority review|voucher|data|hypothalamic|resistance)\b/i,
    },
    { match: /\bdenie[sd]\b/ },
    { before: /(?<!\bcomplete[sd] (?:its |the )?(?:cash )?)\btender offer $/i },
    // A part of a company, not the company.
    {
      after:
        /^(?:'s?)? ?(?:[\w-]+ ){0,4}(?:site|plant|facility|facilities|campus|stake|unit|business|portfolio|royalt\w+)\b/i,
    },
    { after: /^(?:'s)? (?:shares|stock|common|notes|warrants|stake|rights|royalty|units)\b/ },
    { match: /\b(?:FDA|Phase|Class|Series|Common|Item|Section|Exhibit)\b/ },
    {
      sentence:
        /\b(?:tender or exchange|any person|acquiring person|anti-takeover|change of control|beneficial owner\w*)\b/i,
    },
    {
      before:
        /\b(?:may|might|could|would|if|not|denie[sd]|previously|ability to|seeking to|class action|investigat\w+|anticipated benefits of|risks?)\b[^,;]{0,40}$/i,
    },
    {
      sentence:
        /\b(?:investigat(?:es|ing|ion)|shareholder alert|law firm|fairness of|breach of fiduciary)\b/i,
    },
  ],
  status: {
    conditional: [
      {
        sentence:
          /^(?:analysts?|investors|observers)\b|\b(?:unsolicited|in talks|takeover talks|talks (?:to|with)|letter of intent|option to acquire|non-binding|considering|exploring|bid for|bids? from|(?<!tender )offer(?:s|ed)? to (?:buy|acquire)|weighs?|nears|mulls|pending deals)\b/i,
      },
    ],
    historical: [
      { before: /\b(?:since|previously|formerly|prior to|before)\b[^,;]{0,40}$/i },
      // But "shares jumped after Example said it will buy Sample" is news.
      { before: /^(?!.*\b(?:shares|stock)\b).*\b(?:after|following)\b[^,;]{0,40}$/is },
      { match: /\b(?:hit|write-?(?:down|off)|impairment|charge) on\b/i },
      { sentence: /\bwas (?:founded|formed)\b/i },
    ],
  },
};
