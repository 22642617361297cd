import assert from 'node:assert/strict';
import { type Check, check, skipped } from './check.ts';
import { sendRaw } from './sockets.ts';
import { ask, environment, type Part, post, runToEnd, type Stage, serveBy } from './stage.ts';

/**
 * Runs the built program on the oldest supported Node and on the versions that the docs recommend.
 */
export const nodeVersions: Part = { title: 'Other versions of Node', run };

async function run(stage: Stage): Promise<readonly Check[]> {
  const { tools } = stage;
  if (typeof tools === 'string') return [skipped('smoke test', tools)];
  if (tools.nodes.length === 0)
    return [skipped('smoke test', 'Node is installed for Linux on x64 only')];
  const checks: Check[] = [];
  for (const { version, path } of tools.nodes) {
    checks.push(await check(`smoke test on Node ${version}`, () => smoke(stage, path)));
  }
  return checks;
}

/**
 * Sends one request of each kind: MCP, REST, page, OAuth, and more pipelined requests than the
 * server answers.
 */
async function smoke({ program, folder }: Stage, node: string): Promise<string> {
  const env = environment(folder('node'), { CATALYST_PUBLIC_URL: 'https://catalysts.example.org' });
  const refreshed = await runToEnd([node, program, 'refresh', 'demo'], env);
  assert.equal(refreshed.code, 0, refreshed.stderr);
  const server = await serveBy([node, program], { env });
  try {
    const { tools } = await ask<{ tools: readonly object[] }>(server.base, 'tools/list');
    assert.ok(tools.length > 50, `${tools.length} tools`);
    for (const path of ['/api/v2/fdacalendar?apiKey=demo', '/', '/readyz']) {
      assert.equal((await fetch(`${server.base}${path}`)).status, 200, path);
    }
    const client = { client_name: 'Smoke test', redirect_uris: ['https://client.example/back'] };
    assert.equal((await post(server.base, client, '/oauth/register')).status, 201);
    const pipelined = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000);
    const { received, ended } = await sendRaw(server.port, pipelined);
    assert.equal(received.match(/HTTP\/1\.1 200 /g)?.length, 10, 'answers to pipelined requests');
    assert.ok(ended, 'the connection of pipelined requests is still open');
    // Node 22 prints a warning about its SQLite. No library warns about the Node version.
    const plain = server
      .log()
      .split('\n')
      .filter((line) => line && !/^(\{|\(node:|\(Use )/.test(line));
    assert.deepEqual(plain, []);
    return `${tools.length} tools`;
  } finally {
    await server.stop();
  }
}
