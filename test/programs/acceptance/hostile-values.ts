import fc from 'fast-check';

/**
 * Patterns that make a backtracking regex engine hang, and words with a special meaning elsewhere.
 */
const crafted = [
  '(a+)+$',
  '(a|a)*b',
  '([a-zA-Z]+)*$',
  '(.*)*(.*)*(.*)*$',
  '(?:a?){60}a{60}',
  'a{1000}{1000}',
  '((((((((((a{9}){9}){9}){9}){9}){9}){9}){9}){9}){9})',
  '\\p{L}{50}.*\\p{N}{50}',
  '(?=a)b',
  '\\1',
  '[',
  '(',
  '*',
  '\\',
  '(?i',
  '^$',
  '.*',
  "' OR 1=1 --",
  "'; DROP TABLE facts; --",
  '" UNION SELECT key_hash FROM accounts --',
  '%',
  '_%_',
  '* NEAR(a b, 1)',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '/dev/zero',
  'C:\\Windows\\win.ini',
  'file:///etc/passwd',
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '%00',
  '\0',
  '\r\nX-Injected: 1',
  '\u202Eevil\u2066',
  '\uFEFF',
  'İıſKß',
  '\u{1F9EC}'.repeat(50),
  '\u0301'.repeat(150),
  '0',
  '-0',
  '-1',
  '1e308',
  '1e309',
  '1e-400',
  '9007199254740993',
  '99999999999999999999',
  '0x10',
  'NaN',
  'Infinity',
  '+5',
  '1_000',
  '٣',
  '0000-00-00',
  '9999-99-99',
  '2026-02-30',
  '2026-13',
  '-2026',
  '10000-01-01',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
] as const;

/** Generates text from every Unicode plane, including lone surrogates, short and long. */
const unicode = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 220 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
  }),
  fc.string({ unit: fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)) }),
);
/** Lengths within the usual 16 KiB header limit and far beyond the maximum of a parameter. */
const long = fc.integer({ min: 180, max: 5_000 }).map((length) => 'a'.repeat(length));
const pattern = fc
  .array(
    fc.constantFrom('a', '.', '*', '+', '?', '(', ')', '[', ']', '|', '{9,99}', '\\b', '^', '$'),
    {
      maxLength: 40,
    },
  )
  .map((pieces) => pieces.join(''));

/** Generates any text for a parameter. */
const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...crafted) },
  { weight: 2, arbitrary: unicode },
  { weight: 2, arbitrary: pattern },
  { weight: 1, arbitrary: long },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String) },
);

/** Generates any JSON value for a tool argument. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.boolean()) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 500 }).map(nested) },
  { weight: 1, arbitrary: fc.constant({ __proto__: null, toString: 'x', length: 1e9 }) },
);

/**
 * Generates query strings that use one parameter once, repeatedly, nested, or with broken escapes.
 */
export function hostileQuery(name: string): fc.Arbitrary<string> {
  const written = hostileText.map((text) => `${name}=${encodeURIComponent(text.toWellFormed())}`);
  return fc.oneof(
    { weight: 8, arbitrary: written },
    { weight: 1, arbitrary: fc.tuple(written, written).map((two) => two.join('&')) },
    {
      weight: 1,
      arbitrary: hostileText.map((text) => `${name}[${encodeURIComponent(text.toWellFormed())}]=1`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        `${name}`,
        `${name}=`,
        `${name}=%FF%FE`,
        `${name}=%ED%A0%80`,
        `${name}=%`,
        `${name}=%zz`,
        `${name}=a%00b`,
        `${name}[]=a&${name}[]=b`,
        `${name}.x=1`,
        `&&&=&${name}==&;`,
      ),
    },
  );
}

function nested(depth: number): unknown {
  let value: unknown = 'a';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}
