import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { createKey } from '../../src/commands/keys.ts';
import { stdio } from '../../src/commands/stdio.ts';
import { type ContextParts, contextOn, runOn } from '../support/context.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';
import { fillStore } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';

interface Reply {
  readonly id: number;
  readonly result?: {
    readonly instructions?: string;
    readonly structuredContent?: { readonly result: readonly object[] };
    readonly content?: readonly [{ readonly text: string }];
    readonly isError?: boolean;
    readonly tools?: readonly { readonly name: string }[];
  };
}

const dataDir = temporaryFolder();
beforeAll(() => fillStore(filesOf(dataDir).store, universe));

const asking = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const greeting = asking(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});
const call = (id: number, name: string) => asking(id, 'tools/call', { name, arguments: {} });

/** Returns the responses to messages by id, until the input ends. */
async function answered(texts: readonly string[], parts: ContextParts = {}, folder = dataDir) {
  const stdin = new PassThrough();
  const { context, stdout, stderr } = contextOn(folder, { ...parts, stdin });
  const code = stdio(context);
  stdin.end(texts.join(''));
  expect(await code).toBe(0);
  expect(stderr()).toBe('');
  const lines = stdout().split('\n').slice(0, -1);
  const replies = lines.map((line) => JSON.parse(line) as Reply);
  return new Map(replies.map((reply) => [reply.id, reply.result]));
}

describe('a server of one assistant', () => {
  it('greets by what it serves, and answers as the owner', async () => {
    const messages = [greeting, call(2, 'companies'), asking(3, 'tools/list')];
    const replies = await answered(messages);
    expect(replies.get(1)?.instructions).toMatch(/local store/);
    expect(replies.get(2)?.isError ?? false).toBe(false);
    expect(replies.get(2)?.content?.[0].text).toContain('ACME');
    expect(replies.get(2)?.structuredContent).toBeUndefined();
    expect(replies.get(3)?.tools?.length).toBeGreaterThan(49);
  });

  it('says with each answer that a sync cannot start, and what to set', async () => {
    const said = async (environment: Record<string, string>) => {
      const { context, stdout } = contextOn(dataDir, { environment, stdin: new PassThrough() });
      // A script that runs in place of this program. Its output goes to stderr.
      const self = [process.execPath, fileIn(temporaryFolder(), 'program.mjs', 'process.exit(2)')];
      const code = stdio({ ...context, self });
      (context.stdin as PassThrough).end(`${greeting}${call(2, 'companies')}`);
      expect(await code).toBe(0);
      return stdout();
    };
    const notice =
      'CATALYST_SYNC is on, but nothing is fetched: the SEC requires a contact address from every automated client. Set CATALYST_CONTACT to your email address in the configuration of this server, and restart it.';
    expect(await said({ CATALYST_SYNC: 'on' })).toContain(notice);
    const contact = { CATALYST_CONTACT: 'anna@zorbiva-capital.com' };
    expect(await said({ CATALYST_SYNC: 'on', ...contact })).not.toContain('nothing is fetched');
    expect(await said({})).not.toContain('nothing is fetched');
  });

  it('returns records as objects in addition to text on request', async () => {
    const told = async (CATALYST_STRUCTURED: string) => {
      const environment = { CATALYST_STRUCTURED };
      const replies = await answered([greeting, call(2, 'companies')], { environment });
      return replies.get(2)?.structuredContent?.result.length;
    };
    expect(await told('on')).toBe(2);
    expect(await told('off')).toBeUndefined();
  });

  it('answers as the account whose key is given', async () => {
    const made = await runOn(dataDir, (context) =>
      createKey(context, { account: 'anna', plan: 'basic' }),
    );
    const as = async (key: string) => {
      const environment = { CATALYST_API_KEY: key };
      const replies = await answered([greeting, call(2, 'fda_approvals')], { environment });
      return replies.get(2)?.content?.[0].text;
    };
    expect(await as(made.stdout.trim())).toContain('needs the Elite Plus plan');
    expect(await as('bcm_none')).toMatch(/key/i);
  });

  it('says of a fresh folder that its records are invented', async () => {
    const replies = await answered([greeting], {}, temporaryFolder());
    expect(replies.get(1)?.instructions).toMatch(/fictional/);
  });

  it('ends immediately on request, even if its input continues', async () => {
    const stdin = new PassThrough();
    const { context } = contextOn(dataDir, { stdin, stopped: Promise.resolve() });
    expect(await stdio(context)).toBe(0);
    expect(stdin.destroyed).toBe(true);
  });

  it('receives the reason if its settings are invalid', async () => {
    const accepted = /^CATALYST_LIMITS: on or off/;
    await refused({ CATALYST_LIMITS: 'maybe' }, greeting, accepted);
    await refused({ CATALYST_LIMITS: 'maybe' }, call(1, 'companies'), accepted);
  });

  /** The reply to the first message, and then the end of the process, state the reason. */
  async function refused(environment: Record<string, string>, message: string, reason: RegExp) {
    const stdin = new PassThrough();
    const { context, stdout } = contextOn(dataDir, { environment, stdin });
    const broken = stdio(context);
    stdin.write(message);
    await expect(broken).rejects.toThrow(reason);
    expect(JSON.parse(stdout())).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32099, message: expect.stringMatching(reason) },
    });
  }
});
