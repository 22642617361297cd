/**
 * A record of forecasts as a hash chain. Each day has one sheet per kind of forecast. A sheet lists
 * the forecasts that are new, changed or withdrawn, and the new outcomes. Each sheet has a header,
 * which contains the hash of the sheet and the head of the previous sheet. The head of a sheet is
 * the hash of its header. A later change of a sheet therefore changes every later head. However, if
 * somebody rewrites a chain from the start, the result is a valid chain, too. Only a comparison
 * with a copy of an earlier head reveals this.
 */
import * as z from 'zod';
import type { Sha256 } from '../bootstrap.ts';
import { compareText } from '../compare-text.ts';
import { daysBetween, newestDay, shiftDays } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { DUE_DAYS } from './cases.ts';
import { type Kind, kindNames, MONTHLY, type NewLine, TOOLS } from './kinds.ts';
import { day, isForecast, isTruth, type Line, linesSchema, text } from './lines.ts';
import type { Scored } from './scores.ts';

const headerSchema = z.looseObject({
  seq: z.int().positive(),
  day,
  kind: z.enum(kindNames),
  /** SHA-256 of the sheet. */
  sheet: text,
  /** SHA-256 of the previous header; null in the first header. */
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

export type StoredSheet<Text = string> = StoredHeader & { readonly sheet: Text };

/** A sheet as a server returns it: null if the sheet needs a key that the request lacks. */
export type ShownSheet = StoredSheet<string | null>;

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
 * Returns the tool that an API key's plan must include for access to the sheet on the day `today`.
 * Undefined if the sheet can be read without an API key.
 */
export function toolFor({ header }: StoredHeader, today: string): string | undefined {
  const { opens, kind } = headerSchema.parse(JSON.parse(header));
  return opens !== undefined && today < opens ? TOOLS[kind] : undefined;
}

interface Sheet extends Readonly<z.infer<typeof headerSchema>> {
  readonly head: string;
  readonly lines: readonly Line[];
  readonly isWithheld: boolean;
}

/** A valid chain. */
export type Chain = readonly Sheet[];

/**
 * Reads sheets, checks every hash and the order of the headers, and appends the sheets to the valid
 * chain `before`.
 * @param isForeign whether to check the form of all lines too; this server checks its own lines
 *   when it writes them
 * @throws Error that names the first invalid sheet
 */
export function readChain(
  stored: Iterable<ShownSheet>,
  sha256: Sha256,
  before: Chain = [],
  isForeign = false,
): Chain {
  const chain = [...before];
  for (const one of stored) {
    try {
      const sheet = readSheet(one, sha256, chain.at(-1));
      if (isForeign) linesSchema.parse(sheet.lines);
      chain.push(sheet);
    } catch (error) {
      const words = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
      throw new Error(`sheet ${chain.length + 1} of the record is damaged: ${words}`);
    }
  }
  return chain;
}

function readSheet({ head, header: bytes, sheet }: ShownSheet, sha256: Sha256, last?: Sheet) {
  const header = headerSchema.parse(JSON.parse(bytes));
  const isWithheld = sheet === null;
  const [place, before] = [header, last].map((one) => (one ? `${one.day} ${one.kind}` : ''));
  const problems = {
    'the head is not the hash of the header': sha256(bytes) !== head,
    [`the header belongs to sheet ${header.seq}`]: header.seq !== (last?.seq ?? 0) + 1,
    'the header does not contain the previous head': header.previous !== (last?.head ?? null),
    [`the sheet of ${place} is out of order after ${before}`]: place! <= before!,
    'the sheet is withheld, but its kind needs no key': isWithheld && header.opens === undefined,
    'the hash of the sheet differs from the hash in its header':
      !isWithheld && sha256(sheet) !== header.sheet,
  };
  const [problem] = Object.entries(problems).find(([, is]) => is) ?? [];
  if (problem !== undefined) throw new Error(problem);
  const lines = (sheet ?? '').split('\n').filter(Boolean);
  return { ...header, head, isWithheld, lines: lines.map((line) => JSON.parse(line)) };
}

/**
 * The kinds whose forecasts must be recorded on a day. Each kind is recorded once a day or once a
 * month.
 */
export function openKinds(chain: Chain, today: string): readonly Kind[] {
  if (chain.some(({ day }) => day >= today)) return [];
  const month = today.slice(0, 7);
  const recent = chain.filter(({ day, lines }) => day.startsWith(month) && lines.length > 0);
  const recorded = new Set(recent.map(({ kind }) => kind));
  return kindNames.filter((kind) => !MONTHLY.has(kind) || !recorded.has(kind));
}

/**
 * Returns the lines to add on a day for one kind of forecast. The outcome of an event is added if
 * the event was forecast. It is also added if the record lists the company as covered and the event
 * happened after the first sheet. Our choice: an outcome stays in the record even if its source
 * removes it, so that no wrong forecast can disappear.
 */
function newLines(before: Chain, current: readonly NewLine[], today: string): Goal[] {
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
    return { ...line, learned_on: today, supersedes: last?.seq };
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
 * What a line states, as one text. Fields about the origin of the line are left out, and the order
 * of the fields does not matter. A line is written again only if this text changes.
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
  const { day } = stated;
  const open = openKinds(chain, day);
  const added: StoredSheet[] = [];
  for (const kind of open.length > 0 ? kindNames : []) {
    const ofKind = (one: { readonly kind: Kind }) => one.kind === kind;
    const before = chain.filter(ofKind);
    const lines = open.includes(kind) ? newLines(before, current.filter(ofKind), day) : [];
    const isClosed = TOOLS[kind] !== undefined && lines.length > 0;
    if (isClosed) lines.push({ nonce: nonce() });
    linesSchema.parse(lines);
    const texts = lines.map((line) => `${JSON.stringify(line)}\n`);
    const sheet = texts.sort(compareText).join('');
    const last = newestDay(day, ...lines.map(({ goal }) => goal))!;
    const header = JSON.stringify({
      seq: chain.length + added.length + 1,
      kind,
      ...stated,
      sheet: sha256(sheet),
      previous: (added.at(-1) ?? chain.at(-1))?.head ?? null,
      opens: isClosed ? shiftDays(last, DUE_DAYS) : undefined,
    });
    added.push({ head: sha256(header), header, sheet });
  }
  return added;
}

/** Returns what is needed to score a chain: its events and its newest head. */
export function scoredOf(chain: Chain): Scored {
  const days = new Set(chain.map(({ day }) => day));
  const rows = chain.flatMap(({ kind, day, lines }) => lines.map((line) => ({ kind, day, line })));
  const groups = groupBy(
    rows,
    ({ kind, line }) => `${kind} ${'subject' in line ? line.subject : ''}`,
  );
  const forecastOn = (kind: Kind, subject: string, asked: string) => {
    // On a day without a sheet, no forecast is in effect.
    const own = days.has(asked) ? groups.get(`${kind} ${subject}`) : undefined;
    const line = own?.findLast(({ day, line }) => day <= asked && !isTruth(line))?.line;
    return line && isForecast(line) ? { ...line, goal: line.goal ?? '' } : null;
  };
  const events = [...groups.values()].flatMap((own) => {
    const { kind } = own[0]!;
    const lines = own.map(({ line }) => line);
    const [forecast, truths] = [lines.findLast(isForecast), lines.filter(isTruth)];
    const last = truths.at(-1);
    const truth = last ? { ...last, learned_on: truths[0]!.learned_on } : null;
    if (forecast?.goal !== undefined) {
      const { subject: id, ticker, goal } = forecast;
      return { kind, id, ticker, truth, goal, on: (day: string) => forecastOn(kind, id, day) };
    }
    if (kind !== 'universe' || !truth) return [];
    // An event of the kind `universe` is the approval of a drug of a covered company. Its forecast
    // is 1 if a goal date of the approval was known, else 0.
    const { subject: id, ticker, goals = [], happened_on: goal } = truth;
    const on = (day: string) => {
      const probability = Number(goals.some((one) => forecastOn('goal_date', one, day)));
      return forecastOn(kind, ticker, day) && { goal, probability };
    };
    return { kind, id, ticker, truth, goal, on };
  });
  // A kind cannot be scored if one of its sheets is withheld.
  const withheld = new Set(chain.filter((one) => one.isWithheld).map(({ kind }) => kind));
  const [first, last] = [chain[0], chain.at(-1)];
  return {
    scope: 'record',
    kinds: kindNames.filter((kind) => !withheld.has(kind)),
    events,
    head: last?.head ?? null,
    gap_days: first && last ? daysBetween(first.day, last.day) + 1 - days.size : 0,
  };
}
