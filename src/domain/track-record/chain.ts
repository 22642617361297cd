/**
 * A record of forecasts as a hash chain. Each day has one sheet per kind of forecast. A sheet lists
 * the forecasts that are new, changed or withdrawn, and the new outcomes. Each sheet has a header,
 * which contains the hash of the sheet and the head of the previous sheet. The head of a sheet is
 * the hash of its header. A later change of a sheet therefore changes every later head. A chain
 * that was rewritten from the start is also valid. Only a comparison with a copy of an earlier head
 * shows the rewriting.
 */
import * as z from 'zod';
import type { Sha256 } from '../bootstrap.ts';
import { compareText } from '../compare-text.ts';
import { daysBetween, newestDay, shiftDays } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { DUE_DAYS } from './cases.ts';
import { KINDS, type Kind, kindNames, type NewLine } from './kinds.ts';
import { day, isForecast, isTruth, type Line, linesSchema, text } from './lines.ts';
import type { Scored } from './scores.ts';

const headerSchema = z.looseObject({
  seq: z.int().positive(),
  day,
  kind: z.enum(kindNames),
  /** `sheet` is the SHA-256 of the sheet, and `previous` is the SHA-256 of the previous header. */
  sheet: text,
  previous: text.nullable(),
  /**
   * The day from which the sheet can be read without an API key. Absent if the sheet is always
   * public.
   */
  opens: day.optional(),
});

export interface StoredHeader {
  /** SHA-256 of the header. */
  readonly head: string;
  readonly header: string;
}

export interface StoredSheet extends StoredHeader {
  readonly sheet: string;
}

/** A sheet as a server returns it: null if the sheet needs a key that the request lacks. */
export type ShownSheet = StoredHeader & { readonly sheet: string | null };

/**
 * Reads single sheets of a record, so that a request decompresses only the sheets that it needs.
 */
export interface SheetReader {
  headers(): Promise<readonly StoredHeader[]>;
  /** Undefined if there is no sheet with this number. */
  sheet(seq: number): Promise<StoredSheet | undefined>;
  close?(): Promise<void>;
}

/**
 * The tool that gives access to a sheet: on the day `today`, an API key can read the sheet only if
 * its plan includes this tool. Undefined if no API key is needed.
 */
export function toolFor({ header }: StoredHeader, today: string): string | undefined {
  const { opens, kind } = headerSchema.parse(JSON.parse(header));
  return opens !== undefined && today < opens ? KINDS[kind].tool : undefined;
}

interface Sheet extends Readonly<z.infer<typeof headerSchema>> {
  readonly head: string;
  readonly lines: readonly Line[];
  readonly isWithheld: boolean;
}

export interface Chain {
  readonly sheets: readonly Sheet[];
  /** The first error and its place; null for a valid chain. */
  readonly problem: string | null;
}

/**
 * Checks every hash and the order of the headers.
 * @param before the sheets of a valid chain, to which the sheets are appended
 * @param isForeign whether to check the form of all lines too. This server checks its own lines
 * before it appends them.
 */
export function readChain(
  stored: Iterable<ShownSheet>,
  sha256: Sha256,
  before: readonly Sheet[] = [],
  isForeign = false,
): Chain {
  const sheets = [...before];
  for (const one of stored) {
    try {
      const sheet = readSheet(one, sheets.at(-1), sha256);
      if (isForeign) linesSchema.parse(sheet.lines);
      sheets.push(sheet);
    } catch (error) {
      const words = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
      return { sheets, problem: `sheet ${sheets.length + 1}: ${words}` };
    }
  }
  return { sheets, problem: null };
}

