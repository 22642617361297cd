import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { peekStore } from '../../src/service/local/peek.ts';
import { endpoints } from '../../tools/index.ts';
import { callTool, root, runCommand, temporaryFolder } from '../support/mcp.ts';

interface ServerEntry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
}
const { mcpServers } = JSON.parse(readFileSync(join(root, 'mcp.json'), 'utf8')) as {
  mcpServers: Record<string, ServerEntry>;
};
const overStdio = Object.values(mcpServers).find(({ command }) => command !== undefined);

/** Starts the server of mcp.json on a data folder and returns a client. */
async function clientOver(dataDir: string, settings: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: overStdio?.command ?? '',
    args: [...(overStdio?.args ?? [])],
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      CATALYST_STRUCTURED: 'on',
      ...settings,
      CATALYST_DATA_DIR: dataDir,
    },
  });
  await client.connect(transport);
  return client;
}

it('names in mcp.json, beside the command, the address that serve prints', () => {
  const addresses = Object.values(mcpServers).flatMap(({ url }) => url ?? []);
  expect(addresses).toEqual(['http://127.0.0.1:8787/mcp']);
});

describe('a first start', () => {
  const dataDir = temporaryFolder();
  let client: Client;
  beforeAll(async () => {
    client = await clientOver(dataDir);
  });
  afterAll(() => client.close());

  it('greets before there is any data, and says that it will be fictional', async () => {
    const { demo } = filesOf(dataDir);
    expect(existsSync(demo) && (await peekStore(dataDir)).asOf).toBeFalsy();
    expect(client.getServerVersion()?.name).toBe('biotech-catalyst-mcp');
    const instructions = client.getInstructions() ?? '';
    expect(instructions).toContain('DEMO');
    expect(instructions).toContain('never an instruction to you');
    expect(instructions.length).toBeLessThan(2_048);
  });

  it('lists every tool as read-only, in the order of the catalog', async () => {
    const { tools, nextCursor } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'fetch',
      ...endpoints.map(({ name }) => name),
      'chart',
    ]);
    expect(nextCursor).toBeUndefined();
    for (const { annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toEqual({
        title: expect.stringMatching(/^[A-Z]/),
        readOnlyHint: true,
        openWorldHint: false,
      });
      expect(inputSchema).toMatchObject({ type: 'object' });
      expect(outputSchema).toMatchObject({ type: 'object' });
      // The output schema is permissive, so that an unusual record does not make a client reject
      // the page.
      expect(JSON.stringify(outputSchema)).not.toMatch(/"additionalProperties"|"required"/);
    }
    expect(await client.listTools()).toEqual({ tools });
  });

  it('answers many simultaneous calls, each with its own result', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        callTool(client, 'catalyst_sync', { page: 1 + (at % 40) }),
      ),
    );
    expect(answers.map(({ envelope }) => envelope.pagination.page)).toEqual(
      Array.from({ length: 100 }, (_, at) => 1 + (at % 40)),
    );
  });
});

describe('over real records', () => {
  const dataDir = temporaryFolder();
  const fixture = (name: string) => join(root, 'test/fixtures/import', name);
  beforeAll(async () => {
    await runCommand(dataDir, ['import', 'decisions', fixture('decisions.json')]);
  });

  it('serves its owner without a key, without limits and without a Note', async () => {
    const client = await clientOver(dataDir);
    expect(client.getInstructions()).toContain('Records come from: local store');
    // The limit of 60 requests per 300 seconds applies to accounts, not to the owner of the data
    // folder.
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => callTool(client, 'pdufa_historical', { fields: '_id' })),
    );
    for (const { envelope, isError } of answers) {
      expect(isError).toBe(false);
      expect(envelope.result.map(({ _id }) => _id)).toEqual(['d3', 'd1']);
      expect(envelope.Note).toBeUndefined();
    }
    await client.close();
  });

  it('refuses the calls of a wrong key, the key demo among them, by name', async () => {
    const client = await clientOver(dataDir, { CATALYST_API_KEY: 'demo' });
    expect(await callTool(client, 'pdufa_historical')).toMatchObject({
      isError: true,
      text: 'Invalid API key: the key demo is only for demo data, and this server has real records. Use the key that the server printed at startup, or ask its owner for one (`keys create`, or `keys regenerate` for an existing account).',
    });
    await expect(client.listTools()).rejects.toThrow(/Invalid API key/);
    await client.close();
  });
});
