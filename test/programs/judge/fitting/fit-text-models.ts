import { logistic } from '../../../../src/domain/logistic.ts';
import {
  logisticRegression,
  logOddsOf,
  type SparseRows,
} from '../../../../src/domain/trials/learning/logistic-regression.ts';
import { grammarOf } from '../../../../src/extract/grammars.ts';
import { FEATURE_BITS } from '../../../../src/extract/learned/text-features.ts';
import {
  lengthOf,
  packed,
  type StoredWeights,
  unpacked,
} from '../../../../src/extract/learned/text-model.ts';
import type { MentionType } from '../../../../src/extract/mention.ts';
import { dateTypes } from '../../../../src/extract/statements.ts';
import type { Example } from './examples.ts';
import { fitsDate, isDebatable, type LabelledFact } from './labelled-text.ts';
import { sparseRows } from './sparse-rows.ts';

/** Precision of the normal prior of the weights. Its mean is the earlier weight, or else 0. */
const PENALTY = 1;
/** Minimum number of rows that contain a feature. */
const MIN_ROWS = 3;
/** Minimum number of labeled texts of a type with a model. */
const MIN_TEXTS = 4;
/** Maximum number of weights per type. The largest are kept. */
const MAX_WEIGHTS = 4_000;
const POSITIVE_WEIGHT = 1.5;
/**
 * Minimum probability of a sentence in a text with the fact that is excluded from the
 * counterexamples.
 */
const MAX_OPEN = 0.3;

/** Labels of the rows of a fit: 1, 0, or -1 for excluded rows. */
type Labels = Int8Array;

/** For each type, the coefficients by feature. The intercept has the feature -1. */
type Coefficients = ReadonlyMap<MentionType, ReadonlyMap<number, number>>;

/** Text models with their coefficients before rounding. */
export interface FittedModels {
  readonly stored: readonly StoredWeights[];
  readonly coefficients: Coefficients;
}

/** The coefficients of stored models. */
export function coefficientsOf(stored: readonly StoredWeights[]): Coefficients {
  return new Map(
    stored.map(({ type, intercept, scale, weights }) => {
      const known = unpacked(weights).map(([place, weight]) => [place, scale * weight] as const);
      return [type, new Map([[-1, intercept] as const, ...known])];
    }),
  );
}

/**
 * Fits a text model for each type.
 * @param earlier coefficients of models of other texts. They are the means of the normal prior.
 * @param start coefficients of more texts, from which the fits start. They save iterations and do
 * not change the result.
 */
export function fitTextModels(
  examples: readonly Example[],
  earlier: Coefficients,
  start = earlier,
): FittedModels {
  const known = [...earlier.values()].flatMap((one) => [...one.keys()]);
  const [sentences, dates] = (['sentences', 'dates'] as const).map((part) =>
    designOf(
      examples.flatMap((one) => one[part].map((row) => ({ ...row, weight: one.label.weight }))),
      known,
    ),
  );
  const coefficients = new Map<MentionType, ReadonlyMap<number, number>>();
  const stored = [...grammarOf.keys()].sort().flatMap((type) => {
    const isKnown = earlier.has(type);
    if (announced(examples, type) < MIN_TEXTS && !isKnown) return [];
    const isDated = dateTypes.includes(type);
    const design = isDated ? dates! : sentences!;
    const [mean, first] = [earlier, start].map((of) =>
      Float64Array.from(design.places, (place) => of.get(type)?.get(place) ?? 0),
    );
    const changed = isDated
      ? fitRows(design, dateLabels(examples, type), mean!, first!)
      : fitEvents(examples, type, design, mean!, first!);
    const fitted = changed ?? (isKnown ? mean : undefined);
    if (!fitted) return [];
    coefficients.set(type, new Map(design.places.map((place, at) => [place, fitted[at]!])));
    return [storedOf(type, design, fitted)];
  });
  return { stored, coefficients };
}

function announced(examples: readonly Example[], type: MentionType): number {
  return examples.filter(({ label }) => factsOf(label.facts, type).length > 0).length;
}

const factsOf = (facts: readonly LabelledFact[], type: MentionType) =>
  facts.filter((fact) => fact.type === type && fact.status === 'announced');

/**
 * Fits twice. If several sentences may state a fact, the first fit selects one of them for the
 * second fit.
 */
function fitEvents(
  examples: readonly Example[],
  type: MentionType,
  design: Design,
  mean: Float64Array,
  start: Float64Array,
): Float64Array | null {
  const first = fitRows(design, eventLabels(examples, type, undefined), mean, start);
  if (!first) return null;
  const scores = Float64Array.from({ length: design.count }, (_, row) => {
    return logistic(logOddsOf(design.rows, row, first));
  });
  return fitRows(design, eventLabels(examples, type, scores), mean, first);
}

