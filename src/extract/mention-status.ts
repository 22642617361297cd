import { daysBetween } from '../domain/dates.ts';
import type { FoundDate } from './date-grammar.ts';
import type { Dated } from './dated.ts';
import type { MentionStatus, MentionType } from './mention.ts';
import { type Around, type Grammar, holds, type Rule } from './rule.ts';
import { isClinical } from './rules/readouts.ts';
import type { Scene } from './scene.ts';
import type { Reading, Spot } from './sentence-reading.ts';

/** What the words around a statement, its date and its place make of it. */
export function statusOf(
  { type, status }: Grammar,
  rule: Rule,
  spot: Spot,
  dated: Dated,
  { zone }: Reading,
  scene: Scene,
): MentionStatus {
  const { legal } = scene;
  const { words } = spot;
  for (const which of ['negated', 'conditional', 'other_company', 'historical'] as const) {
    if (status?.[which]?.some((around) => holds(around, spot))) {
      // A goal day that is set is announced, whatever hope stands around it.
      const assigned =
        type === 'pdufa_date' && which === 'conditional' && dated.date?.precision === 'day';
      // "In November, Zelvora was granted …": news by its day, which a standing fact has none of.
      const recent =
        type === 'designation' && which === 'historical' && dated.date !== undefined && !dated.past;
      if (recent) continue;
      const supposed =
        /\b(?:if|assuming|would|could)\b/i.test(words.before.slice(-60)) ||
        /^[^,;]{0,50}\b(?:is|was) estimated\b/i.test(words.after);
      if (!assigned || supposed) return which;
    }
  }
  if (isHold.has(type) && isOfAnother(spot, scene)) return 'other_company';
  if (rule.status) return rule.status;
  if (!isPlan.has(type)) {
    const told = background.find(({ around, except }) => except !== type && holds(around, spot));
    if (told) return told.status;
  } else if (isAnothers(spot)) return 'other_company';
  if (
    legal ||
    (dated.past && !isHeadNews(dated, scene)) ||
    isOfEarlierYear(spot, scene) ||
    isBackground(type, spot, scene)
  )
    return 'historical';
  return zone === 'about' && standing.has(type) ? 'historical' : 'announced';
}

/** "In March this year, the FDA accepted …" at the head of a text: what it reports, though months old. */
function isHeadNews({ date }: Dated, { index }: Scene): boolean {
  return index === 0 && date?.basis === 'relative' && date.precision === 'month';
}

/** "2019: FDA approves Zelvora": a line of a company's history. */
function isOfEarlierYear({ words }: Spot, { source }: Scene): boolean {
  const year = /^((?:19|20)\d\d)\s?(?:[:–—-]|\t)/.exec(words.sentence)?.[1];
  return year !== undefined && source.published !== undefined && source.published > `${year}-12-31`;
}

const isHold: ReadonlySet<MentionType> = new Set(['clinical_hold', 'hold_lifted']);

/** "a hold on Sample's trial", in a text of another company. */
function isOfAnother({ words }: Spot, { source }: Scene): boolean {
  const owner =
    /\b([A-Z][\w-]+)(?: [A-Z][\w-]+){0,2}'s? (?:[\w-]+ ){0,4}(?:trials?|stud(?:y|ies)|IND|drug|program|therapy)\b/.exec(
      `${words.match}${words.after.slice(0, 60)}`,
    )?.[1];
  if (owner === undefined || source.company === undefined || owner === 'FDA') return false;
  return !source.company.toLowerCase().includes(owner.toLowerCase());
}

