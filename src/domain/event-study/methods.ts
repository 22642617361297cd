import type { Method } from '../method.ts';
import { text } from '../method-parts.ts';

export const EVENT_STUDY: Method = {
  id: 'event-study/2',
  formula: text`
    The abnormal return AR(a, b) = Π (1 + R) − Π (1 + B) over the sessions a to b. Day 0 is the
    first session in which the price could react. R is the return of the share. After a trading
    halt, R on the day of the first close is the return since the last close before the halt. This
    first close must be at most 7 days after day 0. B is the return of the fund XBI. If the store
    lacks the close of XBI for any session, B is the mean return of all other companies. The market
    model uses Π (1 + β B) in place of Π (1 + B), with β estimated by least squares over the
    sessions −120 to −21. After a delisting, R is 0. mean_if_lost_pct assumes that a delisted share
    loses 55% of its last close, unless the company was bought. The test of day 0 is two-sided. U is
    the rank of AR(0) among AR(0) and the AR of the sessions −120 to −21, divided by (number of
    ranked values + 1). For up to 12 events, the p-value follows from the exact distribution of the
    sum of U. For more than 12 events, the p-value follows from z = (mean U − ½) √(12 n), where n is
    the number of events. For other windows, an exact binomial test compares the number of positive
    AR with the expected number. The expected number follows from the share of positive AR among the
    windows of the same length in the sessions −120 to −21. q_value is the p-value after the
    Benjamini-Hochberg correction over all records. Intervals are computed from 2,000 random draws
    of companies.
  `,
  inputs: [
    'companies',
    'prices',
    'splits',
    'catalysts',
    'decisions',
    'approvals',
    'adcomm_votes',
    'offerings',
    'financial_facts',
  ],
  source:
    'MacKinlay 1997; Barber & Lyon 1997; Corrado 1989; Cowan 1992; Benjamini & Hochberg 1995; ' +
    'Shumway & Warther 1999; Canina 1998. Our choice: the windows, the limit of 7 days for a ' +
    'trading halt, and the minimum number of events (8 for quartiles, 5 for all other results)',
  flags: {
    own_benchmark:
      'The market return is the mean return of the stored companies. This mean is too high ' +
      'because of bid-ask bounce and survivorship bias, so windows that end after day 5 have no ' +
      'p-value.',
    few_events: 'There are fewer than five events, so the record has only counts.',
    few_companies:
      'The events belong to fewer than five companies, so the interval cannot be computed.',
    not_over_yet: 'The event is left out because the window ends after the newest session.',
    short_history: 'The event is left out because the window starts before the first session.',
    other_event:
      'The event is left out because the company has another event in the same or an adjacent session.',
    no_price: 'The event is left out because a close is missing.',
    split_suspected:
      'The event is left out because a price change looks like a split, and the company had or proposed a split within 10 days of this change.',
  },
};
