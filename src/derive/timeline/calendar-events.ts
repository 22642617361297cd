import { dayOf, daysBetween } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { namesWithin } from '../../domain/programs/drug-names.ts';
import { identifier, type Sourced } from '../../store/facts-store.ts';
import { isPdufa } from '../approval/goal-dates.ts';
import { goalsWithoutOutcome } from '../catalysts/calendar.ts';
import { changesByCatalyst } from '../catalysts/changes-by-catalyst.ts';
import type { Refresh } from '../computation.ts';
import { stated, type TimelineEvent } from './event.ts';
import { MAX_WHAT } from './fact-part.ts';

type Catalyst = Sourced<'catalysts'>;
type Meeting = Sourced<'advisory_meetings'>;

/**
 * Events about the dates in the calendar: a date is set, is moved, or passes without a known
 * outcome.
 */
export function calendarEvents(refresh: Refresh): readonly TimelineEvent[] {
  const changes = refresh.memo(changesByCatalyst);
  const isUnanswered = refresh.memo(goalsWithoutOutcome);
  return refresh.facts.all('catalysts').flatMap((catalyst) => {
    const id = identifier('catalysts', catalyst);
    const moves = (changes.get(id) ?? [])
      .filter(({ field }) => field === 'formattedDate')
      .toSorted((a, b) => (a.changed_date < b.changed_date ? -1 : 1));
    return [
      dateSet(catalyst, id, moves[0]?.previous_value),
      ...moves.map((move) => dateMoved(catalyst, move)),
      ...(isUnanswered(catalyst) ? [goalPassed(catalyst, id)] : []),
    ];
  });
}

function nameOf(catalyst: Catalyst): string {
  return isPdufa(catalyst) ? 'PDUFA goal date' : catalyst.catalyst;
}

function dateSet(catalyst: Catalyst, id: string, first?: string | null): TimelineEvent {
  const day = dayOf(catalyst.createdDate) ?? null;
  const planned = first ?? catalyst.catdate ?? catalyst.formattedDate;
  return stated('catalysts', catalyst, {
    type: isPdufa(catalyst) ? 'goal_date_set' : 'date_set',
    ticker: catalyst.ticker,
    drug: catalyst.drugname ?? null,
    date: day,
    what: `${nameOf(catalyst)} set: ${planned}`,
    key: [id],
  });
}

function dateMoved(catalyst: Catalyst, move: Sourced<'catalyst_changes'>): TimelineEvent {
  const [before, after] = [dayOf(move.previous_value), dayOf(move.new_value)];
  const days = before && after ? daysBetween(before, after) : null;
  const by = days === null ? '' : ` (${Math.abs(days)} days ${days > 0 ? 'later' : 'earlier'})`;
  return stated('catalyst_changes', move, {
    type: isPdufa(catalyst) ? 'goal_date_moved' : 'date_moved',
    ticker: catalyst.ticker,
    drug: catalyst.drugname ?? null,
    date: move.changed_date,
    what: `${nameOf(catalyst)} moved from ${move.previous_value} to ${move.new_value}${by}`,
    key: [move.catalyst_id, move.previous_value, move.new_value],
  });
}

function goalPassed(catalyst: Catalyst, id: string): TimelineEvent {
  return stated('catalysts', catalyst, {
    type: 'goal_date_passed',
    ticker: catalyst.ticker,
    drug: catalyst.drugname ?? null,
    date: catalyst.formattedDate,
    what: 'PDUFA goal date passed; no outcome is known',
    key: [id],
  });
}

/** Our choice: a vote within a week of a planned meeting was cast at that meeting. */
const SAME_MEETING_DAYS = 7;

/**
 * Announced meetings of advisory committees. These events belong to no company. If an announcement
 * states no day of the meeting, the event has the day of the announcement. A meeting is left out in
 * two cases:
 * - The announcement is also stored as a text with statements.
 * - A company has a committee event on the same day, and the announcement names the drug of that
 *   event.
 */
