import * as approval from './approval/methods.ts';
import * as deals from './deals/methods.ts';
import * as eventStudy from './event-study/methods.ts';
import * as finance from './finance/methods.ts';
import * as market from './market/methods.ts';
import type { Method } from './method.ts';
import * as options from './options/methods.ts';
import * as ownership from './ownership/methods.ts';
import * as portfolio from './portfolio/methods.ts';
import * as programs from './programs/methods.ts';
import * as trackRecord from './track-record/methods.ts';
import * as trials from './trials/methods.ts';
import * as valuation from './valuation/methods.ts';

/**
 * Every formula. They are sorted by id, so that the order does not depend on the module loader. The
 * `methods.ts` files import only constants, so that a server can detect a changed formula without
 * loading the code that computes it.
 */
export const methods: readonly Method[] = [
  approval,
  trials,
  finance,
  ownership,
  market,
  options,
  valuation,
  programs,
  deals,
  portfolio,
  eventStudy,
  trackRecord,
]
  .flatMap((subject) => Object.values<Method>(subject))
  .sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * The versions of all formulas as one text. Stored records are out of date if they were computed
 * with different versions.
 */
export function methodVersions(all: readonly Method[] = methods): string {
  return all
    .map(({ id }) => id)
    .sort()
    .join('\n');
}
