import { logisticRegression } from '../../../../src/domain/trials/learning/logistic-regression.ts';
import { type Coefficients, surenessFeatures } from '../../../../src/extract/learned/sureness.ts';
import type { Statement } from '../../../../src/extract/statement.ts';
import { sparseRows } from './sparse-rows.ts';

/** A mention of a labeled text, and whether the judge counts it as right. */
export interface Judged {
  readonly statement: Statement;
  readonly isRight: boolean;
}

/** Precision of the normal prior of the coefficients. */
const PENALTY = 3;

/** Fits the second stage. @throws Error if all statements are right, or none is */
export function fitSureness(judged: readonly Judged[]): Coefficients {
  const features = judged.map(({ statement }) => surenessFeatures(statement));
  const others = new Set(features.flatMap((one) => Object.keys(one)));
  others.delete('intercept');
  const names = ['intercept', ...[...others].sort()];
  const entries = features.map((one) =>
    names.flatMap((name, column) => (one[name] ? [{ column, value: one[name] }] : [])),
  );
  const rows = sparseRows(names.length, entries);
  const outcomes = Uint8Array.from(judged, ({ isRight }) => (isRight ? 1 : 0));
  const sample = { rows, outcomes, count: judged.length, penalty: PENALTY };
  const fitted = logisticRegression(sample);
  if (!fitted) throw new Error('The labeled texts have no wrong statements, or no right ones.');
  return Object.fromEntries(
    names.map((name, column) => [name, Number(fitted[column]!.toPrecision(4))]),
  );
}
