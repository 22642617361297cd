import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';
import { page, thresholdPage, undeclaredPage } from './origin/origin.ts';

const failed = (reason: string, final = false) => ({ kind: 'failed', reason, final });

describe('a status', () => {
  const location = '/b';
  it.each([
    [299, failed('is refused (status 299)')],
    [300, { kind: 'redirect', location }],
    [399, { kind: 'redirect', location }],
    [400, failed('is refused (status 400)', true)],
    [499, failed('is refused (status 499)')],
    [500, failed('is refused (status 500)')],
    [408, failed('is refused (status 408)')],
    [404, { kind: 'absent', reason: 'does not exist' }],
    [304, failed('is answered by "unchanged", which nobody asked')],
  ])('of %i with an address is %j', (status, verdict) => {
    expect(judge({ status, headers: { location } })).toMatchObject(verdict);
  });

  it('that redirects nowhere is a refusal', () => {
    expect(judge({ status: 302 })).toMatchObject(failed('is refused (status 302)'));
  });

  it('of a file store that does not have it is one of 403 alone', () => {
    const body = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>';
    expect(judge({ status: 401, body })).toMatchObject(failed('is refused (status 401)'));
    expect(judge({ status: 403 })).toMatchObject(failed('is refused (status 403)'));
    const unclear = '{"error": {"code":"SERVER_ERROR"}}';
    expect(judge({ status: 500, body: unclear })).toMatchObject(
      failed('is not understood by the host', true),
    );
  });
});

describe('a pause', () => {
  it.each([
    [' 120 ', 120_000],
    ['0', undefined],
    ['86399', 86_399_000],
    ['86401', 86_400_000],
    ['1234567890', undefined],
    ['Wed, 11 Mar 2026 13:00:00 GMT', 86_400_000],
    ['Tue, 10 Mar 2026 12:00:00 GMT', undefined],
  ])('after "%s" lasts %s ms', (words, milliseconds) => {
    const headers = { 'retry-after': words };
    expect(judge({ status: 429, headers })).toEqual({
      ...{ kind: 'pause', reason: 'asks for a pause (status 429)', milliseconds },
    });
  });

  it('and a block are told by the page of the SEC, within its first 20,000 characters', () => {
    const reason =
      'says that too many requests came from this address: let one data folder behind it sync at a time';
    const pause = { kind: 'pause', reason, milliseconds: 660_000, slowly: true };
    const at = (filler: number, title: string) =>
      judge({ body: title.replace('<head>', `<head>${' '.repeat(filler)}`) }, { expects: 'page' });
    expect(at(19_000, thresholdPage)).toEqual(pause);
    expect(at(20_000, thresholdPage)).toMatchObject({ kind: 'body' });
    expect(at(0, undeclaredPage)).toEqual({
      kind: 'blocked',
      reason:
        'refuses this program as an undeclared automated tool: check CATALYST_CONTACT, your own mail address',
    });
    expect(judge({ body: '<html></html>' }, { expects: 'page' })).toMatchObject({ kind: 'body' });
  });
});

describe('a body', () => {
  it('that is a page, or nothing, is no data', () => {
    const reason = 'is answered by a web page where data are due';
    expect(judge({ body: page('Sorry') })).toEqual(failed(reason));
    expect(judge({ body: page('Sorry') }, { expects: 'zip' })).toEqual(failed(reason));
    expect(judge({ body: '' })).toEqual(failed('is answered by nothing'));
  });

  it('of a zip has no text', () => {
    expect(judge({ body: 'PK' }, { expects: 'zip' })).toEqual({
      ...{ kind: 'body', status: 200, text: '' },
    });
  });

  const latin = Buffer.from('Genève', 'latin1');
  it.each([
    ...['ISO-8859-1', '"latin1"', 'us-ascii', 'Windows-1252'].map((name) => [name, 'Genève']),
    ...['utf-8', 'koi8-r', 'iso-8859-15'].map((name) => [name, 'Gen\uFFFDve']),
  ])('in %s is read as %s', (charset, text) => {
    const headers = { 'content-type': `text/plain; charset=${charset}` };
    expect(judge({ body: latin, headers })).toMatchObject({ text });
  });

  it('is in the encoding of its header before that of its first line', () => {
    const line = '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>';
    const headers = { 'content-type': 'text/xml; charset=utf-8' };
    expect(judge({ body: line, headers }, { expects: 'xml' })).toMatchObject({ text: line });
    expect(judge({ body: line }, { expects: 'xml' })).toMatchObject({
      text: line.replace('é', 'Ã©'),
    });
    expect(judge({ body: ` ${line}` }, { expects: 'xml' })).toMatchObject({ text: ` ${line}` });
  });
});