function readSheet(
  { head, header: bytes, sheet }: ShownSheet,
  last: Sheet | undefined,
  sha256: Sha256,
): Sheet {
  const header = headerSchema.parse(JSON.parse(bytes));
  const [place, placeBefore] = [header, last].map((one) => one && `${one.day} ${one.kind}`);
  const isWithheld = sheet === null;
  const problems = {
    'the head is not the hash of the header': sha256(bytes) !== head,
    [`the header belongs to sheet ${header.seq}`]: header.seq !== (last?.seq ?? 0) + 1,
    'the header does not contain the previous head': header.previous !== (last?.head ?? null),
    [`the sheet of ${place} is out of order after ${placeBefore}`]: place! <= (placeBefore ?? ''),
    'the sheet is withheld, but its kind needs no key': isWithheld && header.opens === undefined,
    'the hash of the sheet differs from the hash in its header':
      !isWithheld && sha256(sheet) !== header.sheet,
  };
  const [problem] = Object.entries(problems).find(([, is]) => is) ?? [];
  if (problem !== undefined) throw new Error(problem);
  const lines = (sheet ?? '').split('\n').filter(Boolean);
  return { ...header, head, isWithheld, lines: lines.map((line) => JSON.parse(line)) };
}

/** The kinds whose forecasts must still be recorded on a day: each kind once a day or a month. */
export function openKinds({ sheets }: Chain, today: string): readonly Kind[] {
  if (sheets.some(({ day }) => day >= today)) return [];
  const month = today.slice(0, 7);
  const recent = sheets.filter(({ day, lines }) => day.startsWith(month) && lines.length > 0);
  const isFrozen = (kind: Kind) => recent.some((one) => one.kind === kind);
  return kindNames.filter((kind) => !KINDS[kind].isMonthly || !isFrozen(kind));
}

/**
 * The new lines of a kind of forecast on a day. A truth is the outcome of an event. Our choice: a
 * truth stays in the record even if its source removes it, so that no wrong forecast can disappear.
 * A truth is added if its event was forecast. It is also added if its company was covered and the
 * event happened after the first sheet.
 */
function newLines(before: readonly Sheet[], current: readonly NewLine[], today: string): Goal[] {
  const newest = new Map(
    before.flatMap(({ seq, lines }) => lines.map((line) => [keyOf(line), { seq, line }] as const)),
  );
  const own = new Map(current.map(({ kind: _, ...line }) => [keyOf(line), line]));
  const changed = [...own].flatMap(([key, line]): Goal | readonly Goal[] => {
    const last = newest.get(key);
    if (last && contentOf(last.line) === contentOf(line)) return [];
    if (!isTruth(line)) return line;
    const isCovered = newest.has(`forecast ${line.ticker}`) && line.happened_on > before[0]!.day;
    if (!isCovered && !newest.has(`forecast ${line.subject}`)) return [];
    return { ...line, learned_on: today, ...(last ? { supersedes: last.seq } : {}) };
  });
  const gone = [...newest].flatMap(([key, { line }]) =>
    isForecast(line) && !own.has(key) ? { subject: line.subject, withdrawn: true } : [],
  );
  return [...changed, ...gone];
}

type Goal = { readonly goal?: string } & Readonly<Record<string, unknown>>;

const keyOf = (line: object & { readonly subject?: string }) =>
  `${isTruth(line) ? 'truth' : 'forecast'} ${line.subject ?? ''}`;

/**
 * A line as text, without the fields that state where it comes from, in any order of its fields. A
 * line is written again only if this text changes.
 */
function contentOf(line: object): string {
  const content = { ...line, inputs: undefined, learned_on: undefined, supersedes: undefined };
  return JSON.stringify(content, Object.keys(content).sort());
}

/** The header fields that all sheets of a day share. */
interface Stated {
  readonly day: string;
  readonly program: string;
  /** A digest of the facts from which the forecasts are computed. */
  readonly revisions: string;
  /** Returns random text for a sheet that needs an API key until the day `opens`. */
  readonly nonce: () => string;
}

/**
 * The sheets of a day, one per kind. Empty if `day` is not after the day of the newest sheet.
 * @throws ZodError if a line has an invalid form
 */
