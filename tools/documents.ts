import type { Document } from '../src/catalogue/document.ts';
import { fieldInWords, originsOf } from '../src/catalogue/joined-fields.ts';
import { ticker } from './arguments.ts';
import { screen } from './company-data/screen.ts';

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
  {
    uri: 'catalyst://screen',
    name: 'screen',
    title: 'Fields for screening',
    description: 'Fields for the conditions of `screen`, each with its unit, source tool and plan',
    text: Object.entries(screen.record)
      .map(([name, field]) => {
        const tools = originsOf(screen, name).map((one) => `${one.name}, ${one.plan}`);
        return [fieldInWords(name, field), ...tools].join('; ');
      })
      .join('\n'),
  },
];
