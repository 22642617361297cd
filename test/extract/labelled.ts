import type { Mention } from '../../src/extract/mention.ts';
import { mentionsOf } from './announced.ts';

/** A paragraph or a document with what a reader takes from it. */
export interface Labelled {
  readonly text: string;
  readonly facts: readonly LabelledFact[];
}

/** `date`: a day, `from..to`, or `-` where the text states none; `drug`: one or more of its names. */
interface LabelledFact {
  readonly type: string;
  readonly date: string;
  readonly drug: string | null;
  /** The disease as in the cell of a table; several ways to write it are right. */
  readonly indication?: readonly string[];
  /** Past by some weeks: to announce it or not is right. */
  readonly optional?: boolean;
}

/** What is emitted as announced and is not labelled so, and the other way round. */
export function differences({ text, facts }: Labelled): readonly string[] {
  const emitted = mentionsOf(text).filter(({ status }) => status === 'announced');
  const pairs = emitted
    .flatMap((mention) => facts.map((fact) => ({ mention, fact, fit: fitOf(fact, mention) })))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit);
  const found = new Map<LabelledFact, Mention>();
  const used = new Set<Mention>();
  for (const { mention, fact } of pairs) {
    if (found.has(fact) || used.has(mention)) continue;
    found.set(fact, mention);
    used.add(mention);
  }
  return [
    ...facts.flatMap((fact) => {
      const mention = found.get(fact);
      if (mention === undefined) return fact.optional ? [] : [`missed ${fact.type} ${fact.date}`];
      return wrongIn(fact, mention);
    }),
    ...emitted.flatMap((one) => (used.has(one) ? [] : [`false ${one.type} ${written(one)}`])),
  ];
}

function fitOf({ type, date, drug }: LabelledFact, mention: Mention): number {
  // Without a day of its own an event may bear that of the report.
  if (type !== mention.type || (date !== '-' && date !== written(mention))) return 0;
  return drug !== null && mention.drug !== null && isSame(drug, mention.drug) ? 2 : 1;
}

function written({ date }: Mention): string {
  if (date === null) return '-';
  return typeof date === 'string' ? date : `${date.from}..${date.to}`;
}

function wrongIn({ type, drug, indication }: LabelledFact, mention: Mention): readonly string[] {
  const isDrug =
    drug === null ? mention.drug === null : mention.drug !== null && isSame(drug, mention.drug);
  const said = mention.indication?.toLowerCase();
  const isIndication = said === undefined || indication === undefined || indication.includes(said);
  return [
    ...(isDrug ? [] : [`${type} of ${drug}: drug ${mention.drug}`]),
    ...(isIndication ? [] : [`${type} of ${drug}: indication ${mention.indication}`]),
  ];
}

/** Whether a name of one is part of the other's: `ZELVORA (zelvotinib)` and `zelvotinib`. */
function isSame(one: string, other: string): boolean {
  const names = (text: string): readonly string[] => text.toLowerCase().match(/[\w-]{3,}/g) ?? [];
  return names(one).some((name) => names(other).includes(name));
}
