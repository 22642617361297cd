import { descending, endpoint, limitOf, noted, number, text, texts } from '../../src/endpoint.ts';
import { exactUpperCase, page, required } from '../../src/params.ts';

export const optionsPutCall = endpoint({
  name: 'options_put_call',
  path: '/options/put-call',
  group: 'Market Signals',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Put/call ratios and implied move',
  description:
    "A ticker's put/call ratios, implied move, event volatility and max pain by day, latest first. Use it for the move that options expect; for single bets use options_flow.",
  parameters: {
    ticker: required(exactUpperCase('ticker')),
    page: page(),
  },
  record: {
    ticker: text,
    date: text,
    call_volume: number,
    put_volume: number,
    put_call_volume_ratio: number,
    call_oi: number,
    put_oi: number,
    put_call_oi_ratio: number,
    avg_ratio_30d: number,
    iv30: noted(number, 'implied volatility of 30 days, a year, 0.8 is 80 %'),
    implied_move_pct: number,
    one_sd_pct: number,
    event_iv: noted(number, "one standard deviation of the event's move, 0.4 is 40 %"),
    max_pain: noted(number, 'strike, US dollars'),
    expiry: text,
    method: text,
    as_of: text,
    flags: texts,
  },
  collection: 'optionsPutCall',
  sort: [descending('date')],
  paging: 'pages',
  origin: 'extension',
});
