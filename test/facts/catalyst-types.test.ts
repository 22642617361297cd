import { expect, it } from 'vitest';
import { factKinds } from '../../src/facts/fact-kinds.ts';

it.each([
  ['PDUFA', 'PDUFA Date'],
  ['pdufa target action date', 'PDUFA Date'],
  ['Advisory Committee', 'AdComm Meeting'],
  ['NDA submission', 'NDA Filing'],
  ['Phase 3 Readout', 'Phase 3 Readout'],
])('the catalyst "%s" is stored as %s', (catalyst, stored) => {
  const fact = { ticker: 'ABCQZ', catalyst, formattedDate: '2027-03-14' };
  expect(factKinds.catalysts.schema.parse(fact).catalyst).toBe(stored);
});
