import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { LabelledText, Role } from './fitting/labelled-text.ts';
import sets from './label-sets.json' with { type: 'json' };

/**
 * The purpose of a set of labeled texts. `earlier`: the set was used to fit the earlier weights.
 * `chosen`: the set was used to choose thresholds.
 */
export type Use = Role | 'earlier' | 'chosen' | 'judged';

/** A labeled text as the judge reads it. */
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
  /** For generated lines: the fact may be emitted or left out. */
  optional: z.boolean().optional(),
});
const line = z.object({
  id: z.string().optional(),
  source: z.string().optional(),
  source_url: z.string().nullish(),
  text: z.string().optional(),
  file: z.string().optional(),
  published: z.string().nullish(),
  ticker: z.string().nullish(),
  company: z.string().nullish(),
  notes: z.string().nullish(),
  facts: z.array(fact).optional(),
  /** The short form in generated lines: `type date drug`, with `-` for a missing value. */
  announced: z.array(z.string()).optional(),
});
type Line = z.infer<typeof line>;

const uses = z.enum(['taught', 'tuned', 'fresh', 'earlier', 'chosen', 'judged']);

/** Generated lines are read as if they were published on this date. */
const PUBLISHED = '2026-11-20';
/** Weight of a document, which has many sentences and few labels. */
const DOCUMENT_WEIGHT = 0.3;

/**
 * Reads a file of labeled lines. The file's digest in `label-sets.json` determines its purpose. In
 * an unlisted file, generated lines (without a source) are for training.
 * @param unlisted purpose of the other lines of an unlisted file
 */
export function readLabels(path: string, unlisted: Use = 'fresh'): readonly JudgedText[] {
  const content = readFileSync(path, 'utf8');
  const digest = createHash('sha256').update(content).digest('hex');
  const known = sets.find((set) => set.sha256 === digest);
  const use = known ? uses.parse(known.use) : undefined;
  return content
    .split('\n')
    .filter((text) => text !== '')
    .map((text, index) => {
      const raw = line.parse(JSON.parse(text));
      return textOf(raw, path, index, use ?? (raw.source === undefined ? 'taught' : unlisted));
    });
}

function textOf(raw: Line, path: string, index: number, use: Use): JudgedText {
  const isMadeUp = raw.source === undefined;
  const id = raw.id ?? `${index + 1}`;
  return {
    id,
    source: raw.source ?? `${path}:${id}`,
    url: raw.source_url ?? null,
    text: raw.text ?? readFileSync(join(dirname(path), raw.file ?? ''), 'utf8'),
    published: raw.published ?? (isMadeUp ? PUBLISHED : null),
    ticker: raw.ticker ?? null,
    company: raw.company ?? null,
    notes: raw.notes ?? null,
    facts: (raw.announced?.map(factOf) ?? raw.facts ?? []).map(labelOf) as LabelledText['facts'],
    role: use === 'earlier' || use === 'chosen' || use === 'judged' ? 'fresh' : use,
    weight: raw.file === undefined ? 1 : DOCUMENT_WEIGHT,
    use,
  };
}

function factOf(short: string) {
  const [type = '', date = '-', ...drug] = short.split(' ');
  return { type, date, drug: drug.join(' ') };
}

/**
 * Converts a label in short form. Its date is `YYYY-MM-DD`, `FROM..TO`, or `-` for no date. Its
 * default status is `announced`.
 */
function labelOf({ optional, ...raw }: z.infer<typeof fact>) {
  const { date, status = 'announced', detail } = raw;
  const known = { ...raw, status, detail: optional ? { ...detail, optional } : detail };
  if (typeof date !== 'string') return known;
  const [from, to] = date.split('..');
  return { ...known, date: date === '-' ? null : to === undefined ? date : { from, to } };
}

const shared = fileURLToPath(new URL('../../../../shared/', import.meta.url));
const samples = [
  'samples/catalyst_text/passages.jsonl',
  'samples/catalyst_documents/labels.jsonl',
  'labelled_text/passages.jsonl',
];

/** Returns the existing files of labeled texts outside the project. */
export function sampleFiles(): readonly string[] {
  return samples.map((path) => `${shared}${path}`).filter((path) => existsSync(path));
}
