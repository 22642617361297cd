import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endpoints } from '../../tools/index.ts';
import { startBuilt, startServer } from '../support/built.ts';
import { createKey, root, temporaryFolder } from '../support/mcp.ts';
import { replies } from '../support/upstream.ts';
import { useSurroundings } from './faulty-gateway.ts';

const around = useSurroundings();
const emptyPage = '{"result":[],"pagination":{"total":0}}';

it('processes that are killed with requests under way do not exceed the upstream limit', async () => {
  const dataDir = temporaryFolder();
  const key = await createKey(dataDir);
  const settings = {
    CATALYST_BASE_URL: around.proxy.baseUrl,
    CATALYST_API_KEY: around.instance.keys.elite,
    CATALYST_UPSTREAM_PLAN: 'elite-plus',
    CATALYST_MAX_WAIT: '5',
    CATALYST_LIMITS: 'off',
  };
  const start = async () => {
    const server = await startServer(dataDir, settings);
    // The limit of this endpoint is 60 requests per five minutes.
    const ask = (ticker: string) =>
      fetch(`${server.base}/api/v2/pdufa/upcoming?apiKey=${key}&ticker=${ticker}`).catch(() => {});
    return { ...server, ask };
  };
  const questions = (of: string) => Array.from({ length: 45 }, (_, index) => `${of}${index}`);

  // The upstream responds to every second request and leaves the others open.
  around.proxy.use((_, response) => {
    if (around.proxy.requests.length % 2 === 0) response.end(emptyPage);
  });
  for (const life of ['A', 'B', 'C']) {
    const { child, ended, ask } = await start();
    const before = around.proxy.requests.length;
    const asking = questions(life).map(ask);
    // At most eight connections to the upstream are open.
    const expected = Math.min(60, before + 8);
    await expect.poll(() => around.proxy.requests.length).toBeGreaterThanOrEqual(expected);
    child.kill('SIGKILL');
    await Promise.all([ended, ...asking]);
  }
  expect(around.proxy.requests.length).toBeLessThanOrEqual(60);

  around.proxy.use(replies(200, emptyPage));
  const { child, ended, ask } = await start();
  for (const question of [...questions('E'), ...questions('F')]) await ask(question);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  const { length: sent } = around.proxy.requests;
  expect(sent).toBeLessThanOrEqual(60);
  // A slot is lost if its process ends between the reservation and the request: at most one slot
  // per connection.
  expect(sent).toBeGreaterThanOrEqual(60 - 3 * 8);
});

it('settings left as placeholders make stdio serve the local store', async () => {
  const placeholder = (name: string) => `$${`{user_config.${name}}`}`;
  const home = temporaryFolder();
  const { child, ended } = startBuilt(placeholder('folder'), [], {
    HOME: home,
    XDG_DATA_HOME: home,
    CATALYST_BASE_URL: placeholder('address'),
    CATALYST_API_KEY: placeholder('key'),
  });
  const clientInfo = { name: 'test', version: '1' };
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  for (const [id, method, params] of [
    [1, 'initialize', hello],
    [2, 'tools/list', {}],
  ]) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  }
  child.stdin.end();
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [greeting, list] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).result);
  expect(greeting.instructions).toContain('fictional');
  // The list contains `search`, `fetch` and `chart` in addition to the endpoints.
  expect(list.tools).toHaveLength(endpoints.length + 3);
  expect(existsSync(join(root, placeholder('folder')))).toBe(false);
  expect(readdirSync(home)).toEqual(['biotech-catalyst-mcp']);
});
