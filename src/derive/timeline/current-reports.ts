import { shiftYears } from '../../domain/dates.ts';
import type { Refresh } from '../computation.ts';
import { ROUTINE_YEARS, stated, type TimelineEvent } from './event.ts';

/** Short titles of the items of Form 8-K, without the items that other types of events cover. */
const ITEMS: Readonly<Record<string, string>> = {
  '1.01': 'material agreement',
  '1.02': 'agreement terminated',
  '1.03': 'bankruptcy or receivership',
  '1.05': 'cybersecurity incident',
  '2.01': 'acquisition or sale of assets completed',
  '2.03': 'new debt',
  '2.04': 'debt due earlier',
  '2.05': 'exit or layoff costs',
  '2.06': 'impairment',
  '3.02': 'unregistered sale of shares',
  '3.03': 'change of shareholder rights',
  '4.01': 'change of auditor',
  '4.02': 'earlier financial statements unreliable',
  '5.01': 'change of control',
  '5.02': 'directors, officers or their pay',
  '5.03': 'charter or bylaws',
  '5.07': 'shareholder votes',
};

/**
 * The 8-Ks of recent years with an item in `ITEMS`, one event per company and day. Our choice: an
 * 8-K that has only results (2.02), a listing notice (3.01), news (7.01, 8.01) or exhibits (9.01)
 * gives no event here, because its text or its notice gives an event of another type.
 */
export function currentReportEvents({ facts, today }: Refresh): readonly TimelineEvent[] {
  const since = shiftYears(today, -ROUTINE_YEARS);
  return facts.all('filing_events').flatMap((fact) => {
    const { ticker, event, filed_at, detail } = fact;
    if (event !== 'current_report' || filed_at < since) return [];
    const items = detail?.split(', ') ?? [];
    if (!items.some((item) => ITEMS[item])) return [];
    const named = items.map((item) => (ITEMS[item] ? `${item} ${ITEMS[item]}` : item));
    return stated('filing_events', fact, {
      type: 'filing',
      ticker,
      date: filed_at,
      what: `8-K: ${named.join('; ')}`,
      key: ['current_report', filed_at],
    });
  });
}
