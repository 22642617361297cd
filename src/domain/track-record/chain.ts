/**
 * A record of forecasts: each day has one sheet per kind with the forecasts that are new, changed or
 * withdrawn, and what happened. Each header names the hash of its sheet and the previous head, so
 * that a later change of a sheet changes every later head. A chain does not prove that it was not
 * rewritten as a whole: only a head that someone kept does.
 */
import * as z from 'zod';
import type { Sha256 } from '../bootstrap.ts';
import { compareText } from '../compare-text.ts';
import { daysBetween, shiftDays } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { DUE_DAYS, type ForecastEvent } from './cases.ts';
import { KINDS } from './kinds.ts';
import {
  day,
  isForecast,
  isTruth,
  type Kind,
  kindNames,
  type Line,
  lineSchema,
  type NewLine,
  text,
} from './lines.ts';

const headerSchema = z.looseObject({
  seq: z.int().positive(),
  day,
  kind: z.enum(kindNames),
  /** SHA-256 of the bytes of the sheet and of the previous header. */
  sheet: text,
  previous: text.nullable(),
  program: text,
  /** A digest of the facts. */
  revisions: text,
  /** The day from which the sheet needs no key. Absent if the sheet never needs one. */
  opens: day.optional(),
});

export interface StoredSheet {
  /** SHA-256 of the header. */
  readonly head: string;
  readonly header: string;
  readonly sheet: string;
}

/** A sheet as a server returns it: null if the sheet needs a key that the request lacks. */
export type ShownSheet = Omit<StoredSheet, 'sheet'> & { readonly sheet: string | null };

/** Reads parts of a record, so that a request does not decompress all sheets. */
export interface SheetReader {
  headers(): Promise<readonly Omit<StoredSheet, 'sheet'>[]>;
  /** Undefined if there is no sheet with this number. */
  sheet(seq: number): Promise<StoredSheet | undefined>;
  close?(): Promise<void>;
}

/** The tool whose plan a reader of a sheet needs on a day; undefined if the sheet needs no key. */
export function toolFor({ header }: StoredSheet, today: string): string | undefined {
  const { opens, kind } = headerSchema.parse(JSON.parse(header));
  return opens !== undefined && today < opens ? KINDS[kind].tool : undefined;
}

interface Sheet {
  readonly seq: number;
  readonly day: string;
  readonly kind: Kind;
  readonly lines: readonly Line[];
  readonly isWithheld: boolean;
}

export interface Chain {
  readonly sheets: readonly Sheet[];
  readonly heads: readonly string[];
  /** The first error and its place; null for a valid chain. */
  readonly problem: string | null;
}

/**
 * Checks every hash and the order of the headers.
 * @param kept a head that the chain must have
 * @param after the valid chain that the sheets continue
 */
