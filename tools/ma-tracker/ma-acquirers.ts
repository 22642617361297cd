import {
  ascending,
  endpoint,
  integer,
  limitOf,
  long,
  noted,
  number,
  object,
  text,
  texts,
} from '../../src/endpoint.ts';
import { contains, exactAnyCase, page } from '../../src/params.ts';

export const maAcquirers = endpoint({
  name: 'ma_acquirers',
  path: '/ma/acquirers',
  group: 'M&A Tracker',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Acquirer leaderboard',
  description:
    'Acquirers by rank, with deals, money spent, usual premium, areas and capacity to buy. For their deals one by one use ma_deals.',
  parameters: {
    acquirerTicker: exactAnyCase('acquirerTicker'),
    // Our choice: an acquirer has several areas; those in which it buys most are searched.
    therapeuticArea: contains('topTherapeuticAreas'),
    page: page(),
  },
  record: {
    rank: integer,
    acquirer: text,
    acquirerTicker: text,
    deals: integer,
    totalValue: noted(number, 'US dollars'),
    medianPremiumPct: number,
    topTherapeuticAreas: texts,
    lastDealDate: text,
    cashCapacity: noted(number, 'US dollars'),
    appetiteScore: noted(number, '0–100'),
    coverage_pct: noted(number, 'share of the weights that have an input'),
    components: long(object),
    method: text,
    as_of: text,
    flags: texts,
  },
  collection: 'maAcquirers',
  sort: [ascending('rank')],
  paging: 'pages',
  stated: 'ours',
});
