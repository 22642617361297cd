import type { Method } from '../method.ts';

export const EVENT_STUDY: Method = {
  id: 'event-study/1',
  formula:
    'AR(a, b) = Π (1 + R) − Π (1 + B) over the sessions a to b around day 0, the first session that ' +
    'could react; R is the return of the share, over a halt that to the first close within 7 days, ' +
    'and B that of XBI, else the mean of all other companies. The market model uses Π (1 + β B), β by ' +
    'least squares over −120..−21; a delisted share keeps its last close, mean_if_lost_pct takes 55 % ' +
    'from it unless the company was bought. The test of day 0 is two-sided, from the ranks U of AR(0) ' +
    'among −120..−21 and itself ÷ (their number + 1): by the distribution of their sum up to 12 ' +
    'events, else z = (mean U − ½) √(12 n); of other windows it is the exact binomial test of positive ' +
    'AR against the share of positive windows of the same length within −120..−21. q_value is by ' +
    'Benjamini-Hochberg over all rows; intervals are those of 2,000 draws of companies.',
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
    'Shumway & Warther 1999; Canina 1998. Our choice: windows, 7 days, 5 and 8 events',
  flags: {
    own_benchmark:
      'The market is the mean of the stored companies, biased up by bid-ask bounce and survivors: no ' +
      'p-value beyond +5.',
    few_events: 'Fewer than five events: counts only.',
    few_companies: 'The events are of fewer than five companies: no interval.',
    not_over_yet: 'Dropped: the window ends after the newest session.',
    short_history: 'Dropped: the window starts before the first session.',
    other_event:
      'Dropped: the company has another event in the session before, the same or the next.',
    no_price: 'Dropped: a close is missing.',
    split_suspected: 'Dropped: a price ratio looks like a split and a split or a proposal is near.',
  },
};
