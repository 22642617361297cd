import { daysBetween } from '../domain/dates.ts';
import type { Mention, MentionType } from './mention.ts';

/** A stage of a drug's way to the market, and the one before it that it turns into history. */
const overtakes: readonly (readonly [later: MentionType, earlier: MentionType])[] = [
  ['hold_lifted', 'clinical_hold'],
  ['nda_bla_accepted', 'crl'],
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
  return open.map((mention) =>
    isOvertaken(mention, open, sameDrug) ? asHistory(mention) : mention,
  );
}

const asHistory = (mention: Mention): Mention => ({
  ...mention,
  ...{ status: 'historical', tier: null },
});

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

function isOvertaken(mention: Mention, mentions: readonly Mention[], sameDrug: IsSame): boolean {
  const { type, status, date, sentence } = mention;
  // A hold that was lifted is over, whenever it was placed.
  if (status !== 'announced' || (date !== null && type !== 'clinical_hold')) return false;
  const later = overtakes.find(([, earlier]) => earlier === type)?.[0];
  return mentions.some(
    (other) =>
      other.type === later &&
      other.status === 'announced' &&
      other.sentence !== sentence &&
      sameDrug(other, mention),
  );
}
