import { decodeHTML } from 'entities';

/** The text that replaces the key. */
const mark = '[key]';

/**
 * Minimum length of a key that is also replaced inside words. A shorter key, such as `demo`, may
 * also occur inside other words or numbers, so it is replaced only as a separate word.
 */
const MIN_UNMISTAKABLE = 8;
/**
 * Maximum number of nested encodings to decode. For example, a URL inside HTML inside JSON has
 * three nested encodings.
 */
const MAX_NESTING = 4;
/** Maximum number of decoded variants of a text to search. */
const MAX_READINGS = 64;
/**
 * Minimum length of a Base64 fragment that identifies the key inside a longer encoded text. A
 * fragment contains only characters that do not depend on the text around the key.
 */
const MIN_BASE64 = 8;

/** Removes the upstream's key from responses of the upstream. */
export function createKeyGuard(key: string) {
  const bounded = key.length < MIN_UNMISTAKABLE ? asWord : (pattern: string) => pattern;
  const sent = [key, encodeURIComponent(key), String(new URLSearchParams({ key })).slice(4)];
  const bare = [...new Set([...sent, ...base64Of(key)])].map(escapePattern).join('|');
  const inRecords = new RegExp(bounded(`(?:${bare})`), 'gu');
  const spaces = key.includes(' ');
  return {
    /**
     * Returns the text without the key. If the key is encoded in the text, the entire text is
     * replaced.
     */
    redact(text: string): string {
      const plain = text.replace(inRecords, mark);
      const encoded = readings(plain, spaces).some((one) => one.search(inRecords) >= 0);
      return encoded ? mark : plain;
    },
  };
}

export type KeyGuard = ReturnType<typeof createKeyGuard>;

/** A text and all its decoded variants. */
function readings(text: string, spaces: boolean): readonly string[] {
  const found = new Set([text]);
  let last = [text];
  for (let nesting = 0; nesting < MAX_NESTING && last.length > 0; nesting += 1) {
    const next = last
      .flatMap((one) => decoders.map((decode) => decode(one, spaces)))
      .filter((one) => !found.has(one));
    last = [...new Set(next)].slice(0, MAX_READINGS - found.size);
    for (const one of last) found.add(one);
  }
  return [...found];
}

type Decode = (text: string, spaces: boolean) => string;

const decoders: readonly Decode[] = [
  // Decodes percent-encoding in UTF-8, such as `%C3%A9`.
  (text) =>
    text.replace(/(?:%[\da-f]{2})+/gi, (run) =>
      Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
    ),
  // Decodes the older percent-encoding, with one character per escape: `%E9` or `%u00E9`.
  (text) =>
    text.replace(/%u([\da-f]{4})|%([\da-f]{2})/gi, (_, unit, byte) => character(unit ?? byte)),
  // Decodes the escapes of JSON and JavaScript.
  (text) => text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|u\{([\da-f]{1,6})\}|(.))/gi, escapeOf),
  (text) => (text.includes('&') ? decodeHTML(text) : text),
  // Decodes a plus, which stands for a space in form encoding. Only keys with spaces need this.
  (text, spaces) => (spaces ? text.replaceAll('+', ' ') : text),
];

function escapeOf(_: string, unit?: string, byte?: string, point?: string, one?: string): string {
  const hex = unit ?? byte ?? point;
  if (hex !== undefined) return character(hex);
  return { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[one ?? ''] ?? one ?? '';
}

function character(hex: string): string {
  const point = Number.parseInt(hex, 16);
  return point > 0x10ffff ? '' : String.fromCodePoint(point);
}

/**
 * Returns Base64 fragments of the key, in both Base64 alphabets. An encoded text that contains the
 * key, such as an encoded `name:key`, contains one of these fragments. If the key is too short for
 * fragments, returns only the encoding of the key alone.
 */
function base64Of(key: string): string[] {
  const bytes = Buffer.from(key);
  const within = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const begin = Math.ceil((offset * 8) / 6);
    return text.slice(begin, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const settled = within.filter(({ length }) => length >= MIN_BASE64);
  const standard = settled.length > 0 ? settled : [bytes.toString('base64')];
  return standard.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** Limits a pattern to whole words: no letter or digit may come before or after the match. */
function asWord(pattern: string): string {
  return `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
