import type { Document } from '../src/catalogue/document.ts';
import { ticker } from './arguments.ts';

/** What a person attaches to a conversation by its address. */
export const documents: readonly Document[] = [
  {
    uri: 'catalyst://today',
    name: 'today',
    title: 'Catalysts today',
    description:
      'What is due in the next 14 days, the latest FDA decisions, the largest moves, insider trades and headlines',
  },
  {
    uri: 'catalyst://ticker/{ticker}',
    name: 'ticker',
    title: 'Company dossier',
    description:
      'One company: what comes and came, cash, pipeline, funds, insiders, options, valuation, headlines',
    argument: ticker,
  },
];
