import type { FoundDate } from './date-grammar.ts';
import type { Dated } from './dating.ts';
import type { MentionStatus, MentionType } from './mention.ts';
import type { Reading, Spot } from './reading.ts';
import { type Grammar, holds, type Rule } from './rule.ts';
import type { Scene } from './scene.ts';

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
      if (!assigned || /\b(?:if|assuming|would|could)\b/i.test(words.before.slice(-60)))
        return which;
    }
  }
  if (rule.status) return rule.status;
  if (legal || dated.past || isBackground(type, words.sentence, scene)) return 'historical';
  return zone === 'about' && standing.has(type) ? 'historical' : 'announced';
}
/** A result is news where it is announced in so many words, as headlines and newswires do. */
const RESULT_NEWS =
  /\b(?:announce[sd]?|announcing|announcement|today|said|(?<!(?:were|was|been) )reported|reports|topline|unveil\w*|reveal\w*|win|shares|stock|meets|hits|misses|fails|fell short|falls short|flops|flunks|succeeds|touts|posts)\b/i;
const describesTrial = /\bNCT\d{8}\b/;
/** Share of the longer words that a headline writes with a capital. */
const MIN_CAPITALS = 0.6;

/** A result told along the way: of a trial that is described, or in a text about other things. */
function isBackground(type: MentionType, sentence: string, { readings, index, source }: Scene) {
  if (type !== 'trial_result') return false;
  const { preceding, dates } = readings[index]!;
  if (source.published !== undefined && dates.some((date) => isOld(date, source.published!)))
    return true;
  if (describesTrial.test(preceding) && !RESULT_NEWS.test(preceding)) return true;
  const name = source.company?.split(/[ ,]/)[0];
  const own = index === 0 && name !== undefined && sentence.includes(name);
  return !(
    RESULT_NEWS.test(sentence) ||
    RESULT_NEWS.test(preceding) ||
    isHeadline(sentence) ||
    own
  );
}

/** A stated day or period that was over six weeks before the text appeared. */
function isOld({ to, basis }: FoundDate, published: string): boolean {
  return basis === 'stated' && Date.parse(published) - Date.parse(to) > OLD_DAYS * 86_400_000;
}
const OLD_DAYS = 42;

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
