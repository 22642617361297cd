import type { PromptArgument } from '../src/catalogue/prompt.ts';
import { companies } from './company-data/companies.ts';

/** A company's ticker, as an argument of prompts and resource URIs. */
export const ticker: PromptArgument = {
  name: 'ticker',
  description: 'Ticker of a company, such as CRSP',
  pattern: /^[A-Za-z0-9.-]{1,10}$/,
  accepted: 'a ticker, such as CRSP',
  completion: companies,
};
