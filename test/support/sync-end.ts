/** The result of a sync that finds nothing due. */
export const NOTHING_DUE = {
  end: 'nothing is due' as const,
  facts: 0,
  failed: 0,
  refused: 0,
  held: [],
  waiting: [],
  undone: [],
};
