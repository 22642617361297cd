import { rounded } from '../../catalogue/units.ts';
import { dayOf, daysBetween } from '../../domain/dates.ts';
import { searchWords } from '../../domain/directory/nearness.ts';
import { isKeptOnly, UNKNOWN_FORM } from '../../domain/events/statement.ts';
import { ALERT_DAYS } from '../../domain/market/constants.ts';
import { MOVERS, UNUSUAL_VOLUME } from '../../domain/market/methods.ts';
import {
  type PriceSnapshot,
  priceSnapshot as snapshotOf,
  volumeAlerts,
} from '../../domain/market/volume.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { nextCatalystOn, nextCatalysts } from '../catalysts/next-catalyst.ts';
import { type Collections, lazily } from '../collection.ts';
import type { Refresh, Universe } from '../computation.ts';
import { lastShortInterest, shortInterestFields } from '../finance/financial-pictures.ts';
import { sharesOutstanding } from '../finance/financials.ts';
import { originOf, sourceDate } from '../origin.ts';
import { sourceName } from '../source-names.ts';
import { delistedFlag, lastCloses, listedValues, marketCaps, newestSession } from './market.ts';
import { newsTickers } from './news-tickers.ts';
import { recentBars } from './price-history.ts';

export const marketSignalCollections = {
  unusualVolume: { from: ['prices'], rows: unusualVolume, method: UNUSUAL_VOLUME },
  priceSnapshot: { from: ['prices'], rows: priceSnapshot },
  movers: { from: ['prices'], rows: movers, method: MOVERS },
  news: { from: ['news', 'advisory_meetings'], rows: lazily(news) },
} satisfies Collections;

/**
 * Days of unusual volume in the last 30 days. Our choice: a record keeps the values of the alert
 * day, so that volume ahead of an event remains visible after the event.
 */
export function unusualVolume(refresh: Refresh) {
  return [...refresh.memo(recentBars)].flatMap(([ticker, bars]) =>
    volumeAlerts(bars, refresh.today, ALERT_DAYS).map(({ date, is_alert, flags, ...alert }) => {
      const next = nextCatalystOn(refresh, ticker, date)?.formattedDate ?? null;
      return {
        ticker,
        company_name: refresh.universe.company(ticker)?.name ?? null,
        alert_date: date,
        ...alert,
        next_catalyst_date: next,
        days_to_catalyst: next === null ? null : daysBetween(date, next),
        method: UNUSUAL_VOLUME.id,
        as_of: date,
        flags: [...flags, ...(next === null ? ['no_catalyst'] : [])],
      };
    }),
  );
}

/**
 * One record per ticker with the values of its latest trading day. A ticker that has short interest
 * but no prices also has a record.
 */
export function priceSnapshot(refresh: Refresh) {
  const priced = refresh.memo(priceSnapshots);
  const others = [...refresh.memo(lastShortInterest)].flatMap(([ticker, fact]) =>
    priced.has(ticker) ? [] : [[ticker, withoutPrice(fact)] as const],
  );
  return [...priced, ...others].map(([ticker, snapshot]) => {
    const { change_usd, avg_volume_20d, relative_volume, flags, ...shown } = snapshot;
    const short = refresh.memo(lastShortInterest).get(ticker);
    const { ipo_year: _, ...listed } = listedValues(refresh, ticker);
    const isOld = priced.has(ticker) && !refresh.memo(lastCloses).has(ticker);
    return {
      ticker,
      ...shown,
      market_cap_usd: refresh.memo(marketCaps).get(ticker) ?? null,
      ...listed,
      ...shortInterestFields(refresh, ticker),
      average_daily_volume: short?.average_daily_volume ?? null,
      flags: [...flags, ...(isOld ? ['no_recent_session'] : []), ...delistedFlag(refresh, ticker)],
    };
  });
}

function withoutPrice(fact: Sourced<'short_interest'>) {
  const unknown = { change_usd: null, avg_volume_20d: null, relative_volume: null };
  return { ...unknown, flags: ['no_price'], ...originOf('short_interest', fact) };
}

/**
 * Stocks whose price moved on the latest trading day, gainers and losers. A company in the store is
 * listed only under its primary ticker, because its other tickers are those of warrants, units and
 * share classes.
 */
export function movers(refresh: Refresh) {
  const session = refresh.memo(newestSession);
  const next = refresh.memo(nextCatalysts);
  return [...refresh.memo(priceSnapshots)].flatMap(([ticker, snapshot]) => {
    const change = rounded('percent', snapshot.change_pct);
    if (snapshot.snapshot_at !== session || change === null || change === 0) return [];
    const company = refresh.universe.company(ticker);
    if ((refresh.universe.tickerOfCik(company?.cik) ?? ticker) !== ticker) return [];
    const next_catalyst_date = next.get(ticker)?.formattedDate ?? null;
    return {
      ticker,
      name: company?.name ?? null,
      price_usd: snapshot.price_usd,
      change_usd: snapshot.change_usd,
      change_pct: change,
      volume: snapshot.volume,
      relative_volume: snapshot.relative_volume,
      market_cap_usd: refresh.memo(marketCaps).get(ticker) ?? null,
      next_catalyst_date,
      snapshot_at: snapshot.snapshot_at,
      method: MOVERS.id,
      as_of: snapshot.snapshot_at,
      flags: [...snapshot.flags, ...(next_catalyst_date === null ? ['no_catalyst'] : [])],
    };
  });
}