export function readChain(
  stored: Iterable<ShownSheet>,
  sha256: Sha256,
  { kept, after }: { readonly kept?: string | undefined; readonly after?: Chain } = {},
): Chain {
  const sheets = [...(after?.sheets ?? [])];
  const heads = [...(after?.heads ?? [])];
  for (const one of stored) {
    try {
      sheets.push(readSheet(one, sheets.at(-1), heads, sha256));
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
  { head, header: bytes, sheet }: ShownSheet,
  last: Sheet | undefined,
  heads: readonly string[],
  sha256: Sha256,
): Sheet {
  must(sha256(bytes) === head, 'the hash of the header is not its head');
  const header = headerSchema.parse(JSON.parse(bytes));
  const { seq, day, kind } = header;
  must(seq === heads.length + 1, `its header is of sheet ${seq}`);
  must(header.previous === (heads.at(-1) ?? null), 'its header names another previous head');
  const isAfter = !last || placeOf(header) > placeOf(last);
  must(isAfter, `its day and kind ${placeOf(header)} are not after ${last && placeOf(last)}`);
  const isWithheld = sheet === null;
  must(!isWithheld || header.opens !== undefined, 'it is withheld, but its kind needs no key');
  const isSame = isWithheld || sha256(sheet) === header.sheet;
  must(isSame, 'the hash of the sheet is not that in its header');
  const lines = (sheet ?? '').split('\n').filter(Boolean);
  const read = lines.map((line) => lineSchema.parse(JSON.parse(line)));
  return { seq, day, kind, lines: read, isWithheld };
}

const placeOf = ({ day, kind }: Pick<Sheet, 'day' | 'kind'>) => `${day} ${kind}`;

function must(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem);
}

type Own = Omit<NewLine, 'kind'>;

/** Whether the forecasts of a monthly kind were already recorded this month. */
function isFrozen(sheets: readonly Sheet[], kind: Kind, today: string): boolean {
  const isOfMonth = (one: Sheet) =>
    one.kind === kind && one.lines.length > 0 && one.day.slice(0, 7) === today.slice(0, 7);
  return KINDS[kind].isMonthly === true && sheets.some(isOfMonth);
}

/** Whether the forecasts of at least one monthly kind must still be recorded this month. */
export function needsMonthly({ sheets }: Chain, today: string): boolean {
  return kindNames.some((kind) => KINDS[kind].isMonthly && !isFrozen(sheets, kind, today));
}

/**
 * The lines of a kind on a day. Our choice: a truth is not withdrawn when its source loses it,
 * because a record must not lose its failures. Only truths of a forecast, or of a company in scope
 * since the first sheet, are kept.
 */
function newLines(kind: Kind, before: readonly Sheet[], current: readonly Own[], today: string) {
  if (isFrozen(before, kind, today)) return [];
  const newest = new Map<string, { readonly seq: number; readonly line: Line }>();
  for (const { seq, lines } of before) {
    for (const line of lines) newest.set(keyOf(line), { seq, line });
  }
  const own = new Map(current.map((line) => [keyOf(line), line]));
  const isCovered = ({ subject, ticker, happened_on }: Own) =>
    newest.has(`forecast ${subject}`) ||
    (newest.has(`forecast ${ticker}`) && String(happened_on) > before[0]!.day);
  const changed = [...own].flatMap(([key, line]): readonly object[] => {
    const last = newest.get(key);
    if (last && contentOf(last.line) === contentOf(line)) return [];
    if (!('happened_on' in line)) return [line];
    if (!isCovered(line)) return [];
    return [{ ...line, learned_on: today, ...(last ? { supersedes: last.seq } : {}) }];
  });
  const gone = [...newest].flatMap(([key, { line }]) => {
    if (own.has(key) || !isForecast(line)) return [];
    return [{ subject: line.subject, withdrawn: true }];
  });
  return [...changed, ...gone];
}

const keyOf = (line: Line | Own) =>
  `${isTruth(line) ? 'truth' : 'forecast'} ${'subject' in line ? line.subject : ''}`;

const PROVENANCE: ReadonlySet<string> = new Set(['inputs', 'learned_on', 'supersedes']);

/** The fields whose change makes a new line. */
function contentOf(line: object): string {
  const content = Object.entries(line).filter(([name]) => !PROVENANCE.has(name));
  return JSON.stringify(content.sort(([a], [b]) => compareText(a, b)));
}

/** The fields of the headers of a day, without the hashes of other headers and sheets. */
interface Stated {
  readonly day: string;
  readonly program: string;
  /** A digest of the facts. */
  readonly revisions: string;
  /** Random text for sheets that need a key at first. */
  readonly nonce: () => string;
}

/**
 * The sheets of a day, one per kind. Empty if `day` is not after the day of the newest sheet.
 * @throws ZodError if a line has another form than lines of its kind
 */
export function nextSheets(
  chain: Chain,
  current: readonly NewLine[],
  { nonce, ...stated }: Stated,
  sha256: Sha256,
): readonly StoredSheet[] {
  const { day: today } = stated;
  if (chain.sheets.some((sheet) => sheet.day >= today)) return [];
  const linesOf = groupBy(current, ({ kind }) => kind);
  const earlier = groupBy(chain.sheets, ({ kind }) => kind);
  let [seq, previous] = [chain.heads.length, chain.heads.at(-1) ?? null];
  return kindNames.map((kind) => {
    const own = (linesOf.get(kind) ?? []).map(({ kind: _, ...line }) => line);
    const lines: readonly Goal[] = newLines(kind, earlier.get(kind) ?? [], own, today);
    const isClosed = KINDS[kind].tool !== undefined && lines.length > 0;
    const all = isClosed ? [...lines, { nonce: nonce() }] : lines;
    const bytes = all.map(textOf).sort(compareText).join('');
    const last = lines.reduce((most, { goal = today }) => (goal > most ? goal : most), today);
    const opens = isClosed ? { opens: shiftDays(last, DUE_DAYS) } : {};
    const links = { sheet: sha256(bytes), previous, ...opens };
    seq += 1;
    const header = JSON.stringify({ seq, kind, ...stated, ...links });
    previous = sha256(header);
    return { head: previous, header, sheet: bytes };
  });
}

type Goal = { readonly goal?: string };

function textOf(line: object): string {
  lineSchema.parse(line);
  return `${JSON.stringify(line)}\n`;
}

type Events = Readonly<Partial<Record<Kind, readonly ForecastEvent[]>>>;

/** The input of the scores of a chain. */
export function scoredOf({ sheets, heads }: Chain) {
  const days = new Set(sheets.map((sheet) => sheet.day));
  const [first, last] = [sheets[0]?.day, sheets.at(-1)?.day];
  const gap_days = first && last ? daysBetween(first, last) + 1 - days.size : 0;
  return {
    scope: 'record',
    events: eventsOf(sheets),
    head: heads.at(-1) ?? null,
    gap_days,
  } as const;
}

/**
 * The events of a chain, without the kinds that have withheld sheets. On a day without a sheet, no
 * forecast is in effect.
 */
function eventsOf(sheets: readonly Sheet[]): Events {
  const ofKind = groupBy(sheets, ({ kind }) => kind);
  const histories = new Map(kindNames.map((kind) => [kind, historyOf(ofKind.get(kind) ?? [])]));
  const { on: isListed, truths: approvals } = histories.get('universe')!;
  const { on: goalOn } = histories.get('goal_date')!;
  const universe = approvals().map((truth) => {
    const { subject: id, ticker, goals = [], happened_on: goal, learned_on: known } = truth;
    const on = (day: string) => {
      if (!isListed(ticker, day)) return null;
      return { goal, probability: Number(goals.some((one) => goalOn(one, day) !== null)) };
    };
    return { id, ticker, goal, truth: { ...truth, known }, on };
  });
  const shown = kindNames.filter((kind) => !ofKind.get(kind)?.some((one) => one.isWithheld));
  const events = shown.map((kind) => [kind, histories.get(kind)!.events()]);
  return { ...(Object.fromEntries(events) as Events), universe };
}

/** The forecasts and truths of one kind. */
function historyOf(sheets: readonly Sheet[]) {
  const days = new Set(sheets.map((sheet) => sheet.day));
  const rows = sheets.flatMap(({ day, lines }) => lines.map((line) => ({ day, line })));
  const byKey = groupBy(rows, ({ line }) => keyOf(line));
  const on = (subject: string, asked: string) => {
    if (!days.has(asked)) return null;
    const line = byKey.get(`forecast ${subject}`)?.findLast(({ day }) => day <= asked)?.line;
    return line && isForecast(line) ? { ...line, goal: line.goal ?? '' } : null;
  };
  const truthOf = (subject: string) => {
    const own = (byKey.get(`truth ${subject}`) ?? []).map(({ line }) => line).filter(isTruth);
    return own[0] ? { ...own.at(-1)!, known: own[0].learned_on } : null;
  };
  return {
    on,
    truths: () => [...byKey.values()].flatMap((own) => own.at(-1)!.line).filter(isTruth),
    events: () =>
      [...byKey.values()].flatMap((own): readonly ForecastEvent[] => {
        const line = own.map((one) => one.line).findLast(isForecast);
        if (line?.goal === undefined) return [];
        const { subject: id, ticker, goal } = line;
        return [{ id, ticker, goal, truth: truthOf(id), on: (asked) => on(id, asked) }];
      }),
  };
}
