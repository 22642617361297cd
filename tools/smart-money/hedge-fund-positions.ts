import { descending, endpoint, joined, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, oneOf, tickers, yesNo } from '../../src/catalogue/params.ts';
import { holders } from '../company-data/holders.ts';

export const hedgeFundPositions = endpoint({
  name: 'hedge_fund_positions',
  path: '/smart-money/positions',
  group: 'Smart Money',
  plan: 'elite-plus',
  title: 'Fund positions by ticker or fund',
  noun: 'fund positions',
  description:
    'Positions of funds and their changes in a quarter (13F, plus later 13D and 13G), by ticker or by fund, largest first. For totals use hedge_fund_flows; for a score hedge_fund_sentiment.',
  parameters: {
    ticker: tickers('ticker'),
    fund: contains('fund_name', 'Baker Bros'),
    action: oneOf('action', ['new', 'add', 'trim', 'exit', 'hold', 'acquired', 'delisted']),
    specialist: yesNo('is_specialist', 'true: only biotech specialists'),
  },
  oneOfRequired: ['ticker', 'fund'],
  otherwise: 'For all companies use hedge_fund_flows; for names of funds use hedge_funds.',
  record: {
    ticker: field.text,
    company_name: field.text,
    fund_name: field.text,
    is_specialist: joined(field.flag),
    cik: long(field.text),
    report_date: field.day,
    filing_date: long(field.text),
    shares: field.quantity,
    acquirable_shares: joined(
      noted(
        field.quantity,
        'the part of `shares` that the holder can acquire, for example with warrants',
      ),
    ),
    value_usd: field.money,
    portfolio_pct: field.percent,
    shares_change: field.count,
    change_pct: field.percent,
    action: noted(
      field.text,
      'new, add, trim, exit or hold; acquired or delisted if the shares no longer exist',
    ),
    put_call: noted(field.text, 'Put or Call; null for shares'),
    title_of_class: long(noted(field.text, 'class as the 13F names it, such as COM or CL A')),
    conviction: noted(field.percent, 'weight in the portfolio minus weight by market value'),
    first_held: long(field.day),
    form: noted(field.text, '13F, or SCHEDULE 13D or 13G'),
    is_activist: noted(field.flag, 'whether the holder filed a Schedule 13D, for any purpose'),
    purpose: long(noted(field.text, 'purpose of the holding (item 4 of Schedule 13D)')),
    transactions: joined(long(noted(field.text, 'items 3 and 5 of Schedule 13D, item 4 of 13G'))),
    ...field.computation,
  },
  collection: 'hedgeFundPositions',
  flagNotices: {
    exited: 'Flag exited: the fund sold the position in the quarter and no longer holds it.',
    shares_missing: 'Flag shares_missing: a filing states values but no shares.',
    no_ticker:
      'Flag no_ticker ({count}): the ticker is unknown, because no source has a ticker for the CUSIP of the position.',
  },
  elsewhere: { endpoints: [holders], because: 'Only funds that file a 13F are included.' },
  sort: [descending('value_usd')],
});