export function nextSheets(
  chain: Chain,
  current: readonly NewLine[],
  { nonce, ...stated }: Stated,
  sha256: Sha256,
): readonly StoredSheet[] {
  const { sheets } = chain;
  const { day } = stated;
  const open = openKinds(chain, day);
  if (open.length === 0) return [];
  const added: StoredSheet[] = [];
  for (const kind of kindNames) {
    const ofKind = (one: { readonly kind: Kind }) => one.kind === kind;
    const before = sheets.filter(ofKind);
    const lines = open.includes(kind) ? newLines(before, current.filter(ofKind), day) : [];
    const isClosed = KINDS[kind].tool !== undefined && lines.length > 0;
    if (isClosed) lines.push({ nonce: nonce() });
    linesSchema.parse(lines);
    const texts = lines.map((line) => `${JSON.stringify(line)}\n`);
    const sheet = texts.sort(compareText).join('');
    const last = newestDay(day, ...lines.map(({ goal }) => goal))!;
    const header = JSON.stringify({
      seq: sheets.length + added.length + 1,
      kind,
      ...stated,
      sheet: sha256(sheet),
      previous: (added.at(-1) ?? sheets.at(-1))?.head ?? null,
      ...(isClosed ? { opens: shiftDays(last, DUE_DAYS) } : {}),
    });
    added.push({ head: sha256(header), header, sheet });
  }
  return added;
}

/**
 * The events and the head of a chain, from which its scores are computed. If a sheet of a kind is
 * withheld, the events of this kind are omitted.
 */
export function scoredOf({ sheets }: Chain): Scored {
  const days = new Set(sheets.map(({ day }) => day));
  const rows = sheets.flatMap(({ kind, day, lines }) => lines.map((line) => ({ kind, day, line })));
  const groups = groupBy(rows, ({ kind, line }) => `${kind} ${keyOf(line)}`);
  const forecastOn = (kind: Kind, subject: string, asked: string) => {
    // On a day without a sheet, no forecast is in effect.
    const own = days.has(asked) ? groups.get(`${kind} forecast ${subject}`) : undefined;
    const line = own?.findLast(({ day }) => day <= asked)?.line;
    return line && isForecast(line) ? { ...line, goal: line.goal ?? '' } : null;
  };
  const truthOf = (kind: Kind, subject: string) => {
    const own = groups.get(`${kind} truth ${subject}`) ?? [];
    const truths = own.map(({ line }) => line).filter(isTruth);
    return truths[0] ? { ...truths.at(-1)!, learned_on: truths[0].learned_on } : null;
  };
  const events = [...groups.values()].flatMap((own) => {
    const { kind } = own[0]!;
    const line = own.map((one) => one.line).findLast((one) => isForecast(one) || isTruth(one));
    if (!line) return [];
    const { subject: id, ticker } = line;
    const event = { kind, id, ticker, truth: truthOf(kind, id) };
    if (isForecast(line)) {
      const on = (day: string) => forecastOn(kind, id, day);
      return line.goal === undefined ? [] : { ...event, goal: line.goal, on };
    }
    if (kind !== 'universe') return [];
    // The event is the approval of a drug of a covered company. The forecast is 1 if a goal date of
    // the approval was known, else 0.
    const { goals = [], happened_on: goal } = line;
    const on = (day: string) => {
      const probability = Number(goals.some((one) => forecastOn('goal_date', one, day)));
      return forecastOn(kind, ticker, day) && { goal, probability };
    };
    return { ...event, goal, on };
  });
  const ofKind = groupBy(events, ({ kind }) => kind);
  const withheld = new Set(sheets.filter((one) => one.isWithheld).map(({ kind }) => kind));
  const shown = kindNames.filter((kind) => !withheld.has(kind));
  const [first, last] = [sheets[0], sheets.at(-1)];
  return {
    scope: 'record',
    events: Object.fromEntries(shown.map((kind) => [kind, ofKind.get(kind) ?? []])),
    head: last?.head ?? null,
    gap_days: first && last ? daysBetween(first.day, last.day) + 1 - days.size : 0,
  };
}