export function meetingEvents(refresh: Refresh): readonly TimelineEvent[] {
  const { facts } = refresh;
  const notices = new Set<string>();
  for (const { form, document_id } of facts.each('mentions')) {
    if (form === 'committee notice') notices.add(document_id);
  }
  const held = groupBy(refresh.memo(committeeEvents), ({ date }) => date ?? '');
  return facts.all('advisory_meetings').flatMap((meeting) => {
    const { meeting_id, committee, start_date, published_date, status, title, discusses } = meeting;
    const date = start_date ?? published_date;
    const isOwn = ({ drug }: TimelineEvent) => isAbout(meeting, drug);
    const isRead = notices.has(meeting.source_url ?? meeting_id);
    if (!date || isRead || held.get(date)?.some(isOwn)) return [];
    const off = status === 'postponed' || status === 'cancelled' ? ` (${status})` : '';
    return stated('advisory_meetings', meeting, {
      type: 'committee_meeting',
      ticker: '',
      date,
      ...(start_date
        ? about(
            `${committee ?? 'FDA advisory committee'} meeting${off}${hoursOf(meeting)}`,
            discusses,
          )
        : about(
            title.replaceAll(/; (?:Establishment of a Public Docket|Request for Comments)/g, ''),
          )),
      key: [meeting_id],
    });
  });
}

function isAbout({ title, discusses }: Meeting, drug: string | null | undefined): boolean {
  const text = `${title}. ${discusses ?? ''}`.toLowerCase();
  return drug
    ? [drug, ...namesWithin(drug)].some((name) => text.includes(name.toLowerCase()))
    : false;
}

/**
 * The text of an event: the given words, followed by the topic or question of the meeting. If the
 * text is too long for an event, `context` contains the full topic.
 */
function about(what: string, topic?: string | null) {
  const whole = topic ? `${what}: ${topic}` : what;
  return { what: whole, ...(topic && whole.length > MAX_WHAT ? { context: topic } : {}) };
}

function hoursOf(meeting: Meeting | undefined): string {
  return meeting?.hours ? `, ${meeting.hours}` : '';
}

/**
 * Advisory committee meetings on companies' drugs: past meetings with their votes, and planned
 * meetings from the calendar.
 */
export function committeeEvents({ facts }: Refresh): readonly TimelineEvent[] {
  const announced = groupBy(facts.all('advisory_meetings'), ({ start_date }) => start_date ?? '');
  const noticeOf = (day: string, drug?: string | null) => {
    const own = announced.get(day)?.filter((one) => isAbout(one, drug)) ?? [];
    const topic = own.find(({ discusses }) => discusses)?.discusses;
    return { hours: hoursOf(own.find(({ hours }) => hours)), topic };
  };
  const votes = facts.all('adcomm_votes').map((vote) => {
    const { drug_name: drug, meeting_date: date, votes_yes, votes_no } = vote;
    const question = vote.question ?? noticeOf(date, drug).topic ?? vote.evidence;
    const counts = `${votes_yes ?? '?'} (yes) to ${votes_no ?? '?'} (no)`;
    return stated('adcomm_votes', vote, {
      type: 'committee_meeting',
      ticker: vote.ticker,
      drug,
      date,
      ...about(`FDA advisory committee voted ${counts}`, question),
      key: [drug, date],
    });
  });
  const held = groupBy(votes, ({ ticker }) => ticker);
  const planned = facts.all('catalysts').flatMap((catalyst) => {
    const { ticker, drugname, formattedDate: date } = catalyst;
    const isHeld = held
      .get(ticker)
      ?.some((vote) => Math.abs(daysBetween(vote.date!, date)) <= SAME_MEETING_DAYS);
    if (!/ad-?comm|advisory/i.test(catalyst.catalyst) || isHeld) return [];
    const notice = noticeOf(date, drugname);
    return stated('catalysts', catalyst, {
      type: 'committee_meeting',
      ticker,
      drug: drugname ?? null,
      date,
      ...about(
        `Planned FDA advisory committee meeting: ${catalyst.catdate ?? date}${notice.hours}`,
        notice.topic,
      ),
      source_date: dayOf(catalyst.createdDate) ?? null,
      key: [identifier('catalysts', catalyst)],
    });
  });
  return [...votes, ...planned];
}
