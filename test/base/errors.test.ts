import { describe, expect, it } from 'vitest';
import * as own from '../../src/base/errors.ts';
import * as upstream from '../../src/base/upstream-errors.ts';

const errors = { ...own, ...upstream };

type Maker = Exclude<keyof typeof errors, 'ServiceError'>;
type Made = own.ServiceError;
type More = Partial<Pick<Made, 'retryAfterSeconds' | 'allow' | 'bucket'>>;

/** Every error with its status, its extra text, and whether it has a hint. */
const table: Readonly<Record<Maker, readonly [Made, number, More?, 'hint'?]>> = {
  missingKey: [errors.missingKey(), 401, {}, 'hint'],
  invalidKey: [errors.invalidKey(), 401, {}, 'hint'],
  demoKeyEnded: [errors.demoKeyEnded(), 401, {}, 'hint'],
  differentKeys: [errors.differentKeys(), 401, {}, 'hint'],
  fieldsOutsidePlan: [errors.fieldsOutsidePlan(['score']), 403, {}, 'hint'],
  invalidToken: [errors.invalidToken(), 401, {}, 'hint'],
  planRequired: [errors.planRequired('elite-plus'), 403, {}, 'hint'],
  outsideBundle: [errors.outsideBundle(['fda']), 403, {}, 'hint'],
  accessPaused: [errors.accessPaused(), 403, {}, 'hint'],
  accessExpired: [errors.accessExpired('2026-03-09'), 403, {}, 'hint'],
  forbiddenHost: [errors.forbiddenHost(), 403, {}, 'hint'],
  forbiddenOrigin: [errors.forbiddenOrigin(), 403, {}, 'hint'],
  crossSiteForm: [errors.crossSiteForm(), 403],
  upstreamPlanRequired: [errors.upstreamPlanRequired('elite-plus'), 403],
  rateLimited: [
    errors.rateLimited('news', 30, 60, 7),
    429,
    { retryAfterSeconds: 7, bucket: 'news' },
  ],
  tooManyScans: [
    errors.tooManyScans(16, 3),
    429,
    { retryAfterSeconds: 3, bucket: 'pattern searches' },
    'hint',
  ],
  tooManyPages: [errors.tooManyPages(), 503, { retryAfterSeconds: 1 }],
  tooManyAtOnce: [errors.tooManyAtOnce(64), 429, { retryAfterSeconds: 1 }],
  upstreamLimited: [
    errors.upstreamLimited(9),
    429,
    { retryAfterSeconds: 9, bucket: 'the upstream' },
  ],
  missingParameter: [errors.missingParameter('ticker'), 400],
  invalidParameter: [errors.invalidParameter('page', 'takes a whole number'), 400],
  invalidDateBound: [errors.invalidDateBound('from'), 400, {}, 'hint'],
  unknownArgument: [errors.unknownArgument('tiker', 'ticker', ['ticker']), 400, {}, 'hint'],
  vendorDataKept: [errors.vendorDataKept('movers'), 400],
  vendorDataOfOwner: [errors.vendorDataOfOwner(), 403],
  malformedRequest: [errors.malformedRequest(), 400],
  upstreamWithout: [errors.upstreamWithout(['sort']), 400, {}, 'hint'],
  upstreamRefusesArguments: [errors.upstreamRefusesArguments(), 400, {}, 'hint'],
  unknownTicker: [errors.unknownTicker('Unknown ticker "X"', 'Try Y.'), 404, {}, 'hint'],
  withoutRecord: [errors.withoutRecord('X', 'company record'), 404, {}, 'hint'],
  unknownId: [errors.unknownId('x', 'Try y.'), 404, {}, 'hint'],
  unknownColumns: [
    errors.unknownColumns('fields', [{ name: 'x', nearest: ['y'] }], ['y', 'z']),
    400,
    {},
    'hint',
  ],
  unknownFeed: [errors.unknownFeed(), 404],
  unknownPath: [errors.unknownPath('/nws', '/news'), 404],
  unknownTool: [errors.unknownTool('nws', 'news'), 400],
  outsideToolsets: [errors.outsideToolsets('news', ['fda']), 404],
  unknownName: [errors.unknownName('prompt', 'x', ['y', 'z']), 404, {}, 'hint'],
  notExported: [errors.notExported('price_history'), 400],
  notServed: [errors.notServed(), 404],
  methodNotAllowed: [errors.methodNotAllowed('GET'), 405, { allow: 'GET' }],
  bodyTooLarge: [errors.bodyTooLarge(1_000), 413],
  unsupportedMediaType: [errors.unsupportedMediaType(), 415],
  internalError: [errors.internalError(), 500, {}, 'hint'],
  // A failure of another server is a gateway error.
  upstreamUnreachable: [errors.upstreamUnreachable(), 502, {}, 'hint'],
  upstreamFailed: [errors.upstreamFailed(500), 502, {}, 'hint'],
  upstreamUnreadable: [errors.upstreamUnreadable(), 502, {}, 'hint'],
  upstreamRefusesKey: [errors.upstreamRefusesKey(), 502, {}, 'hint'],
  upstreamForbids: [errors.upstreamForbids('news'), 502, {}, 'hint'],
  upstreamLacksPath: [errors.upstreamLacksPath(), 502],
  upstreamRedirects: [errors.upstreamRedirects(), 502],
  issuerUnreachable: [errors.issuerUnreachable(), 503, {}, 'hint'],
  noRecordsYet: [errors.noRecordsYet('they are computed', 5), 503, { retryAfterSeconds: 5 }],
  changedMeanwhile: [errors.changedMeanwhile(), 503, { retryAfterSeconds: 1 }],
  dataFolderGone: [errors.dataFolderGone(), 503],
  accountsUnconfirmed: [errors.accountsUnconfirmed(), 503, { retryAfterSeconds: 60 }, 'hint'],
  accountsBehind: [errors.accountsBehind(), 503, { retryAfterSeconds: 10 }, 'hint'],
  grantsUnreachable: [errors.grantsUnreachable(), 503, { retryAfterSeconds: 60 }],
  calendarsUnreachable: [errors.calendarsUnreachable(), 503, { retryAfterSeconds: 60 }],
  upstreamOpen: [errors.upstreamOpen(20), 503, { retryAfterSeconds: 20 }],
  upstreamUncounted: [errors.upstreamUncounted(30), 503, { retryAfterSeconds: 30 }, 'hint'],
  upstreamTimeout: [errors.upstreamTimeout(), 504, {}, 'hint'],
};

