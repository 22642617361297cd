import {
  ascending,
  day,
  endpoint,
  integer,
  long,
  money,
  noted,
  object,
  percent,
  score,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { contains, exactAnyCase } from '../../src/catalogue/params.ts';

export const maAcquirers = endpoint({
  name: 'ma_acquirers',
  path: '/ma/acquirers',
  group: 'M&A Tracker',
  plan: 'elite-plus',
  title: 'Acquirer leaderboard',
  noun: 'record as an acquirer',
  description:
    'Acquirers ranked by appetite: takeovers (except canceled ones), announced value with milestones, usual premium, areas and cash capacity. For single deals use ma_deals.',
  parameters: {
    acquirerTicker: exactAnyCase('acquirerTicker', 'PFE'),
    // Our choice: the filter searches all areas of the acquirer, but the record shows three.
    therapeuticArea: {
      ...contains('therapeuticAreas', 'Oncology'),
      rule: 'pattern for any area: Oncology',
    },
  },
  record: {
    rank: integer,
    acquirer: text,
    acquirerTicker: text,
    deals: noted(integer, 'takeovers except canceled ones'),
    upfrontValue: noted(money, 'paid at closing'),
    totalValue: noted(money, 'as announced, including milestones'),
    medianPremiumPct: percent,
    topTherapeuticAreas: noted(texts, 'the three areas with most deals, then most value'),
    lastDealDate: day,
    cashCapacity: noted(money, 'cash and securities minus all debt, at least 0'),
    appetiteScore: noted(score, '0–100'),
    coverage_pct: noted(percent, 'share of the weights with a known input'),
    components: long(object),
    method: text,
    as_of: day,
    flags: texts,
  },
  collection: 'maAcquirers',
  sort: [ascending('rank')],
});
