import type { Refresh } from '../computation.ts';
import { stated, type TimelineEvent } from './event.ts';

/** Short titles of the items of Form 8-K. Before August 2004, the items had whole numbers. */
const ITEMS: Readonly<Record<string, string>> = {
  '1': 'change of control',
  '2': 'acquisition or sale of assets',
  '3': 'bankruptcy or receivership',
  '4': 'change of auditor',
  '5': 'other events',
  '6': 'resignation of directors',
  '7': 'financial statements and exhibits',
  '8': 'change of the fiscal year',
  '9': 'disclosure (Regulation FD)',
  '12': 'financial results',
  '1.01': 'material agreement',
  '1.02': 'agreement terminated',
  '1.03': 'bankruptcy or receivership',
  '1.05': 'cybersecurity incident',
  '2.01': 'acquisition or sale of assets completed',
  '2.02': 'financial results',
  '2.03': 'new debt',
  '2.04': 'debt repayment accelerated',
  '2.05': 'exit or layoff costs',
  '2.06': 'impairment',
  '3.01': 'listing notice',
  '3.02': 'unregistered sale of shares',
  '3.03': 'change of shareholder rights',
  '4.01': 'change of auditor',
  '4.02': 'earlier financial statements unreliable',
  '5.01': 'change of control',
  '5.02': 'directors, officers or their pay',
  '5.03': 'charter or bylaws',
  '5.07': 'shareholder votes',
  '7.01': 'disclosure (Regulation FD)',
  '8.01': 'other events',
  '9.01': 'exhibits',
};

/**
 * One event for each company and day with 8-K filings. The texts of the filings may yield more
 * events.
 */
export function currentReportEvents({ facts }: Refresh): readonly TimelineEvent[] {
  return facts.all('filing_events').flatMap((fact) => {
    const { ticker, event, filed_at, report_date, detail } = fact;
    if (event !== 'current_report') return [];
    const items = detail?.split(', ') ?? [];
    const reported = report_date && report_date !== filed_at ? ` of ${report_date}` : '';
    const named = items.map((item) => (ITEMS[item] ? `${item} ${ITEMS[item]}` : item));
    return stated('filing_events', fact, {
      type: 'filing',
      ticker,
      date: filed_at,
      what: [`8-K${reported}`, ...(named.length > 0 ? [named.join('; ')] : [])].join(': '),
      key: ['current_report', filed_at],
    });
  });
}
