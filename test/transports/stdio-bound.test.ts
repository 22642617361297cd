import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Toolbox } from '../../src/transports/protocol.ts';
import { serveStdio } from '../../src/transports/stdio.ts';

it('answers at most 64 requests of one client at a time; the others wait and are answered too', async () => {
  let begun = 0;
  let mayEnd: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    mayEnd = resolve;
  });
  const toolbox: Toolbox = {
    instructions: async () => '',
    answer: async () => '{}',
    listTools: async () => '{"tools":[]}',
    async callTool() {
      begun += 1;
      await gate;
      return '{"content":[]}';
    },
  };
  const [input, output] = [new PassThrough(), new PassThrough()];
  const failed = (cause: unknown) => expect.unreachable(String(cause));
  const served = serveStdio({ input, output, credential: 'owner', toolbox, failed });
  for (let id = 1; id <= 100; id += 1) {
    const params = { name: 'fda_calendar', arguments: {} };
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
  }
  input.end();
  // The complete input has been available for many event loop steps.
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toBe(64);
  mayEnd();
  await served;
  expect(begun).toBe(100);
  const replies = String(output.read()).trim().split('\n');
  expect(replies.map((reply) => JSON.parse(reply).id).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
});
