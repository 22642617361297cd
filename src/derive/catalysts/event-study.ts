import { sha256 } from '../../base/sha256.ts';
import { resultOf } from '../../domain/approval/observed-rates.ts';
import { areaOf } from '../../domain/approval/success-rates.ts';
import { daysBetween } from '../../domain/dates.ts';
import {
  type Market,
  marketOf,
  measuredEvents,
  type StudyCompany,
  type StudyEvent,
} from '../../domain/event-study/abnormal-returns.ts';
import { cellsOf, eventRows, type PlacedEvent } from '../../domain/event-study/cells.ts';
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
import { changesByCatalyst } from './changes-by-catalyst.ts';

export const eventStudyCollections = {
  eventStudy: { from: ['catalysts', 'decisions', 'prices'], rows: eventStudy, method: EVENT_STUDY },
} satisfies Collections;

/** Ticker of the fund whose closes are the benchmark if all are stored. */
const XBI = 'XBI';
/** Our choice: a vote within a week of a vote of the calendar is the same vote. */
const SAME_VOTE_DAYS = 7;

/** Abnormal returns around events of companies in the universe, by type and outcome and by event. */
function eventStudy(refresh: Refresh) {
  const [events, market] = [refresh.memo(studiedEvents), refresh.memo(studyMarket)];
  return [...cellsOf(events, market, sha256), ...eventRows(events, market, sha256)];
}

/** The events of the study with their returns. */
export function studiedEvents(refresh: Refresh): readonly PlacedEvent[] {
  const market = refresh.memo(studyMarket);
  const companyOf = studyCompanies(refresh);
  const byTicker = groupBy(studyEvents(refresh), ({ ticker }) => ticker);
  return [...byTicker].flatMap(([ticker, own]) =>
    measuredEvents(companyOf(ticker), own, market).map((event) => ({
      ...event,
      market_cap_usd:
        event.day_before === null ? null : marketCapOn(refresh, ticker, event.day_before),
    })),
  );
}

/** The market of the study. Its sessions are the trading days on which any company has a close. */
export function studyMarket(refresh: Refresh): Market {
  const tickers = [...refresh.memo(lastBars).keys()].filter((one) => refresh.universe.has(one));
  const prices = tickers.map((ticker) => closesOf(refresh, ticker));
  // Most companies share one list of days.
  const lists = new Set(prices.map(({ days }) => days));
  const days = new Set([...lists].flat());
  return marketOf(closesOf(refresh, XBI), prices, [...days].filter(isTradingDay).sort());
}

type TickerEvent = StudyEvent & { readonly ticker: string };
type NewEvent = Omit<TickerEvent, 'id' | 'is_after_close'>;

/** Decisions, readouts, committee votes and moved goal dates of companies in the universe. */
function studyEvents(refresh: Refresh): readonly TickerEvent[] {
  const hours = refresh.memo(announcementHours);
  const decided = refresh.memo(decidedEvents).flatMap((one): NewEvent[] => {
    const { ticker, catalyst: event_type, decision_date: day } = one;
    const outcome = resultOf(one);
    const area = areaOf(one.therapeuticArea) ?? null;
    return outcome === null ? [] : [{ ticker, event_type, outcome, day, area }];
  });
  return [...decided, ...otherVotes(refresh, decided), ...movedGoals(refresh)]
    .filter(({ ticker, day }) => refresh.universe.has(ticker) && day < refresh.today)
    .map((event) => {
      const { ticker, event_type, outcome, day } = event;
      const subject = /readout|presentation|data/i.test(event_type) ? 'results' : 'decision';
      return {
        ...event,
        id: [ticker, event_type, outcome, day].join(' '),
        is_after_close: hours.get(`${subject} ${ticker} ${day}`) ?? null,
      };
    });
}

const VOTE = 'AdComm Meeting';

/** Committee votes that are not in the calendar. */
function otherVotes({ facts }: Refresh, known: readonly NewEvent[]): readonly NewEvent[] {
  const days = groupBy(
    known.filter(({ event_type }) => event_type === VOTE),
    ({ ticker }) => ticker,
  );
  return facts.all('adcomm_votes').flatMap(({ ticker, meeting_date: day, votes_yes, votes_no }) => {
    const own = days.get(ticker) ?? [];
    const isKnown = own.some((one) => Math.abs(daysBetween(one.day, day)) <= SAME_VOTE_DAYS);
    if (isKnown || typeof votes_yes !== 'number' || typeof votes_no !== 'number') return [];
    const balance = votes_yes - votes_no;
    const outcome = balance === 0 ? 'mixed' : balance > 0 ? 'positive' : 'negative';
    return [{ ticker, event_type: VOTE, outcome, day, area: null }];
  });
}

function movedGoals(refresh: Refresh): readonly NewEvent[] {
  const changesOf = refresh.memo(changesByCatalyst);
  return refresh.facts.all('catalysts').flatMap((catalyst) => {
    const { ticker, therapeuticArea } = catalyst;
    if (!isPdufa(catalyst)) return [];
    const moves = changesOf.get(identifier('catalysts', catalyst)) ?? [];
    return moves.flatMap(({ field, changed_date: day, previous_value, new_value }): NewEvent[] => {
      if (field !== 'formattedDate' || !previous_value || !new_value) return [];
      const outcome = new_value > previous_value ? 'later' : 'earlier';
      const area = areaOf(therapeuticArea) ?? null;
      return [{ ticker, event_type: 'Goal date moved', outcome, day, area }];
    });
  });
}

/** Returns a function that collects what the study needs of a company. */
function studyCompanies(refresh: Refresh): (ticker: string) => StudyCompany {
  const { facts, universe } = refresh;
  const offerings = groupBy(
    facts.all('offerings').filter(({ offering_type }) => offering_type !== 'shelf'),
    ({ ticker }) => ticker,
  );
  const proposals = groupBy(
    facts.all('filing_events').filter(({ event }) => event === 'reverse_split'),
    ({ ticker }) => ticker,
  );
  const bought = new Set(
    refresh.memo(mergedDeals).flatMap(({ targetTicker, dealType, status }) => {
      const isTakeover = /acqui|merger/i.test(dealType ?? '') && !/terminat/i.test(status ?? '');
      return isTakeover && targetTicker ? [targetTicker] : [];
    }),
  );
  return (ticker) => ({
    ticker,
    prices: closesOf(refresh, ticker),
    delisted: universe.company(ticker)?.delisted_date
      ? bought.has(ticker)
        ? 'bought'
        : 'lost'
      : null,
    split_days: [
      ...splitsOf(refresh, ticker).map(({ date }) => date),
      ...(proposals.get(ticker) ?? []).map(({ filed_at }) => filed_at),
    ],
    offering_days: (offerings.get(ticker) ?? []).map(({ filed_at }) => filed_at),
  });
}
