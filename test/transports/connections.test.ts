import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve, useApp } from '../support/start-app.ts';

const started = useApp();

type More = Parameters<typeof serve>[2];

/** Starts a server whose REST responses the test can delay. */
async function serving(more: More) {
  const { service, catalogue, toolbox } = started.app;
  const held: (() => void)[] = [];
  let holding = false;
  const server = await serve(
    {
      catalogue,
      toolbox,
      service: {
        ...service,
        answer: async (...asked) => {
          if (holding) await new Promise<void>((resolve) => held.push(resolve));
          return service.answer(...asked);
        },
      },
    },
    undefined,
    more,
  );
  onTestFinished(() => server.close());
  return {
    ...server,
    held,
    hold: () => {
      holding = true;
    },
    release: () => {
      holding = false;
      for (const resolve of held.splice(0)) resolve();
    },
    /** Opens a connection and sends text on it. */
    async open(sent = '') {
      const socket = connect(server.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      socket.on('error', () => {});
      if (sent) socket.write(sent);
      return { socket, text: () => text, isOpen: () => !socket.closed && !socket.readableEnded };
    },
  };
}

const health = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const question = () =>
  `GET /api/v2/pdufa/historical?apiKey=${started.key} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const answered = (one: { text(): string }) =>
  expect.poll(() => one.text()).toMatch(/^HTTP\/1\.1 200 /);
const closed = (one: { isOpen(): boolean }) => expect.poll(() => one.isOpen()).toBe(false);

describe('where there is no more room', () => {
  it('nobody who is being answered goes: the new caller is refused, and is let in later', async () => {
    const { open, hold, release, held } = await serving({ maxConnectionsPerAddress: 2 });
    hold();
    const asked = [await open(question()), await open(question())];
    await expect.poll(() => held.length).toBe(2);
    const refused = await open();
    await closed(refused);
    expect(refused.text()).toMatch(/^HTTP\/1\.1 503 .*\{"error":"Service Unavailable"\}$/s);
    release();
    for (const one of asked) await answered(one);
    await answered(await open(health));
  });

  it('2,010 idle connections of one address keep no new caller out', async () => {
    const { open, base } = await serving({});
    const idle: Awaited<ReturnType<typeof open>>[] = [];
    // The system delays connections by seconds if more than 511 wait to be accepted.
    for (let batch = 0; batch < 10; batch += 1) {
      idle.push(...(await Promise.all(Array.from({ length: 201 }, () => open()))));
    }
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    await expect.poll(() => idle.filter((one) => one.isOpen()).length).toBeLessThanOrEqual(1_000);
  });
});

it('behind a named proxy callers count by the address that it forwards', async () => {
  const asks = (forwarded: string) =>
    question().replace('\r\n\r\n', `\r\nX-Forwarded-For: ${forwarded}\r\n\r\n`);
  const more = { maxConnectionsPerAddress: 2, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] };
  const { open, hold, release, held } = await serving(more);
  hold();
  const mine = [
    await open(asks('192.0.2.1')),
    await open(asks('198.51.100.9, 192.0.2.1, 10.1.2.3')),
  ];
  await expect.poll(() => held.length).toBe(2);
  const tooMany = await open(asks('192.0.2.1'));
  await expect
    .poll(tooMany.text)
    .toMatch(
      /^HTTP\/1\.1 429 .*retry-after: 1\r\n.*"Too many simultaneous requests from your IP address: the limit is 2\. /s,
    );
  const other = await open(asks('192.0.2.2'));
  await expect.poll(() => held.length).toBe(3);
  release();
  for (const one of [...mine, other]) await answered(one);
  await answered(await open(asks('192.0.2.1')));
});

it('a request that is answered before it is whole is not read to its end', async () => {
  const { open } = await serving({});
  const endless = await open(
    `POST /mcp?apiKey=${started.key} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{`,
  );
  const begun = performance.now();
  await closed(endless);
  expect(endless.text()).toMatch(/^HTTP\/1\.1 413 /);
  // Node's default limit would be 30 s.
  expect(performance.now() - begun).toBeLessThan(20_000);
});
