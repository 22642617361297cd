import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../base/parsed-json.ts';
import { isCalendarDate } from '../domain/dates.ts';
import type { SourceText } from '../extract/mention.ts';
import { openTextReader, type TextReader } from '../ingest/text-reader.ts';
import { type ReadText, UnreadText } from '../sources/released-text.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';

/** Maximum size in bytes of a file or of standard input. */
const MAX_BYTES = 64 * 1024 * 1024;

const day = z.string().refine(isCalendarDate, 'is not a date in the form YYYY-MM-DD');
const passage = z.object({
  id: z.union([z.string(), z.number()]),
  text: z.string(),
  published: day.nullish(),
  ticker: z.string().max(20).nullish(),
  company: z.string().max(200).nullish(),
});

interface Passage extends SourceText {
  readonly id: string | number;
}

/**
 * Extracts statements from texts and prints one JSON line per passage: `{id, facts}`. A file
 * contains either one text (HTML or plain) or NDJSON lines of the form `{id, text, published,
 * ticker?, company?}`. If no file is given, reads standard input. If a file or a line cannot be
 * read, reports the error on stderr and continues.
 * @returns exit code 1 if a file or a line could not be read
 */
export async function extract(
  context: Context,
  paths: readonly string[],
  options: { readonly published?: string },
  texts: TextReader = openTextReader(),
): Promise<ExitCode> {
  if (options.published !== undefined && !isCalendarDate(options.published)) {
    throw new UsageError('--published takes a date in the form YYYY-MM-DD.');
  }
  let complete = true;
  const complain = (where: string, reason: string) => {
    complete = false;
    context.stderr.write(`${where}: ${reason}\n`);
  };
  const print = async (name: string, text: string) => {
    for await (const facts of factsIn(name, text, options.published, texts.read, complain)) {
      context.stdout.write(`${JSON.stringify(facts)}\n`);
    }
  };
  try {
    if (paths.length === 0) {
      const text = await readAll(context.stdin);
      if (text === undefined) complain('standard input', tooLarge);
      else await print('standard input', text);
    }
    for (const path of paths) {
      const read = readText(path);
      if ('reason' in read) complain(path, read.reason);
      else await print(basename(path), read.text);
    }
  } finally {
    await texts.close();
  }
  return complete ? exit.done : exit.failed;
}

const tooLarge = `is larger than ${MAX_BYTES / 1024 / 1024} MiB`;
type Complain = (where: string, reason: string) => void;

async function* factsIn(
  name: string,
  text: string,
  published: string | undefined,
  read: ReadText,
  complain: Complain,
) {
  const flaw = flawOf(text);
  if (flaw !== undefined) {
    complain(name, flaw);
    return;
  }
  const passages = isNdjson(text) ? passagesIn(name, text, complain) : [{ id: name, text }];
  for (const { id, ...one } of passages) {
    const source = published === undefined || one.published ? one : { ...one, published };
    try {
      yield { id, facts: await read(source) };
    } catch (cause) {
      if (!(cause instanceof UnreadText)) throw cause;
      complain(id === name ? name : `${name}, ${id}`, cause.message);
    }
  }
}

function flawOf(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  return text.slice(0, MAX_HEAD).includes('\0') ? 'is not text' : undefined;
}
/**
 * Number of characters at the start of a file that are searched for a NUL character. Only binary
 * data contain NUL.
 */
const MAX_HEAD = 4_096;

/** Whether the first line is a complete JSON object. */
function isNdjson(text: string): boolean {
  const [line = ''] = text.trimStart().split('\n', 1);
  return line.startsWith('{') && parsedJson(line) !== undefined;
}

function passagesIn(name: string, text: string, complain: Complain): readonly Passage[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = readPassage(line);
    if ('id' in read) return [read];
    complain(`${name}, line ${index + 1}`, read.reason);
    return [];
  });
}

function readPassage(line: string): Passage | { readonly reason: string } {
  const value = parsedJson(line);
  if (value === undefined) return { reason: 'is not JSON' };
  const { success, data, error } = passage.safeParse(value);
  if (!success) {
    const [issue] = error.issues;
    return { reason: `${issue?.path.join('.') || 'the line'}: ${issue?.message}` };
  }
  return {
    id: data.id,
    text: data.text,
    published: data.published ?? undefined,
    ticker: data.ticker ?? undefined,
    company: data.company ?? undefined,
  };
}

function readText(path: string): { readonly text: string } | { readonly reason: string } {
  try {
    const found = statSync(path);
    if (found.size > MAX_BYTES) return { reason: tooLarge };
    if (!found.isFile() && !found.isDirectory()) return { reason: 'is a device or a pipe' };
    return { text: readFileSync(path, 'utf8') };
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const known = {
      ENOENT: 'does not exist',
      EISDIR: 'is a folder',
      EACCES: 'permission denied',
    };
    return { reason: known[code as keyof typeof known] ?? 'cannot be read' };
  }
}

async function readAll(stdin: Context['stdin']): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stdin) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : (piece as Buffer);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return undefined;
    pieces.push(chunk);
  }
  return Buffer.concat(pieces).toString('utf8');
}
