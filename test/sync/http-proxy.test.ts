import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createHttp, HttpFailure } from '../../src/sync/http.ts';
import { refuseNetwork } from '../support/network.ts';
import { clientOf, request } from './http-client.ts';

describe('a proxy of the environment', () => {
  /** Which tunnels a proxy is asked for; it opens none. */
  async function tunnelsAsked(environmentOf: (proxy: string) => Record<string, string>) {
    refuseNetwork();
    const asked: (string | undefined)[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(502).end();
    });
    proxy.on('connect', (request, socket) => {
      asked.push(request.url);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const http = createHttp({ environment: environmentOf(address), mirror: undefined });
    await expect(http.send(request)).rejects.toBeInstanceOf(HttpFailure);
    await http.close();
    proxy.closeAllConnections();
    proxy.close();
    return asked;
  }
  const nowhere = 'http://127.0.0.1:1';

  it.each<[string, (proxy: string) => Record<string, string>]>([
    ['HTTPS_PROXY', (proxy) => ({ HTTPS_PROXY: proxy })],
    [
      'https_proxy, which goes before it',
      (proxy) => ({ https_proxy: proxy, HTTPS_PROXY: nowhere }),
    ],
    ['HTTP_PROXY where no other is named', (proxy) => ({ HTTP_PROXY: proxy })],
    [
      'HTTPS_PROXY, whatever else is left out',
      (proxy) => ({ HTTPS_PROXY: proxy, HTTP_PROXY: nowhere, NO_PROXY: 'www.sec.gov' }),
    ],
  ])('is asked for a tunnel to the host: %s', async (_, environment) => {
    expect(await tunnelsAsked(environment)).toEqual(['data.sec.gov:443']);
  });

  it.each<[string, (proxy: string) => Record<string, string>]>([
    ['none is named', () => ({})],
    ['NO_PROXY names the host', (proxy) => ({ HTTPS_PROXY: proxy, NO_PROXY: '.sec.gov' })],
    ['no_proxy does', (proxy) => ({ HTTPS_PROXY: proxy, no_proxy: 'data.sec.gov', NO_PROXY: 'x' })],
  ])('is left out where %s', async (_, environment) => {
    expect(await tunnelsAsked(environment)).toEqual([]);
  });

  it('has no part in what goes to a mirror on this machine', async () => {
    const { send, heard } = await clientOf((response) => response.end('{}'), {}, nowhere);
    expect((await send(request)).body.toString()).toBe('{}');
    expect(heard).toHaveLength(1);
  });
});
