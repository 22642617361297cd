import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/base/errors.ts';
import type { Document } from '../../src/catalogue/document.ts';
import type { Prompt, PromptArgument } from '../../src/catalogue/prompt.ts';
import { filled, filledArguments } from '../../src/catalogue/question.ts';
import type { Backend } from '../../src/service/backend.ts';
import { completionResult, tickersTyped } from '../../src/transports/completion.ts';
import { compressedReply, encodingOf } from '../../src/transports/compression.ts';
import { resourceList, templateList } from '../../src/transports/documents.ts';
import { acceptedValue, promptList, promptResult } from '../../src/transports/prompts.ts';
import { readiness } from '../../src/transports/readiness.ts';
import { pageOf, trialPage } from '../../src/transports/search.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';

const ticker: PromptArgument = {
  ...{ name: 'ticker', description: 'Which company', pattern: /^[A-Z]{1,5}$/i },
  ...{ accepted: 'one to five letters', completion: cashRunway },
};
const days: PromptArgument = {
  ...{ name: 'days', description: 'How long', pattern: /^\d+$/, accepted: 'a number' },
  default: '14',
};
const prompts: readonly Prompt[] = [
  {
    ...{ name: 'tides', title: 'Tides', description: 'What is due' },
    arguments: [ticker, days],
    task: 'What of {ticker} is due until {today+days}, {nothing}?',
    steps: [
      {
        endpoint: fdaCalendar,
        arguments: { ticker: '{ticker}', catdateTo: '{today+7}' },
        purpose: 'what is due',
      },
      { endpoint: cashRunway, arguments: { ticker: '{ticker}' }, purpose: 'how long it lasts' },
    ],
  },
];

describe('prompts', () => {
  it('are listed whole', () => {
    expect(JSON.parse(promptList(prompts))).toEqual({
      prompts: [
        {
          ...{ name: 'tides', title: 'Tides', description: 'What is due' },
          arguments: [
            { name: 'ticker', description: 'Which company', required: true },
            { name: 'days', description: 'How long', required: false },
          ],
        },
      ],
    });
  });

  const told = (refused?: ServiceError, given: Record<string, unknown> = { ticker: ' abcqz ' }) => {
    const reach = (endpoint: object) => (endpoint === cashRunway ? refused : undefined);
    const result = promptResult(prompts, 'tides', given, '2026-03-10', reach);
    const { description, messages } = JSON.parse(result);
    expect(description).toBe('What is due');
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: expect.any(String) } },
    ]);
    return messages[0].content.text.split('\n');
  };
  const end =
    'Give each number with its date and source. A missing value is unknown, not zero. If the records are fictional, say so.';

  it('name their calls, filled in', () => {
    expect(told()).toEqual([
      'What of ABCQZ is due until 2026-03-24, {nothing}?',
      '',
      'Answer from these tools:',
      '1. fda_calendar with {"ticker":"ABCQZ","catdateTo":"2026-03-17"}: what is due.',
      '2. cash_runway with {"ticker":"ABCQZ"}: how long it lasts.',
      '',
      end,
    ]);
    expect(told(undefined, { ticker: 'x', days: '7' })[0]).toContain('until 2026-03-17');
  });

  it('name what is out of reach, with the reason', () => {
    expect(told(new ServiceError(403, 'Not yours')).slice(2, 5)).toEqual([
      'Answer from these tools:',
      '1. fda_calendar with {"ticker":"ABCQZ","catdateTo":"2026-03-17"}: what is due.',
      'Not cash_runway: Not yours. State that it is left out.',
    ]);
    const beyond = promptResult(
      prompts,
      'tides',
      { ticker: 'X' },
      '2026-03-10',
      () => new ServiceError(403, 'No'),
    );
    expect(beyond).not.toContain('Answer from');
  });

  it.each([
    [{}, 400, 'Missing ticker'],
    [{ ticker: '' }, 400, 'Missing ticker'],
    [{ ticker: 7 }, 400, 'Missing ticker'],
    [{ ticker: 'ABCDEF' }, 400, 'Invalid ticker: one to five letters'],
    [{ ticker: 'A', days: 'x' }, 400, 'Invalid days: a number'],
    [{ ticker: 'A', other: 'x' }, 400, 'Unknown argument "other"'],
  ])('refuse %j', (given, status, message) => {
    const ask = () => promptResult(prompts, 'tides', given, '2026-03-10', () => undefined);
    expect(ask).toThrow(expect.objectContaining({ status, message }));
  });

  it('that there are not are told with those there are', () => {
    const ask = () => promptResult(prompts, 'waves', {}, '2026-03-10', () => undefined);
    expect(ask).toThrow(
      expect.objectContaining({
        ...{ status: 404, message: 'Unknown prompt "waves"', hint: 'Available: tides.' },
      }),
    );
  });

  it('take a default as it stands, and no capitals where nothing is proposed', () => {
    expect(acceptedValue(days, undefined)).toBe('14');
    expect(acceptedValue({ ...days, pattern: /./ }, 'abc')).toBe('abc');
    expect(acceptedValue(ticker, 'abc')).toBe('ABC');
  });
});

describe('values in braces', () => {
  const values = { today: '2026-02-27', days: '2', name: 'x' };

  it.each([
    ['{today}', '2026-02-27'],
    ['{today+2}', '2026-03-01'],
    ['{today+days}', '2026-03-01'],
    ['{name} {name}', 'x x'],
    ['{toString} {missing} {', '{toString} {missing} {'],
  ])('%s is %s', (text, whole) => {
    expect(filled(text, values)).toBe(whole);
    expect(filledArguments({ arguments: { a: text } }, values)).toEqual({ a: whole });
  });
});