describe('an error', () => {
  it.each(Object.entries(table))('%s has its status, hint and headers', (_, row) => {
    const [error, status, more = {}, hint] = row;
    const none = { retryAfterSeconds: undefined, allow: undefined, bucket: undefined };
    const { retryAfterSeconds, allow, bucket } = error;
    expect({ retryAfterSeconds, allow, bucket }).toEqual({ ...none, ...more });
    expect([error.name, error.status, error.hint !== undefined]).toEqual([
      ...['ServiceError', status, hint !== undefined],
    ]);
    // The wait time of a Retry-After header is also in the message, because REST clients may show
    // only the message.
    if (retryAfterSeconds === 60) expect(error.message).toMatch(/try again in a minute$/i);
    else if (retryAfterSeconds) expect(error.message).toMatch(`ry again in ${retryAfterSeconds} s`);
  });

  it('quotes at most 40 characters of client text on one line', () => {
    const shown = (word: string) => errors.unknownId(word, '').message;
    expect(shown('a\nb')).toBe('Unknown id "a b"');
    expect(shown('x'.repeat(40))).toBe(`Unknown id "${'x'.repeat(40)}"`);
    expect(shown('x'.repeat(41))).toBe(`Unknown id "${'x'.repeat(40)}…"`);
  });

  it('suggests the nearest name, or lists all names', () => {
    const known = ['ticker', 'page'];
    expect(errors.unknownArgument('tiker', 'ticker', known).hint).toBe('Did you mean ticker?');
    expect(errors.unknownArgument('x', undefined, known).hint).toBe(
      'This tool takes: ticker, page.',
    );
    expect(errors.unknownTool('nws', 'news').message).toBe('Unknown tool "nws". Nearest: news');
    expect(errors.unknownTool('x', undefined)).toMatchObject({
      message: 'Unknown tool "x"',
      hint: 'tools/list returns all tools.',
    });
    expect(errors.unknownName('prompt', 'x', ['y', 'z'])).toMatchObject({
      message: 'Unknown prompt "x"',
      hint: 'Available: y, z.',
    });
  });

  it('names up to five unknown columns with suggestions', () => {
    const missed = Array.from({ length: 6 }, (_, at) => ({ name: `c${at}`, nearest: [] }));
    const known = ['ticker', 'page'];
    expect(errors.unknownColumns('fields', missed, known)).toMatchObject({
      message:
        'Invalid fields: no column "c0", no column "c1", no column "c2", no column "c3", no column "c4"',
      hint: 'Columns: ticker, page.',
    });
    const [one, two] = [
      { name: 'a', nearest: ['x'] },
      { name: 'b', nearest: ['y', 'z'] },
    ];
    expect(errors.unknownColumns('fields', [one, two], known).message).toBe(
      'Invalid fields: no column "a" (Did you mean x?), no column "b" (Did you mean y or z?)',
    );
  });
});
