import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/base/config-error.ts';
import { createHttp, HttpFailure } from '../../../src/ingest/sync/fetch.ts';
import { listen, refuseNetwork } from '../../support/network.ts';
import { clientOf, request } from './http-client.ts';

describe('a proxy of the environment', () => {
  /** Which tunnels a proxy is asked for; it opens none and says why. */
  async function tunnelsAsked(
    environmentOf: (proxy: string) => Record<string, string>,
    answer = '502 Bad Gateway',
  ) {
    refuseNetwork();
    const asked: (string | undefined)[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(502).end();
    });
    proxy.on('connect', (request, socket) => {
      asked.push(request.url);
      socket.end(`HTTP/1.1 ${answer}\r\n\r\n`);
    });
    const address = `http://127.0.0.1:${await listen(proxy)}`;
    const http = createHttp({ environment: environmentOf(address), mirror: undefined });
    const failure = await http.send(request).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(HttpFailure);
    await http.close();
    return { asked, failure: failure as HttpFailure };
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
    expect(await tunnelsAsked(environment)).toMatchObject({ asked: ['data.sec.gov:443'] });
  });

  it.each(['407 Proxy Authentication Required', '502 Bad Gateway'])(
    'that answers with %s has refused, and its status is told',
    async (answer) => {
      const { failure } = await tunnelsAsked((proxy) => ({ HTTPS_PROXY: proxy }), answer);
      const status = answer.slice(0, 3);
      expect(failure).toMatchObject({
        kind: 'refused',
        message: `was refused by the proxy with status ${status}; see HTTPS_PROXY`,
      });
    },
  );

  it.each([
    ['HTTPS_PROXY', '127.0.0.1:8899'],
    ['https_proxy', 'me:secret@localhost:8899'],
    ['HTTP_PROXY', 'localhost:8899'],
  ])('%s=%s is refused with the form it takes, and its value is not told', (name, value) => {
    const open = () => createHttp({ environment: { [name]: value }, mirror: undefined });
    expect(open).toThrow(
      new ConfigError(`${name}: must be the address of a proxy in the form http://HOST:PORT`),
    );
  });

  it.each<[string, (proxy: string) => Record<string, string>]>([
    ['none is named', () => ({})],
    ['NO_PROXY names the host', (proxy) => ({ HTTPS_PROXY: proxy, NO_PROXY: '.sec.gov' })],
    ['no_proxy does', (proxy) => ({ HTTPS_PROXY: proxy, no_proxy: 'data.sec.gov', NO_PROXY: 'x' })],
  ])('is left out where %s', async (_, environment) => {
    expect(await tunnelsAsked(environment)).toMatchObject({ asked: [] });
  });

  it('has no part in what goes to a mirror on this machine', async () => {
    const { send, heard } = await clientOf((response) => response.end('{}'), {}, nowhere);
    expect((await send(request)).body.toString()).toBe('{}');
    expect(heard).toHaveLength(1);
  });
});