describe('documents', () => {
  const of = (uri: string, argument?: PromptArgument): Document => ({
    ...{ uri, name: 'n', title: 'T', description: 'D' },
    ...(argument ? { argument } : {}),
  });
  const words = { name: 'n', title: 'T', description: 'D', mimeType: 'text/plain' };

  it('are listed by their address, or by their template', () => {
    const all = [of('a://today'), of('a://{ticker}', ticker)];
    expect(JSON.parse(resourceList(all, [{ uri: 'other' }]))).toEqual({
      resources: [{ uri: 'a://today', ...words }, { uri: 'other' }],
    });
    expect(JSON.parse(templateList(all))).toEqual({
      resourceTemplates: [{ uriTemplate: 'a://{ticker}', ...words }],
    });
  });
});

describe('completions', () => {
  it('are a hundred at once', () => {
    const values = Array.from({ length: 101 }, (_, at) => `T${at}`);
    expect(JSON.parse(completionResult(values))).toEqual({
      completion: { values: values.slice(0, 100), total: 101, hasMore: true },
    });
    expect(JSON.parse(completionResult(values.slice(1)))).toEqual({
      completion: { values: values.slice(1), total: 100, hasMore: false },
    });
  });

  it('are looked for by a hundred letters, where names are known', async () => {
    const asked: string[] = [];
    const directory = {
      companiesBeginning(typed: string) {
        asked.push(typed);
        return [{ kind: 'ticker', key: 'ABCQZ', name: 'Abacus' }];
      },
    };
    const source = (known: object | undefined) => ({ directory: async () => known }) as never;
    expect(await tickersTyped(source(directory), 'x'.repeat(101))).toEqual(['ABCQZ']);
    expect(asked).toEqual(['x'.repeat(100)]);
    expect(await tickersTyped(source(undefined), 'x')).toEqual([]);
  });
});

describe('addresses', () => {
  it('lead to this server, or stand under their own name', () => {
    expect(pageOf('ticker:A B', 'http://h')).toBe('http://h/ticker/A%20B');
    expect(pageOf('drug:a:b', 'http://h')).toBe('http://h/search?q=a%3Ab');
    expect(pageOf('ticker:ABC', undefined)).toBe('catalyst://ticker/ABC');
    expect(trialPage('NCT1', false, 'http://h')).toBe('https://clinicaltrials.gov/study/NCT1');
    expect(trialPage('NCT1', true, 'http://h')).toBe('http://h/search?q=NCT1');
  });
});

describe('readiness', () => {
  const source = (health?: object) =>
    ({
      describe: () => ({ version: 'v', from: 'here', asOf: '2026-03-10' }),
      ...(health ? { health: () => health } : {}),
    }) as unknown as Backend;
  const told = (...asked: Parameters<typeof readiness>) => {
    const { status, body } = readiness(...asked);
    return [status, JSON.parse(String(body))];
  };
  const records = { from: 'here', as_of: '2026-03-10' };

  it('is so where nothing stands against it', () => {
    expect(told(source())).toEqual([200, { status: 'ready', records }]);
    const health = { ready: true, computedOn: '2026-03-10', notices: ['Late.'] };
    expect(told(source(health), [() => undefined])).toEqual([
      200,
      {
        status: 'ready',
        records: { ...records, computed_on: '2026-03-10', of_today: true, notices: ['Late.'] },
      },
    ]);
  });

  it('of older records is so too, with the reason', () => {
    const health = { ready: true, computedOn: '2026-03-09', reason: 'r', retryAt: 'then' };
    expect(told(source(health))).toEqual([
      200,
      {
        status: 'ready',
        records: {
          ...{ ...records, computed_on: '2026-03-09', of_today: false },
          ...{ reason: 'r', retry_at: 'then' },
        },
      },
    ]);
  });

  it('is not where there are none, or a condition does not hold', () => {
    const health = { ready: false, computedOn: undefined, reason: 'they are being computed' };
    expect(told(source(health), [() => 'draining', () => undefined])).toEqual([
      503,
      {
        status: 'not ready',
        reasons: ['no records to serve: they are being computed', 'draining'],
        records: { ...records, of_today: false, reason: 'they are being computed' },
      },
    ]);
  });
});

describe('an answer', () => {
  const reply = (length: number) => ({
    ...{ status: 200, headers: { vary: 'Cookie' }, body: 'x'.repeat(length) },
  });

  it('is compressed from a kilobyte on, for those who ask', async () => {
    const short = reply(1_023);
    expect(await compressedReply(short, 'br')).toBe(short);
    const long = reply(1_024);
    expect(await compressedReply(long, undefined)).toEqual({
      ...long,
      headers: { vary: 'Cookie, Accept-Encoding' },
    });
    const packed = await compressedReply(long, 'gzip, br;q=0.5');
    expect(packed.headers).toEqual({ vary: 'Cookie, Accept-Encoding', 'content-encoding': 'gzip' });
    expect(gunzipSync(packed.body as Uint8Array).toString()).toBe(long.body);
    const bare = await compressedReply({ ...long, headers: {} }, 'br');
    expect(bare.headers).toEqual({ vary: 'Accept-Encoding', 'content-encoding': 'br' });
    expect(brotliDecompressSync(bare.body as Uint8Array).toString()).toBe(long.body);
    // The stream begins with its window: 0011 are 18 bits, 256 kB (RFC 7932, section 9.1).
    expect((bare.body as Uint8Array)[0]! & 0b1111).toBe(0b0011);
  });

  it.each([
    ['gzip', 'gzip'],
    ['br, gzip', 'br'],
    ['GZIP;q=0.9, BR;q=0.1', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['deflate', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['', undefined],
  ])('of whom %j is asked is packed by %s', (asked, encoding) => {
    expect(encodingOf(asked)).toBe(encoding);
  });
});
