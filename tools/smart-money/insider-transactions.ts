import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { atLeast, exactUpperCase, lastDays, person, tickers } from '../../src/catalogue/params.ts';

export const insiderTransactions = endpoint({
  name: 'insider_transactions',
  path: '/smart-money/insiders',
  group: 'Smart Money',
  plan: 'elite-plus',
  title: 'Insider transactions',
  noun: 'insider transactions',
  description:
    'Form 4 trades and grants of officers, directors and large holders, newest filing first. For monthly totals and cluster buying of one company use insider_summary.',
  parameters: {
    ticker: tickers('ticker'),
    owner: person('owner_name', 'Alexis Zorba'),
    code: exactUpperCase(
      'transaction_code',
      'P (open-market purchase), S (sale), A (grant), M (exercise)',
    ),
    days: lastDays('filing_date', { minimum: 1, maximum: 3_650 }),
    minValue: atLeast('value_usd', { minimum: 0, unit: 'US dollars' }),
  },
  record: {
    ticker: field.text,
    company_name: field.companyName,
    owner_name: field.text,
    joint_owners: noted(field.texts, 'other owners who reported the same trade'),
    officer_title: field.text,
    is_director: field.flag,
    is_officer: field.flag,
    is_ten_percent_owner: field.flag,
    transaction_code: noted(
      field.text,
      'P = open-market purchase, S = open-market sale, A = grant, M = exercise, F = withheld for tax, G = gift',
    ),
    transaction_type: field.text,
    transaction_date: field.text,
    filing_date: field.text,
    security_title: field.text,
    shares: field.quantity,
    price_usd: field.price,
    exercise_price_usd: noted(field.price, 'exercise price of an option or another derivative'),
    expiration_date: field.text,
    value_usd: field.money,
    shares_owned_after: field.quantity,
    is_10b5_1: noted(field.flag, 'whether the trade was made under a 10b5-1 plan'),
    direct_indirect: long(noted(field.text, 'D or I')),
    ownership_nature: noted(field.text, 'how an indirect owner holds the shares'),
    footnotes: noted(field.prose, 'such as the range of prices, the plan or the vesting'),
    is_amendment: long(noted(field.flag, 'form 4/A, which replaces an earlier filing')),
    flags: field.texts,
  },
  collection: 'insiderTransactions',
  sort: [descending('filing_date')],
});
