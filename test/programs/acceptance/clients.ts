import assert from 'node:assert/strict';
import { endpoints } from '../../../tools/index.ts';
import {
  type Assistant,
  inspector,
  type Kind,
  newerClient,
  remoteBridge,
  type TransportName,
} from './assistants.ts';
import { type Check, check, skipped } from './check.ts';
import { type Part, type Stage, startServer } from './stage.ts';

const wrongKey = 'bcm_no-such-key';

/** Tests real clients over both transports: list, call, error, next page and rejected key. */
export const clients: Part = { title: 'Clients', run };

async function run(stage: Stage): Promise<readonly Check[]> {
  const { tools } = stage;
  const server = await startServer(stage, stage.demoDir, { CATALYST_LIMITS: 'off' });
  try {
    const address = `${server.base}/mcp`;
    const turned = await pagedTool(server.base);
    const installed =
      typeof tools === 'string'
        ? []
        : [inspector(tools, 'legacy'), inspector(tools, 'modern'), remoteBridge(tools)];
    const kinds = [newerClient('auto'), newerClient('pinned'), newerClient('legacy'), ...installed];
    const checks: Check[] = [];
    for (const kind of kinds) {
      for (const transport of kind.transports) {
        checks.push(...(await exercise(stage, kind, transport, address, turned)));
      }
    }
    if (typeof tools === 'string') checks.push(skipped('clients of the tools', tools));
    else {
      const structured = `${address}?structured=1`;
      checks.push(
        await check('Inspector --strict: typed objects, too', async () => {
          const names = await (
            await inspector(tools, 'legacy').connect(stage, 'http', structured, 'demo')
          ).list();
          return `${names.length} tools`;
        }),
      );
    }
    return checks;
  } finally {
    await server.stop();
  }
}

async function exercise(
  stage: Stage,
  kind: Kind,
  transport: TransportName,
  address: string,
  turned: string,
): Promise<Check[]> {
  const name = `${kind.name} over ${transport}`;
  let assistant: Assistant | undefined;
  const opened = await check(`${name}: connects and lists`, async () => {
    assistant = await kind.connect(stage, transport, address, transport === 'stdio' ? '' : 'demo');
    const names = await assistant.list();
    for (const { name } of endpoints) assert.ok(names.includes(name), `${name} is not listed`);
    const { protocol } = assistant;
    assert.equal(protocol, kind.speaks, 'revision agreed on');
    return `${names.length} tools${protocol ? `, speaks ${protocol}` : ''}`;
  });
  const refused = await check(`${name}: a wrong key is refused`, () =>
    refusesKey(() => kind.connect(stage, transport, address, wrongKey), kind.refusal),
  );
  const connected = assistant as Assistant | undefined;
  if (!connected) return [opened, refused];
  const checks = [
    opened,
    await check(`${name}: a call`, () => calls(connected, turned)),
    await check(`${name}: an error`, () => tellsError(connected, turned)),
    await check(`${name}: a page turned`, () => turnsPage(connected, turned)),
    refused,
  ];
  await connected.close();
  return checks;
}

async function calls(assistant: Assistant, tool: string): Promise<string> {
  const answer = await assistant.call(tool, {});
  assert.equal(answer.isError ?? false, false);
  const { text, rows } = readAnswer(answer);
  assert.ok(rows.length > 0, 'no records');
  const [, last, total] = new RegExp(`^${tool}: records 1–(\\d+) of (\\d+), `).exec(text) ?? [];
  assert.equal(Number(last), rows.length);
  return `${tool}: ${last} of ${total} records`;
}

/**
 * Reads an answer as hosts pass it on: one text with the field names on one line and one record per
 * line below.
 */
function readAnswer({ content }: Awaited<ReturnType<Assistant['call']>>) {
  assert.equal(content.length, 1);
  const text = content[0]?.text ?? '';
  return { text, rows: (text.split('\n\n')[1] ?? '').split('\n').slice(1) };
}

async function tellsError(assistant: Assistant, tool: string): Promise<string> {
  const answer = await assistant.call(tool, { no_such_argument: 'x' });
  assert.equal(answer.isError, true);
  const text = answer.content[0]?.text ?? '';
  assert.match(text, /^Unknown argument "no_such_argument"/);
  return text.slice(0, 60);
}

async function turnsPage(assistant: Assistant, tool: string): Promise<string> {
  const [first, second] = [await assistant.call(tool, {}), await assistant.call(tool, { page: 2 })];
  const { text, rows } = readAnswer(second);
  assert.match(text, /, page 2 of /);
  const before = new Set(readAnswer(first).rows);
  assert.ok(rows.length > 0, 'the second page holds no records');
  assert.ok(!rows.some((row) => before.has(row)), 'a record stands twice');
  return `${rows.length} records on page 2`;
}

/**
 * Checks that the key is rejected on connection or on the first request, with an error message that
 * states the reason.
 */
async function refusesKey(connect: () => Promise<Assistant>, words: RegExp): Promise<string> {
  let assistant: Assistant | undefined;
  try {
    assistant = await connect();
    await assistant.list();
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    assert.match(text, words);
    return text.replace(/\s+/g, ' ').slice(0, 80);
  } finally {
    await assistant?.close();
  }
  throw new Error('a wrong key lists the tools');
}

/** Finds a tool that needs no arguments and returns more than one page. */
async function pagedTool(base: string): Promise<string> {
  for (const { name, path, paging, parameters, oneOfRequired } of endpoints) {
    const asksForMore = oneOfRequired || Object.values(parameters).some(({ required }) => required);
    if (paging !== 'pages' || asksForMore) continue;
    const response = await fetch(`${base}/api/v2${path}?apiKey=demo`);
    const { pagination } = (await response.json()) as { pagination: { total: number } };
    if (pagination.total > 100) return name;
  }
  throw new Error('no tool has more than two pages');
}
