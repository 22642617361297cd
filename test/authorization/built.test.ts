import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { environment, runToEnd, startServer } from '../programs/acceptance/stage.ts';
import { builtMain } from '../support/built.ts';
import { temporaryFolder } from '../support/mcp.ts';
import { Flow, publicUrl } from './flow.ts';

it('the built program lets a client in, whose grant outlives it', async () => {
  const dataDir = temporaryFolder();
  await runToEnd([process.execPath, builtMain, 'refresh', 'demo'], environment(dataDir));
  const start = () =>
    startServer({ program: builtMain }, dataDir, { CATALYST_PUBLIC_URL: publicUrl });
  const first = await start();
  onTestFinished(() => first.stop());
  expect(await statusAs(publicUrl, first.port)).toBe(200);
  expect(await statusAs('https://elsewhere.example.org', first.port)).toBe(403);
  const { flow, tokens } = await Flow.grant(first, 'demo');
  expect((await flow.list(tokens.access_token)).status).toBe(200);
  await first.stop();

  const second = await start();
  onTestFinished(() => second.stop());
  const later = new Flow(second);
  later.clientId = flow.clientId;
  expect((await later.list(tokens.access_token)).status).toBe(200);
  expect((await later.refresh(tokens.refresh_token)).status).toBe(200);
  expect(first.log()).not.toContain(tokens.access_token);
  // Every log line is JSON. The OAuth library would print a plain-text warning on Node 20.
  for (const line of first.log().split('\n').filter(Boolean)) expect(line).toMatch(/^\{/);
});

/** Requests a local port with the Host header of another URL and returns the status. */
function statusAs(address: string, port: number): Promise<number | undefined> {
  const { host } = new URL(address);
  const path = '/.well-known/oauth-authorization-server';
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: { host } }, (response) =>
      resolve(response.resume().statusCode),
    );
    asked.on('error', reject).end();
  });
}
