import { readerOf } from '../../../src/extract/learned/reader.ts';
import { mergeMentions } from '../../../src/extract/merge.ts';
import { FOLDS, foldOf, type HeldOut, surenessFrom } from './fitting/fit-reader.ts';
import type { ReadText } from './tiers-report.ts';

/** The mentions in each text. The models and the second stage are fitted without its publisher. */
export function crossValidated(held: readonly HeldOut[]): readonly ReadText[] {
  const foldOfText = ({ example }: HeldOut) => foldOf(example.label);
  return Array.from({ length: FOLDS }, (_, fold) => {
    const others = held.filter((one) => foldOfText(one) !== fold);
    const { mentionOf } = readerOf({
      id: 'cross-validated',
      text: [],
      sureness: surenessFrom(others),
    });
    return held
      .filter((one) => foldOfText(one) === fold)
      .map(({ example: { label, text }, statements }) => {
        const mentions = statements.flatMap((statement) => mentionOf(statement) ?? []);
        return { label, mentions: mergeMentions(mentions, text.published) };
      });
  }).flat();
}
