import type { Method } from '../method.ts';

export const EVENT_STUDY: Method = {
  id: 'event-study/2',
  formula:
    'AR(a, b) = Π (1 + R) − Π (1 + B) over the sessions a to b around day 0, which is the first ' +
    'session that could react. R is the return of the share. Over a halt, R is the return to the ' +
    'first close within 7 days. B is the return of XBI, or the mean of all other companies if ' +
    'XBI lacks a close. The market model uses Π (1 + β B), with β by least squares over ' +
    '−120..−21. A delisted share keeps its last close. mean_if_lost_pct subtracts 55 % from this ' +
    'close unless the company was bought. The test of day 0 is two-sided. U is the rank of AR(0) ' +
    'among AR(−120..−21) and AR(0), divided by (number of these AR + 1). For up to 12 events, p ' +
    'follows from the exact distribution of the sum of U. For more events, p follows from z = ' +
    '(mean U − ½) √(12 n). Other windows use the exact binomial test of positive AR against the ' +
    'share of positive windows of the same length within −120..−21. q_value is the ' +
    'Benjamini-Hochberg value over all rows. Intervals come from 2,000 draws of companies.',
  inputs: [
    'companies',
    'prices',
    'splits',
    'catalysts',
    'decisions',
    'approvals',
    'adcomm_votes',
    'offerings',
  ],
  source:
    'MacKinlay 1997; Barber & Lyon 1997; Corrado 1989; Cowan 1992; Benjamini & Hochberg 1995; ' +
    'Shumway & Warther 1999; Canina 1998. Our choice: the windows, the limit of 7 days, and the minimums of 5 and 8 events',
  flags: {
    own_benchmark:
      'The market is the mean of the stored companies. Bid-ask bounce and survivorship bias this mean upward, so ' +
      'windows that end after session +5 have no p-value.',
    few_events: 'There are fewer than five events, so the record has only counts.',
    few_companies:
      'The events belong to fewer than five companies, so the interval cannot be computed.',
    not_over_yet: 'Dropped: the window ends after the newest session.',
    short_history: 'Dropped: the window starts before the first session.',
    other_event: 'Dropped: the company has another event in the same session or an adjacent one.',
    no_price: 'Dropped: a close is missing.',
    split_suspected:
      'Dropped: a price ratio looks like a split, and a split or a split proposal is near.',
  },
};
