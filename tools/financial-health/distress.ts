import {
  ascending,
  descending,
  endpoint,
  joined,
  long,
  noted,
} from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, oneOf, tickers } from '../../src/catalogue/params.ts';

export const distress = endpoint({
  name: 'distress',
  path: '/financial-health/distress',
  group: 'Financial Health',
  plan: 'basic',
  title: 'Financial distress',
  noun: 'distress score',
  description:
    'Distress scores, highest first, with their triggers: short runway, going concern, listing deficiency, reverse split, debt due. Overview: financial_health.',
  parameters: {
    ticker: tickers('ticker'),
    level: oneOf('distress_level', ['low', 'moderate', 'high', 'severe']),
    trigger: contains('triggers', 'exchange_deficiency|reverse_split_pending|going_concern'),
  },
  record: {
    ...field.company,
    distress_score: noted(
      field.score,
      '0–100; a higher score means more distress; some triggers set a minimum score',
    ),
    distress_level: noted(field.text, 'low, moderate, high or severe'),
    altman_z2: noted(field.number, "Altman Z''; below 1.1 distress, above 2.6 safe"),
    runway_months: field.months,
    going_concern: noted(
      field.flag,
      'whether an annual or quarterly report doubts that the company can continue; null if no report was read',
    ),
    going_concern_date: joined(noted(field.day, 'filing date of the report that states the doubt')),
    exchange_deficiency: field.flag,
    exchange_deficiency_date: joined(noted(field.day, 'filing date of the listing notice')),
    reverse_split_pending: field.flag,
    reverse_split_date: joined(noted(field.day, 'filing date of the proxy statement on the split')),
    debt_due_12m_usd: field.money,
    current_ratio: field.ratio,
    below_cash_value: field.flag,
    triggers: field.texts,
    coverage_pct: field.weighting.coverage_pct,
    components: long(
      noted(
        field.object,
        'components; score = their weighted sum, or a higher minimum that a trigger sets',
      ),
    ),
    as_of: field.day,
    method: field.text,
    flags: field.texts,
  },
  collection: 'distress',
  // Our choice: companies with the same score are sorted by runway.
  sort: [descending('distress_score'), ascending('runway_months')],
});
