import { JSONParser } from '@streamparser/json';
import type { Cut } from '../../sources/formats/records.ts';
import { UnreadableFile } from './text-file.ts';

/** A part of a large file. It has the layout of the file. */
export interface Part {
  readonly text: string;
  /**
   * Number of list items or lines before this part in the file. The header of a table is not
   * counted.
   */
  readonly before: number;
}

type Pieces = AsyncIterable<string>;

/** Target length of a part in characters. Small parts need little memory. */
const PART = 100_000;
/** Maximum length of a record in characters. */
const MAX_RECORD = 32_000_000;

/** Cuts a large file into parts, so that only one part is in memory. Cuts only between records. */
export function partsOf(pieces: Pieces, cut: Cut): AsyncGenerator<Part> {
  if (cut === 'lines') return linesOf(pieces);
  return cut === 'table' ? tablesOf(pieces) : listsOf(pieces, cut);
}

async function* linesOf(pieces: Pieces): AsyncGenerator<Part> {
  let [text, before] = ['', 0];
  for await (const piece of pieces) {
    text = bounded(text + piece);
    const end = text.length < PART ? -1 : text.lastIndexOf('\n') + 1;
    if (end <= 0) continue;
    const part = text.slice(0, end);
    yield { text: part, before };
    before += linesIn(part);
    text = text.slice(end);
  }
  if (text.trim() !== '') yield { text, before };
}

/**
 * Cuts a table into parts. Each part starts with the header of the table, which is its first line.
 * If the second line starts with an empty cell or with the cell `Ticker`, the header has several
 * lines. It then ends before the first line that starts with a digit.
 */
async function* tablesOf(pieces: Pieces): AsyncGenerator<Part> {
  const ends = recordEnds();
  let [text, head, before, scanned] = ['', undefined as string | undefined, 0, 0];
  let last = 0;
  for await (const piece of pieces) {
    text = bounded(text + piece);
    for (const end of ends(piece)) last = scanned + end;
    scanned += piece.length;
    if (text.length < PART || last === 0) continue;
    const part = text.slice(0, last);
    yield { text: (head ?? '') + part, before };
    before += linesIn(part) - (head === undefined ? linesIn(headOf(part)) : 0);
    head ??= headOf(part);
    text = text.slice(last);
    [scanned, last] = [text.length, 0];
  }
  if (text.trim() !== '' || head === undefined) yield { text: (head ?? '') + text, before };
}

/** Maximum number of lines in the header of a table. */
const MAX_HEAD_LINES = 3;

function headOf(table: string): string {
  const lines = table.split('\n', MAX_HEAD_LINES + 1);
  const first = lines.findIndex((line) => /^"?\d/.test(line));
  const isWide = first > 1 && /^"?(?:ticker)?"?,/i.test(lines[1] ?? '');
  return `${lines.slice(0, isWide ? first : 1).join('\n')}\n`;
}

/**
 * Finds the ends of records in a table that is read in chunks. A record ends at a line end outside
 * quotes. A quote opens only at the start of a cell.
 * @returns a function that takes the next chunk and returns the position after each record in the
 * chunk
 */
function recordEnds(): (piece: string) => readonly number[] {
  let [isQuoted, isStart, isClosed] = [false, true, false];
  return (piece) => {
    const ends: number[] = [];
    for (let at = 0; at < piece.length; at += 1) {
      const letter = piece[at];
      if (letter === '"') {
        if (isQuoted) [isQuoted, isClosed] = [false, true];
        else if (isClosed || isStart) [isQuoted, isClosed] = [true, false];
        isStart = false;
      } else if (!isQuoted) {
        isClosed = false;
        if (letter === '\n') ends.push(at + 1);
        isStart =
          letter === ',' || letter === '\t' || letter === '\n' || (isStart && letter === ' ');
      }
    }
    return ends;
  };
}

/**
 * Cuts a JSON file into parts. The file is a list of items, or an object that contains lists of
 * items under the names in `lists`. Each part is a list of items. If the items cannot be read
 * without another property of the object, `head` names this property. Each part after this property
 * is an object with two properties: this property, and the items under the first name in `lists`.
 */
async function* listsOf(
  pieces: Pieces,
  { lists, head }: Exclude<Cut, string>,
): AsyncGenerator<Part> {
  let parser: JSONParser | undefined;
  let items: string[] = [];
  let [size, since, before] = [0, 0, 0];
  const paths = [...lists.map((name) => `$.${name}.*`), ...(head ? [`$.${head}`] : [])];
  let around: readonly [string, string] = ['', ''];
  const take = ({ value, key }: TakenValue) => {
    const text = JSON.stringify(value);
    since = 0;
    if (key !== undefined && key === head) {
      around = [`{"${head}":${text},"${lists[0]}":`, '}'];
      return;
    }
    items.push(text);
    size += text.length;
  };
  const partOf = (some: readonly string[]) => ({
    text: around.join(`[${some.join(',')}]`),
    before,
  });
  for await (const piece of pieces) {
    if (!parser && piece.trim() === '') continue;
    parser ??= listParser(piece, paths, take);
    // The parser throws if there is text after the end of the document.
    feed(parser, piece);
    since += piece.length;
    if (since > MAX_RECORD) throw new UnreadableFile(tooLong);
    if (size < PART) continue;
    yield partOf(items);
    before += items.length;
    [items, size] = [[], 0];
  }
  if (!parser?.isEnded) throw new UnreadableFile('is truncated: the end of the JSON is missing');
  if (items.length > 0) yield partOf(items);
  else if (before === 0) throw new UnreadableFile('contains no list of records');
}

const tooLong = `contains a record longer than ${MAX_RECORD / 1e6} million characters`;

type TakenValue = Parameters<JSONParser['onValue']>[0];

function listParser(
  start: string,
  paths: readonly string[],
  take: JSONParser['onValue'],
): JSONParser {
  const isList = start.trimStart().startsWith('[');
  const parser = new JSONParser({ paths: isList ? ['$.*'] : [...paths], keepStack: false });
  parser.onValue = take;
  // Without this handler, an error would be thrown a second time and end the process.
  parser.onError = () => {};
  return parser;
}

function feed(parser: JSONParser, piece: string): void {
  let isBroken = false;
  parser.onError = () => {
    isBroken = true;
  };
  try {
    if (parser.isEnded && piece.trim() === '') return;
    parser.write(piece);
  } catch {
    isBroken = true;
  }
  if (isBroken) throw new UnreadableFile('is not JSON');
}

function bounded(text: string): string {
  if (text.length > PART + MAX_RECORD) throw new UnreadableFile(tooLong);
  return text;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
