import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StdioClientTransport,
  type StdioServerParameters,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { endpoints } from '../../../tools/index.ts';

/** The client's default response timeout in seconds. */
const ANSWER_SECONDS = 60;

/** Starts a program over stdio and checks that it lists every endpoint and answers one call. */
export async function speaksOverStdio(
  program: Pick<StdioServerParameters, 'command' | 'env' | 'cwd'> & { args: readonly string[] },
  seconds = ANSWER_SECONDS,
): Promise<string> {
  const client = new Client({ name: 'acceptance', version: '1.0.0' });
  const transport = new StdioClientTransport({
    ...program,
    args: [...program.args],
    stderr: 'ignore',
  });
  await client.connect(transport as Parameters<Client['connect']>[0], { timeout: seconds * 1_000 });
  try {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    for (const { name } of endpoints) assert.ok(names.includes(name), `${name} is not listed`);
    const answer = await client.callTool({ name: 'pdufa_historical', arguments: {} });
    assert.equal(answer.isError ?? false, false);
    return `${names.length} tools, one called`;
  } finally {
    await client.close();
  }
}
