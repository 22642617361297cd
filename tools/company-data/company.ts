import { endpoint, long, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import { exactUpperCase, required } from '../../src/catalogue/params.ts';
import { news } from '../market-signals/news.ts';
import { priceSnapshot } from '../market-signals/price-snapshot.ts';
import { timeline } from '../market-signals/timeline.ts';
import { companyFields } from '../shared-lists.ts';

export const company = endpoint({
  name: 'company',
  path: '/companies/{ticker}',
  group: 'Company Data',
  plan: 'basic',
  title: 'One company',
  noun: 'company record',
  description:
    'A company in one row: size, cash, short interest, former names, delisting, next catalyst. For a dossier use fetch.',
  parameters: { ticker: required(exactUpperCase('ticker', 'CRSP')) },
  otherwise: '`companies` lists several companies.',
  elsewhere: {
    endpoints: [priceSnapshot, news, timeline],
    because: 'No stored SIC code, trial or drug shows that this company is in biotech or pharma.',
  },
  record: {
    ...companyFields,
    price_date: noted(field.day, 'date of price_usd and market_cap_usd'),
    listed_market_cap_usd: noted(field.money, 'market value as the Nasdaq list states it'),
    ipo_year: noted(field.integer, 'as the Nasdaq list states it'),
    list_date: noted(field.day, 'day of the Nasdaq list'),
    list_source: field.text,
    cik: field.text,
    former_names: field.texts,
    delisted_date: field.day,
    has_options: field.flag,
    next_catalyst_date: field.day,
    description: field.prose,
    website: field.text,
    fiscal_year_end: long(noted(field.text, 'month and day, such as 06-30')),
    state_of_incorporation: long(noted(field.text, 'code of the US state, or the foreign country')),
    shares_outstanding: field.quantity,
    float_shares: field.quantity,
    public_float_usd: noted(field.money, 'shares of non-affiliates, from an annual report'),
    public_float_date: field.day,
    Short_percent_of_Float: field.percent,
    short_shares: field.quantity,
    previous_short_shares: noted(field.quantity, 'short_shares in the previous report'),
    days_to_cover: noted(field.average, 'short_shares / average daily volume'),
    short_interest_date: noted(field.day, 'settlement date'),
    short_interest_published: field.day,
    short_interest_source: field.text,
    Cash_and_Cash_Equivalents: field.money,
    Monthly_Burn_Rate: field.money,
    avgInsiderTransactions: field.average,
    runway_months: field.months,
    programs_count: noted(field.integer, 'number of active programs; null if no program is stored'),
    lead_drug: field.text,
    next_catalyst: field.text,
    flags: field.texts,
  },
  collection: 'companies',
  sort: [],
  paging: 'single',
});
