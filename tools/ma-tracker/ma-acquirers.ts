import {
  ascending,
  day,
  endpoint,
  integer,
  limitOf,
  long,
  money,
  noted,
  object,
  percent,
  score,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { contains, exactAnyCase, page } from '../../src/catalogue/params.ts';

export const maAcquirers = endpoint({
  name: 'ma_acquirers',
  path: '/ma/acquirers',
  group: 'M&A Tracker',
  plan: 'elite-plus',
  limit: limitOf(60, 60),
  title: 'Acquirer leaderboard',
  noun: 'record as an acquirer',
  description:
    'Acquirers ranked by appetite: takeovers (except canceled ones), announced value with milestones, usual premium, areas and cash capacity. For single deals use ma_deals.',
  parameters: {
    acquirerTicker: exactAnyCase('acquirerTicker', 'PFE'),
    // Our choice: all areas in which it buys are searched; the record shows the first three.
    therapeuticArea: {
      ...contains('therapeuticAreas', 'Oncology'),
      rule: 'pattern, any case, found anywhere in its areas',
    },
    page: page(),
  },
  record: {
    rank: integer,
    acquirer: text,
    acquirerTicker: text,
    deals: noted(integer, 'takeovers not called off'),
    upfrontValue: noted(money, 'paid at closing'),
    totalValue: noted(money, 'as announced, milestones included'),
    medianPremiumPct: percent,
    topTherapeuticAreas: noted(texts, 'three with most deals, then most value'),
    lastDealDate: day,
    cashCapacity: noted(money, 'cash and securities less all debt, at least 0'),
    appetiteScore: noted(score, '0–100'),
    coverage_pct: noted(percent, 'share of the weights that have an input'),
    components: long(object),
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'maAcquirers',
  sort: [ascending('rank')],
  paging: 'pages',
  origin: 'extension',
});
