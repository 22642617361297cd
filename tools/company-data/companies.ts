import { descending, endpoint, long } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { atLeast, atMost, exactAnyCase } from '../../src/catalogue/params.ts';
import { companyFields } from '../shared-lists.ts';

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
    ...companyFields,
    cik: long(field.text),
    has_options: long(field.flag),
    next_catalyst_date: field.day,
    flags: field.texts,
  },
  collection: 'companies',
  sort: [descending('market_cap_usd')],
});
