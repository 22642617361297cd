import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as newer from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { endpoints } from '../../../tools/index.ts';
import { Browser, proofKey } from '../../authorization/browser.ts';
import { MemoryProvider } from '../../authorization/memory-provider.ts';
import {
  launchBrowser,
  MAX_CHECK_SECONDS,
  MAX_WAIT_MS,
  whyNoBrowser,
} from '../../support/chromium.ts';
import { freePort } from '../../support/engines.ts';
import { type Check, check, oneLine, skipped } from './check.ts';
import { environment, type Part, type Stage, startServer } from './stage.ts';
import type { Tools } from './tools.ts';

/** Tests OAuth sign-in with real clients, with a browser, and with the conformance suite. */
export const oauth: Part = { title: 'OAuth', run };

async function run(stage: Stage): Promise<readonly Check[]> {
  const { tools } = stage;
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const settings = { CATALYST_LIMITS: 'off', CATALYST_PUBLIC_URL: base };
  const server = await startServer(stage, stage.demoDir, settings, port);
  try {
    const checks = [
      whyNoBrowser
        ? skipped('Chromium', whyNoBrowser)
        : await check(
            'Chromium without scripts: the page is filled in, and leads back',
            () => byChromium(base),
            MAX_CHECK_SECONDS,
          ),
    ];
    for (const [name, [client, Transport]] of Object.entries(sdks)) {
      checks.push(
        await check(`${name}: from a refusal to a page of records`, () =>
          signIn(base, client, Transport),
        ),
      );
    }
    if (typeof tools === 'string') return [...checks, skipped('clients of the tools', tools)];
    for (const era of ['legacy', 'modern'] as const) {
      checks.push(
        await check(`Inspector --cli, ${era} era: signs in and lists`, () =>
          byInspector(stage, tools, base, era),
        ),
      );
    }
    checks.push(
      await check('conformance suite, authorization server', () => bySuite(stage, tools, base)),
      await check('no key and no token in the log', async () => {
        assert.doesNotMatch(server.log(), /[\w-]{43}/);
        return oneLine(server.log()) || 'nothing in it';
      }),
    );
    return checks;
  } finally {
    await server.stop();
  }
}

/**
 * Approves an authorization request with the demo key.
 *
 * @returns the redirect URL
 */
async function allow(base: string, address: string | URL): Promise<URL> {
  const browser = new Browser(base, base);
  const page = await browser.open(address);
  const { left, text } = await browser.submit(page, { key: 'demo', answer: 'allow' });
  assert.ok(left, `not sent back: ${oneLine(text.slice(text.indexOf('<main>')))}`);
  return left;
}

/** The interface that the clients and transports of both SDKs share. */
interface AnyClient {
  connect(transport: unknown): Promise<void>;
  callTool(call: { name: string; arguments: object }): Promise<unknown>;
  close(): Promise<void>;
}
type AnyTransport = new (
  address: URL,
  options: { readonly authProvider: MemoryProvider },
) => { finishAuth(code: string, iss?: string): Promise<void> };

const about = { name: 'acceptance', version: '1.0.0' };
const newerClient = (mode: 'auto' | 'legacy') =>
  new newer.Client(about, { versionNegotiation: { mode } });
const sdks = {
  '@modelcontextprotocol/sdk 1.x': [new Client(about), StreamableHTTPClientTransport],
  '@modelcontextprotocol/client 2.x, auto': [
    newerClient('auto'),
    newer.StreamableHTTPClientTransport,
  ],
  '@modelcontextprotocol/client 2.x, legacy': [
    newerClient('legacy'),
    newer.StreamableHTTPClientTransport,
  ],
} as unknown as Readonly<Record<string, readonly [AnyClient, AnyTransport]>>;

async function signIn(base: string, client: AnyClient, Transport: AnyTransport): Promise<string> {
  const authProvider = new MemoryProvider();
  const open = () => new Transport(new URL(`${base}/mcp`), { authProvider });
  const first = open();
  await assert.rejects(client.connect(first), /Unauthorized/i);
  const { searchParams } = await allow(base, authProvider.opened ?? '');
  await first.finishAuth(searchParams.get('code') ?? '', searchParams.get('iss') ?? '');
  await client.connect(open());
  const called = { name: 'fda_calendar', arguments: {} };
  const { content } = (await client.callTool(called)) as { content: { text: string }[] };
  await client.close();
  const text = content[0]?.text ?? '';
  assert.match(text, /^fda_calendar: records 1–/);
  return text.slice(0, 60);
}

