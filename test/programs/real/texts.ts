import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { RealFiles } from './sources.ts';
import { shared } from './sources.ts';

/** A passage of a real text with the facts that a reader found in it. */
export interface Passage {
  readonly id: string;
  readonly text: string;
  readonly published: string;
  readonly ticker?: string | null;
  readonly company?: string | null;
  readonly title?: string | null;
  readonly facts: readonly LabelledFact[];
}

export interface LabelledFact {
  readonly type: string;
  readonly date: string | { readonly from: string; readonly to: string } | null;
  readonly drug: string | null;
  readonly detail?: Readonly<Record<string, string>>;
}

const files = ['samples/catalyst_text/passages.jsonl', 'labelled_text/passages.jsonl'];

/** The labelled passages with a publication date; empty if the folder is missing. */
export function passages(): readonly Passage[] {
  return files
    .map((file) => join(shared, file))
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Passage)
    .filter(({ published }) => published);
}

/** The address of a passage, by which served records name it. */
export const addressOf = ({ id }: Pick<Passage, 'id'>) => `https://texts.example/${id}`;

export function textFiles(all: readonly Passage[], folder: string): RealFiles {
  const path = join(folder, 'texts.ndjson');
  const lines = all.map(({ facts: _, id, published, ...rest }) =>
    JSON.stringify({ ...rest, published: published.slice(0, 10), url: addressOf({ id }) }),
  );
  writeFileSync(path, lines.join('\n'));
  return { source: 'press-releases', files: [path] };
}

/** A row of the collected FDA decisions. */
export interface CollectedDecision {
  readonly ticker: string;
  readonly product: string;
  readonly indication: string;
  readonly pdufa_target_date: string;
  readonly decision_date: string;
  readonly outcome: string;
}

export function collectedDecisions(): readonly CollectedDecision[] {
  const path = join(shared, 'samples/pdufa/pdufa_2025_events.csv');
  return existsSync(path) ? parse(readFileSync(path, 'utf8'), { columns: true }) : [];
}

/** The decisions as records of the collection, because no connector reads this format. */
export function decisionFiles(all: readonly CollectedDecision[], folder: string): RealFiles {
  const path = join(folder, 'decisions.ndjson');
  const records = all.map((one) => ({
    Ticker: one.ticker,
    Drug: one.product,
    Indication: one.indication,
    'PDUFA Date': one.pdufa_target_date,
    decision_date: one.decision_date || undefined,
    Decision: one.outcome === 'APPROVED' ? 'Approved' : one.outcome,
  }));
  writeFileSync(path, records.map((record) => JSON.stringify(record)).join('\n'));
  return { source: 'decisions', files: [path] };
}
