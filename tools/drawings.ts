import type { Drawing } from '../src/catalogue/chart.ts';

/**
 * How each kind of chart is drawn. The web page of charts bundles this file, so this file must not
 * import endpoints.
 */
export const drawings = {
  calendar: {
    mark: 'events',
    at: 'formattedDate',
    label: ['ticker', 'drugname'],
    category: 'catalyst',
  },
  moves: {
    mark: 'bars',
    value: 'percentageChange',
    label: ['ticker', 'catdate'],
    unit: 'price change from first record to catalyst date, %',
  },
  runway: {
    mark: 'spans',
    until: 'cash_out_date',
    event: 'next_catalyst_date',
    label: ['ticker'],
    words: { until: 'cash lasts', event: 'next catalyst' },
  },
  rnpv: {
    mark: 'intervals',
    value: 'rNPV',
    low: 'rnpv_bear',
    high: 'rnpv_bull',
    label: ['drug_name', 'phase'],
    unit: 'risk-adjusted NPV, USD',
  },
  portfolio: {
    mark: 'lines',
    at: 'end_date',
    value: 'cumulative_return_pct',
    benchmark: 'benchmark_cumulative_pct',
    series: 'portfolio',
    unit: 'cumulative return, %',
  },
  event_study: {
    mark: 'intervals',
    value: 'mean_pct',
    low: 'mean_low_pct',
    high: 'mean_high_pct',
    label: ['event_type', 'outcome'],
    unit: 'mean abnormal return, %',
  },
  reliability: {
    mark: 'intervals',
    value: 'value',
    low: 'interval_low',
    high: 'interval_high',
    label: ['slice'],
    unit: 'approval rate, %',
  },
} as const satisfies Readonly<Record<string, Drawing>>;
