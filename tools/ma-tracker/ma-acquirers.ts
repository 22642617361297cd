import { ascending, endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, exactAnyCase } from '../../src/catalogue/params.ts';

export const maAcquirers = endpoint({
  name: 'ma_acquirers',
  path: '/ma/acquirers',
  group: 'M&A Tracker',
  plan: 'elite-plus',
  title: 'Acquirer leaderboard',
  noun: 'record as an acquirer',
  description:
    'Acquirers ranked by appetite score: takeovers (not canceled), announced value with milestones, usual premium, areas and cash capacity. For single deals use ma_deals.',
  parameters: {
    acquirerTicker: exactAnyCase('acquirerTicker', 'PFE'),
    // Our choice: the filter searches all therapeutic areas of the acquirer's deals. The record
    // shows only the three areas with the most deals.
    therapeuticArea: {
      ...contains('therapeuticAreas', 'Oncology'),
      rule: 'pattern matching any area, such as Oncology',
    },
  },
  record: {
    rank: field.integer,
    acquirer: field.text,
    acquirerTicker: field.text,
    deals: noted(field.integer, 'number of takeovers that were not canceled'),
    upfrontValue: noted(field.money, 'value paid at closing'),
    totalValue: noted(field.money, 'announced value, including milestones'),
    medianPremiumPct: field.percent,
    topTherapeuticAreas: noted(
      field.texts,
      'the three areas with the most deals; ties by deal value',
    ),
    lastDealDate: field.day,
    cashCapacity: noted(field.money, 'cash and securities minus all debt, at least 0'),
    appetiteScore: noted(field.score, '0–100'),
    ...field.weighting,
    ...field.computation,
  },
  collection: 'maAcquirers',
  sort: [ascending('rank')],
});
