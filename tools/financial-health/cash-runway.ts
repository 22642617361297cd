import { ascending, endpoint, joined, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, tickers, yesNo } from '../../src/catalogue/params.ts';

export const cashRunway = endpoint({
  name: 'cash_runway',
  path: '/financial-health/runway',
  group: 'Financial Health',
  plan: 'basic',
  title: 'Cash runway',
  noun: 'runway',
  description:
    'Months until cash runs out at the current burn, shortest first; also the company’s own estimate, and whether cash lasts past the next catalyst. By quarter: cash_burn.',
  parameters: {
    ticker: tickers('ticker'),
    coversNextCatalyst: yesNo(
      'covers_next_catalyst',
      'false: cash runs out before the next catalyst',
    ),
    nextCatalyst: contains('next_catalyst', 'PDUFA Date, Phase 3 Readout'),
  },
  record: {
    ...field.company,
    period_end: field.day,
    cash_usd: field.money,
    short_term_investments_usd: field.money,
    debt_due_12m_usd: field.money,
    liquid_usd: noted(
      field.money,
      'liquid assets minus debt due within 12 months; runway_months = liquid_usd / monthly_burn_usd',
    ),
    monthly_burn_usd: field.money,
    runway_months: noted(field.months, 'months of cash, counted from the balance sheet date'),
    months_left: noted(field.months, 'months of cash, counted from today'),
    cash_out_date: field.day,
    next_catalyst: joined(field.text),
    next_catalyst_date: field.day,
    covers_next_catalyst: field.flag,
    stated_until: joined(
      noted(
        field.day,
        'day until which the cash lasts according to the company; compare with the computed cash_out_date',
      ),
    ),
    stated_covers_next_catalyst: joined(field.flag),
    stated_date: joined(field.day),
    stated_by: joined(noted(field.text, 'form of the document that contains the statement')),
    stated_conditions: joined(field.text),
    stated_sentence: joined(field.prose),
    stated_url: long(joined(field.text)),
    currency: joined(noted(field.text, 'currency of the filed statements')),
    flags: field.texts,
    method: field.text,
    as_of: field.day,
  },
  flagNotices: {
    stale_filing:
      'Flag stale_filing: the newest balance sheet is too old to compute a runway. The amounts are as of period_end.',
  },
  collection: 'cashRunway',
  sort: [ascending('runway_months')],
});
