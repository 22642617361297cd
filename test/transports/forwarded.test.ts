import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../src/transports/body.ts';
import { createProxies, noProxies } from '../../src/transports/forwarded.ts';

const requestOf = (remoteAddress: string | undefined, forwarded?: string) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const connection = { remoteAddress };
  return { headers, socket: connection, connection } as unknown as IncomingMessage;
};

describe('proxies', () => {
  it('are none by default: everybody speaks for themselves', async () => {
    expect(await createProxies([], 1)).toBe(noProxies);
    expect(noProxies.isProxy('127.0.0.1')).toBe(false);
    expect(noProxies.addressOf(requestOf('192.0.2.1', '192.0.2.9'))).toBe('192.0.2.1');
    expect(noProxies.addressOf(requestOf(undefined))).toBe('');
    expect(() => noProxies.admit(requestOf('192.0.2.1'))()).not.toThrow();
  });

  it('forward the last address that is none of theirs', async () => {
    const { isProxy, addressOf } = await createProxies(['10.0.0.0/8', '::1'], 1);
    expect(['10.9.9.9', '::1', '11.0.0.1'].map(isProxy)).toEqual([true, true, false]);
    expect(addressOf(requestOf('10.0.0.1', '192.0.2.9, 192.0.2.1, 10.0.0.2'))).toBe('192.0.2.1');
    expect(addressOf(requestOf('10.0.0.1'))).toBe('10.0.0.1');
    expect(addressOf(requestOf('192.0.2.7', '192.0.2.1'))).toBe('192.0.2.7');
  });

  it('bring so many requests of an address at a time', async () => {
    const { admit } = await createProxies(['10.0.0.1'], 2);
    const of = (address: string) => admit(requestOf('10.0.0.1', address));
    const [first, second] = [of('192.0.2.1'), of('192.0.2.1')];
    const refusal = { status: 429, retryAfterSeconds: 1 };
    expect(() => of('192.0.2.1')).toThrow(expect.objectContaining(refusal));
    expect(() => of('192.0.2.2')()).not.toThrow();
    first();
    const third = of('192.0.2.1');
    expect(() => of('192.0.2.1')).toThrow(expect.objectContaining(refusal));
    second();
    third();
    const [fourth] = [of('192.0.2.1'), of('192.0.2.1')];
    expect(() => of('192.0.2.1')).toThrow(expect.objectContaining(refusal));
    fourth();
    // A direct client is not counted here, and neither is a client without an address.
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1']) admit(requestOf(address));
    expect(() => admit(requestOf(undefined))()).not.toThrow();
    // A request of the proxy itself is not counted either.
    for (let probe = 0; probe < 3; probe += 1) admit(requestOf('10.0.0.1'));
  });

  it('bring 100 requests of an address at most, however many connections it may have', async () => {
    const { admit } = await createProxies(['10.0.0.1'], 1_000);
    for (let asked = 0; asked < 100; asked += 1) admit(requestOf('10.0.0.1', '192.0.2.1'));
    expect(() => admit(requestOf('10.0.0.1', '192.0.2.1'))).toThrow(
      'Too many simultaneous requests from your IP address: the limit is 100.',
    );
  });

  it('are refused by the name of the setting, which is cut', async () => {
    await expect(createProxies(['x'.repeat(200)], 1)).rejects.toThrow(
      `CATALYST_TRUSTED_PROXIES: must be comma-separated addresses or networks (10.0.0.0/8), not ${'x'.repeat(100)}`,
    );
    const both = createProxies(['10.0.0.1', 'nope'], 1);
    await expect(both).rejects.toThrow(/not 10\.0\.0\.1,nope$/);
  });
});

describe('a body', () => {
  const read = (pieces: readonly (string | Buffer)[], most: number, length?: string) => {
    const request = Object.assign(new PassThrough(), {
      headers: length === undefined ? {} : { 'content-length': length },
    });
    const text = bodyOf(request as unknown as IncomingMessage, most);
    for (const piece of pieces) request.write(piece);
    request.end();
    return { text, request };
  };
  const refusal = { status: 413, message: 'Body larger than 4 bytes' };

  it('is text, put together from its pieces', async () => {
    const umlaut = Buffer.from('ä');
    const pieces = ['x', umlaut.subarray(0, 1), umlaut.subarray(1)];
    expect(await read(pieces, 3).text).toBe('xä');
    expect(await read([], 0).text).toBe('');
    expect(await read(['abcd'], 4, '4').text).toBe('abcd');
  });

  it('is of so many bytes at most, as it says or as it comes', async () => {
    await expect(read(['abcd', 'e'], 4).text).rejects.toMatchObject(refusal);
    await expect(read(['ab'], 4, '5').text).rejects.toMatchObject(refusal);
    await expect(read(['ääa'], 4).text).rejects.toMatchObject(refusal);
  });

  it('that breaks off is none', async () => {
    const request = Object.assign(new PassThrough(), { headers: {} });
    const text = bodyOf(request as unknown as IncomingMessage, 4);
    request.destroy(new Error('gone'));
    await expect(text).rejects.toThrow('gone');
  });
});
