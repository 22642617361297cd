import {
  day,
  descending,
  endpoint,
  flag,
  long,
  money,
  price,
  text,
  texts,
} from '../../src/catalogue/endpoint.ts';
import { atLeast, atMost, exactAnyCase } from '../../src/catalogue/params.ts';

export const companies = endpoint({
  name: 'companies',
  path: '/companies',
  group: 'Company Data',
  plan: 'basic',
  title: 'Company universe',
  noun: 'companies',
  description:
    'Companies by market value, with sector, exchange and next catalyst. For one company use company.',
  parameters: {
    sector: exactAnyCase('sector', 'Healthcare'),
    industry: exactAnyCase('industry', 'Biotechnology'),
    market_cap_min: atLeast('market_cap_usd', { minimum: 0, unit: 'US dollars' }),
    market_cap_max: atMost('market_cap_usd', { minimum: 0, unit: 'US dollars' }),
  },
  record: {
    ticker: text,
    name: text,
    sector: text,
    industry: text,
    exchange: text,
    country: text,
    market_cap_usd: money,
    price_usd: price,
    cik: long(text),
    has_options: long(flag),
    next_catalyst_date: day,
    flags: texts,
  },
  collection: 'companies',
  sort: [descending('market_cap_usd')],
});
