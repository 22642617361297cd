/**
 * A record of forecasts: one sheet a day with the forecasts that are new, changed or withdrawn, and
 * what happened. Each header names the hash of its sheet and of the header before, so that nothing
 * can be changed later without changing every later head. A chain proves nothing about its own
 * rewriting: only a head that someone kept does.
 */
import * as z from 'zod';
import type { Sha256 } from '../bootstrap.ts';
import { compareText } from '../compare-text.ts';
import { groupBy } from '../group-by.ts';
import type { ForecastEvent, Kind } from './cases.ts';

const text = z.string().min(1);
const day = z.iso.date();
const fraction = z.number().min(0).max(1);
const named = { subject: text, ticker: text };
const dated = { ...named, goal: day, method: text };

const lineSchema = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('goal_date'), ...dated }),
  z.looseObject({ kind: z.literal('readout_window'), ...dated }),
  z.looseObject({
    ...{ kind: z.literal('approval'), ...dated },
    ...{ probability: fraction, base_rate: fraction },
  }),
  /** What happened. `supersedes` is the number of the sheet that the line corrects. */
  z.looseObject({
    ...{ kind: z.literal('truth'), ...named, happened_on: day, result: text, learned_on: day },
    supersedes: z.int().optional(),
  }),
  z.object({ kind: z.literal('withdrawn'), of: text, subject: text }),
]);

type Line = Readonly<z.infer<typeof lineSchema>>;
/** A forecast, or a truth without the day on which it was learned. */
export type NewLine = Readonly<Record<string, unknown>> & {
  readonly kind: Kind | 'truth';
  readonly subject: string;
};

const headerSchema = z.looseObject({
  seq: z.int().positive(),
  day,
  /** SHA-256 of the bytes of the sheet and of the previous header. */
  sheet: text,
  previous: text.nullable(),
  program: text,
});

export interface StoredSheet {
  /** SHA-256 of the header. */
  readonly head: string;
  readonly header: string;
  readonly sheet: string;
}

/** The reading of a record in parts, so that a request does not decompress all sheets. */
export interface SheetReader {
  headers(): Promise<readonly Omit<StoredSheet, 'sheet'>[]>;
  /** The text of a sheet; undefined if there is none with this number. */
  sheet(seq: number): Promise<string | undefined>;
}

interface Sheet {
  readonly seq: number;
  readonly day: string;
  readonly lines: readonly Line[];
}

export interface Chain {
  readonly sheets: readonly Sheet[];
  readonly heads: readonly string[];
  /** The first error and its place; null for a valid chain. */
  readonly problem: string | null;
}

/** Checks every hash and the order of the headers. @param kept a head that the chain must have */
export function readChain(stored: Iterable<StoredSheet>, sha256: Sha256, kept?: string): Chain {
  const sheets: Sheet[] = [];
  const heads: string[] = [];
  for (const one of stored) {
    try {
      sheets.push(readSheet(one, sheets.at(-1), heads.at(-1) ?? null, sha256));
    } catch (error) {
      const words = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
      return { sheets, heads, problem: `sheet ${heads.length + 1}: ${words}` };
    }
    heads.push(one.head);
  }
  const isLost = kept !== undefined && !heads.includes(kept);
  return { sheets, heads, problem: isLost ? `head ${kept} is not in the chain` : null };
}

function readSheet(
  { head, header: bytes, sheet }: StoredSheet,
  last: Sheet | undefined,
  lastHead: string | null,
  sha256: Sha256,
): Sheet {
  must(sha256(bytes) === head, 'the hash of the header is not its head');
  const header = headerSchema.parse(JSON.parse(bytes));
  must(header.seq === (last?.seq ?? 0) + 1, `its header is of sheet ${header.seq}`);
  must(header.previous === lastHead, 'its header names another previous head');
  must(!last || header.day > last.day, `its day ${header.day} is not after ${last?.day}`);
  must(sha256(sheet) === header.sheet, 'the hash of the sheet is not that in its header');
  const lines = sheet.split('\n').filter(Boolean);
  const { seq, day } = header;
  return { seq, day, lines: lines.map((line) => lineSchema.parse(JSON.parse(line))) };
}

