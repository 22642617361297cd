import { describe, expect, it, onTestFinished } from 'vitest';
import type { Service } from '../../../src/service/service.ts';
import { createToolbox } from '../../../src/transports/toolbox.ts';
import { postMcp, serve, startApp } from '../../support/start-app.ts';
import { createTestLog } from '../../support/upstream.ts';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Starts a server whose answers fail with an internal error that callers must not see. */
async function startBroken(trustedProxies: readonly string[] = []) {
  const { app, key, close } = await startApp();
  onTestFinished(close);
  const { log, lines } = createTestLog();
  const answer = () => Promise.reject(new Error('the disk is on fire'));
  const service: Service = { ...app.service, answer };
  const toolbox = createToolbox(app.catalogue, service, log);
  const server = await serve({ ...app, service, toolbox }, log, { trustedProxies });
  onTestFinished(() => server.close());
  const params = { name: 'fda_calendar', arguments: {} };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const call = (headers: Record<string, string> = {}) =>
    postMcp(server.base, message, { 'x-api-key': key, ...headers });
  const get = (headers: Record<string, string> = {}) =>
    fetch(`${server.base}/api/v2/fdacalendar?apiKey=${key}`, { headers });
  return { ...server, lines, call, get };
}

describe('a request that fails', () => {
  it('is found in the log by the id that its caller is told, and by its trace', async () => {
    const { call, get, lines } = await startBroken();
    for (const ask of [get, call]) {
      lines.length = 0;
      const reply = await ask({ traceparent });
      const id = reply.headers.get('x-request-id');
      expect(id).toMatch(uuid);
      expect(await reply.text()).not.toContain('fire');
      expect(lines).toEqual([
        expect.objectContaining({ level: 'error', request_id: id, traceparent }),
      ]);
    }
  });

  it('keeps the id that a trusted proxy gave it, and no caller’s', async () => {
    const id = 'edge-7f3a9c1e';
    const behind = await startBroken(['127.0.0.1']);
    const alone = await startBroken();
    const idOf = async (asked: Promise<Response>) => (await asked).headers.get('x-request-id');
    expect(await idOf(behind.call({ 'x-request-id': id }))).toBe(id);
    expect(await idOf(behind.get({ 'x-request-id': id }))).toBe(id);
    expect(await idOf(alone.call({ 'x-request-id': id }))).toMatch(uuid);
    // A value that is not a valid id is not logged, even from a trusted proxy.
    expect(await idOf(behind.call({ 'x-request-id': 'a key of somebody' }))).toMatch(uuid);
    expect(JSON.stringify([alone.lines, behind.lines])).not.toContain('somebody');
  });
});

it('a refusal names its request, an answer does not', async () => {
  const started = await startApp();
  onTestFinished(() => started.close());
  const refused = await started.ask('/fdacalendar', {}, null);
  expect(refused.status).toBe(401);
  expect(refused.headers.get('x-request-id')).toMatch(uuid);
  const wrongMethod = await fetch(`${started.base}/mcp`, { method: 'GET' });
  expect(wrongMethod.headers.get('x-request-id')).toMatch(uuid);
  const page = await fetch(`${started.base}/ticker/NOSUCHQZ`);
  expect(page.status).toBe(401);
  expect(page.headers.get('x-request-id')).toMatch(uuid);
  const answered = await started.ask('/fdacalendar');
  expect([answered.status, answered.headers.get('x-request-id')]).toEqual([200, null]);
});
