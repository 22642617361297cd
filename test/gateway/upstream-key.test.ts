import { describe, expect, it } from 'vitest';
import { createKeyGuard } from '../../src/gateway/upstream-key.ts';
import fc from '../support/properties.ts';
import { asked, replies } from '../support/upstream.ts';
import { useSurroundings } from './faulty-gateway.ts';

const around = useSurroundings();

type Encode = (text: string) => string;
const each = (text: string, encode: Encode) => [...text].map(encode).join('');
const bytes = (text: string) => [...Buffer.from(text)];
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
const unit = (character: string) =>
  each(character, (one) =>
    one
      .split('')
      .map((half) => `\\u${hex(half.charCodeAt(0), 4)}`)
      .join(''),
  );

/** Encodings in which an upstream may repeat text from a request URL. */
const encodings: Readonly<Record<string, Encode>> = {
  'as it is': (text) => text,
  'percent-encoded': encodeURIComponent,
  'percent-encoded, marks too': (text) =>
    encodeURIComponent(text).replace(/[~!'()*]/g, (one) => `%${hex(one.charCodeAt(0), 2)}`),
  'percent-encoded throughout': (text) =>
    bytes(text)
      .map((one) => `%${hex(one, 2)}`)
      .join(''),
  'percent-encoded in capitals': (text) =>
    bytes(text)
      .map((one) => `%${hex(one, 2).toUpperCase()}`)
      .join(''),
  'as a form': (text) => String(new URLSearchParams({ text })).slice('text='.length),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON with its slashes escaped': (text) =>
    JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'in JSON by numbers': (text) => each(text, unit),
  'in HTML by names': (text) =>
    text.replace(
      /[&<>"'/]/g,
      (one) =>
        ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;', '/': '&sol;' })[
          one
        ] ?? one,
    ),
  'in HTML by numbers': (text) => each(text, (one) => `&#${one.codePointAt(0)};`),
  'in HTML by numbers of base 16': (text) =>
    each(text, (one) => `&#x${one.codePointAt(0)?.toString(16).toUpperCase()};`),
};
const nested = fc.array(fc.constantFrom(...Object.keys(encodings)), { minLength: 1, maxLength: 3 });
const written = (key: string, names: readonly string[]) =>
  names.reduce((text, name) => encodings[name]!(text), key);

const marks = fc.constantFrom(...'~!\'()*-._/\\+ &%=#?"<>;:@[]{}|^`$,');
const letters = fc.constantFrom(...'abcXYZ0189éя€😀');
const keys = fc
  .array(fc.oneof({ weight: 2, arbitrary: letters }, marks), { minLength: 1, maxLength: 40 })
  .map((characters) => characters.join(''))
  .filter((key) => key.trim() !== '');

describe('the key of the upstream', () => {
  it('leaves no log line and no record, however it is written there', async () => {
    await fc.assert(
      fc.asyncProperty(keys, nested, fc.boolean(), async (key, names, asJson) => {
        const { source, lines } = await around.gateway({ fresh: () => 0 }, key);
        const echo = written(key, names);
        const body = asJson ? JSON.stringify({ error: `bad key «${echo}»` }) : `<p>«${echo}»</p>`;
        const record = { description: `see ${echo} here`, other: 'kept' };
        const answer = { result: [record], pagination: { total: 1 }, Note: `of ${echo} here` };
        around.proxy.use(replies(400, body), replies(200, JSON.stringify(answer)));
        await expect(asked(source, 'fda_calendar')).rejects.toMatchObject({ status: 400 });
        expect(JSON.stringify(lines)).not.toContain(JSON.stringify(`«${echo}»`).slice(1, -1));
        const { records, note } = await asked(source, 'fda_calendar');
        const { description, other } = JSON.parse(records[0]!);
        for (const said of [description, note]) {
          expect(said).toContain('[key]');
          expect(said).not.toContain(` ${echo} `);
        }
        if (key.length >= 8) expect(`${description}${note}`).not.toContain(key);
        expect(other).toBe('kept');
      }),
      { numRuns: 150 },
    );
  });

  it('is found in base64, wherever it lies in what was encoded', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\w~!'()/+=-]{8,60}$/),
        fc.string({ maxLength: 20 }),
        fc.string({ maxLength: 20 }),
        fc.constantFrom('base64' as const, 'base64url' as const),
        (key, before, after, alphabet) => {
          const header = Buffer.from(`${before}${key}${after}`).toString(alphabet);
          const guard = createKeyGuard(key);
          expect(guard.redact(`Authorization: Basic ${header}`)).not.toContain(header);
        },
      ),
    );
  });

  it('costs nothing of what does not hold it', () => {
    const guard = createKeyGuard('bcm_4CxIPZMDgQ-WnAbjoiWCNlsO2WX1eRzg');
    const text = 'R&amp;D at 60% (n = 5/7), \\u0041 + bcm_ and %7E: «μg»';
    expect(guard.redact(text)).toBe(text);
  });

  it('goes from names and numbers of records too', async () => {
    const { source } = await around.gateway({}, '1234567890');
    const record = { 'x-1234567890': [{ deep: 'k1234567890k' }], number: 1234567890, other: 12345 };
    around.proxy.use(replies(200, JSON.stringify({ result: [record], pagination: { total: 1 } })));
    const { records } = await asked(source, 'fda_calendar');
    expect(JSON.parse(records[0]!)).toEqual({
      'x-[key]': [{ deep: 'k[key]k' }],
      number: '[key]',
      other: 12345,
    });
  });
});
