/** The names of the toolsets, which are groups of tools. Lists of toolsets keep this order. */
export const toolsets = [
  'fda',
  'trials',
  'cash',
  'ownership',
  'market',
  'companies',
  'valuation',
  'clinical',
  'competition',
  'deals',
  'portfolio',
] as const;

export type Toolset = (typeof toolsets)[number];

/** Maximum number of characters of a list of toolsets. */
const MAX_LIST_LENGTH = 500;

export const acceptedToolsets = `a comma-separated list of ${toolsets.join(', ')}`;

/**
 * Parses a comma-separated list of toolsets. The result has the order of `toolsets`, so that equal
 * sets give equal lists.
 * @returns undefined if a name is unknown
 */
export function toolsetsIn(list: string): readonly Toolset[] | undefined {
  if (list.length > MAX_LIST_LENGTH) return undefined;
  const names = list.split(',').map((word) => word.trim().toLowerCase());
  const given = names.filter((name) => name !== '');
  if (!given.every(isToolset)) return undefined;
  return toolsets.filter((toolset) => given.includes(toolset));
}

function isToolset(name: string): name is Toolset {
  return (toolsets as readonly string[]).includes(name);
}
