import { sha256 } from '../../base/sha256.ts';
import { resultOf } from '../../domain/approval/observed-rates.ts';
import { areaOf } from '../../domain/approval/success-rates.ts';
import { daysBetween } from '../../domain/dates.ts';
import { isShareDeal } from '../../domain/deals/deals.ts';
import {
  type Market,
  marketOf,
  type StudyCompany,
  type StudyEvent,
  type StudyResult,
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
import { changesByCatalyst } from './changes-by-catalyst.ts';

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
export function studiedEvents(refresh: Refresh): readonly StudyResult[] {
  const market = refresh.memo(studyMarket);
  const companyOf = studyCompanies(refresh);
  const byTicker = groupBy(studyEvents(refresh), ({ ticker }) => ticker);
  return [...byTicker].flatMap(([ticker, own]) => studyResults(companyOf(ticker), own, market));
}

/** The market of the study. Its sessions are the trading days on which any company has a close. */
export function studyMarket(refresh: Refresh): Market {
  const tickers = [...refresh.memo(lastBars).keys()].filter((one) => refresh.universe.has(one));
  const prices = tickers.map((ticker) => closesOf(refresh, ticker));
  // Most companies share one `days` array (see `sharedLists`), so each array is read only once.
  const lists = new Set(prices.map(({ days }) => days));
  const days = new Set([...lists].flat());
  return marketOf(closesOf(refresh, XBI), prices, [...days].filter(isTradingDay).sort());
}

type TickerEvent = StudyEvent & { readonly ticker: string };
type NewEvent = Omit<TickerEvent, 'is_after_close'>;

/** Decisions, readouts, committee votes and moved goal dates of companies in the universe. */
function studyEvents(refresh: Refresh): readonly TickerEvent[] {
  const hours = refresh.memo(announcementHours);
  const decided = refresh.memo(decidedEvents).flatMap((one): NewEvent | readonly NewEvent[] => {
    const { ticker, catalyst: event_type, decision_date: day, origin } = one;
    const outcome = resultOf(one);
    const area = areaOf(one.therapeuticArea) ?? null;
    return outcome === null ? [] : { ticker, event_type, outcome, day, area, origin };
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
  return facts.all('adcomm_votes').flatMap((vote): NewEvent | readonly NewEvent[] => {
    const { ticker, meeting_date: day, votes_yes, votes_no } = vote;
    const own = votes.filter((one) => one.ticker === ticker);
    const isKnown = own.some((one) => Math.abs(daysBetween(one.day, day)) <= SAME_VOTE_DAYS);
    if (isKnown || typeof votes_yes !== 'number' || typeof votes_no !== 'number') return [];
    const balance = votes_yes - votes_no;
    const outcome = balance === 0 ? 'mixed' : balance > 0 ? 'positive' : 'negative';
    const origin = originOf('adcomm_votes', vote);
    return { ticker, event_type: VOTE, outcome, day, area: null, origin };
  });
}

function movedGoals(refresh: Refresh): readonly NewEvent[] {
  const changesOf = refresh.memo(changesByCatalyst);
  const goals = refresh.facts.all('catalysts').filter(isPdufa);
  return goals.flatMap((catalyst) => {
    const { ticker } = catalyst;
    const area = areaOf(catalyst.therapeuticArea) ?? null;
    const moves = changesOf.get(identifier('catalysts', catalyst)) ?? [];
    return moves.flatMap((move): NewEvent | readonly NewEvent[] => {
      const { field, changed_date: day, previous_value, new_value } = move;
      if (field !== 'formattedDate' || !previous_value || !new_value) return [];
      const outcome = new_value > previous_value ? 'later' : 'earlier';
      const origin = originOf('catalyst_changes', move);
      return { ticker, event_type: 'Goal date moved', outcome, day, area, origin };
    });
  });
}

/** Returns a function that collects the inputs of the study for a company. */
function studyCompanies(refresh: Refresh): (ticker: string) => StudyCompany {
  const { facts, universe } = refresh;
  const filingDays = (all: readonly { readonly ticker: string; readonly filed_at: string }[]) => {
    const byTicker = groupBy(all, ({ ticker }) => ticker);
    return (ticker: string) => (byTicker.get(ticker) ?? []).map(({ filed_at }) => filed_at);
  };
  const proposals = facts.all('filing_events').filter(({ event }) => event === 'reverse_split');
  const offerings = facts.all('offerings').filter((one) => one.offering_type !== 'shelf');
  const [proposalDays, offeringDays] = [filingDays(proposals), filingDays(offerings)];
  const takeovers = refresh.memo(mergedDeals).filter(isShareDeal);
  const bought = new Set(takeovers.map(({ targetTicker }) => targetTicker));
  return (ticker) => {
    const left = bought.has(ticker) ? 'bought' : 'lost';
    const splitDays = splitsOf(refresh, ticker).map(({ date }) => date);
    return {
      ticker,
      prices: closesOf(refresh, ticker),
      delisted: universe.company(ticker)?.delisted_date ? left : null,
      split_days: [...splitDays, ...proposalDays(ticker)],
      offering_days: offeringDays(ticker),
      capOn: (day) => marketCapOn(refresh, ticker, day),
    };
  };
}
