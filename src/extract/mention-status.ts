import type { Dated } from './dated.ts';
import type { MentionStatus, MentionType } from './mention.ts';
import { oneOf } from './one-of.ts';
import { type Around, type Grammar, holds } from './rule.ts';
import type { Scene } from './scene.ts';
import type { Reading, Spot } from './sentence-reading.ts';

/** Determines the status of a statement from its context, its date and its section of the text. */
export function statusOf(
  { type, status, drug }: Grammar,
  spot: Spot,
  dated: Dated,
  reading: Reading,
  scene: Scene,
): MentionStatus {
  const { legal } = scene;
  const { words } = spot;
  for (const which of ['negated', 'conditional', 'other_company', 'historical'] as const) {
    if (status?.[which]?.some((around) => holds(around, spot))) {
      // A goal date with a day was set by the agency. It counts as announced, even if the text also
      // has a word such as "hopes".
      const assigned =
        type === 'pdufa_date' && which === 'conditional' && dated.date?.precision === 'day';
      // A designation with a recent date is not historical: "In November, Zelvora was granted".
      const recent =
        type === 'designation' && which === 'historical' && dated.date !== undefined && !dated.past;
      if (recent) continue;
      const supposed = /\b(?:if|assuming|would|could)\b/i.test(words.before.slice(-60));
      if (!assigned || supposed) return which;
    }
  }
  if (drug && isOfAnother(reading, scene)) return 'other_company';
  if (!isPlan.has(type)) {
    const match = background.find(({ around, except }) => except !== type && holds(around, spot));
    if (match) return match.status;
  } else if (holds(anothers, spot)) return 'other_company';
  if (legal || dated.past) return 'historical';
  return reading.zone === 'about' && backgroundInAbout.has(type) ? 'historical' : 'announced';
}

const OWNED = '(?:trials?|stud(?:y|ies)|IND|s?NDA|s?BLA|drug|program|therapy|treatment|vaccine)\\b';
const owned = new RegExp(
  `\\b([A-Z][\\w&-]+(?: [A-Z][\\w&-]+){0,2})'s? (?:[\\w-]+ ){0,3}(${OWNED})?`,
  'g',
);
/** Words before "'s" that do not name another company: agencies, countries and diseases. */
const NO_OWNER =
  /\b(?:FDA|EMA|EC|The|This|It|US|UK|EU|Japan|China|Europe|Canada|Alzheimer|Parkinson|Crohn|Cushing|Company)$/;

/**
 * Whether a sentence is about another company's drug or trial ("the FDA approved Sample's
 * Zelvora"). False if the company of the text is unknown or named in the sentence.
 */
export function isOfAnother({ text, drugs }: Reading, { source: { company } }: Scene): boolean {
  const own = company?.split(/[ ,]/)[0]?.toLowerCase();
  if (!company || !own || text.toLowerCase().includes(own)) return false;
  return [...text.matchAll(owned)].some(({ 0: words, 1: owner = '', 2: thing, index }) => {
    const from = index + owner.length;
    const inside = drugs.some(({ start }) => start > from && start <= index + words.length);
    const isDrug = drugs.some(({ start, end }) => start <= index && end > index);
    return (thing !== undefined || inside) && !isDrug && !NO_OWNER.test(owner);
  });
}

/**
 * Types of statements about the future or a current state. A nearby phrase about the past does not
 * make these statements historical.
 */
