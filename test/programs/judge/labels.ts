import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MentionStatus, MentionType, Period } from '../../../src/extract/mention.ts';

/** A fact that a reader of the text has written down. */
export interface Label {
  readonly type: MentionType;
  readonly date: string | Period | { readonly from: null; readonly to: string } | null;
  readonly precision: string | null;
  readonly date_basis: string;
  readonly drug: string | null;
  readonly status: MentionStatus;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly quote?: string;
}

/** One labelled text, a passage or a whole document. */
export interface LabelledText {
  readonly id: string;
  readonly text: string;
  readonly published: string | null;
  readonly ticker: string | null;
  readonly company: string | null;
  readonly facts: readonly Label[];
  readonly notes: string | null;
  /** Companies are kept whole: all texts of one are in the same part. */
  readonly group: string;
}

const samples = fileURLToPath(new URL('../../../../shared/samples/', import.meta.url));

type Raw = Omit<LabelledText, 'text' | 'group'> & { text?: string; group?: string; file?: string };

/** The labelled passages, or undefined where the samples are absent. */
export function readPassages(): readonly LabelledText[] | undefined {
  return readLines('catalyst_text/passages.jsonl')?.map((raw) => ({
    ...raw,
    text: raw.text ?? '',
    group: raw.group ?? '',
  }));
}

/** The labelled documents, or undefined where the samples are absent. */
export function readDocuments(): readonly LabelledText[] | undefined {
  return readLines('catalyst_documents/labels.jsonl')?.map((raw) => ({
    ...raw,
    text: readFileSync(`${samples}catalyst_documents/${raw.file}`, 'utf8'),
    group: String(raw.ticker ?? raw.company),
  }));
}

function readLines(path: string): readonly Raw[] | undefined {
  const file = `${samples}${path}`;
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Raw);
}

/**
 * A quarter of the companies, chosen by the hash of their name, whose errors were read last: halves
 * of it, one after the other, when the rules had been widened by other texts.
 */
export function isReadLast({ group }: LabelledText): boolean {
  return BigInt(`0x${createHash('sha256').update(group).digest('hex')}`) % 4n === 0n;
}
