import {
  ascending,
  day,
  endpoint,
  flag,
  limitOf,
  money,
  months,
  noted,
  text,
  texts,
} from '../../src/endpoint.ts';
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
    period_end: day,
    cash_usd: money,
    short_term_investments_usd: money,
    debt_due_12m_usd: money,
    liquid_usd: noted(money, 'liquid assets less debt due in 12 months; over burn, the months'),
    monthly_burn_usd: money,
    runway_months: noted(months, 'from the balance sheet'),
    months_left: noted(months, 'from today'),
    cash_out_date: day,
    next_catalyst_date: day,
    covers_next_catalyst: flag,
    flags: texts,
    method: text,
    as_of: day,
  },
  collection: 'cashRunway',
  sort: [ascending('runway_months')],
  paging: 'pages',
  origin: 'extension',
});