function eventLabels(
  examples: readonly Example[],
  type: MentionType,
  scores: Float64Array | undefined,
): Labels {
  const labels: number[] = [];
  for (const { label, sentences } of examples) {
    const facts = factsOf(label.facts, type);
    const isQuoted = label.facts.some(({ quote }) => quote !== undefined);
    const own = scores?.subarray(labels.length, labels.length + sentences.length);
    const best = own?.indexOf(Math.max(...own));
    const isOptional =
      (facts.length === 0 && isDebatable(label)) ||
      label.facts.some((fact) => fact.type === type && fact.detail?.optional === true);
    const hinted = sentences.filter(({ hints }) => hints.has(type)).length;
    for (const [index, { sentence, hints }] of sentences.entries()) {
      const isHinted = hints.has(type);
      const states = isQuoted
        ? facts.some(({ quote }) => isWithin(quote, sentence))
        : facts.length > 0 &&
          (sentences.length === 1 ||
            (best === undefined ? isHinted || hinted === 0 : best === index));
      const mayState = isQuoted ? isHinted : own === undefined || own[index]! >= MAX_OPEN;
      const isOpen = (facts.length > 0 && mayState) || (isOptional && isHinted);
      labels.push(states ? 1 : isOpen ? -1 : 0);
    }
  }
  return Int8Array.from(labels);
}

function dateLabels(examples: readonly Example[], type: MentionType): Labels {
  const labels: number[] = [];
  for (const { label, dates } of examples) {
    for (const { date, sentence } of dates) {
      const span = { from: date.from, to: date.to };
      const fitting = factsOf(label.facts, type).filter(
        (fact) => fact.date !== null && fitsDate(fact, span),
      );
      const states = fitting.some(({ quote }) => quote === undefined || isWithin(quote, sentence));
      labels.push(states ? 1 : fitting.length > 0 ? -1 : 0);
    }
  }
  return Int8Array.from(labels);
}

/** Whether a sentence contains the quote of a label. */
function isWithin(quote: string | undefined, sentence: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const [wanted, own] = [plain(quote ?? ''), plain(sentence)];
  return wanted !== '' && (own.includes(wanted.slice(0, 40)) || wanted.includes(own.slice(0, 40)));
}

interface Row {
  readonly features: readonly number[];
  readonly weight: number;
}

interface Design {
  readonly rows: SparseRows;
  readonly count: number;
  readonly weights: Float64Array;
  /** Feature of each column, or -1 for the intercept. */
  readonly places: readonly number[];
}

/** @param known features that have a column even if few rows contain them */
function designOf(rows: readonly Row[], known: readonly number[]): Design {
  const counts = new Uint32Array(2 ** FEATURE_BITS);
  const distinct = rows.map(({ features }) => [...new Set(features)]);
  for (const features of distinct) for (const place of features) counts[place]! += 1;
  for (const place of known) counts[place] = MIN_ROWS;
  const places = [-1];
  const columnOf = new Uint32Array(2 ** FEATURE_BITS);
  for (const [place, count] of counts.entries()) {
    if (count < MIN_ROWS) continue;
    columnOf[place] = places.length;
    places.push(place);
  }
  const entries = distinct.map((features, row) => {
    const value = 1 / lengthOf(rows[row]!.features.length);
    const columns = features.flatMap((place) => columnOf[place] || []).sort((a, b) => a - b);
    return [{ column: 0, value: 1 }, ...columns.map((column) => ({ column, value }))];
  });
  const weights = Float64Array.from(rows, ({ weight }) => weight);
  return { rows: sparseRows(places.length, entries), count: rows.length, weights, places };
}

function fitRows(
  { rows, count, weights }: Design,
  labels: Labels,
  mean: Float64Array,
  start: Float64Array,
): Float64Array | null {
  const own = weights.map((weight, row) => {
    return labels[row] === -1 ? 0 : weight * (labels[row] === 1 ? POSITIVE_WEIGHT : 1);
  });
  const outcomes = Uint8Array.from(labels, (label) => (label === 1 ? 1 : 0));
  // The fit finds the differences from the mean of the prior.
  const offsets = Float64Array.from({ length: count }, (_, row) => logOddsOf(rows, row, mean));
  const sample = { rows, outcomes, count, penalty: PENALTY, weights: own, offsets };
  const first = start.map((value, at) => value - mean[at]!);
  return logisticRegression(sample, first)?.map((value, at) => value + mean[at]!) ?? null;
}

/** The largest weights, quantized to steps of 1/127 of the largest. */
function storedOf(
  type: MentionType,
  { places }: Design,
  coefficients: Float64Array,
): StoredWeights {
  const ordered = [...coefficients.entries()]
    .slice(1)
    .sort(([a, x], [b, y]) => Math.abs(y) - Math.abs(x) || a - b)
    .slice(0, MAX_WEIGHTS);
  const scale = Math.abs(ordered[0]?.[1] ?? 0) / 127;
  const entries = ordered
    .map(([column, weight]) => [places[column]!, Math.round(weight / scale)] as const)
    .filter(([, weight]) => weight !== 0);
  const exact = (value: number) => Number(value.toPrecision(6));
  return {
    type,
    intercept: exact(coefficients[0]!),
    scale: exact(scale),
    weights: packed(entries),
  };
}
