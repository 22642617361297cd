import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { LabelledText, Role } from '../../../src/extract/fitting/labelled-text.ts';
import sets from './label-sets.json' with { type: 'json' };

/** What a set of labelled texts is for. `chosen`: thresholds were chosen on it. */
export type Use = Role | 'chosen' | 'judged';

/** A labelled text as the judge reads it. */
export interface JudgedText extends LabelledText {
  readonly use: Use;
}

const period = z.object({ from: z.string().nullable(), to: z.string() });
const fact = z.object({
  type: z.string(),
  date: z.union([z.string(), period, z.null()]),
  precision: z.string().nullish(),
  date_basis: z.string().nullish(),
  drug: z.string().nullish(),
  status: z.string().optional(),
  quote: z.string().optional(),
  detail: z.record(z.string(), z.unknown()).optional(),
  /** Of made-up lines: to emit the fact or not is right. */
  optional: z.boolean().optional(),
});
const line = z.object({
  id: z.string().optional(),
  source: z.string().optional(),
  text: z.string().optional(),
  file: z.string().optional(),
  published: z.string().nullish(),
  ticker: z.string().nullish(),
  company: z.string().nullish(),
  notes: z.string().nullish(),
  facts: z.array(fact).optional(),
  /** Short form of made-up lines: `type date drug`, `-` where there is none. */
  announced: z.array(z.string()).optional(),
});
type Line = z.infer<typeof line>;

const uses = z.enum(['taught', 'tuned', 'fresh', 'chosen', 'judged']);

/** Made-up lines are read as if they were published on this day. */
const PUBLISHED = '2026-11-20';
/** A document has many sentences of few labels. */
const DOCUMENT_WEIGHT = 0.3;

/**
 * Reads a file of labelled lines. What it is for is told by the digest of the file in
 * `label-sets.json`. Of a file that is not listed, made-up lines (those without a source) teach the
 * text models, and others are fresh.
 */
export function readLabels(path: string): readonly JudgedText[] {
  const content = readFileSync(path, 'utf8');
  const digest = createHash('sha256').update(content).digest('hex');
  const known = sets.find((set) => set.sha256 === digest);
  const use = known && uses.parse(known.use);
  return content
    .split('\n')
    .filter((text) => text !== '')
    .map((text, index) => textOf(line.parse(JSON.parse(text)), path, index, use))
    .map((text) =>
      known?.apart && isApart(text, known.apart) ? { ...text, use: 'judged' as const } : text,
    );
}

function textOf(raw: Line, path: string, index: number, listed: Use | undefined): JudgedText {
  const isMadeUp = raw.source === undefined;
  const use = listed ?? (isMadeUp ? 'taught' : 'fresh');
  const id = raw.id ?? `${index + 1}`;
  return {
    id,
    source: raw.source ?? `${path}:${id}`,
    text: raw.text ?? readFileSync(join(dirname(path), raw.file ?? ''), 'utf8'),
    published: raw.published ?? (isMadeUp ? PUBLISHED : null),
    ticker: raw.ticker ?? null,
    company: raw.company ?? null,
    notes: raw.notes ?? null,
    facts: (raw.announced?.map(factOf) ?? raw.facts ?? []).map(labelOf) as LabelledText['facts'],
    role: use === 'chosen' || use === 'judged' ? 'fresh' : use,
    weight: raw.file === undefined ? 1 : DOCUMENT_WEIGHT,
    use,
  };
}

function factOf(short: string) {
  const [type = '', date = '-', ...drug] = short.split(' ');
  return { type, date, drug: drug.join(' ') };
}

/** In made-up lines a date is a day, `from..to` or `-`, and what is stated is announced. */
function labelOf({ optional, ...raw }: z.infer<typeof fact>) {
  const { date, status = 'announced', detail } = raw;
  const known = { ...raw, status, detail: optional ? { ...detail, optional } : detail };
  if (typeof date !== 'string') return known;
  const [from, to] = date.split('..');
  return { ...known, date: date === '-' ? null : to === undefined ? date : { from, to } };
}

/** One of so many parts of a set, by its sources, is kept apart and judged once. */
function isApart({ source }: LabelledText, parts: number): boolean {
  const digest = createHash('sha256').update(source).digest('hex');
  return BigInt(`0x${digest}`) % BigInt(parts) === 0n;
}

const shared = fileURLToPath(new URL('../../../../shared/', import.meta.url));
const samples = [
  'samples/catalyst_text/passages.jsonl',
  'samples/catalyst_documents/labels.jsonl',
  'labelled_text/passages.jsonl',
];

/** The files of labelled texts beside the project, as far as they are there. */
export function sampleFiles(): readonly string[] {
  return samples.map((path) => `${shared}${path}`).filter((path) => existsSync(path));
}
