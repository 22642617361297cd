import { descending, endpoint, flag, limitOf, number, text, texts } from '../../src/endpoint.ts';
import { atLeast, atMost, exactAnyCase, page } from '../../src/params.ts';

export const companies = endpoint({
  name: 'companies',
  path: '/companies',
  group: 'Company Data',
  plan: 'basic',
  limit: limitOf(60, 60),
  title: 'Company universe',
  description:
    'Companies by market value, with sector, listing and next catalyst. Use it to screen; for one company in full use company.',
  parameters: {
    sector: exactAnyCase('sector'),
    industry: exactAnyCase('industry'),
    market_cap_min: atLeast('market_cap_usd', { minimum: 0, unit: 'US dollars' }),
    market_cap_max: atMost('market_cap_usd', { minimum: 0, unit: 'US dollars' }),
    page: page(),
  },
  record: {
    ticker: text,
    name: text,
    sector: text,
    industry: text,
    exchange: text,
    country: text,
    market_cap_usd: number,
    price_usd: number,
    cik: text,
    has_options: flag,
    next_catalyst_date: text,
    source: text,
    source_url: text,
    flags: texts,
  },
  collection: 'companies',
  sort: [descending('market_cap_usd')],
  paging: 'pages',
  origin: 'extension',
});
