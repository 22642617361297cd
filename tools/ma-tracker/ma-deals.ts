import { descending, endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { contains, exactAnyCase, from, oneOf, tickersAmong } from '../../src/catalogue/params.ts';
import { timeline } from '../market-signals/timeline.ts';

export const maDeals = endpoint({
  name: 'ma_deals',
  path: '/ma/deals',
  group: 'M&A Tracker',
  plan: 'elite-plus',
  title: 'Deals',
  noun: 'deals',
  description:
    'Acquisitions, mergers, licenses and partnerships, newest first, with upfront, milestone and total value and premium. For the most active buyers use ma_acquirers.',
  parameters: {
    ticker: tickersAmong('parties'),
    party: contains('parties', 'Anthos or ^NVS$'),
    acquirerTicker: exactAnyCase('acquirerTicker', 'PFE'),
    targetTicker: exactAnyCase('targetTicker', 'SGEN'),
    dealType: oneOf('dealType', [
      'acquisition',
      'merger',
      'licensing',
      'partnership',
      'option',
      'asset_purchase',
    ]),
    therapeuticArea: contains('therapeuticArea', 'Oncology'),
    status: exactAnyCase('status', 'announced'),
    announcedFrom: from('announcedDate'),
  },
  record: {
    acquirer: noted(field.text, 'buyer or licensee'),
    acquirerTicker: field.text,
    target: field.text,
    targetTicker: field.text,
    company: noted(
      field.text,
      'one party of a partnership; partnerships have no acquirer and no target',
    ),
    party: field.text,
    parties: long(noted(field.texts, 'names and tickers of both parties')),
    dealType: field.text,
    status: field.text,
    announcedDate: field.day,
    closedDate: field.day,
    upfrontValue: field.money,
    milestoneValue: field.money,
    totalValue: field.money,
    premiumPct: field.percent,
    therapeuticArea: field.text,
    leadAsset: field.text,
    leadPhase: field.text,
    source_url: field.text,
    evidence: noted(field.prose, 'the sentence that states the deal'),
    context: field.context,
    evidence_confidence: long(
      noted(field.fraction, 'confidence that the text was read correctly, 0–1'),
    ),
    source: long(field.text),
    flags: long(field.texts),
  },
  collection: 'maDeals',
  elsewhere: { endpoints: [timeline], because: 'Only deals that name both parties are included.' },
  sort: [descending('announcedDate')],
});
