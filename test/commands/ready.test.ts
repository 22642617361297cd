import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ready } from '../../src/commands/ready.ts';
import { runOn } from '../support/context.ts';
import { listen } from '../support/network.ts';

async function asked(answer: (response: ServerResponse, request: IncomingMessage) => unknown) {
  const server = createServer((request, response) => answer(response, request));
  const port = await listen(server);
  return runOn('', (context) => ready(context, { host: '127.0.0.1', port }));
}

describe('a server on this machine', () => {
  it.each([
    [200, 0],
    [201, 1],
    [503, 1],
  ])('that answers %d is shown, with code %d', async (status, code) => {
    const paths: unknown[] = [];
    const said = await asked((response, { method, url, headers }) => {
      paths.push([method, url, headers.host]);
      response.writeHead(status).end('{"status":"it"}');
    });
    expect(said).toEqual({ code, stdout: '{"status":"it"}\n', stderr: '' });
    expect(paths).toEqual([['GET', '/readyz', 'localhost']]);
  });

  it('is shown in 4,000 characters', async () => {
    for (const length of [4_000, 4_001, 20_000]) {
      const { code, stdout } = await asked((response) => response.end('é'.repeat(length)));
      expect([code, stdout]).toEqual([0, `${'é'.repeat(4_000)}\n`]);
    }
  });

  it('that breaks off is not ready', async () => {
    const broken = await asked((response) => response.destroy());
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(/^no server answers at 127\.0\.0\.1:\d+: ECONNRESET\n$/);
  });

  it('that says nothing for four seconds is not ready', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    timeout.mockImplementation(() => AbortSignal.abort());
    const { code, stdout } = await asked(() => {});
    expect(timeout.mock.calls).toEqual([[4_000]]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/: ABORT_ERR\n$/)]);
  });
});