function must(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem);
}

/**
 * The sheet of a day. Our choice: a truth is not withdrawn when its source loses it, because a
 * record must not lose its failures. Only truths of events with a forecast are kept.
 */
function sheetOf({ sheets }: Chain, current: readonly NewLine[], today: string): string {
  const newest = new Map<string, { readonly seq: number; readonly line: Line }>();
  for (const { seq, lines } of sheets) {
    for (const line of lines) newest.set(keyOf(line), { seq, line });
  }
  const forecast = new Set([...newest.values()].map(({ line }) => line.subject));
  const own = new Map(current.map((line) => [keyOf(line), line]));
  const changed = [...own].flatMap(([key, line]) => {
    const before = newest.get(key);
    if (before && contentOf(before.line) === contentOf(line)) return [];
    if (line.kind !== 'truth') return [line];
    if (!forecast.has(line.subject)) return [];
    return [{ ...line, learned_on: today, ...(before ? { supersedes: before.seq } : {}) }];
  });
  const gone = [...newest].flatMap(([key, { line }]) => {
    if (own.has(key) || line.kind === 'truth' || line.kind === 'withdrawn') return [];
    return [{ kind: 'withdrawn', of: line.kind, subject: line.subject }];
  });
  return [...changed, ...gone]
    .map((line) => `${JSON.stringify(line)}\n`)
    .sort(compareText)
    .join('');
}

function keyOf(line: Line | NewLine): string {
  const kind = line.kind === 'withdrawn' ? (line as { of: string }).of : line.kind;
  return `${kind} ${line.subject}`;
}

const PROVENANCE: ReadonlySet<string> = new Set(['inputs', 'learned_on', 'supersedes']);

/** The fields whose change makes a new line. */
function contentOf(line: object): string {
  const content = Object.entries(line).filter(([name]) => !PROVENANCE.has(name));
  return JSON.stringify(content.sort(([a], [b]) => compareText(a, b)));
}

/** The next sheet with its header; null if the clock is not after the newest sheet. */
export function nextSheet(
  chain: Chain,
  current: readonly NewLine[],
  { day, program }: { readonly day: string; readonly program: string },
  sha256: Sha256,
): StoredSheet | null {
  const last = chain.sheets.at(-1);
  if (last && last.day >= day) return null;
  const sheet = sheetOf(chain, current, day);
  const links = { sheet: sha256(sheet), previous: chain.heads.at(-1) ?? null };
  const header = JSON.stringify({ seq: (last?.seq ?? 0) + 1, day, program, ...links });
  return { head: sha256(header), header, sheet };
}

/** The events of a chain. On a day without a sheet, no forecast stands. */
export function eventsOf({
  sheets,
}: Pick<Chain, 'sheets'>): Readonly<Record<Kind, readonly ForecastEvent[]>> {
  const days = new Set(sheets.map((sheet) => sheet.day));
  const rows = sheets.flatMap(({ day, lines }) => lines.map((line) => ({ day, line })));
  const byKey = groupBy(rows, ({ line }) => keyOf(line));
  const ofKind = (kind: Kind) =>
    [...byKey.values()].flatMap((own): ForecastEvent[] => {
      const newest = own.findLast(({ line }) => line.kind === kind)?.line;
      if (newest?.kind !== kind) return [];
      const { subject: id, ticker, goal } = newest;
      const truths = byKey.get(`truth ${id}`) ?? [];
      const [first, last] = [truths[0]?.line, truths.at(-1)?.line];
      const isTrue = first?.kind === 'truth' && last?.kind === 'truth';
      return [
        {
          ...{ id, ticker, goal },
          truth: isTrue ? { ...last, known: first.learned_on } : null,
          on: (asked) => {
            const line = own.findLast(({ day }) => day <= asked)?.line;
            return days.has(asked) && line?.kind === kind ? line : null;
          },
        },
      ];
    });
  return {
    goal_date: ofKind('goal_date'),
    readout_window: ofKind('readout_window'),
    approval: ofKind('approval'),
  };
}
