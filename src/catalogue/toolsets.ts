import type { Toolset } from '../base/toolset-words.ts';
import type { Endpoint } from './endpoint.ts';

/** Maps each toolset to an endpoint group. Clients select groups of tools by toolset. */
const groupByToolset = {
  fda: 'FDA Intelligence',
  trials: 'Clinical Pipeline',
  cash: 'Financial Health',
  ownership: 'Smart Money',
  market: 'Market Signals',
  companies: 'Company Data',
  valuation: 'Scoring & Valuation',
  clinical: 'Clinical Intelligence',
  competition: 'Competitive Intelligence',
  deals: 'M&A Tracker',
  portfolio: 'Model Portfolio',
} as const satisfies Readonly<Record<Toolset, Endpoint['group']>>;

/**
 * Whether a tool is in the requested toolsets. If no toolsets are requested, all tools are
 * included.
 */
export function isAmong(asked: readonly Toolset[], { group }: Pick<Endpoint, 'group'>): boolean {
  return asked.length === 0 || asked.some((toolset) => groupByToolset[toolset] === group);
}
