import { describe, expect, it } from 'vitest';
import { describeSamples, sample } from '../../sources/samples.ts';
import { judge } from './judge.ts';
import { page, thresholdPage, undeclaredPage } from './origin/origin.ts';

describe('what is to be done with a response', () => {
  it('a body is read in the encoding that it names', () => {
    expect(judge({ body: 'Genève' })).toEqual({ kind: 'body', status: 200, text: 'Genève' });
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const headers = { 'content-type': 'text/xml; charset=ISO-8859-1' };
    expect(judge({ body: latin('Genève'), headers })).toMatchObject({ text: 'Genève' });
    const text = '<?xml version="1.0" encoding="ISO-8859-1" ?><a>Genève</a>';
    expect(judge({ body: latin(text) }, { expects: 'xml' })).toMatchObject({ text });
  });

  it.each([
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': 'Tue, 10 Mar 2026 12:01:30 GMT' }, 90_000],
    [{ 'retry-after': '9999999' }, 24 * 3_600_000],
  ])('429 and 503 pause the host: %j', (headers, milliseconds) => {
    for (const status of [429, 503]) {
      expect(judge({ status, headers })).toMatchObject({ kind: 'pause', milliseconds });
    }
  });

  it.each([{ 'retry-after': 'Tue, 10 Mar 2026 11:00:00 GMT' }, { 'retry-after': 'soon' }, {}])(
    'without a time to wait, 429 pauses the host and 503 is a failure: %j',
    (headers) => {
      expect(judge({ status: 429, headers })).toMatchObject({ kind: 'pause' });
      expect(judge({ status: 503, headers })).toMatchObject({ kind: 'failed', final: false });
    },
  );

  it.each([200, 403, 429, 503])(
    "the SEC's threshold page stops it for eleven minutes (%i)",
    (status) => {
      expect(judge({ status, body: thresholdPage }, { expects: 'page' })).toMatchObject({
        kind: 'pause',
        milliseconds: 660_000,
        slowly: true,
      });
    },
  );

  it('its page for undeclared tools blocks it and says what to check', () => {
    expect(judge({ status: 403, body: undeclaredPage })).toMatchObject({
      kind: 'blocked',
      reason: expect.stringContaining('CATALYST_CONTACT'),
    });
  });

  it('neither is found in the text of a document', () => {
    const document = page('8-K').replace('<h1>', '<h1>Request Rate Threshold Exceeded: ');
    expect(judge({ body: document }, { expects: 'page' })).toMatchObject({ kind: 'body' });
  });

  it('a web page is no data', () => {
    for (const body of [
      page('Sorry'),
      `\uFEFF ${page('x')}`,
      `<?xml version="1.0"?>\n${page('x')}`,
      `<!-- gateway -->\n<!-- 2 -->${page('x')}`,
      '<head><title>Sign in</title></head>',
    ]) {
      expect(judge({ body })).toMatchObject({ kind: 'failed', final: false });
      expect(judge({ body }, { expects: 'xml' })).toMatchObject({ kind: 'failed' });
      expect(judge({ body }, { expects: 'page' })).toMatchObject({ kind: 'body' });
    }
  });

  it('what does not exist is told', () => {
    const absent = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>';
    for (const [status, body] of [
      [404, ''],
      [410, ''],
      [403, absent],
    ] as const) {
      expect(judge({ status, body })).toEqual({ kind: 'absent', reason: 'does not exist' });
    }
  });

  it.each([
    [500, '', false],
    [502, '', false],
    [408, '', false],
    [400, '', true],
    [401, '', false],
    [403, 'Access Denied', false],
    [422, '', true],
    [500, '{"error":{"code": "SERVER_ERROR"}}', true],
  ])('status %i %s: final %s', (status, body, final) => {
    expect(judge({ status, body })).toMatchObject({ kind: 'failed', final });
  });

  it.each(['{"e":1}', ''])('a status that the source reads itself is a body: %j', (body) => {
    const found = judge({ status: 404, body }, { accepts: [404] });
    expect(found).toEqual({ kind: 'body', status: 404, text: body });
  });
});

describeSamples('the recorded page', () => {
  it('is told', () => {
    const body = Buffer.from(sample('sec_misc/rate-exceeded.html'));
    expect(judge({ status: 403, body })).toMatchObject({ kind: 'pause', slowly: true });
  });
});
