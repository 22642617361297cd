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
} from '../../../../src/extract/learned/text-model.ts';
import type { MentionType } from '../../../../src/extract/mention.ts';
import { dateTypes } from '../../../../src/extract/statements.ts';
import type { Example } from './examples.ts';
import { fitsDate, isDebatable, type LabelledFact } from './labelled-text.ts';

/** Precision of the normal prior of the weights. */
const PENALTY = 1 / 5;
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

/** Text models with their coefficients before rounding. */
export interface FittedModels {
  readonly stored: readonly StoredWeights[];
  readonly sentences: Design;
  readonly dates: Design;
  readonly coefficients: ReadonlyMap<MentionType, Float64Array>;
}

/**
 * Fits a text model for each type.
 * @param more models of more texts, from whose coefficients the fits start. They save iterations
 * and do not change the result.
 */
export function fitTextModels(examples: readonly Example[], more?: FittedModels): FittedModels {
  const sentences = designOf(
    examples.flatMap(({ sentences: own }) => own.map(({ features }) => features)),
  );
  const dates = designOf(examples.flatMap(({ dates: own }) => own.map(({ features }) => features)));
  const weights = (of: (example: Example) => readonly unknown[]) =>
    Float64Array.from(examples.flatMap((one) => of(one).map(() => one.label.weight)));
  const [ofSentences, ofDates] = [weights((one) => one.sentences), weights((one) => one.dates)];
  const coefficients = new Map<MentionType, Float64Array>();
  const stored = [...grammarOf.keys()].sort().flatMap((type) => {
    if (announced(examples, type) < MIN_TEXTS) return [];
    const isDated = dateTypes.includes(type);
    const design = isDated ? dates : sentences;
    const known = more?.coefficients.get(type);
    const start = known && startAt(design, isDated ? more!.dates : more!.sentences, known);
    const fitted = isDated
      ? fitRows(dates, dateLabels(examples, type), ofDates, start)
      : fitEvents(examples, type, sentences, ofSentences, start);
    if (!fitted) return [];
    coefficients.set(type, fitted);
    return [storedOf(type, design, fitted)];
  });
  return { stored, sentences, dates, coefficients };
}

/** The coefficients of the columns of a design in the order of another design. */
function startAt({ places }: Design, more: Design, coefficients: Float64Array): Float64Array {
  return Float64Array.from(places, (place) => coefficients[more.columnOf[place] ?? 0]!);
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
  weights: Float64Array,
  start?: Float64Array,
): Float64Array | null {
  const first = fitRows(design, eventLabels(examples, type, undefined), weights, start);
  if (!first) return null;
  const scores = Float64Array.from({ length: design.count }, (_, row) => {
    return logistic(logOddsOf(design.rows, row, first));
  });
  return fitRows(design, eventLabels(examples, type, scores), weights, first);
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

interface Design {
  readonly rows: SparseRows;
  readonly count: number;
  /** Feature of each column, or -1 for the intercept. */
  readonly places: readonly number[];
  /** Column of each feature, or 0 for features without a column. */
  readonly columnOf: Uint32Array;
}

function designOf(rows: readonly (readonly number[])[]): Design {
  const counts = new Uint32Array(2 ** FEATURE_BITS);
  const distinct = rows.map((features) => [...new Set(features)]);
  for (const features of distinct) for (const place of features) counts[place]! += 1;
  const places = [-1];
  const columnOf = new Uint32Array(2 ** FEATURE_BITS);
  for (const [place, count] of counts.entries()) {
    if (count < MIN_ROWS) continue;
    columnOf[place] = places.length;
    places.push(place);
  }
  const starts = [0];
  const columns: number[] = [];
  const values: number[] = [];
  for (const [row, features] of distinct.entries()) {
    const value = 1 / lengthOf(rows[row]!.length);
    columns.push(0);
    values.push(1);
    for (const column of features.map((place) => columnOf[place]!).sort((a, b) => a - b)) {
      if (column === 0) continue;
      columns.push(column);
      values.push(value);
    }
    starts.push(columns.length);
  }
  const sparse = {
    width: places.length,
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from(columns),
    values: Float64Array.from(values),
  };
  return { rows: sparse, count: rows.length, places, columnOf };
}

function fitRows(
  { rows, count }: Design,
  labels: Labels,
  weights: Float64Array,
  start?: Float64Array,
): Float64Array | null {
  const own = weights.map((weight, row) => {
    return labels[row] === -1 ? 0 : weight * (labels[row] === 1 ? POSITIVE_WEIGHT : 1);
  });
  const outcomes = Uint8Array.from(labels, (label) => (label === 1 ? 1 : 0));
  return logisticRegression({ rows, outcomes, count, penalty: PENALTY, weights: own }, start);
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