/**
 * If two items have the same title and day, this number of leading characters of their summaries is
 * compared.
 */
const COMPARED_CHARACTERS = 80;

/**
 * Headlines and texts up to today, with the tickers of the companies that they name. An item is
 * omitted if its URL was already listed. It is also omitted if another item of the same day has the
 * same title and a summary that begins the same way. An item without a summary is omitted if
 * another item of the same day has the same title.
 */
export function* news(refresh: Refresh) {
  yield* headlines(refresh);
  yield* committeeNotices(refresh);
}

/** Announcements of advisory committee meetings as news records, so that a search finds them. */
function* committeeNotices({ facts }: Refresh) {
  for (const meeting of facts.each('advisory_meetings')) {
    const { meeting_id, title, committee, discusses, hours } = meeting;
    const held = [...new Set([meeting.start_date, meeting.end_date])].filter(Boolean).join(' to ');
    const when = [held, hours].filter(Boolean).join(', ');
    const day = dayOf(meeting.published_date) ?? null;
    yield {
      id: meeting_id,
      title: title ?? committee,
      tickers: [],
      company_name: null,
      drugs: null,
      wording: searchWords([title, committee, discusses]),
      source: sourceName('advisory_meetings', meeting.source, undefined, meeting.source_url),
      source_url: meeting.source_url ?? null,
      summary: [when && `Meeting: ${when}`, discusses].filter(Boolean).join('; ') || null,
      category: 'committee meeting',
      is_major: null,
      published_at: day,
      source_date: sourceDate('advisory_meetings', meeting),
    };
  }
}

function* headlines({ facts, universe }: Refresh) {
  const urls = new Set<string>();
  const beginnings = new Map<string, readonly string[]>();
  for (const item of facts.each('news')) {
    const { title, summary, source_url, issuer_name, drugs } = item;
    const day = dayOf(item.published_at) ?? null;
    // A slice of a string keeps the whole string in memory. A clone does not.
    const beginning = structuredClone((summary ?? '').slice(0, COMPARED_CHARACTERS));
    const known = beginnings.get(`${day} ${title}`) ?? [];
    const isKnown =
      beginning === ''
        ? known.length > 0
        : known.some((one) => one && (one.startsWith(beginning) || beginning.startsWith(one)));
    if (isKnown || (source_url && urls.has(source_url))) continue;
    if (source_url) urls.add(source_url);
    beginnings.set(`${day} ${title}`, [...known, beginning]);
    const tickers = headlineTickers(item, universe);
    const subject = issuer_name ?? tickers[0];
    const source = sourceName('news', item.source, item.form, item.source_url);
    yield {
      id: item.id,
      title,
      tickers,
      company_name: issuer_name ?? null,
      drugs: drugs?.length ? drugs : null,
      wording: searchWords([title, summary, issuer_name, ...tickers, ...(drugs ?? [])]),
      source: source !== UNKNOWN_FORM ? source : subject ? `text about ${subject}` : title,
      source_url: item.source_url ?? null,
      summary: summary ?? null,
      category: item.category ?? null,
      is_major: item.is_major ?? null,
      published_at: item.published_at ?? null,
      source_date: day,
    };
  }
}

/**
 * Returns the tickers that the feed states for a headline. If it states none, returns the tickers
 * of the companies that the headline names. If the headline names none, returns the ticker of the
 * issuer that the feed states.
 */
function headlineTickers(
  { tickers, title, summary, issuer_name, form }: Sourced<'news'>,
  universe: Universe,
): readonly string[] {
  if (tickers?.length) return tickers;
  // Names in letters and prospectuses are not used. A letter may name the makers of other drugs,
  // and a prospectus may name the selling shareholders.
  const named = isKeptOnly(form) ? [] : newsTickers(title, summary, universe);
  const issuer = universe.issuer(undefined, issuer_name);
  return named.length > 0 || !issuer ? named : [issuer];
}

/** Price snapshot of the latest trading day, by ticker. */
function priceSnapshots(refresh: Refresh): ReadonlyMap<string, PriceSnapshot> {
  const shares = refresh.memo(sharesOutstanding);
  return new Map(
    Array.from(refresh.memo(recentBars), ([ticker, bars]) => {
      const snapshot = snapshotOf(bars, refresh.today, shares.get(ticker) ?? null);
      return snapshot ? [[ticker, snapshot] as const] : [];
    }).flat(),
  );
}
