import { descending, endpoint, joined, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { required, tickers } from '../../src/catalogue/params.ts';
import { drugRecords } from '../drug-records.ts';

export const rnpv = endpoint({
  name: 'rnpv',
  path: '/scoring/rnpv',
  group: 'Scoring & Valuation',
  plan: 'elite-plus',
  title: 'Risk-adjusted NPV by program',
  noun: 'valued programs',
  description:
    "Risk-adjusted NPV of a company's programs with bear and bull cases, yearly cash flows and assumptions; null without a sales assumption. To rank companies use company_scores.",
  parameters: { ticker: required(tickers('ticker')) },
  otherwise: 'For all companies use program_scores.',
  record: {
    ...field.company,
    drug_name: field.text,
    indication: field.text,
    phase: field.text,
    rNPV: field.money,
    rnpv_bear: field.money,
    rnpv_bull: field.money,
    cumulative_pos: noted(field.fraction, 'probability of reaching the market, 0–1'),
    discount_rate: noted(field.fraction, '0.12 is 12%'),
    peak_sales_usd: field.money,
    years_to_peak: field.quantity,
    launch_year: field.integer,
    loss_of_exclusivity: noted(field.day, 'YYYY-MM-DD'),
    listed_until: joined(
      noted(field.day, 'end of the last patent or exclusivity that the FDA lists'),
    ),
    listed_basis: long(joined(field.text)),
    share_of_total_pct: field.percent,
    rnpv_per_share: field.price,
    cash_flows: long(
      noted(
        field.objects,
        'each year: revenue, cost, probability, discounted value, in US dollars',
      ),
    ),
    assumptions: long(field.object),
    ...field.computation,
  },
  collection: 'rnpv',
  sort: [descending('rNPV')],
  elsewhere: drugRecords,
});
