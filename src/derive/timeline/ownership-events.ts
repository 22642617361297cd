import { shiftYears } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { FundPosition } from '../../domain/ownership/fund-positions.ts';
import type { InsiderTransaction } from '../../domain/ownership/insiders.ts';
import { largeStakes } from '../../domain/ownership/large-stakes.ts';
import type { Refresh } from '../computation.ts';
import { allPositions, filingSources } from '../ownership/fund-books.ts';
import { servedSpecialists } from '../ownership/funds.ts';
import { openMarketTradesByTicker } from '../ownership/insiders.ts';
import { stakeReport } from '../ownership/large-stakes.ts';
import {
  confirmed,
  dollars,
  priceOf,
  ROUTINE_YEARS,
  sentence,
  shareCount,
  stated,
  type TimelineEvent,
} from './event.ts';

/**
 * Open-market purchases and sales by insiders in recent years. A filing has one event for each
 * insider and direction (purchase or sale).
 */
export function insiderEvents(refresh: Refresh): readonly TimelineEvent[] {
  const since = shiftYears(refresh.today, -ROUTINE_YEARS);
  return [...refresh.memo(openMarketTradesByTicker).values()].flatMap((trades) => {
    const recent = trades.filter(({ transaction_date }) => transaction_date >= since);
    const filed = groupBy(recent, (one) =>
      [one.accession, one.owner_name, one.transaction_code].join('|'),
    );
    return [...filed].map(([key, lines]) => insiderEvent(key, lines));
  });
}

function insiderEvent(key: string, lines: readonly InsiderTransaction[]): TimelineEvent {
  const last = lines.at(-1)!;
  const shares = lines.reduce((sum, one) => sum + one.shares, 0);
  const isPriced = lines.every(({ price_usd }) => price_usd !== null);
  const usd = lines.reduce((sum, one) => sum + one.shares * (one.price_usd ?? 0), 0);
  const title = last.officer_title ?? (last.is_director ? 'director' : null);
  return stated('insider_transactions', last, {
    type: 'insider_trade',
    ticker: last.ticker,
    date: last.transaction_date,
    what: sentence(
      last.owner_name,
      title && ` (${title})`,
      last.transaction_code === 'P' ? ' bought ' : ' sold ',
      shareCount(shares),
      isPriced && ` at ${priceOf(usd / shares)}, ${dollars(usd)}`,
    ),
    source_date: last.filing_date,
    key: [key],
  });
}

/**
 * Our choice: if a specialist increases or decreases a position by at least this percentage, this
 * is an event.
 */
const MIN_CHANGE_PCT = 25;

/** Changes of specialists' share positions in recent years. Their date is the day of the filing. */
export function fundEvents(refresh: Refresh): readonly TimelineEvent[] {
  const since = shiftYears(refresh.today, -ROUTINE_YEARS);
  const specialists = refresh.memo(servedSpecialists);
  const origins = refresh.memo(filingSources);
  return refresh.memo(allPositions).flatMap((position) => {
    const { cik, ticker, filing_date, share_type, put_call } = position;
    const isShare = share_type === 'SH' && put_call === null;
    if (!ticker || !isShare || filing_date < since || !specialists.has(cik)) return [];
    const what = changeText(position);
    if (what === null) return [];
    const origin = origins.get(`${cik}|${position.report_date}`);
    return confirmed(origin ?? { source: 'SEC 13F', source_url: null, source_date: filing_date }, {
      type: 'fund_change',
      ticker,
      date: filing_date,
      what: `${position.fund_name} ${what} (quarter to ${position.report_date})`,
      key: [cik, position.report_date, position.security],
    });
  });
}

function changeText({ action, shares, value_usd, change_pct }: FundPosition): string | null {
  const held = sentence(shares !== null && shareCount(shares), `, ${dollars(value_usd)}`);
  if (action === 'new') return `opened a position: ${held}`;
  if (action === 'exit') return 'sold its position';
  const isLarge = change_pct !== null && Math.abs(change_pct) >= MIN_CHANGE_PCT;
  if ((action !== 'add' && action !== 'trim') || !isLarge) return null;
  const verb = action === 'add' ? 'increased' : 'cut';
  return `${verb} its position by ${Math.abs(change_pct).toFixed(0)} %: now ${held}`;
}

/** Reports of stakes above 5 % in recent years. Their date is the day of the filing. */
export function stakeEvents(refresh: Refresh): readonly TimelineEvent[] {
  const since = shiftYears(refresh.today, -ROUTINE_YEARS);
  return refresh.facts.all('large_stakes').flatMap((fact) => {
    const report = stakeReport(fact);
    const [stake] = largeStakes([report]);
    if (!stake || report.filing_date < since) return [];
    const { holder_name, shares, percent, cik } = stake;
    return confirmed(report.origin, {
      type: 'large_stake',
      ticker: report.ticker,
      date: report.filing_date,
      what: sentence(
        `${holder_name} reports `,
        shares === null ? 'an unstated number of shares' : shareCount(shares),
        percent !== null && `, ${percent} % of the class`,
        ` on ${report.event_date} (${report.form})`,
      ),
      key: [cik, report.form, report.event_date, report.amendment],
    });
  });
}
