import { descending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { from, required, tickers, to } from '../../src/catalogue/params.ts';

export const optionsPutCall = endpoint({
  name: 'options_put_call',
  path: '/options/put-call',
  group: 'Market Signals',
  plan: 'elite-plus',
  title: 'Put/call ratios and implied move',
  noun: 'put/call records',
  description:
    "A ticker's put/call ratios, implied move, event_iv (standard deviation of the event's move, 0.4 is 40%) and max pain by day, newest first. For single trades use options_flow.",
  parameters: { ticker: required(tickers('ticker')), dateFrom: from('date'), dateTo: to('date') },
  otherwise: 'For all companies use options_flow.',
  record: {
    ...field.company,
    date: field.day,
    call_volume: field.count,
    put_volume: field.count,
    put_call_volume_ratio: field.ratio,
    call_oi: field.count,
    put_oi: field.count,
    put_call_oi_ratio: field.ratio,
    avg_ratio_30d: field.ratio,
    iv30: noted(field.fraction, '30-day implied volatility, annualized, 0.8 is 80%'),
    implied_move_pct: field.percent,
    one_sd_pct: field.percent,
    event_iv: noted(field.fraction, "standard deviation of the event's move, 0.4 is 40%"),
    max_pain: noted(field.price, 'strike'),
    expiry: field.day,
    ...field.computation,
  },
  collection: 'optionsPutCall',
  sort: [descending('date')],
});
