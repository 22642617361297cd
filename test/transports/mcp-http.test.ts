import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { provenance } from '../../src/catalogue/fields.ts';
import {
  callTool,
  clientOf,
  type Envelope,
  serveOn,
  stated,
  temporaryFolder,
} from '../support/mcp.ts';

/** Maximum bytes of one channel of an answer: 8,000 tokens at four bytes each. */
const answerBytes = 32_000;

let open: Awaited<ReturnType<typeof serveOn>>;
let client: Client;

beforeAll(async () => {
  open = await serveOn(temporaryFolder(), { settings: { CATALYST_LIMITS: 'off' } });
  client = await clientOf(open.base, { headers: { Authorization: 'Bearer demo' } });
  // The first call creates the demo.
  await callTool(client, 'pdufa_historical');
});
afterAll(async () => {
  await client.close();
  await open.close();
});

const rest = async (endpoint: Endpoint, page: number): Promise<Envelope> =>
  (await open.rest(`${endpoint.path}?apiKey=demo&page=${page}`)).body;

const proseOf = (endpoint: Endpoint) =>
  Object.entries(endpoint.record)
    .filter(([, field]) => field.long)
    .map(([name]) => name);

const without = (record: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

const bytesOf = (value: unknown) =>
  Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

/** Parses a text table into records: column to cell. */
function rowsOf(text: string): Record<string, string>[] {
  const [head = '', table = ''] = text.split('\n\n');
  const [columns = [], ...rows] = table.split('\n').map((line) => line.split('\t'));
  const alike = /^In every row:\t(.*)$/m.exec(head)?.[1]?.split('\t') ?? [];
  const shared = alike.map((one) => [one.split('=')[0], one.slice(one.indexOf('=') + 1)]);
  return rows.map((cells) => ({
    ...Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])),
    ...Object.fromEntries(shared),
  }));
}

/**
 * Returns a value as shown in a row: lists of words are joined with semicolons, and line breaks are
 * escaped.
 */
