import { describe, expect, it } from 'vitest';
import { createKeyGuard } from '../../src/gateway/upstream-key.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a key in a text', () => {
  it.each([
    // Only the key itself, in plain or URL-encoded form, is replaced.
    ['key/12 45', 'see key/12 45 here', 'see [key] here'],
    ['key/12 45', 'see key%2F12%2045 here', 'see [key] here'],
    ['key/12 45', 'see key%2F12+45 here', 'see [key] here'],
    // In any other encoding, the full text is replaced.
    ['key/12 45', 'see key/12+45 here', '[key]'],
    ['key/12 45', 'see key%2f12 45 here', '[key]'],
    ['key/12 45', 'see key\\/12 45 here', '[key]'],
    ['key/12 45', 'see key&sol;12 45 here', '[key]'],
    ['key/12 45', 'see key&#47;12 45 here', '[key]'],
    ['key/12 45', 'see \\u006bey/12 45 here', '[key]'],
    ['key/12 45', 'see \\x6bey/12 45 here', '[key]'],
    ['key/12 45', 'see \\u{6b}ey/12 45 here', '[key]'],
    ['key/12 45', 'see %u006bey/12 45 here', '[key]'],
    ['keyé12345', 'see key%E912345 here', '[key]'],
    ['key\b\f\n\r\t1', 'see key\\b\\f\\n\\r\\t1 here', '[key]'],
    ['key\b\f\n\r\t1', 'see key\\n here', 'see key\\n here'],
    // A code point above the Unicode maximum is not decoded.
    ['key/12345', 'see key\\u{110000}/12345 here', '[key]'],
    // A plus sign means a space only in form encoding.
    ['key+12345', 'see key 12345 here', 'see key 12345 here'],
    ['key+12345', 'see key+12345 here', 'see [key] here'],
  ])('%j in %j leaves %j', (key, text, left) => {
    const guard = createKeyGuard(key);
    expect(guard.redact(text)).toBe(left);
  });

  it('of eight characters goes also from within a word, of seven where it stands alone', () => {
    expect(createKeyGuard('demokeys').redact('xdemokeysx demokeys')).toBe('x[key]x [key]');
    expect(createKeyGuard('demokey').redact('xdemokeyx demokey')).toBe('xdemokeyx [key]');
    expect(createKeyGuard('demo').redact('apiKey%3Ddemo')).toBe('[key]');
  });

  it('is found in five encodings within each other, and in no sixth', () => {
    const guard = createKeyGuard('key/12345');
    const encoded = (times: number) => {
      let text = 'key/12345';
      for (let at = 0; at < times; at += 1) text = encodeURIComponent(text);
      return guard.redact(text).includes('[key]');
    };
    expect([1, 2, 5, 6].map(encoded)).toEqual([true, true, true, false]);
  });

  it('is found in base64 by itself, and within a longer text by what it settles of it', () => {
    const long = createKeyGuard('abcdefgh');
    for (const before of ['', 'x', 'x:', 'x:y']) {
      const text = `Basic ${base64(`${before}abcdefgh`)}`;
      expect(long.redact(text)).not.toBe(text);
    }
    const short = createKeyGuard('abcde');
    expect(short.redact(`Basic ${base64('abcde')} x`)).toBe('Basic [key] x');
    const within = `Basic ${base64('x:abcde')}`;
    expect(short.redact(within)).toBe(within);
    // Both base64 alphabets: `>>>???` is Pj4+Pz8/ or Pj4-Pz8_.
    const marks = createKeyGuard('>>>???');
    expect(['Pj4+Pz8/', 'Pj4-Pz8_', 'Pj4+Pz8_'].map(marks.redact)).toEqual([
      ...['[key]', '[key]', 'Pj4+Pz8_'],
    ]);
  });
});
