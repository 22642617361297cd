import { descending, endpoint, joined, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { required, tickers } from '../../src/catalogue/params.ts';

const terms =
  'is_atm offering_amount_usd amount_remaining_usd price_usd offering_amount price shares_offered prefunded_warrants warrants_offered warrants_outstanding'.split(
    ' ',
  );

export const dilution = endpoint({
  name: 'dilution',
  path: '/financial-health/dilution',
  group: 'Financial Health',
  plan: 'basic',
  title: 'Offerings and dilution',
  noun: 'offerings',
  description:
    'Offerings, shelves and at-the-market programs, newest first, with share growth and dilution score. For cash needs use cash_runway.',
  parameters: { ticker: required(tickers('ticker')) },
  otherwise: 'For all companies use financial_health.',
  record: {
    ...field.company,
    form_type: field.text,
    offering_type: field.text,
    is_atm: noted(
      field.flag,
      'whether this is an at-the-market program; null if the cover page of the filing was not read',
    ),
    filed_at: field.day,
    offering_amount_usd: field.money,
    amount_remaining_usd: field.money,
    price_usd: field.price,
    currency: field.text,
    offering_amount: noted(field.money, 'in the currency of the column `currency`, if not USD'),
    price: noted(field.price, 'in the currency of the column `currency`, if not USD'),
    shares_offered: field.quantity,
    prefunded_warrants: noted(field.quantity, 'warrants that are not part of shares_offered'),
    prefunded_price: joined(
      noted(field.price, 'price of a pre-funded warrant, in the currency of the column `currency`'),
    ),
    warrants_offered: noted(field.quantity, 'shares that holders of the offered warrants can buy'),
    warrant_exercise_price: noted(field.price, 'in the currency of the column `currency`'),
    closed_at: joined(field.day),
    closed_amount_usd: joined(
      noted(field.money, "including shares bought under the underwriters' option"),
    ),
    closed_url: joined(field.text),
    securities: joined(noted(field.texts, 'kinds of securities on the cover of a shelf')),
    warrants_outstanding: field.quantity,
    shares_outstanding: field.quantity,
    share_growth_12m_pct: field.percent,
    ownership_dilution_pct: noted(field.percent, 'new shares / (old + new shares)'),
    dilution_score: noted(field.score, '0–100; a higher score means more dilution'),
    dilution_level: noted(field.text, 'low, moderate, high or severe'),
    ...field.weighting,
    ...field.computation,
    context: field.context,
    has_text: joined(noted(field.flag, 'whether fetch returns the text for this source_url')),
  },
  wordNotices: {
    '"has_text":true':
      'Other terms (warrants, placement agent, use of proceeds, selling holders) are in the texts: call fetch with the source_url as id, and a query.',
  },
  collection: 'dilution',
  keys: ['source_url'],
  sort: [descending('filed_at')],
  sparse: { unless: terms, lack: 'state no amount, price or number of shares' },
});