/**
 * Signs in with Chromium, which enforces the content policy, the cookie rules and the form target.
 */
async function byChromium(base: string): Promise<string> {
  const server = createServer((_, response) => response.end('received')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const client_id = await registered(base, callback);
  const query = new URLSearchParams({
    client_id,
    redirect_uri: callback,
    response_type: 'code',
    resource: `${base}/mcp`,
    code_challenge: proofKey().challenge,
    code_challenge_method: 'S256',
    state: 's',
  });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    page.setDefaultTimeout(MAX_WAIT_MS);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${base}/oauth/authorize?${query}`);
    await page.fill('input[name=key]', 'demo');
    await page.click('button[value=allow]');
    await page.waitForURL((address) => address.href.startsWith(callback));
    const { searchParams } = new URL(page.url());
    assert.equal(searchParams.get('state'), 's');
    assert.match(searchParams.get('code') ?? '', /^[\w-]{43}$/);
    assert.deepEqual(complaints, []);
    return 'back with a code';
  } finally {
    await browser.close();
    server.close();
  }
}

async function byInspector(
  stage: Stage,
  { file, node = process.execPath }: Tools,
  base: string,
  era: string,
): Promise<string> {
  const script = file('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const { stdout } = await signingIn(
    base,
    [
      ...[node, script, '--cli', `${base}/mcp`, '--transport', 'http', '--method', 'tools/list'],
      ...['--protocol-era', era, '--callback-url', callback],
    ],
    // No program on the path can open a browser, so the inspector prints the URL.
    environment(stage.folder('inspector'), { MCP_AUTO_OPEN_ENABLED: 'true', PATH: '' }),
  );
  const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
  for (const { name } of endpoints) assert.ok(tools.some((tool) => tool.name === name));
  return `${tools.length} tools`;
}

async function bySuite(
  stage: Stage,
  { file, node = process.execPath }: Tools,
  base: string,
): Promise<string> {
  const port = await freePort();
  const client = await registered(base, `http://127.0.0.1:${port}/callback`);
  const script = file('@modelcontextprotocol/conformance/dist/index.js');
  const words = ['--client-id', client, '--resource', `${base}/mcp`, '-p', String(port)];
  const { stdout } = await signingIn(
    base,
    [node, script, 'authorization', '--url', base, ...words],
    environment(stage.folder('suite')),
  );
  const [, passed, failed] = /Total: (\d+) passed, (\d+) failed/.exec(stdout) ?? [];
  assert.equal(failed, '0', oneLine(stdout));
  assert.match(stdout, /✓ authorization-code-grant: 1 passed/);
  return `${passed} passed, ${failed} failed`;
}

/**
 * Registers a client.
 *
 * @returns its id
 */
async function registered(base: string, callback: string): Promise<string> {
  const response = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [callback] }),
  });
  return ((await response.json()) as { client_id: string }).client_id;
}

/** Runs a program that prints a sign-in URL, and opens the URL. */
async function signingIn(
  base: string,
  [command = '', ...words]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly stdout: string }> {
  const child = spawn(command, words, { env, timeout: 60_000, killSignal: 'SIGKILL' });
  let [stdout, stderr] = ['', ''];
  const told = new Promise<string>((resolve) => {
    const look = () => {
      const address = /http:\S+\/oauth\/authorize\?\S+(?=\s)/.exec(`${stdout}\n${stderr}`)?.[0];
      if (address) resolve(address);
    };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      look();
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
      look();
    });
  });
  const closed = once(child, 'close');
  const address = await Promise.race([told, closed.then(() => undefined)]);
  assert.ok(address, `it named no address: ${oneLine(stdout + stderr)}`);
  const answered = await fetch(await allow(base, address));
  await answered.text();
  await closed;
  return { stdout };
}
