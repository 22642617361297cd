import { expect, it } from 'vitest';
import { factPart } from '../../../src/derive/timeline/fact-part.ts';

const long =
  'The U.S. Food and Drug Administration (FDA) lifted the hold on the Investigational New Drug application (IND) of its trial (NOVA)';

it.each([
  ['a sentence that fits as it is', 200, long],
  [
    'a longer one with the abbreviations that it explains',
    90,
    'The FDA lifted the hold on the IND of its trial (NOVA)',
  ],
])('shows %s', (_, room, shown) => {
  expect(factPart(long, 'hold_lifted', room)).toBe(shown);
});
