import { daysBetween } from '../../domain/dates.ts';
import type { Sourced } from '../../store/facts-store.ts';

/**
 * Our choice: maximum number of days from a committee vote to the FDA decision on the same
 * application.
 */
const MAX_VOTE_AGE_DAYS = 730;

type Vote = Sourced<'adcomm_votes'>;

/**
 * Returns the record fields that describe the latest vote on a drug's application on or before a
 * day. All fields are null if there was no vote in the last `MAX_VOTE_AGE_DAYS` days.
 *
 * @param day `YYYY-MM-DD`
 */
export function voteBefore(day: string, votes: readonly Vote[]) {
  const newest = newestVote(day, votes);
  const { votes_yes = null, votes_no = null, meeting_date: vote_date = null } = newest ?? {};
  return { vote: majorityOf(votes_yes, votes_no), votes_yes, votes_no, vote_date };
}

/**
 * Returns the question of the latest vote on or before a day. If no source states the question,
 * returns the sentence that states the vote.
 */
export function questionBefore(day: string, votes: readonly Vote[]): string | null {
  const newest = newestVote(day, votes);
  return newest?.question ?? newest?.evidence ?? null;
}

function newestVote(day: string, votes: readonly Vote[]): Vote | undefined {
  return votes
    .filter(({ meeting_date }) => {
      const age = daysBetween(meeting_date, day);
      return age >= 0 && age <= MAX_VOTE_AGE_DAYS;
    })
    .toSorted((a, b) => (a.meeting_date < b.meeting_date ? 1 : -1))[0];
}

/** The majority vote; null if either count is unknown. */
function majorityOf(yes: number | null, no: number | null) {
  if (yes === null || no === null) return null;
  if (yes === no) return 'tied';
  return yes > no ? 'for' : 'against';
}
