import { daysBetween } from '../domain/dates.ts';
import type { Mention, MentionType } from './mention.ts';

/** A stage of a drug's way to the market, and those before it that it turns into history. */
interface Stage {
  readonly stage: MentionType;
  readonly history: readonly MentionType[];
  /** Only what is told behind it; else wherever in the text it stands. */
  readonly behind: boolean;
  /** The stage counts only where its sentence says this. */
  readonly says?: RegExp;
}

const stages: readonly Stage[] = [
  { stage: 'hold_lifted', history: ['clinical_hold'], behind: false },
  {
    stage: 'approval',
    history: ['trial_result', 'designation', 'nda_bla_submitted', 'nda_bla_accepted'],
    behind: true,
  },
  { stage: 'nda_bla_accepted', history: ['crl'], behind: false },
  { stage: 'nda_bla_accepted', history: ['trial_result', 'nda_bla_submitted'], behind: true },
  { stage: 'nda_bla_submitted', history: ['trial_result'], behind: true },
  { stage: 'nda_bla_submitted', history: ['crl'], behind: false, says: /resubmi/i },
  { stage: 'pdufa_date', history: ['crl'], behind: true },
];

type IsSame = (a: Mention, b: Mention) => boolean;

/**
 * Undated stages of a drug that a later one in the same text has overtaken are history: a refusal
 * beside the acceptance of the new application; whatever its date, a hold beside its lifting and a
 * goal date that a refusal has met.
 *
 * @param mentions of one text, in the order in which they stand in it
 * @param published the text's day, `YYYY-MM-DD`
 */
export function withHistory(
  mentions: readonly Mention[],
  sameDrug: IsSame,
  published: string | undefined,
): readonly Mention[] {
  const open = mentions.map((mention) =>
    isRefused(mention, mentions, sameDrug, published) ? asHistory(mention) : mention,
  );
  return open.map((mention, index) =>
    isOvertaken(mention, index, open, sameDrug) ? asHistory(mention) : mention,
  );
}

const asHistory = (mention: Mention): Mention => ({ ...mention, status: 'historical' });

/** Days by which a refusal may come before the goal date that it meets. */
const MAX_DAYS_EARLY = 14;

/** "The company received a CRL … The goal date was November 20": the review has ended. */
function isRefused(
  goal: Mention,
  mentions: readonly Mention[],
  sameDrug: IsSame,
  published: string | undefined,
): boolean {
  const { type, status, date } = goal;
  if (type !== 'pdufa_date' || status !== 'announced' || typeof date !== 'string') return false;
  if (!published || daysBetween(published, date) > MAX_DAYS_EARLY) return false;
  return mentions.some(
    (other) => other.type === 'crl' && other.status === 'announced' && sameDrug(other, goal),
  );
}

function isOvertaken(
  mention: Mention,
  index: number,
  mentions: readonly Mention[],
  sameDrug: IsSame,
): boolean {
  if (mention.status !== 'announced') return false;
  return stages.some(
    ({ stage, history, behind, says }) =>
      history.includes(mention.type) &&
      // A hold that was lifted is over, whenever it was placed.
      (mention.date === null || stage === 'hold_lifted') &&
      mentions.some(
        (later, at) =>
          later.type === stage &&
          later.status === 'announced' &&
          (!behind || at < index) &&
          (says?.test(later.sentence) ?? true) &&
          later.sentence !== mention.sentence &&
          sameDrug(later, mention),
      ),
  );
}