const isPlan: ReadonlySet<MentionType> = new Set([
  'pdufa_date',
  'pdufa_extended',
  'adcomm_date',
  'going_concern',
]);
const anothers: Around = {
  before:
    /\b(?:a|the|its|our|their|'s|,|^) ?(?:\w+ )?(?:competitors?|rivals?|(?:competing|rival|competitive) (?:drug|product|therapy|candidate|treatment))\b(?! (?:to|of)\b)[^;]{0,80}$/i,
};

const OPINION = oneOf(
  '\\d+ things|to watch|valuations?|bull case|bear case|20\\d\\d outlook',
  'outlook(?= (?:for|after|following)|:)|narrative|investment (?:case|thesis)',
  "(?:re-?)?assess(?:es|ing)|(?:what|how) (?:it|this|they|that) means?|what's next|what next",
  'what to (?:know|expect)|lessons|implications|should (?:you|investors)',
  '(?:a|to) buy (?:after|now)|buy the dip|downgrade[sd]?|upgrade[sd]?|price target',
  '(?:reiterat|maintain|remain)\\w* (?:\\w+ )?(?:positive|buy|hold|neutral|overweight|outperform)',
  'rebounds?|recover(?:s|ing)|in the wake of',
  '(?<!\\bthan [^,;]{0,20})(?<!^[^,;]{0,20})(?:weeks|months) after|means for|will impact',
  'scrutiny|probes?|deadline|reminds|encourages',
);
/** Phrases that mark an event as background, as conditional, or as an event of another company. */
const background: readonly {
  readonly status: MentionStatus;
  readonly around: Around;
  /**
   * A type of statement to which the phrase does not apply. For example, "previously announced"
   * makes most statements historical, but not statements about offerings.
   */
  readonly except?: MentionType;
}[] = [
  { status: 'other_company', around: anothers },
  { status: 'other_company', around: { match: /\brival [A-Z]/ } },
  {
    status: 'conditional',
    around: { before: /\b(?:if|unless|assuming|whether)\b[^,;]{0,80}$/i },
  },
  // Matches conditions and future events: "Once the FDA lifts the hold", "Should the FDA accept".
  {
    status: 'conditional',
    around: { before: /(?:^|[,;] )(?:should|were|once|until|when|as soon as)\b[^,;]{0,60}$/i },
  },
  {
    status: 'historical',
    around: {
      before:
        /\b(?:previously|earlier|already|last year|in the past) (?:been )?(?:announced|reported|disclosed|communicated)\b[^;]{0,80}$/i,
    },
    except: 'offering',
  },
  {
    status: 'historical',
    around: {
      before:
        /\b(?:last (?:quarter|year|spring|summer|fall|autumn|winter)|earlier (?:this|in the) year|years? (?:ago|earlier)|during the (?:\w+ )?quarter|in recent years)\b[^;]{0,90}$/i,
    },
  },
  // Matches a list of achievements: "More recently, the FDA also granted".
  { status: 'historical', around: { before: /^(?:more|most) recently\b[^;]{0,80}$/i } },
  // Matches opinions and outlooks after an event, and questions about the event.
  {
    status: 'historical',
    around: {
      sentence: new RegExp(`\\b${OPINION}\\b|\\?(?: [-–—|]|["']?$)`, 'i'),
    },
  },
];

/**
 * Whether a line is a title: it is short and has no final punctuation. Its words may be in lower
 * case.
 */
export function isTitle(sentence: string): boolean {
  return sentence.length <= MAX_TITLE && !/[.!?:;]["')]?$/.test(sentence);
}
const MAX_TITLE = 160;

/** Minimum share of capitalized words among a headline's words of four or more letters. */
const MIN_CAPITALS = 0.6;

export function isHeadline(sentence: string): boolean {
  if (/[.!?]["')]?$/.test(sentence)) return false;
  const long = sentence.match(/\b[A-Za-z]{4,}/g) ?? [];
  const capital = long.filter((word) => /^[A-Z]/.test(word));
  return long.length > 2 && capital.length / long.length >= MIN_CAPITALS;
}

/** Types of statements that are historical if they are in a company's "About" paragraph. */
export const backgroundInAbout: ReadonlySet<MentionType> = new Set([
  'approval',
  'designation',
  'trial_result',
  'licence',
  'acquisition',
  'nda_bla_submitted',
  'nda_bla_accepted',
  'crl',
  'withdrawn',
  'refuse_to_file',
]);
