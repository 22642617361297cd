import type { Chart } from '../src/catalogue/chart.ts';
import { drawings } from './drawings.ts';
import { eventStudy } from './fda-intelligence/event-study.ts';
import { fdaCalendar } from './fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from './fda-intelligence/fda-calendar-historical.ts';
import { cashRunway } from './financial-health/cash-runway.ts';
import { modelPortfolioReturns } from './model-portfolio/model-portfolio-returns.ts';
import { rnpv } from './scoring-and-valuation/rnpv.ts';

/**
 * Properties of most charts. `most` is 16, because 16 rows with labels fit into a height of 500
 * pixels.
 */
const usual = { arguments: {}, pages: 1, most: 16 } as const;

/** The kinds of chart that the `chart` tool draws. */
export const charts: readonly Chart[] = [
  {
    ...usual,
    kind: 'calendar',
    title: 'upcoming catalysts{of}, soonest first',
    endpoint: fdaCalendar,
    ticker: 'optional',
    arguments: { catdateFrom: '{today}', catdateTo: '{today+60}' },
    // The calendar lists the latest date first, so the soonest events are on its last page.
    pages: 4,
    reversed: true,
    details: ['poa', 'stage'],
    drawing: drawings.calendar,
  },
  {
    ...usual,
    kind: 'moves',
    title:
      'price changes{of} from the first record of a catalyst to the catalyst date, newest first',
    endpoint: fdaCalendarHistorical,
    ticker: 'optional',
    details: ['catalyst', 'drugname'],
    drawing: drawings.moves,
  },
  {
    ...usual,
    kind: 'runway',
    title: 'cash runway{of}, shortest first',
    endpoint: cashRunway,
    ticker: 'optional',
    details: ['runway_months', 'covers_next_catalyst', 'period_end', 'flags'],
    drawing: drawings.runway,
  },
  {
    ...usual,
    kind: 'rnpv',
    title: 'risk-adjusted NPV by program{of}, bear to bull, largest first',
    endpoint: rnpv,
    ticker: 'required',
    details: ['cumulative_pos', 'flags'],
    drawing: drawings.rnpv,
  },
  {
    ...usual,
    kind: 'event_study',
    title: 'mean abnormal returns on the first two sessions after events',
    endpoint: eventStudy,
    ticker: 'none',
    arguments: { window: '0..1' },
    details: ['n', 'median_pct', 'flags'],
    drawing: drawings.event_study,
  },
  {
    ...usual,
    kind: 'portfolio',
    title: 'cumulative returns of the model portfolios by quarter',
    endpoint: modelPortfolioReturns,
    ticker: 'none',
    most: 50,
    details: ['quarter', 'return_pct', 'benchmark_return_pct'],
    drawing: drawings.portfolio,
  },
];
