import { createHash } from 'node:crypto';
import { grammarOf } from '../../../../src/extract/grammars.ts';
import {
  type Reader,
  type StoredReader,
  scorerOf,
} from '../../../../src/extract/learned/reader.ts';
import { type Coefficients, surenessOf } from '../../../../src/extract/learned/sureness.ts';
import type { Mention } from '../../../../src/extract/mention.ts';
import { mergeMentions } from '../../../../src/extract/merge.ts';
import type { Statement } from '../../../../src/extract/statement.ts';
import { statementsIn } from '../../../../src/extract/statements.ts';
import { scoreText } from '../score.ts';
import { calibrated, scoresIn } from './calibrate.ts';
import { type Example, exampleOf } from './examples.ts';
import { fitSureness, type Judged } from './fit-sureness.ts';
import { type FittedModels, fitTextModels } from './fit-text-models.ts';
import { fitsDate, isDebatable, type LabelledText, publisherOf } from './labelled-text.ts';

/** Cross-validation folds by publisher. */
export const FOLDS = 10;

/** A fitted reader and the held-out statements of its text models. */
interface Fitted {
  readonly reader: StoredReader;
  readonly held: readonly HeldOut[];
}

/**
 * Fits a reader to labeled texts. The result is deterministic. The second stage is fitted to
 * held-out statements. Statements of types with rules count only in texts that were not used to
 * write the rules.
 */
export function fitReader(labelled: readonly LabelledText[]): Fitted {
  const examples = labelled.map(exampleOf);
  const models = fitTextModels(examples);
  const { scores, texts } = heldOut(examples, models);
  const sureness = surenessFrom(texts);
  const text = calibrated(models.stored, scores);
  const digest = createHash('sha256').update(JSON.stringify({ text, sureness }));
  const id = `reader-${digest.digest('hex').slice(0, 8)}`;
  return { reader: { id, text, sureness }, held: texts };
}

/** A text with its statements by text models that were fitted without its publisher. */
export interface HeldOut {
  readonly example: Example;
  readonly judged: readonly Judged[];
}

/**
 * Held-out scores and statements from text models that were fitted without the publisher of each
 * text.
 */
function heldOut(examples: readonly Example[], all: FittedModels) {
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const isOut = ({ label }: Example) => label.role !== 'taught' && foldOf(label) === fold;
    const out = examples.filter(isOut);
    const { stored } = fitTextModels(
      examples.filter((one) => !isOut(one)),
      all,
    );
    const types = stored.map(({ type }) => type);
    const scoresOf = scorerOf(stored);
    return { out, stored, scores: out.flatMap((example) => scoresIn(example, types, scoresOf)) };
  });
  const scores = folds.flatMap((fold) => fold.scores);
  const texts = folds.flatMap(({ out, stored }) => {
    const scoresOf = scorerOf(calibrated(stored, scores));
    return out.map((example) => ({ example, judged: judgedIn(example, scoresOf) }));
  });
  return { scores, texts };
}

/**
 * Fits the second stage twice. The first fit merges the statements of each text as the extractor
 * does. The second fit learns only from the merged mentions, because the confidence of a mention is
 * the share of mentions that are right. Repetitions of a true statement raise the share of right
 * statements, but not the share of right mentions.
 */
export function surenessFrom(texts: readonly HeldOut[]): Coefficients {
  const first = fitSureness(texts.flatMap(usable));
  return fitSureness(texts.flatMap((text) => usable(merged(text, first))));
}

/** The mentions of a text after merging, and whether the judge counts them as right. */
function merged({ example, judged }: HeldOut, sureness: Coefficients): HeldOut {
  const { label, text } = example;
  const mentions = judged.map(({ statement }) => ({
    ...statement,
    ...{ confidence: surenessOf(statement, sureness), tier: 'reported' as const, model: '' },
  }));
  const findings = scoreText(label, mergeMentions(mentions, text.published));
  const kept = findings.flatMap(({ kind, mention }) =>
    // A merged mention has the evidence of the most confident statement.
    mention && kind !== 'ignored'
      ? [{ statement: mention as Mention & Statement, isRight: kind === 'hit' || kind === 'half' }]
      : [],
  );
  return { example, judged: kept };
}

/**
 * The statements of a text that train the second stage. The rules are nearly always right in a text
 * that was used to write them, so only types without rules count there.
 */
function usable({ example, judged }: HeldOut): readonly Judged[] {
  if (example.label.role !== 'tuned') return judged;
  return judged.filter(({ statement: { type } }) => grammarOf.get(type)?.rules.length === 0);
}

/** The fold of a text by a hash of its publisher. */
export function foldOf(label: LabelledText): number {
  return createHash('sha256').update(publisherOf(label)).digest().readUInt32BE(4) % FOLDS;
}

function judgedIn(
  { text: { readings, sceneOf }, label }: Example,
  scoresOf: Reader['scoresOf'],
): readonly Judged[] {
  return readings
    .flatMap((reading, index) => {
      const scene = sceneOf(index);
      return statementsIn(reading, scene, scoresOf(reading, scene));
    })
    .filter(({ status }) => status === 'announced')
    .map((statement) => {
      const isRight = label.facts.some(
        (fact) =>
          fact.type === statement.type &&
          fact.status === 'announced' &&
          fitsDate(fact, statement.date),
      );
      return { statement, isRight };
    })
    .filter(({ isRight }) => isRight || !isDebatable(label));
}
