import { format, parseISO } from 'date-fns';
import { dayOf } from '../domain/dates.ts';
import { textAt, type Untrusted } from './connectors/untrusted.ts';
import type { ReleasedText } from './mentions.ts';

/** `submitted by Abcora Therapeutics, Inc., for the treatment of …`, `sponsored by Abcora, to treat` */
const APPLICANT =
  /\b(?:submitted|sponsored|filed) by ([A-Z][^;:]{1,80}?)(?=,? (?:for|to|proposed|in|as)\b|\.(?:\s|$)|;|$)/g;

/**
 * The notice of a committee's meeting as a text of the company whose application it discusses.
 *
 * @returns undefined for a notice that names no company or several, or no day, and for a meeting
 *   that is postponed or cancelled
 */
export function noticeText(meeting: Untrusted): ReleasedText | undefined {
  const published = dayOf(textAt(meeting, 'published_date'));
  const day = dayOf(textAt(meeting, 'start_date'));
  const discusses = textAt(meeting, 'discusses') ?? '';
  const applicants = new Set([...discusses.matchAll(APPLICANT)].map(([, name]) => name!));
  const [company] = applicants;
  const isOff = /^(?:postponed|cancelled)$/.test(textAt(meeting, 'status') ?? '');
  if (!published || !day || !company || applicants.size > 1 || isOff) return undefined;
  const committee = textAt(meeting, 'committee') ?? 'advisory committee of the FDA';
  const held = format(parseISO(day), 'MMMM d, yyyy');
  return {
    text: `The ${committee} will meet on ${held}. ${discusses}`,
    published,
    company,
    form: 'committee notice',
    title: textAt(meeting, 'title'),
    address: textAt(meeting, 'source_url') ?? textAt(meeting, 'meeting_id'),
  };
}
