import type { FoundDate } from '../date-grammar.ts';
import type { Mention, Tier } from '../mention.ts';
import type { Scene } from '../scene.ts';
import type { Reading } from '../sentence-reading.ts';
import type { Statement } from '../statement.ts';
import { dateTypes, type SentenceScores } from '../statements.ts';
import { type Coefficients, surenessOf } from './sureness.ts';
import { dateFeatures, sentenceFeatures } from './text-features.ts';
import { type StoredWeights, textModelOf } from './text-model.ts';

/** What fitting leaves: hashes of features with their weights, and the second stage. */
export interface StoredReader {
  readonly id: string;
  readonly text: readonly StoredWeights[];
  readonly sureness: Coefficients;
}

/** Scores sentences, and decides how sure a statement is. */
export interface Reader {
  readonly scoresOf: (reading: Reading, scene: Scene) => SentenceScores;
  /** Undefined where a statement is too unsure to be reported. */
  readonly mentionOf: (statement: Statement) => Mention | undefined;
}

export function readerOf({ id, text, sureness }: StoredReader): Reader {
  let scorer: Reader['scoresOf'] | undefined;
  return {
    scoresOf: (reading, scene) => {
      scorer ??= scorerOf(text);
      return scorer(reading, scene);
    },
    mentionOf: (statement) => {
      const sure = surenessOf(statement, sureness);
      const { evidence: _, ...stated } = statement;
      if (stated.status !== 'announced') {
        return { ...stated, confidence: rounded(1 - sure), tier: null, model: id };
      }
      const tier = tierOf(statement, sure);
      return tier && { ...stated, confidence: rounded(sure), tier, model: id };
    },
  };
}

/** The text models as a function of a sentence. */
export function scorerOf(stored: readonly StoredWeights[]): Reader['scoresOf'] {
  const ofDates = textModelOf(stored.filter(({ type }) => dateTypes.includes(type)));
  const ofSentences = textModelOf(stored.filter(({ type }) => !dateTypes.includes(type)));
  return (reading, scene) => {
    const whole = ofSentences.probabilities(sentenceFeatures(reading, scene));
    const known = new Map<FoundDate, readonly number[]>();
    const ofOne = (date: FoundDate) => {
      const found = known.get(date) ?? ofDates.probabilities(dateFeatures(reading, date, scene));
      known.set(date, found);
      return found;
    };
    return {
      ofType: (type) => whole[ofSentences.types.indexOf(type)] ?? 0,
      ofDate: (type, date) => ofOne(date)[ofDates.types.indexOf(type)] ?? 0,
    };
  };
}

/** Confirmed and reported from these on; a rule agrees with a text model that gives it the third. */
const [MIN_CONFIRMED, MIN_REPORTED, MIN_AGREEING] = [0.8, 0.45, 0.05];

/** A goal date is left to its rule, whatever the second stage gives it. */
function tierOf({ type, evidence }: Statement, sure: number): Tier | undefined {
  const { rule, probability, doubtful } = evidence;
  if (type === 'pdufa_date') return doubtful ? 'reported' : 'confirmed';
  if (sure >= MIN_CONFIRMED) return 'confirmed';
  const agree = rule > 0 && probability > MIN_AGREEING;
  return agree || sure >= MIN_REPORTED ? 'reported' : undefined;
}

/** Two decimals, and never as sure as 0 or 1. */
function rounded(probability: number): number {
  return Math.min(0.99, Math.max(0.01, Math.round(probability * 100) / 100));
}
