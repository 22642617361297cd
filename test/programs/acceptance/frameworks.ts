import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Check, check, skipped } from './check.ts';
import { environment, type Part, type Stage, startServer } from './stage.ts';
import { installPackages } from './tools.ts';

/** Tests agent frameworks over both transports: list, call and error. */
export const frameworks: Part = { title: 'Agent frameworks', run };

const packages = {
  '@ai-sdk/mcp': '2.0.99',
  '@langchain/core': '1.4.0',
  '@langchain/mcp-adapters': '1.1.4',
  '@mastra/core': '1.71.0',
  '@mastra/mcp': '2.0.0',
  '@openai/agents': '0.20.0',
  zod: '4.6.7',
};

type Transport = 'stdio' | 'http';
type Args = Readonly<Record<string, string>>;

/** How a client reaches the server: a URL or a program to start. */
interface Reach {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly program: {
    readonly command: string;
    readonly args: string[];
    readonly env: Record<string, string>;
  };
}

interface Connected {
  readonly names: readonly string[];
  /** Returns the text that an agent receives for a call, including a failure. */
  call(tool: string, args: Args): Promise<string>;
  close(): Promise<void>;
}

/** A module without types at build time. It is installed when this part runs. */
// biome-ignore lint/suspicious/noExplicitAny: the packages are no dependencies of the project
type Module = any;
type Load = (name: string) => Promise<Module>;

const kinds: Readonly<
  Record<string, (load: Load, over: Transport, reach: Reach) => Promise<Connected>>
> = {
  async 'LangChain MCP adapters'(load, over, { url, headers, program }) {
    const { MultiServerMCPClient } = await load('@langchain/mcp-adapters');
    const server =
      over === 'http' ? { transport: 'http', url, headers } : { transport: 'stdio', ...program };
    const client = new MultiServerMCPClient({ mcpServers: { catalyst: server } });
    const tools = (await client.getTools()) as Module[];
    return {
      names: tools.map(({ name }) => name),
      call: (tool, args) => spoken(tools.find(({ name }) => name === tool).invoke(args)),
      close: () => client.close(),
    };
  },
  async 'OpenAI Agents SDK'(load, over, { url, headers, program }) {
    const { MCPServerStreamableHttp, MCPServerStdio } = await load('@openai/agents');
    const server =
      over === 'http'
        ? new MCPServerStreamableHttp({ url, requestInit: { headers } })
        : new MCPServerStdio(program);
    await server.connect();
    const tools = (await server.listTools()) as Module[];
    return {
      names: tools.map(({ name }) => name),
      call: (tool, args) => spoken(server.callTool(tool, args)),
      close: () => server.close(),
    };
  },
  async 'AI SDK'(load, over, { url, headers, program }) {
    const { createMCPClient } = await load('@ai-sdk/mcp');
    const { Experimental_StdioMCPTransport: Stdio } = await load('@ai-sdk/mcp/mcp-stdio');
    const transport = over === 'http' ? { type: 'http', url, headers } : new Stdio(program);
    const client = await createMCPClient({ transport });
    const tools = await client.tools();
    const options = { messages: [], toolCallId: '1' };
    return {
      names: Object.keys(tools),
      call: (tool, args) => spoken(tools[tool].execute(args, options)),
      close: () => client.close(),
    };
  },
  async Mastra(load, over, { url, headers, program }) {
    const { MCPClient } = await load('@mastra/mcp');
    const server = over === 'http' ? { url: new URL(url), requestInit: { headers } } : program;
    const client = new MCPClient({ id: over, servers: { catalyst: server } });
    const tools = await client.listTools();
    return {
      names: Object.keys(tools).map((name) => name.replace(/^catalyst_/, '')),
      call: (tool, args) => spoken(tools[`catalyst_${tool}`].execute(args, {})),
      close: () => client.disconnect(),
    };
  },
};

async function run(stage: Stage): Promise<readonly Check[]> {
  const folder = join(stage.project, '.acceptance/frameworks');
  try {
    await installPackages(folder, packages, stage.say);
  } catch (cause) {
    return [skipped('the frameworks', (cause as Error).message)];
  }
  const { resolve } = createRequire(join(folder, 'package.json'));
  const load: Load = (name) => import(pathToFileURL(resolve(name)).href);
  const server = await startServer(stage, stage.demoDir, { CATALYST_LIMITS: 'off' });
  const reach: Reach = {
    url: `${server.base}/mcp`,
    headers: { Authorization: 'Bearer demo' },
    program: {
      command: process.execPath,
      args: [stage.program],
      env: environment(stage.demoDir),
    },
  };
  try {
    const checks: Check[] = [];
    for (const [name, connect] of Object.entries(kinds)) {
      for (const over of ['stdio', 'http'] as const) {
        checks.push(
          await check(`${name} over ${over}: lists, calls, tells an error`, async () =>
            exercised(await connect(load, over, reach)),
          ),
        );
      }
    }
    for (const [at, code] of documented().entries()) {
      const file = join(folder, `documented-${at}.mjs`);
      writeFileSync(file, code.replaceAll('http://127.0.0.1:8787', server.base));
      checks.push(
        await check(`program ${at + 1} of docs/clients.md`, async () => {
          const { stdout } = await promisify(execFile)(process.execPath, [file]);
          assert.match(stdout, /fda_calendar: record/);
          return `${stdout.length} characters`;
        }),
      );
    }
    return checks;
  } finally {
    await server.stop();
  }
}

/** The programs of docs/clients.md. */
function documented(): readonly string[] {
  const page = readFileSync('docs/clients.md', 'utf8');
  return [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
}

async function exercised({ names, call, close }: Connected): Promise<string> {
  try {
    for (const name of ['fda_calendar', 'cash_runway', 'chart']) {
      assert.ok(names.includes(name), `${name} is not listed`);
    }
    const answer = await call('fda_calendar', {});
    assert.match(answer, /fda_calendar: records 1–50 of \d+, page 1 of/);
    assert.match(answer, /Source: fictional demo data, as of \d{4}-\d{2}-\d{2}/);
    // The schema accepts the argument, so the call reaches the server, which rejects a date that
    // does not exist.
    const error = await call('fda_calendar', { catdateFrom: '2026-02-30' });
    assert.match(error, /Invalid catdateFrom/);
    return `${names.length} tools, ${answer.length} characters`;
  } finally {
    await close();
  }
}

/** Returns the text of a call's result or of its error. */
async function spoken(result: Promise<unknown>): Promise<string> {
  try {
    const handed = await result;
    return typeof handed === 'string' ? handed : JSON.stringify(handed);
  } catch (cause) {
    return (cause as Error).message;
  }
}
