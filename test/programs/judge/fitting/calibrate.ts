import { logit } from '../../../../src/domain/logistic.ts';
import { logisticRegression } from '../../../../src/domain/trials/learning/logistic-regression.ts';
import type { Reader } from '../../../../src/extract/learned/reader.ts';
import type { StoredWeights } from '../../../../src/extract/learned/text-model.ts';
import type { MentionType } from '../../../../src/extract/mention.ts';
import { dateTypes } from '../../../../src/extract/statements.ts';
import type { Example } from './examples.ts';
import { fitsDate } from './labelled-text.ts';
import { sparseRows } from './sparse-rows.ts';

/** A held-out probability of a text model, and whether the text states the fact. */
export interface Score {
  readonly type: MentionType;
  readonly probability: number;
  readonly isRight: boolean;
}

/** Precision of the normal prior of shift and stretch, the calibration coefficients. */
const PENALTY = 0.3;

/**
 * The scores of each type in a text. Events have the highest score of all sentences, and dates have
 * one score each.
 */
export function scoresIn(
  example: Example,
  types: readonly MentionType[],
  scoresOf: Reader['scoresOf'],
): readonly Score[] {
  const { readings, sceneOf } = example.text;
  const scored = readings.map((reading, index) => scoresOf(reading, sceneOf(index)));
  const announced = example.label.facts.filter(({ status }) => status === 'announced');
  return types.flatMap((type) => {
    const facts = announced.filter((fact) => fact.type === type);
    if (!dateTypes.includes(type)) {
      const probability = Math.max(0, ...scored.map(({ ofType }) => ofType(type)));
      return probability > 0 ? [{ type, probability, isRight: facts.length > 0 }] : [];
    }
    return example.dates.map(({ index, date }) => ({
      type,
      probability: scored[index]!.ofDate(type, date),
      isRight: facts.some(
        (fact) => fact.date !== null && fitsDate(fact, { from: date.from, to: date.to }),
      ),
    }));
  });
}

/** Calibrates the text models, because the probabilities of types with few examples are too low. */
export function calibrated(
  stored: readonly StoredWeights[],
  scores: readonly Score[],
): readonly StoredWeights[] {
  return stored.map((one) => {
    const { shift, stretch } = calibrationOf(scores.filter(({ type }) => type === one.type));
    const exact = (value: number) => Number(value.toPrecision(6));
    return {
      ...one,
      intercept: exact(shift + (1 + stretch) * one.intercept),
      scale: exact((1 + stretch) * one.scale),
    };
  });
}

/** Fits the calibrated log odds of a type: shift + (1 + stretch) · log odds. */
function calibrationOf(scores: readonly Score[]) {
  const offsets = Float64Array.from(scores, ({ probability }) => logit(probability));
  const rows = sparseRows(
    2,
    [...offsets].map((value) => [
      { column: 0, value: 1 },
      { column: 1, value },
    ]),
  );
  const outcomes = Uint8Array.from(scores, ({ isRight }) => (isRight ? 1 : 0));
  const data = { rows, outcomes, count: scores.length, penalty: PENALTY, offsets };
  const [shift = 0, stretch = 0] = logisticRegression({ ...data, penalizesIntercept: true }) ?? [];
  return { shift, stretch };
}
