import type { Endpoint } from './endpoint.ts';

/** A word for each group, by which a client asks for some of the tools. */
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
} as const satisfies Readonly<Record<string, Endpoint['group']>>;

export type Toolset = keyof typeof groupByToolset;

const toolsets = Object.keys(groupByToolset) as readonly Toolset[];

/** Longest list of toolsets read, characters. */
const MAX_LIST_LENGTH = 500;

export const acceptedToolsets = `names of ${toolsets.join(', ')}, separated by commas`;

/**
 * The toolsets that are named, in the order of the groups, so that a list is the same however they
 * are named.
 *
 * @returns undefined where a name is none
 */
export function toolsetsIn(words: string): readonly Toolset[] | undefined {
  if (words.length > MAX_LIST_LENGTH) return undefined;
  const names = words.split(',').map((word) => word.trim().toLowerCase());
  const given = names.filter((name) => name !== '');
  if (!given.every(isToolset)) return undefined;
  return toolsets.filter((toolset) => given.includes(toolset));
}

/** Whether a tool is among those asked for; all are where none is named. */
export function isAmong(asked: readonly Toolset[], { group }: Pick<Endpoint, 'group'>): boolean {
  return asked.length === 0 || asked.some((toolset) => groupByToolset[toolset] === group);
}

function isToolset(name: string): name is Toolset {
  return Object.hasOwn(groupByToolset, name);
}
