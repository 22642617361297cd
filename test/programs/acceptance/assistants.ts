import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { environment, runToEnd, type Stage } from './stage.ts';
import type { Tools } from './tools.ts';

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

/** A connected MCP client of any library. */
export interface Assistant {
  /** The negotiated protocol revision, if the client reports it. */
  readonly protocol: string | undefined;
  list(): Promise<readonly string[]>;
  call(name: string, args: Readonly<Record<string, string | number>>): Promise<ToolResult>;
  close(): Promise<void>;
}

export type TransportName = 'stdio' | 'http';

/** A type of client: the transports that it supports and how it connects with a key. */
export interface Kind {
  readonly name: string;
  readonly transports: readonly TransportName[];
  /** The client's error message for a rejected key. */
  readonly refusal: RegExp;
  /** The protocol revision that must be negotiated; undefined if the client does not report it. */
  readonly speaks?: string;
  /**
   * Connects a client. `address` is the URL of `/mcp`; over stdio the client starts the program.
   */
  connect(stage: Stage, over: TransportName, address: string, key: string): Promise<Assistant>;
}

const about = { name: 'acceptance', version: '1.0.0' };
const modern = '2026-07-28';
/**
 * The negotiation modes of the newer SDK's client, with the protocol revision that each must
 * select.
 */
const negotiations = {
  auto: [{ mode: 'auto' }, modern],
  pinned: [{ mode: { pin: modern } }, modern],
  legacy: [{ mode: 'legacy' }, '2025-11-25'],
} as const;

/**
 * A client of the newer SDK. It prefers the newer revision, requires it, or requests the older one.
 */
export function newerClient(how: keyof typeof negotiations): Kind {
  const [versionNegotiation, speaks] = negotiations[how];
  return {
    name: `@modelcontextprotocol/client 2.x, ${how}`,
    speaks,
    transports: ['stdio', 'http'],
    refusal: /Invalid API key|requires authorization \(HTTP 401\)/,
    async connect(stage, over, address, key) {
      const client = new Client(about, { versionNegotiation });
      const headers = { Authorization: `Bearer ${key}` };
      const transport =
        over === 'stdio'
          ? new StdioClientTransport({ ...program(stage, key), stderr: 'ignore' })
          : new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } });
      await client.connect(transport);
      return assistantOf(client, client.getNegotiatedProtocolVersion());
    },
  };
}

/**
 * The mcp-remote bridge for clients without HTTP support. The newer SDK's client connects to
 * the bridge over stdio.
 */
export function remoteBridge({ file, node }: Tools): Kind {
  return {
    name: 'mcp-remote, a bridge from stdio to HTTP',
    transports: ['http'],
    // If the key is rejected, the bridge looks for an OAuth login, finds none, and exits.
    refusal: /Connection closed|not connected/i,
    async connect(stage, _door, address, key) {
      const client = new Client(about);
      const options = ['--transport', 'http-only', '--header', `Authorization:Bearer ${key}`];
      const transport = new StdioClientTransport({
        command: node ?? process.execPath,
        args: [file('mcp-remote/dist/proxy.js'), address, ...options],
        env: environment(stage.folder('bridge')),
        stderr: 'ignore',
      });
      await client.connect(transport);
      return assistantOf(client, undefined);
    },
  };
}

/**
 * The command line of the MCP Inspector, with one process per request. `--strict` checks all rules
 * for a list.
 */
export function inspector(
  { file, node = process.execPath }: Tools,
  era: 'legacy' | 'modern',
): Kind {
  const script = file('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  return {
    name: `Inspector --cli, ${era} era`,
    transports: ['stdio', 'http'],
    refusal: /auth_required|Invalid API key/,
    async connect(stage, over, address, key) {
      const { command, args, env } = program(stage, key);
      const settings = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
      const home = stage.folder('inspector');
      /** @throws Error if there is no answer or if `--strict` reports a problem */
      async function ask(words: readonly string[]): Promise<unknown> {
        const eraWords = ['--protocol-era', era];
        const target =
          over === 'stdio'
            ? [...settings, ...eraWords, ...words, '--', command, ...args]
            : [
                address,
                '--transport',
                'http',
                ...['--header', `Authorization: Bearer ${key}`],
                ...eraWords,
                ...words,
              ];
        const { stdout, stderr } = await runToEnd(
          [node, script, '--cli', ...target],
          environment(home),
        );
        const hasWarned = words.includes('--strict') && stderr.trim() !== '';
        if (stdout.trim() === '' || hasWarned) throw new Error(stderr);
        return JSON.parse(stdout);
      }
      return {
        protocol: undefined,
        list: async () => namesOf(await ask(['--method', 'tools/list', '--strict'])),
        async call(name, given) {
          const pairs = Object.entries(given).map(([one, value]) => `${one}=${value}`);
          const more = pairs.length > 0 ? ['--tool-arg', ...pairs] : [];
          const words = ['--method', 'tools/call', '--tool-name', name, ...more];
          return (await ask(words)) as ToolResult;
        },
        close: async () => {},
      };
    },
  };
}

function assistantOf(client: Client, protocol: string | undefined): Assistant {
  return {
    protocol,
    list: async () => namesOf(await client.listTools()),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as ToolResult,
    close: () => client.close(),
  };
}

/**
 * Returns how a client starts the program. Over stdio, the owner of the data folder needs no key.
 */
function program({ program: script, demoDir }: Stage, key: string) {
  return {
    command: process.execPath,
    args: [script],
    env: environment(demoDir, key === '' ? {} : { CATALYST_API_KEY: key }),
  };
}

function namesOf(answer: unknown): readonly string[] {
  return (answer as { tools: readonly { name: string }[] }).tools.map(({ name }) => name);
}
