import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBinary, freePort } from './support/engines.ts';
import { fileIn, temporaryFolder } from './support/files.ts';
import { listen } from './support/network.ts';

const caddy = findBinary('caddy');
if (!caddy && process.env.CATALYST_TEST_ENGINES === 'required') {
  throw new Error('caddy is not installed, and CATALYST_TEST_ENGINES requires it');
}
if (!caddy) process.stderr.write('Skipped: deploy/Caddyfile, since caddy is not installed.\n');

/** Runs the shipped Caddyfile in a real Caddy in front of one server that answers every request. */
async function startProxy() {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') response.end('ready');
    else response.writeHead(303, { location: 'https://client.example/?code=SECRET-code' }).end();
  });
  const behind = await listen(server);
  const base = `http://127.0.0.1:${await freePort()}`;
  const file = readFileSync('deploy/Caddyfile', 'utf8')
    .replace(/^\{$/m, '{\n\tadmin off')
    .replace(/reverse_proxy serve-.*\{/, `reverse_proxy 127.0.0.1:${behind} {`);
  const folder = temporaryFolder();
  const words = ['run', '--adapter', 'caddyfile', '--config', fileIn(folder, 'Caddyfile', file)];
  const proxy = spawn(caddy ?? '', words, { env: { DOMAIN: base, HOME: folder } });
  let log = '';
  proxy.stderr.setEncoding('utf8').on('data', (chunk) => {
    log += chunk;
  });
  onTestFinished(async () => {
    proxy.kill('SIGKILL');
    await once(proxy, 'close');
  });
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${base}${path}`, { headers, redirect: 'manual' }).then(({ status }) => status);
  while ((await ask('/').catch(() => 0)) !== 303) {
    expect(proxy.exitCode, log).toBeNull();
    await sleep(100);
  }
  return {
    ask,
    log: () => log,
    /** Stops the server behind the proxy. */
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe.runIf(caddy)('deploy/Caddyfile', () => {
  it('logs requests and errors without keys, codes and tokens', async () => {
    const { ask, log, stop } = await startProxy();
    const headers = {
      authorization: 'Bearer SECRET-bearer',
      cookie: 'session=SECRET-cookie',
      referer: 'https://catalysts.example.org/?apiKey=SECRET-referer',
      'x-api-key': 'SECRET-header',
    };
    expect(await ask('/api/v2/fdacalendar?ticker=ONEQZ&apiKey=SECRET-key', headers)).toBe(303);
    expect(await ask('/api/v2/companies?%61piKey=SECRET-encoded')).toBe(303);
    expect(await ask('/feeds/SECRET-feed/calendar.ics')).toBe(303);
    expect(await ask('/oauth/allow/SECRET-interaction')).toBe(303);
    stop();
    expect(await ask('/api/v2/screener?apiKey=SECRET-error', headers)).toBe(502);
    const logged = ['/api/v2/companies?REDACTED', '/feeds/REDACTED', '/oauth/allow/REDACTED'];
    for (const uri of logged) expect(log()).toContain(`"uri":"${uri}"`);
    expect(log()).toMatch(/"logger":"http\.log\.error".*"uri":"\/api\/v2\/screener\?REDACTED"/);
    expect(log()).not.toContain('SECRET');
  });

  it('does not forward the paths of health checks', async () => {
    const { ask } = await startProxy();
    for (const path of ['/readyz', '/healthz', '/%72eadyz?a=1', '/READYZ']) {
      expect(await ask(path)).toBe(404);
    }
  });
});
