import { expect, it } from 'vitest';
import { factKinds } from '../../src/facts/fact-kinds.ts';

it.each([
  ['PDUFA', 'PDUFA Date'],
  ['pdufa target action date', 'PDUFA Date'],
  ['Advisory Committee', 'AdComm Meeting'],
  ['NDA submission', 'NDA Filing'],
  ['snda filing', 'sNDA Filing'],
  ['NDA/BLA Submission', 'NDA/BLA Filing'],
  ['Phase 3 Readout', 'Phase 3 Readout'],
  ['Phase III topline data', 'Phase 3 Readout'],
  ['phase 1b/2a results', 'Phase 1b/2a Readout'],
  ['Phase IIb interim data', 'Phase 2b Readout'],
  ['Topline Data', 'Trial Readout'],
  ['Conference presentation', 'Data Presentation'],
  ['CHMP opinion', 'EMA Decision'],
])('the catalyst "%s" is stored as %s', (catalyst, stored) => {
  const fact = { ticker: 'ABCQZ', catalyst, formattedDate: '2027-03-14' };
  expect(factKinds.catalysts.schema.parse(fact).catalyst).toBe(stored);
});

it.each(['Earnings', 'PDUFA or so', 'Phase 9'])('the catalyst "%s" is refused', (catalyst) => {
  const fact = { ticker: 'ABCQZ', catalyst, formattedDate: '2027-03-14' };
  const [issue] = factKinds.catalysts.schema.safeParse(fact).error?.issues ?? [];
  expect(issue?.message).toMatch(
    /^is not one of the types: PDUFA Date, AdComm Meeting, NDA Filing/,
  );
});
