import { sha256 } from '../../base/sha256.ts';
import { resultOf } from '../../domain/approval/observed-rates.ts';
import { areaOf } from '../../domain/approval/success-rates.ts';
import { daysBetween } from '../../domain/dates.ts';
import { isShareDeal } from '../../domain/deals/deals.ts';
import {
  marketOf,
  type StudyEvent,
  studyResults,
} from '../../domain/event-study/abnormal-returns.ts';
import { cellsOf, eventRows } from '../../domain/event-study/cells.ts';
import { EVENT_STUDY } from '../../domain/event-study/methods.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isTradingDay } from '../../domain/market/exchange-days.ts';
import { identifier } from '../../store/facts-store.ts';
import { decidedEvents } from '../approval/base-rates.ts';
import { isPdufa } from '../approval/goal-dates.ts';
import { announcementHours } from '../approval/realized-move.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { mergedDeals } from '../deals/merged-deals.ts';
import { closesOf, lastBars, marketCapOn } from '../market/price-history.ts';
import { splitsOf } from '../market/splits.ts';
import { originOf } from '../origin.ts';

export const eventStudyCollections = {
  eventStudy: { from: ['catalysts', 'decisions', 'prices'], rows: eventStudy, method: EVENT_STUDY },
} satisfies Collections;

/**
 * Ticker of the fund that is the benchmark. The fund is used only if the closes of all sessions are
 * stored.
 */
const XBI = 'XBI';
/** Our choice: a committee vote within a week of a vote in the calendar is the same vote. */
const SAME_VOTE_DAYS = 7;

/**
 * Abnormal returns around events of companies in the universe: averages by type and outcome of the
 * events, and values of each event.
 */
function eventStudy(refresh: Refresh) {
  const [results, market] = [refresh.memo(studiedEvents), refresh.memo(studyMarket)];
  return [...cellsOf(results, market, sha256), ...eventRows(results, market, sha256)];
}

/** The abnormal returns of each event of the study, for each window. */
export function studiedEvents(refresh: Refresh) {
  const market = refresh.memo(studyMarket);
  const companyOf = studyCompanies(refresh);
  const byTicker = groupBy(studyEvents(refresh), ({ ticker }) => ticker);
  return [...byTicker].flatMap(([ticker, own]) => studyResults(companyOf(ticker), own, market));
}

/** The market of the study. Its sessions are the trading days on which any company has a close. */
export function studyMarket(refresh: Refresh) {
  const tickers = [...refresh.memo(lastBars).keys()].filter((one) => refresh.universe.has(one));
  const prices = tickers.map((ticker) => closesOf(refresh, ticker));
  // Most companies share one `days` array (see `sharedLists`), so each array is read only once.
  const lists = new Set(prices.map(({ days }) => days));
  const days = new Set([...lists].flat());
  return marketOf(closesOf(refresh, XBI), prices, [...days].filter(isTradingDay).sort());
}

type NewEvent = Omit<StudyEvent, 'is_after_close'>;

/** Decisions, readouts, committee votes and changed goal dates of companies in the universe. */
function studyEvents(refresh: Refresh): readonly StudyEvent[] {
  const hours = refresh.memo(announcementHours);
  const decided = refresh.memo(decidedEvents).flatMap((one) => {
    const { ticker, catalyst: event_type, decision_date: day, origin } = one;
    const outcome = resultOf(one);
    const area = areaOf(one.therapeuticArea) ?? null;
    return outcome === null ? [] : [{ ticker, event_type, outcome, day, area, origin }];
  });
  return [...decided, ...otherVotes(refresh, decided), ...movedGoals(refresh)]
    .filter(({ ticker, day }) => refresh.universe.has(ticker) && day < refresh.today)
    .map((event) => {
      const subject = /readout|presentation|data/i.test(event.event_type) ? 'results' : 'decision';
      const is_after_close = hours.get(`${subject} ${event.ticker} ${event.day}`) ?? null;
      return { ...event, is_after_close };
    });
}

const VOTE = 'AdComm Meeting';

/** Committee votes that are not in the calendar. */
function otherVotes({ facts }: Refresh, known: readonly NewEvent[]): readonly NewEvent[] {
  const votes = known.filter(({ event_type }) => event_type === VOTE);
  return facts.all('adcomm_votes').flatMap((vote) => {
    const { ticker, meeting_date: day, votes_yes, votes_no } = vote;
    const own = votes.filter((one) => one.ticker === ticker);
    const isKnown = own.some((one) => Math.abs(daysBetween(one.day, day)) <= SAME_VOTE_DAYS);
    if (isKnown || typeof votes_yes !== 'number' || typeof votes_no !== 'number') return [];
    const balance = votes_yes - votes_no;
    const outcome = balance === 0 ? 'mixed' : balance > 0 ? 'positive' : 'negative';
    const origin = originOf('adcomm_votes', vote);
    return [{ ticker, event_type: VOTE, outcome, day, area: null, origin }];
  });
}

/** Changes of goal dates. */
function movedGoals({ facts }: Refresh): readonly NewEvent[] {
  const goals = facts.all('catalysts').filter(isPdufa);
  const goalOf = new Map(goals.map((goal) => [identifier('catalysts', goal), goal]));
  return facts.all('catalyst_changes').flatMap((move) => {
    const { catalyst_id, field, changed_date: day, previous_value, new_value } = move;
    const goal = goalOf.get(catalyst_id);
    if (!goal || field !== 'formattedDate' || !previous_value || !new_value) return [];
    const outcome = new_value > previous_value ? 'later' : 'earlier';
    const area = areaOf(goal.therapeuticArea) ?? null;
    const origin = originOf('catalyst_changes', move);
    return [{ ticker: goal.ticker, event_type: 'Goal date moved', outcome, day, area, origin }];
  });
}

/** Returns a function that collects the inputs of the study for a company. */
function studyCompanies(refresh: Refresh) {
  const { facts, universe } = refresh;
  const tickerOf = ({ ticker }: { readonly ticker: string }) => ticker;
  const filings = facts.all('filing_events').filter(({ event }) => event === 'reverse_split');
  const proposals = groupBy(filings, tickerOf);
  const sales = facts.all('offerings').filter(({ offering_type }) => offering_type !== 'shelf');
  const offerings = groupBy(sales, tickerOf);
  const takeovers = refresh.memo(mergedDeals).filter(isShareDeal);
  const bought = new Set(takeovers.map(({ targetTicker }) => targetTicker));
  return (ticker: string) => {
    const left = bought.has(ticker) ? ('bought' as const) : ('lost' as const);
    const proposed = proposals.get(ticker) ?? [];
    const splits = splitsOf(refresh, ticker);
    return {
      prices: closesOf(refresh, ticker),
      delisted: universe.company(ticker)?.delisted_date ? left : null,
      split_days: [...splits.map(({ date }) => date), ...proposed.map(({ filed_at }) => filed_at)],
      offering_days: (offerings.get(ticker) ?? []).map(({ filed_at }) => filed_at),
      capOn: (day: string) => marketCapOn(refresh, ticker, day),
    };
  };
}
