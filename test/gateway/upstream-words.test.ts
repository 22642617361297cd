import { describe, expect, it } from 'vitest';
import { isErrorBody, readEnvelope } from '../../src/gateway/upstream-envelope.ts';
import {
  allowsStale,
  errorOf,
  type FailureKind,
  isTransient,
  UpstreamFailure,
} from '../../src/gateway/upstream-failure.ts';

describe('a failure of the upstream', () => {
  const cases: readonly [FailureKind, number, RegExp, boolean, boolean][] = [
    // Each error kind with its HTTP status and message, whether the request is retried, and whether
    // a cached answer replaces it.
    ['unreachable', 502, /^The upstream cannot be reached/, true, true],
    ['timeout', 504, /^The upstream did not respond in time/, true, true],
    ['failed', 502, /^The upstream failed \(status 502\)/, true, true],
    ['limited', 429, /request limit of the upstream is exhausted: try again in 2 s$/, true, true],
    ['unreadable', 502, /response of the upstream is not in the expected format/, false, true],
    ['open', 503, /requests to it are paused: try again in 2 s$/, false, true],
    ['uncounted', 503, /cannot be counted .*: try again in 10 s$/, false, true],
    ['key refused', 502, /^The upstream refuses the key of this server/, false, false],
    [
      'endpoint refused',
      502,
      /^The upstream does not permit tide_tables with the key/,
      false,
      false,
    ],
    ['no such path', 502, /^The upstream does not have this path/, false, false],
    ['redirected', 502, /^The upstream returned a redirect, which is not followed/, false, false],
    ['arguments refused', 400, /^The upstream does not accept these arguments$/, false, false],
  ];

  it.each(cases)('%s is %d, %s', (kind, status, words, again, stale) => {
    const failure = new UpstreamFailure(kind, { retryAfter: 1_001 });
    const error = errorOf(failure, 'tide_tables');
    expect(error.message).toMatch(words);
    expect([kind, error.status]).toEqual([kind, status]);
    expect([isTransient(failure), allowsStale(failure)]).toEqual([again, stale]);
  });

  it.each([
    [503, 503],
    [504, 504],
    [500, 502],
    [undefined, 502],
  ])('of status %s is %d', (status, told) => {
    const failure = new UpstreamFailure('failed', status === undefined ? {} : { status });
    expect(errorOf(failure, 'x').status).toBe(told);
    expect(failure).toMatchObject({
      name: 'UpstreamFailure',
      message: 'upstream: failed',
      kind: 'failed',
      status,
    });
  });
});

describe('an envelope', () => {
  const guard = { redact: (text: string) => text.replaceAll('4711', '***') } as never;
  const read = (body: unknown) => readEnvelope(JSON.stringify(body), guard);
  const pagination = { total: 3 };

  it('is read in both shapes', () => {
    const records = ['{"a":1}', '{"b":[2]}'];
    const whole = { records, total: 3, note: undefined, staleAsOf: undefined, leftOut: 0 };
    expect(read({ result: [{ a: 1 }, { b: [2] }], pagination })).toEqual(whole);
    const batches = [{ data: [{ a: 1 }] }, { data: [{ b: [2] }] }];
    expect(read({ result: batches, pagination })).toEqual(whole);
    // An object with fields in addition to `data` is a record itself.
    const other = { data: [1], more: 2 };
    expect(read({ result: [other, { data: [] }], pagination }).records).toEqual([
      '{"data":[1],"more":2}',
      '{"data":[]}',
    ]);
    expect(read({ result: [], pagination }).records).toEqual([]);
  });

  it('leaves out what is no record, and says how much', () => {
    expect(read({ result: [{ a: 1 }, 7, null, [1]], pagination })).toMatchObject({
      records: ['{"a":1}'],
      leftOut: 3,
    });
  });

  it('has a note on one line of 500 characters, and a time where it is older', () => {
    const Note = `${'x'.repeat(499)}\n${'y'.repeat(9)}`;
    const stale_as_of = '2026-03-10T12:00:00Z';
    expect(read({ result: [], pagination, Note, stale_as_of })).toMatchObject({
      note: `${'x'.repeat(499)} `,
      staleAsOf: stale_as_of,
    });
    expect(read({ result: [], pagination, Note: 7, stale_as_of: 'soon' })).toMatchObject({
      note: undefined,
      staleAsOf: undefined,
    });
  });

  it.each([
    [{ total: '12' }, 12],
    [{ total: 0 }, 0],
    [{ total: '9'.repeat(12) }, 999_999_999_999],
  ])('counts by %j', (given, total) => {
    expect(read({ result: [], pagination: given }).total).toBe(total);
  });

  it.each([
    [{ result: [] }],
    [{ result: {}, pagination }],
    [{ pagination }],
    [{ result: [], pagination: { total: -1 } }],
    [{ result: [], pagination: { total: 1.5 } }],
    [{ result: [], pagination: { total: '9'.repeat(13) } }],
    [{ result: [], pagination: { total: 'many' } }],
  ])('is none: %j', (body) => {
    expect(() => read(body)).toThrow(new UpstreamFailure('unreadable', { status: 200 }));
    expect(() => readEnvelope('no JSON 4711', guard)).toThrow('upstream: unreadable');
  });

  it('of an error is known by its text', () => {
    expect(isErrorBody('{"error":"x","more":1}')).toBe(true);
    for (const other of ['{"error":7}', '{}', 'x', 'null', '[]']) {
      expect(isErrorBody(other)).toBe(false);
    }
  });
});
