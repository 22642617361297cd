import type { Document } from '../src/catalogue/document.ts';
import { ticker } from './arguments.ts';

/** Resources that a user can attach to a conversation. */
export const documents: readonly Document[] = [
  {
    uri: 'catalyst://today',
    name: 'today',
    title: 'Catalysts today',
    description:
      'Events of the next 14 days, the newest FDA decisions, the largest price moves, insider trades and headlines',
  },
  {
    uri: 'catalyst://ticker/{ticker}',
    name: 'ticker',
    title: 'Company dossier',
    description:
      'One company: upcoming and past catalysts, cash, pipeline, funds, insiders, options, valuation, headlines',
    argument: ticker,
  },
];
