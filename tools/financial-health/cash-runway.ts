import { ascending, endpoint, flag, limitOf, number, text, texts } from '../../src/endpoint.ts';
import { exactUpperCase, page } from '../../src/params.ts';

export const cashRunway = endpoint({
  name: 'cash_runway',
  path: '/financial-health/runway',
  group: 'Financial Health',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Cash runway',
  description:
    'Months until the cash is gone at the present burn, shortest first, and whether it lasts past the next catalyst. For the burn of each quarter use cash_burn.',
  parameters: {
    ticker: exactUpperCase('ticker'),
    page: page(),
  },
  record: {
    ticker: text,
    period_end: text,
    cash_usd: number,
    short_term_investments_usd: number,
    monthly_burn_usd: number,
    runway_months: number,
    cash_out_date: text,
    next_catalyst_date: text,
    covers_next_catalyst: flag,
    flags: texts,
    method: text,
    as_of: text,
  },
  collection: 'cashRunway',
  sort: [ascending('runway_months')],
  paging: 'pages',
  origin: 'extension',
});
