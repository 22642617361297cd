import type { PromptArgument } from '../src/catalogue/prompt.ts';
import { companies } from './company-data/companies.ts';

/** The argument `ticker` of prompts and resource URIs. */
export const ticker: PromptArgument = {
  name: 'ticker',
  description: 'Ticker of a company, such as CRSP',
  pattern: /^[A-Za-z0-9.-]{1,10}$/,
  accepted: 'a ticker, such as CRSP',
  completion: companies,
};
