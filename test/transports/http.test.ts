import { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveHttp } from '../../src/transports/http.ts';
import { startApp } from '../support/start-app.ts';
import { silentLog } from '../support/surroundings.ts';

/** Returns the HTTP server of a running app. */
async function served() {
  const listen = vi.spyOn(NetServer.prototype, 'listen');
  onTestFinished(() => listen.mockRestore());
  const { app, close } = await startApp();
  onTestFinished(close);
  const server = listen.mock.contexts.find((one) => one instanceof Server) as Server;
  return { app, server };
}

describe('a server over HTTP', () => {
  it('does not wait for a client forever', async () => {
    const { server } = await served();
    expect(server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      timeout: 300_000,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false,
    });
  });

  it('whose port is taken says so, and nobody hears of it afterwards', async () => {
    const { app, server } = await served();
    const { port } = server.address() as { port: number };
    const { catalogue, service, toolbox, calendars } = app;
    const parts = { catalogue, service, toolbox, calendars, log: silentLog(), version: '1' };
    const second = serveHttp({ ...parts, allowedHosts: [] }, { host: '127.0.0.1', port });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  });
});
