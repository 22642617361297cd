import { createHash } from 'node:crypto';
import { grammarOf } from '../../../../src/extract/grammars.ts';
import { type StoredReader, scorerOf } from '../../../../src/extract/learned/reader.ts';
import { type Coefficients, surenessOf } from '../../../../src/extract/learned/sureness.ts';
import type { StoredWeights } from '../../../../src/extract/learned/text-model.ts';
import type { Mention } from '../../../../src/extract/mention.ts';
import { mergeMentions } from '../../../../src/extract/merge.ts';
import type { Statement } from '../../../../src/extract/statement.ts';
import { statementsIn } from '../../../../src/extract/statements.ts';
import { scoreText } from '../score.ts';
import { calibrated, scoresIn } from './calibrate.ts';
import { type Example, exampleOf } from './examples.ts';
import { fitSureness, type Judged } from './fit-sureness.ts';
import { coefficientsOf, type FittedModels, fitTextModels } from './fit-text-models.ts';
import { type LabelledText, publisherOf } from './labelled-text.ts';

/** Cross-validation folds by publisher. */
export const FOLDS = 10;

/** A fitted reader and the held-out statements of its text models. */
interface Fitted {
  readonly reader: StoredReader;
  readonly held: readonly HeldOut[];
}

/**
 * Fits a reader to labeled texts. The result is deterministic. The second stage is fitted to
 * held-out mentions. Mentions of types with rules count only in texts that were not used to write
 * the rules.
 * @param earlier text models of other texts, such as texts whose labels are lost. The text models
 * are fitted as changes to them.
 */
export function fitReader(
  labelled: readonly LabelledText[],
  earlier: readonly StoredWeights[] = [],
): Fitted {
  const examples = labelled.map(exampleOf);
  const prior = coefficientsOf(earlier);
  const models = fitTextModels(examples, prior);
  const { scores, texts } = heldOut(examples, (some) =>
    fitTextModels(some, prior, models.coefficients),
  );
  return withSecondStage(calibrated(models.stored, scores), texts);
}

/**
 * Fits only the second stage, over text models that were not fitted to these texts. Text models that
 * are fitted to few texts of one kind lose the wording of other kinds.
 */
export function fitSecondStage(
  labelled: readonly LabelledText[],
  text: readonly StoredWeights[],
): Fitted {
  return withSecondStage(text, heldTexts(labelled.map(exampleOf), text));
}

function withSecondStage(text: readonly StoredWeights[], held: readonly HeldOut[]): Fitted {
  const sureness = surenessFrom(held);
  const digest = createHash('sha256').update(JSON.stringify({ text, sureness })).digest('hex');
  return { reader: { id: `reader-${digest.slice(0, 8)}`, text, sureness }, held };
}

/** A text with its announced statements. The text models were fitted without its publisher. */
export interface HeldOut {
  readonly example: Example;
  readonly statements: readonly Statement[];
}

/**
 * Held-out scores and statements from text models that were fitted without the publisher of each
 * text.
 */
function heldOut(examples: readonly Example[], fitted: (some: readonly Example[]) => FittedModels) {
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const isOut = ({ label }: Example) => label.role !== 'taught' && foldOf(label) === fold;
    const out = examples.filter(isOut);
    const { stored } = fitted(examples.filter((one) => !isOut(one)));
    const types = stored.map(({ type }) => type);
    const scoresOf = scorerOf(stored);
    return { out, stored, scores: out.flatMap((example) => scoresIn(example, types, scoresOf)) };
  });
  const scores = folds.flatMap((fold) => fold.scores);
  const texts = folds.flatMap(({ out, stored }) => heldTexts(out, calibrated(stored, scores)));
  return { scores, texts };
}

/** Before the second stage is fitted, repeated statements are merged by their text model. */
const BY_TEXT_MODEL: Coefficients = { logit: 1 };

/**
 * Fits the second stage to the mentions of each text after merging, because the confidence of a
 * mention is the share of mentions that the judge counts as right. Repetitions of a true statement
 * raise the share of right statements, but not the share of right mentions.
 */
export function surenessFrom(texts: readonly HeldOut[]): Coefficients {
  return fitSureness(texts.flatMap(judgedIn));
}

/**
 * The merged mentions of a text. The rules are nearly always right in a text that was used to write
 * them, so only types without rules count there.
 */
function judgedIn({ example: { label, text }, statements }: HeldOut): readonly Judged[] {
  const mentions = statements.map((statement) => ({
    ...statement,
    confidence: surenessOf(statement, BY_TEXT_MODEL),
    tier: 'reported' as const,
    model: '',
  }));
  const findings = scoreText(label, mergeMentions(mentions, text.published));
  return findings.flatMap(({ kind, type, mention }) => {
    const isUsed = label.role !== 'tuned' || grammarOf.get(type)?.rules.length === 0;
    if (!mention || kind === 'ignored' || !isUsed) return [];
    // A merged mention has the evidence of the most confident statement.
    return [
      { statement: mention as Mention & Statement, isRight: kind === 'hit' || kind === 'half' },
    ];
  });
}

/** The fold of a text by a hash of its publisher. */
export function foldOf(label: LabelledText): number {
  return createHash('sha256').update(publisherOf(label)).digest().readUInt32BE(4) % FOLDS;
}

function heldTexts(
  examples: readonly Example[],
  stored: readonly StoredWeights[],
): readonly HeldOut[] {
  const scoresOf = scorerOf(stored);
  return examples.map((example) => {
    const { readings, sceneOf } = example.text;
    const statements = readings.flatMap((reading, index) => {
      const scene = sceneOf(index);
      return statementsIn(reading, scene, scoresOf(reading, scene));
    });
    return { example, statements: statements.filter(({ status }) => status === 'announced') };
  });
}
