import { expect, it } from 'vitest';
import { isAhead } from '../../../src/domain/catalysts/ahead.ts';

it.each([
  ['dated today', '2026-03-10', null, true],
  ['dated yesterday', '2026-03-09', null, false],
  ['decided today', '2026-03-31', '2026-03-10', true],
  ['decided yesterday', '2026-03-31', '2026-03-09', false],
  ['with a decision day in the future', '2026-03-31', '2026-03-31', true],
  ['dated yesterday with a decision day in the future', '2026-03-09', '2026-03-31', false],
  ['with an empty decision day', '2026-03-31', '', true],
])('computes isAhead of a catalyst %s', (_, formattedDate, decision_date, ahead) => {
  expect(isAhead({ formattedDate, decision_date }, '2026-03-10')).toBe(ahead);
});
