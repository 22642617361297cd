import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { endpoints } from '../../tools/index.ts';
import { startServer } from '../support/built.ts';
import { temporaryFolder } from '../support/mcp.ts';

const rounds = 5;
/** Half of the requests use existing connections, and half use new connections. */
const requests = 32;
const ask = 'GET /api/v2/fdacalendar?apiKey=demo HTTP/1.1\r\nHost: localhost\r\n\r\n';
const health = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** An open connection and the data received on it. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  let failed: string | undefined;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    failed = cause.code;
  });
  await once(socket, 'connect');
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    send: (words: string) => new Promise<void>((resolve) => socket.write(words, () => resolve())),
    until: (found: string) => expect.poll(() => text.includes(found)).toBe(true),
    /** Returns the last complete response after the server has closed the connection. */
    async answer() {
      await ended;
      const [head = '', body = ''] = text.slice(text.lastIndexOf('HTTP/1.1')).split('\r\n\r\n');
      const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
      return { failed, head, isWhole: Buffer.byteLength(body) === Number(length) };
    },
  };
}

it.skipIf(process.platform === 'win32')(
  'whoever had asked when a server is told to stop is answered',
  async () => {
    const dataDir = temporaryFolder();
    await refreshStore(filesOf(dataDir).demo, 'demo', endpoints, Date.now);
    for (let round = 0; round < rounds; round += 1) {
      const { child, ended, port } = await startServer(dataDir, { CATALYST_LIMITS: 'off' });
      const used = await Promise.all(Array.from({ length: requests / 2 }, () => open(port)));
      for (const one of used) {
        await one.send(health);
        await one.until('{"status":"ok"}');
      }
      // While the process is suspended, requests arrive on existing and new connections, and then
      // it gets a stop signal.
      child.kill('SIGSTOP');
      const fresh = await Promise.all(Array.from({ length: requests / 2 }, () => open(port)));
      const asked = [...used, ...fresh];
      await Promise.all(asked.map((one) => one.send(ask)));
      child.kill('SIGTERM');
      child.kill('SIGCONT');
      for (const one of asked) {
        const answer = await one.answer();
        expect(answer).toMatchObject({ failed: undefined, isWhole: true });
        expect(answer.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      }
      expect(await ended).toMatchObject({ code: 0, stderr: '' });
    }
  },
);
