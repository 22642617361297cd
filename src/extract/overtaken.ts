import { daysBetween } from '../domain/dates.ts';
import type { Mention, MentionType } from './mention.ts';

/**
 * Pairs of event types. If a text reports both events for the same drug, the second event becomes
 * historical.
 */
const overtakes: readonly (readonly [later: MentionType, earlier: MentionType])[] = [
  ['hold_lifted', 'clinical_hold'],
  ['nda_bla_accepted', 'crl'],
];

type IsSame = (a: Mention, b: Mention) => boolean;

/**
 * Marks an event of a drug as historical if the same text reports a later event:
 * - an undated refusal, if a new application was accepted;
 * - a hold, if it was lifted;
 * - a goal date, if the application was refused.
 * @param mentions mentions of one text in text order
 * @param published publication date, `YYYY-MM-DD`
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
  status: 'historical',
  tier: null,
});

/**
 * Maximum days from the publication of a refusal to the goal date that it answers. A later goal
 * date remains open.
 */
const MAX_DAYS_EARLY = 14;

/**
 * Whether the application with a goal date was refused: "The company received a CRL. The goal date
 * was November 20."
 */
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
  // A hold that was lifted becomes historical, even if the text states the date of the hold.
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
