/** Words by which a client asks for some of the tools, one a group, in the order of the groups. */
const toolsets = [
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

function isToolset(name: string): name is Toolset {
  return (toolsets as readonly string[]).includes(name);
}
