import { createServer } from 'node:http';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTables } from '../../src/cluster/open-tables.ts';
import { callback } from '../authorization/browser.ts';
import { Flow, publicUrl } from '../authorization/flow.ts';
import { haveEngines, useEngines } from '../support/engines.ts';
import { createKey, serveOn, temporaryFolder } from '../support/mcp.ts';
import { listen } from '../support/network.ts';
import { clusterSettings } from '../support/settings.ts';
import { universe } from '../support/universe.ts';
import { job, take } from './shared-store.ts';

const HOUR = 3_600_000;

describe.runIf(haveEngines)('sign-in on several machines', () => {
  const engines = useEngines();
  let settings: Readonly<Record<string, string>>;
  let key: string;
  beforeAll(async () => {
    settings = {
      ...(await clusterSettings(engines)),
      CATALYST_PUBLIC_URL: publicUrl,
      CATALYST_LIMITS: 'off',
    };
    const databaseUrl = settings.CATALYST_DATABASE_URL ?? '';
    await (await openTables(databaseUrl)).close();
    await job({ databaseUrl, folder: temporaryFolder() }, ({ folder }) => take(folder, universe));
    key = await createKey(temporaryFolder(), settings);
  });

  async function startServer() {
    const server = await serveOn(temporaryFolder(), { settings, clock: () => Date.now() });
    onTestFinished(() => server.close());
    return server.base;
  }

  it.each([HOUR, -HOUR])('holds where one clock is off by %d ms', async (off) => {
    const realNow = Date.now;
    let offset = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offset);
    onTestFinished(() => void vi.restoreAllMocks());
    const servers = [
      { base: await startServer(), offset: 0 },
      { base: await startServer(), offset: off },
    ];
    let turn = 0;
    /** Forwards each request to the other server, which uses the clock of this process. */
    const proxy = createServer(async (request, response) => {
      turn += 1;
      const server = servers[turn % 2]!;
      offset = server.offset;
      const chunks = await request.toArray();
      const { host: _, connection: __, ...headers } = request.headers;
      const answer = await fetch(`${server.base}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        redirect: 'manual',
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      const { location, 'content-type': type } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, {
        ...(location ? { location } : {}),
        ...(type ? { 'content-type': type } : {}),
        'set-cookie': answer.headers.getSetCookie(),
      });
      response.end(body);
    });
    const base = `http://127.0.0.1:${await listen(proxy)}`;
    const { flow, tokens } = await Flow.grant({ base }, key);
    let { access_token, refresh_token } = tokens;
    for (let times = 0; times < 3; times += 1) {
      expect((await flow.list(access_token)).status).toBe(200);
      expect((await flow.list(access_token)).status).toBe(200);
      const renewed = await flow.refresh(refresh_token);
      expect(renewed.status).toBe(200);
      ({ access_token, refresh_token } = renewed.body);
    }
    expect(turn).toBeGreaterThan(12);
  });

  it('is refused by 503 with Retry-After while PostgreSQL hangs', async () => {
    const base = await startServer();
    const { flow, tokens } = await Flow.grant({ base }, key);
    const page = await flow.ask();
    engines.postgres.stop();
    onTestFinished(() => engines.postgres.resume());
    const form = new URLSearchParams({ token: tokens.refresh_token, client_id: flow.clientId });
    const refused = [
      await flow.refresh(tokens.refresh_token),
      await flow.redeem('a'.repeat(43)),
      await flow.register({ client_name: 'Other', redirect_uris: [callback] }),
      await flow.post('/oauth/revoke', form),
    ];
    for (const { status, headers, body } of refused) {
      expect([status, headers.get('retry-after')]).toEqual([503, '60']);
      expect(body).toEqual({
        error: 'temporarily_unavailable',
        error_description: expect.stringMatching(/^Tokens cannot be checked while the database/),
      });
    }
    const pages = [
      await flow.ask(),
      await flow.browser.open(page.address),
      await flow.browser.submit(page, { key, answer: 'allow' }),
    ];
    for (const { status, headers, text } of pages) {
      expect([status, headers.get('retry-after')]).toEqual([503, '60']);
      expect(text).toContain('Tokens cannot be checked while the database');
    }
  });
});
