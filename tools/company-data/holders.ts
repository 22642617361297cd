import { descending, endpoint, joined, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { required, tickers } from '../../src/catalogue/params.ts';

export const holders = endpoint({
  name: 'holders',
  path: '/holders',
  group: 'Company Data',
  plan: 'basic',
  title: 'Institutional holders',
  noun: 'holders',
  description:
    "A ticker's institutional holders by shares, from the newest 13F and later 13D and 13G filings (stakes above 5%). For changes and conviction use hedge_fund_positions.",
  parameters: { ticker: required(tickers('ticker')) },
  otherwise: 'To find funds by name use hedge_funds.',
  record: {
    ...field.company,
    holder_name: field.text,
    shares: field.quantity,
    acquirable_shares: joined(
      noted(
        field.quantity,
        'the part of `shares` that the holder can acquire, for example with warrants',
      ),
    ),
    value_usd: field.money,
    portfolio_pct: field.weight,
    pct_outstanding: field.percent,
    change_pct: field.percent,
    report_date: field.day,
    form: noted(field.text, '13F, or SCHEDULE 13D or 13G'),
    is_activist: noted(field.flag, 'whether the holder filed a Schedule 13D, for any purpose'),
    purpose: long(noted(field.text, 'purpose of the holding (item 4 of Schedule 13D)')),
    transactions: joined(
      long(noted(field.text, 'how shares were acquired (items 3 and 5 of 13D, item 4 of 13G)')),
    ),
    members: {
      ...noted(field.texts, 'reporting persons of a Schedule 13D or 13G, each with its shares'),
      long: true,
      prose: true,
    },
    ...field.computation,
  },
  collection: 'holders',
  sort: [descending('shares')],
});
