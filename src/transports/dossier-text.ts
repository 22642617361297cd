import type { DossierPart } from '../lookup.ts';
import type { Gathered } from '../service.ts';
import { cell, isSaid } from './render.ts';

/** Bytes of a whole dossier's text: with its frame under 2,000 tokens at four bytes. */
const MAX_DOSSIER_BYTES = 6_600;
/** Characters of one value. */
const MAX_CELL = 110;

export interface AskedPart extends DossierPart {
  /** Its arguments as they were asked. */
  readonly given: Readonly<Record<string, string>>;
  readonly gathered: Gathered;
}

type Row = Readonly<Record<string, unknown>>;

/** The parts of a dossier as text: each with its source, its day and the call that brings more. */
export function dossierText(parts: readonly AskedPart[]): string {
  const budget = Math.floor(MAX_DOSSIER_BYTES / parts.length);
  let left = 0;
  const texts = parts.map((part) => {
    // What short parts leave goes to those behind them.
    const text = partText(part, budget + left);
    left = Math.max(0, budget + left - Buffer.byteLength(text));
    return text;
  });
  return texts.join('\n\n');
}

function partText(part: AskedPart, budget: number): string {
  const { gathered, title, endpoint } = part;
  if ('refusal' in gathered) return `${title}: ${gathered.refusal.message} (${endpoint.name}).`;
  const { page, state } = gathered;
  const inOrder = part.fromEnd ? page.records.toReversed() : page.records;
  const rows = inOrder.slice(0, part.most).map((record) => JSON.parse(record) as Row);
  const source = `${state.from}${state.asOf ? `, as of ${state.asOf}` : ''}`;
  if (rows.length === 0) return `${title}: no records (${endpoint.name}; ${source}).`;
  const columns = part.fields.filter((field) => rows.some((row) => isSaid(row[field])));
  const lines = rows.map((row) => columns.map((column) => shortCell(row[column])).join('\t'));
  const head = (shown: number) => {
    const call = part.key ? '' : `; more: ${endpoint.name} ${JSON.stringify(part.given)}`;
    return `${title} (${shown} of ${page.total}; ${source}${call})\n${columns.join('\t')}`;
  };
  const frame = Buffer.byteLength(head(lines.length));
  const shown = withinBudget(lines, budget - frame);
  return [head(shown.length), ...shown].join('\n');
}

/** As many whole lines as fit, and always the first. */
function withinBudget(lines: readonly string[], budget: number): readonly string[] {
  let bytes = 0;
  const fitting = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > budget;
  });
  return fitting < 0 ? lines : lines.slice(0, Math.max(1, fitting));
}

function shortCell(value: unknown): string {
  const text = cell(value);
  return text.length > MAX_CELL ? `${[...text].slice(0, MAX_CELL).join('')}…` : text;
}