/** What is still to come, or stands: words for the past around it are of other things. */
const isPlan: ReadonlySet<MentionType> = new Set([
  'pdufa_date',
  'pdufa_extended',
  'readout_expected',
  'filing_expected',
  'adcomm_date',
  'going_concern',
]);
const anothers: Around = {
  before:
    /\b(?:a|the|its|our|their|'s|,|^) ?(?:\w+ )?(?:competitors?|rivals?|(?:competing|rival|competitive) (?:drug|product|therapy|candidate|treatment))\b(?! (?:to|of)\b)[^;]{0,80}$/i,
};
const isAnothers = (spot: Spot) => holds(anothers, spot);

/** Words that make an event of any type background, another company's or a condition. */
const background: readonly {
  readonly status: MentionStatus;
  readonly around: Around;
  /** The type of which the words say something else: the closing of an announced offering. */
  readonly except?: MentionType;
}[] = [
  { status: 'other_company', around: anothers },
  {
    status: 'other_company',
    around: {
      after:
        /^[^;]{0,40}\b(?:(?:competitor|rival)'s\b|(?:competing|rival) (?:drug|product|therapy|treatment|medicine|candidate|vaccine)\b)/i,
    },
  },
  { status: 'other_company', around: { match: /\brival [A-Z]/ } },
  {
    status: 'other_company',
    around: { after: /^ (?:trial |study )?(?:of |on |at |for )?(?:its |the )?rival [A-Z]/ },
  },
  {
    status: 'conditional',
    around: { before: /\b(?:if|unless|assuming|whether)\b[^,;]{0,80}$/i },
  },
  // "Once the FDA lifts the hold", "Should the FDA accept": told as to come.
  {
    status: 'conditional',
    around: { before: /(?:^|[,;] )(?:should|were|once|until|when|as soon as)\b[^,;]{0,60}$/i },
  },
  // "Provided the application is accepted", "Pending the lifting of the hold"
  {
    status: 'conditional',
    around: {
      before:
        /(?:^|[;:"“] ?)(?:provided|pending|subject to|contingent (?:up)?on|conditional (?:up)?on)\b(?! by)[^,;]{0,60}$/i,
    },
  },
  // "Analysts expect that Example will acquire"
  {
    status: 'conditional',
    around: {
      before:
        /\b(?:analysts?|investors|observers|traders) (?:\w+ )?(?:says?|expect|hope|believe|think|predict|bet|speculate|see)s?\b[^;]{0,60}$/i,
    },
  },
  {
    status: 'historical',
    around: {
      before:
        /\b(?:previously|earlier|already|last year|in the past) (?:been )?(?:announced|reported|disclosed|communicated)\b[^;]{0,80}$/i,
    },
    except: 'offering',
  },
  // "this year's launch and the recently announced positive results"
  {
    status: 'historical',
    around: {
      before:
        /\b(?:the|its|our|their|this|these|those|with) (?:recently|previously|newly) (?:(?:announced|reported|disclosed|presented|published)\b[^,;]{0,60})?$/i,
    },
    except: 'offering',
  },
  // "as announced in May"; "as a reminder, the results reported last November showed …"
  {
    status: 'historical',
    around: {
      after:
        /^[^;]{0,40}\bas (?:previously |already )?(?:announced|reported|disclosed)\b(?! today)/i,
    },
  },
  { status: 'historical', around: { before: /^As a reminder\b/i } },
  // "took a stake when it executed the pact"
  { status: 'historical', around: { before: /\bwhen (?:it|they|we|the company) $/i } },
  {
    status: 'historical',
    around: {
      before:
        /\b(?:last (?:quarter|year|spring|summer|fall|autumn|winter)|earlier (?:this|in the) year|years? (?:ago|earlier)|during the (?:\w+ )?quarter|in recent years)\b[^;]{0,90}$/i,
    },
  },
  {
    status: 'historical',
    around: {
      after:
        /^[^;]{0,60}\b(?:last (?:quarter|year|spring|summer|fall|autumn|winter)|earlier (?:this|in the) year|years (?:ago|earlier)|in recent years)\b/i,
    },
  },
  // "More recently, the FDA also granted …": a list of what was achieved.
  { status: 'historical', around: { before: /^(?:more|most) recently\b[^;]{0,80}$/i } },
  // "After the FDA placed …, the company amended its protocol"
  {
    status: 'historical',
    around: { before: /^(?:After|Since|Following|Despite|Having)\b[^,;:]{0,60}$/ },
  },
  // "Three months after the FDA approved …, the company raises cash"; behind the comma is news.
  {
    status: 'historical',
    around: { before: /^(?:\w+ ){1,2}(?:days?|weeks?|months?|years?) after\b[^,;]{0,80}$/i },
  },
  // Opinions and outlooks after the event, and questions that it raises.
  {
    status: 'historical',
    around: {
      sentence:
        /\b(?:\d+ things|to watch|valuations?|bull case|bear case|20\d\d outlook|outlook(?= (?:for|after|following)|:)|narrative|investment (?:case|thesis)|(?:re-?)?assess(?:es|ing)|(?:what|how) (?:it|this|they|that) means?|what's next|what next|what to (?:know|expect)|lessons|implications|should (?:you|investors)|(?:a|to) buy (?:after|now)|buy the dip|downgrade[sd]?|upgrade[sd]?|price target|(?:reiterat|maintain|remain)\w* (?:\w+ )?(?:positive|buy|hold|neutral|overweight|outperform)|rebounds?|recover(?:s|ing)|in the wake of|(?<!\bthan [^,;]{0,20})(?<!^[^,;]{0,20})(?:weeks|months) after|means for|will impact|scrutiny|probes?|deadline|reminds|encourages)\b|\?(?: [-–—|]|["']?$)/i,
    },
  },
  // What somebody did before.
  {
    status: 'historical',
    around: {
      sentence:
        /\b(?:(?:prior to|before) joining|(?:she|he|who) (?:previously |also |most recently )?(?:led|served|oversaw|held|worked|was (?:the |a )?(?:chief|president|vice|head))|(?:served|worked) as|tenure|career|(?:her|his) (?:role|leadership)|compensation committee|(?:bonus|incentive) (?:plan|award|payments?)|following achievements)\b/i,
    },
  },
  {
    status: 'historical',
    around: {
      sentence:
        /\b(?:law firm|class action|(?:investor|shareholder|stockholder) (?:alert|rights)|investigat\w+ (?:potential |possible )?(?:claims|violations|whether))\b/i,
    },
  },
];

/** A result is news where it is announced in so many words, as headlines and newswires do. */
const RESULT_NEWS =
  /\b(?:announce[sd]?|announcing|announcement|today|said|says|news|release[sd]|(?<!(?:were|was|been) )reported|reports|topline|unveil\w*|reveal\w*|win|shares|stock|meets|hits|misses|fails|fell short|falls short|flops|flunks|succeeds|touts|posts|disclosed|dealing a blow|discontinues|scraps|abandons|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/i;
/** Far down a text it is news where the sentence begins with the telling or names the day. */
const LATE_NEWS =
  /^(?:announce[sd]?|report(?:s|ed)|unveil\w*|\w+ reports?|positive|topline)\b|\b(?:today|announced (?:that|positive|topline|the results))\b/i;
/** Sentences with a hint, from the first. */
const MIN_LATE = 4;
/** What else a sentence may announce: a result beside it is the ground of it. */
const OTHER_NEWS =
  /\b(?:approv\w+|submi(?:ts|tted|ssion)|accept(?:s|ed|ance)|publi(?:shed|cation)|presented|presentation|will present|first (?:patient|subject|participant)|dosed|dosing of|initiat\w+|enrol\w+|appoint\w+|designation|will (?:move|advance|begin|start)|advance(?:s|d|ment)|launch\w*|earnings|financial results|licens\w+(?! partner)|collaborat\w+(?<!tor)(?! partner))\b/i;
/** An article that begins with a drug's or a trial's outcome. */
const leads =
  /^(?:the |an? |\w[\w.&-]*(?:'s|s') )?(?:\w[\w-]* ){0,8}(?:met|meets|failed|fails|missed|misses|achieved|did not meet|did not achieve|was (?:stopped|discontinued|halted|terminated))\b/i;
const describesTrial = /\bNCT\d{8}\b/;
/** Share of the longer words that a headline writes with a capital. */
const MIN_CAPITALS = 0.6;

/** A result told along the way: of a trial that is described, or in a text about other things. */
function isBackground(type: MentionType, spot: Spot, scene: Scene) {
  if (type !== 'trial_result') return false;
  const { readings, index, source } = scene;
  const { preceding, dates } = readings[index]!;
  const { before, sentence } = spot.words;
  if (source.published !== undefined && dates.some((date) => isOld(date, source.published!)))
    return true;
  if (describesTrial.test(preceding) && !RESULT_NEWS.test(preceding)) return true;
  if (isHeadline(sentence) || (index === 0 && isTitle(sentence))) return false;
  if (RESULT_NEWS.test(sentence))
    return OTHER_NEWS.test(before) || (index >= MIN_LATE && !LATE_NEWS.test(sentence));
  if (
    index === 0 &&
    leads.test(sentence) &&
    (isClinical(sentence) || /\bendpoint/.test(sentence)) &&
    !OTHER_NEWS.test(sentence)
  )
    return false;
  return !(RESULT_NEWS.test(preceding) && !OTHER_NEWS.test(preceding)) && !isOwn(spot, scene);
}

/** A text that begins with the company's own result. */
function isOwn({ words }: Spot, { index, source }: Scene): boolean {
  const name = source.company?.split(/[ ,]/)[0];
  return index === 0 && name !== undefined && words.sentence.includes(name);
}

/** A stated day or period that was over six weeks before the text appeared. */
function isOld({ to, basis }: FoundDate, published: string): boolean {
  return basis === 'stated' && daysBetween(to, published) > OLD_DAYS;
}
const OLD_DAYS = 42;

/** A text's first line that ends without a full stop is its title, whatever its capitals. */
export function isTitle(sentence: string): boolean {
  return sentence.length <= MAX_TITLE && !/[.!?:;]["')]?$/.test(sentence);
}
const MAX_TITLE = 160;

function isHeadline(sentence: string): boolean {
  if (/[.!?]["')]?$/.test(sentence)) return false;
  const long = sentence.match(/\b[A-Za-z]{4,}/g) ?? [];
  const capital = long.filter((word) => /^[A-Z]/.test(word));
  return long.length > 2 && capital.length / long.length >= MIN_CAPITALS;
}

/** What stands in an "About" paragraph of these types is no news. */
const standing: ReadonlySet<MentionType> = new Set([
  'approval',
  'designation',
  'trial_result',
  'nda_bla_submitted',
  'nda_bla_accepted',
  'licence',
  'acquisition',
  'crl',
  'withdrawn',
]);
