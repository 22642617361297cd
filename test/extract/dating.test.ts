import { expect, it } from 'vitest';
import { ruled } from './announced.ts';

it.each([
  // What follows an old event of a day, a month or a part of a year is as old.
  ['On March 3, 2025, we announced topline data of ABX-101.', 'historical'],
  ['In March 2025, we announced topline data of ABX-101.', 'historical'],
  ['We announced topline data of ABX-101 on March 3, 2025.', 'historical'],
  // The sentence only begins with a day where that stands first; a whole year says too little.
  ['We announced topline data of ABX-101 on March 3, 2025 and in 2024.', 'announced'],
  ['In 2024, we announced topline data of ABX-101.', 'announced'],
  // 31 days are news, 32 are not.
  ['On October 20, 2026, the FDA accepted our IND.', 'announced'],
  ['On October 19, 2026, the FDA accepted our IND.', 'historical'],
  ['We are pleased.', 'announced'],
])('after "%s" a designation without a date is %s', (before, status) => {
  const text = `${before} The FDA granted Fast Track designation to ABX-101.`;
  const mentions = ruled(text, { ticker: 'ABCQZ' });
  expect(mentions.find(({ type }) => type === 'designation')).toMatchObject({ status, date: null });
});