function said(value: unknown): string {
  if (value === undefined || value === null) return '';
  const isWords = Array.isArray(value) && value.every((one) => typeof one === 'string');
  const text =
    typeof value === 'object'
      ? isWords
        ? value.join('; ')
        : JSON.stringify(value)
      : String(value);
  return text.replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function expectTextToHold(text: string, records: Envelope['result']): void {
  const rows = rowsOf(text);
  expect(rows).toHaveLength(records.length);
  for (const [at, record] of records.entries()) {
    const held = Object.keys(record).map((name) => [name, rows[at]?.[name] ?? '']);
    expect(held).toEqual(Object.entries(record).map(([name, value]) => [name, said(value)]));
  }
}

describe.each(stated.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (name, endpoint) => {
    const asInRest = (record: Envelope['result'][number]) =>
      without(record, Object.keys(endpoint.beside ?? {}));

    it('gives the records of REST without long prose, whole pages in both channels', async () => {
      const { text, envelope, isError } = await callTool(client, name);
      const expected = await rest(endpoint, 1);
      expect(isError).toBe(false);
      const { total } = expected.pagination;
      expect(total).toBeGreaterThanOrEqual(20);
      expect(expected.result).toHaveLength(
        endpoint.paging === 'whole' ? total : Math.min(50, total),
      );
      // Both channels share one byte limit, which may cut the longest pages.
      const shown = envelope.result.length;
      expect(shown).toBeGreaterThanOrEqual(0.9 * expected.result.length);
      expect(envelope.result.map(asInRest)).toEqual(
        expected.result.slice(0, shown).map((record) => without(record, proseOf(endpoint))),
      );
      expect(envelope.pagination).toEqual(expected.pagination);
      expect(envelope.Note).toBe(expected.Note);
      expect(text).toContain(`Note: ${expected.Note}`);
      // Record identifiers are left out without a notice, because no tool accepts them.
      for (const prose of proseOf(endpoint).filter(
        (field) => !(field in provenance) && !field.startsWith('_'),
      )) {
        expect(text.split('\n\n')[0]).toMatch(new RegExp(`Omitted .*\\b${prose}\\b`));
      }
      expect(bytesOf(text)).toBeLessThanOrEqual(answerBytes);
      expect(bytesOf(envelope)).toBeLessThanOrEqual(answerBytes);
    });

    it('says in its text all that its structured records hold', async () => {
      for (const detail of ['concise', 'full']) {
        const { text, envelope } = await callTool(client, name, { detail });
        expectTextToHold(text, envelope.result);
        for (const notice of envelope.notices ?? []) expect(text).toContain(notice);
      }
    });

    it('ends a full answer at a whole record, and skip brings the others once each', async () => {
      const expected = await rest(endpoint, 1);
      const walked: Envelope['result'][number][] = [];
      for (let calls = 0; calls < 51 && walked.length < expected.result.length; calls += 1) {
        const skip = walked.length;
        const { text, envelope } = await callTool(client, name, { detail: 'full', skip });
        expect(bytesOf(text)).toBeLessThanOrEqual(answerBytes);
        expect(bytesOf(envelope)).toBeLessThanOrEqual(answerBytes);
        walked.push(...envelope.result);
        const rest = expected.result.length - walked.length;
        const next = `${rest} more records in this answer: call again with skip=${walked.length}.`;
        expect(text.includes(next)).toBe(rest > 0);
      }
      expect(walked.map(asInRest)).toEqual(expected.result);
    });

    it('brings the next page where there is one', async () => {
      const { pagination } = await rest(endpoint, 1);
      const first = await callTool(client, name);
      const second = await callTool(client, name, { page: 2, detail: 'full', fields: null });
      if (endpoint.paging === 'whole' || pagination.total <= 50) {
        expect(first.text).not.toContain('page=2');
        expect(second.envelope.pagination).toEqual({ ...pagination, page: 2 });
        return;
      }
      const more = pagination.total - 50;
      const cut = first.envelope.result.length;
      expect(first.text).toContain(
        cut < 50 ? `call again with skip=${cut}.` : `${more} more records: call again with page=2.`,
      );
      const expected = await rest(endpoint, 2);
      const shown = second.envelope.result.length;
      expect(second.envelope.result.map(asInRest)).toEqual(expected.result.slice(0, shown));
      expect(second.text).toMatch(new RegExp(`^${name}: records 51–${50 + shown} of `));
    });

    it('returns the fields that are asked for', async () => {
      const [first = '', , third = ''] = Object.keys(endpoint.record);
      const { envelope } = await callTool(client, name, { fields: [third, first] });
      for (const record of envelope.result) {
        expect([first, third]).toEqual(expect.arrayContaining(Object.keys(record)));
      }
      expect(envelope.result.some((record) => first in record || third in record)).toBe(true);
      const asText = await callTool(client, name, { fields: `${third}, ${first}` });
      expect(asText.envelope).toEqual(envelope);
    });
  },
);

describe('arguments', () => {
  const call = (name: string, args: Record<string, unknown>) => callTool(client, name, args);

  it('takes "2" for 2 and null for nothing', async () => {
    const asked = await call('fda_calendar', { page: 2 });
    expect(await call('fda_calendar', { page: '2', ticker: null, detail: null })).toEqual(asked);
    expect(asked.envelope.pagination.page).toBe(2);
    const skipped = await call('fda_calendar', { skip: '49' });
    expect(skipped.envelope.result).toHaveLength(1);
    // Without a page, skip counts from the start of the list.
    const { pagination, result } = (await call('fda_calendar', { skip: 51 })).envelope;
    expect(pagination.page).toBe(2);
    expect(result).toEqual(asked.envelope.result.slice(1));
    const past = await call('fda_calendar', { page: 1, skip: 50 });
    expect(past.text).toContain(
      '\nThis page has no records: set page to 1–2. The parameter skip must be below the number of records per page.',
    );
    const all = await call('pdufa_upcoming', { skip: 1_000 });
    expect(all.text).toMatch(/\nskip must be below \d+\.$/);
  });

  it.each([
    [{ tickr: 'X' }, 'Unknown argument "tickr". Did you mean ticker?'],
    [{ catdatefrom: '2026' }, 'Did you mean catdateFrom?'],
    [{ wholesale: 1 }, 'Unknown argument "wholesale". This tool takes: '],
    [{ fields: ['company'] }, 'no column "company" (Did you mean name or ticker?)'],
    [
      { fields: [7] },
      'Invalid fields: column names, separated by commas or as a list, from ticker, name, drugname, ',
    ],
    // Other tools call a column or an argument so.
    [{ indication: 'asthma' }, 'Unknown argument "indication". Did you mean treatment?'],
    [{ company: 'Acme' }, 'Unknown argument "company". Did you mean ticker?'],
    [{ detail: 'all' }, 'Invalid detail: one of concise, full'],
    [{ skip: -1 }, 'Invalid skip: a whole number, 0 or more'],
  ])('refuses %j and says what is accepted', async (args, text) => {
    const answer = await call('fda_calendar', args);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(text) });
    expect(answer.envelope).toEqual({ error: answer.text });
  });

  it('does not take a value that is there for a wrong one when filters exclude each other', async () => {
    const { envelope } = await call('fda_calendar', {});
    const [first] = envelope.result;
    const other = envelope.result.find(
      ({ ticker, stage }) => stage && ticker !== first?.ticker && stage !== first?.stage,
    );
    const ticker = String(first?.ticker);
    const phase = String(other?.stage);
    const { text } = await call('fda_calendar', { ticker, catdateTo: '1999', phase });
    expect(text).toContain(
      `${ticker} is a known company, but it has no upcoming catalysts to 1999 with phase=${phase}.`,
    );
    expect(text).not.toContain('is exactly');
    const others = await call('fda_calendar', { catdateTo: '1999', phase });
    expect(others.text).toContain('1999-12-31 is before today');
    expect(others.text).not.toContain('is exactly');
  });
});
