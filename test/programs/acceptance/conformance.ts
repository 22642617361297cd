import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Check, check, oneLine, skipped } from './check.ts';
import { environment, type Part, runToEnd, type Stage, startServer } from './stage.ts';

/** Both protocol revisions, with the minimum number of scenarios that each must run. */
const revisions = { '2025-11-25': 30, '2026-07-28': 37 } as const;

/** Runs the official MCP conformance suite against the server in both protocol revisions. */
export const conformance: Part = { title: 'Conformance suite, both eras', run };

/** Why a scenario does not apply to this server, and the expected text of each of its failures. */
interface Exception {
  readonly scenarios: RegExp;
  readonly reason: string;
  readonly expected: RegExp;
  /** Set if the exception covers only a part of the scenario; its remaining checks must pass. */
  readonly isPart?: true;
}

const exceptions: readonly Exception[] = [
  {
    scenarios: /^(tools-call-|elicitation-|json-schema-2020-12$)/,
    reason: "calls the suite's own fixture tools, which no other server has",
    expected: /Unknown tool "test_|Tool 'json_schema_2020_12_tool' not found|Method not found/,
  },
  {
    scenarios: /^prompts-get-/,
    reason: "asks for the suite's own fixture prompts",
    expected: /Unknown prompt "test_/,
  },
  {
    scenarios: /^resources-(read-|templates-read$)/,
    reason: "reads the suite's own fixture resources",
    expected: /Unknown resource "test:/,
  },
  {
    scenarios: /^(logging-set-level|resources-(un)?subscribe)$/,
    reason: 'asks for logging or subscriptions, which the server does not declare',
    expected: /Method not found/,
  },
  {
    scenarios: /^input-required-/,
    reason:
      "asks the suite's own fixtures for input of many rounds: nothing here asks the user anything",
    expected: /Unknown (tool|prompt) "test_|InputRequiredResult/,
  },
  {
    scenarios: /^(tasks-|server-session-lifecycle$|server-sse-)/,
    reason:
      'tests tasks, sessions or event streams: the server has none, and answers at once in JSON',
    expected:
      /Unknown tool|got -32601|Not testable|extensions MUST be advertised|fixture from|returned error code -32602/,
  },
  {
    scenarios: /^http-custom-header-server-validation$/,
    reason: 'no parameter of a tool stands in a header',
    expected: /^Not testable: server exposes no tool with x-mcp-header/,
  },
  {
    scenarios: /^server-stateless$/,
    reason: "four checks ask for the suite's own diagnostic tools",
    expected: /^Not testable: server does not list the diagnostic tool/,
    isPart: true,
  },
];

interface Finding {
  readonly status: string;
  readonly errorMessage?: string;
}

async function run(stage: Stage): Promise<readonly Check[]> {
  const { tools } = stage;
  if (typeof tools === 'string') return [skipped('the suite', tools)];
  const { node, file } = tools;
  if (!node) return [skipped('the suite', 'needs Node 22.19 or later')];
  const server = await startServer(stage, stage.demoDir, { CATALYST_LIMITS: 'off' });
  const keyed = await withKey(server.port);
  const checks: Check[] = [];
  try {
    for (const [revision, fewest] of Object.entries(revisions)) {
      const output = stage.folder('conformance');
      const ran = await runToEnd(
        [
          ...[node, file('@modelcontextprotocol/conformance/dist/index.js'), 'server'],
          ...['--url', `${keyed.base}/mcp`, '--requirements', revision, '--output-dir', output],
        ],
        environment(output),
        { seconds: 120 },
      );
      const scenarios = scenariosIn(output);
      const counted = await check(`${revision}: the suite runs`, async () => {
        assert.ok(scenarios.length >= fewest, oneLine(`${ran.stdout}${ran.stderr}`));
        return `${scenarios.length} scenarios`;
      });
      checks.push(counted, ...scenarios.map((one) => judged(revision, one)));
    }
    return checks;
  } finally {
    keyed.close();
    await server.stop();
  }
}

/** The suite drops the query of a URL and cannot send a header, so a proxy adds the key. */
async function withKey(port: number): Promise<{ base: string; close(): void }> {
  const between = createServer((incoming, outgoing) => {
    const { url, method, headers } = incoming;
    const onward = { ...headers, authorization: 'Bearer demo' };
    const asked = request({ port, path: url, method, headers: onward }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    asked.once('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  const { port: own } = between.address() as AddressInfo;
  return { base: `http://127.0.0.1:${own}`, close: () => between.close() };
}

function judged(revision: string, { name, findings }: Scenario): Check {
  const named = `${revision}: ${name}`;
  const passed = findings.filter(({ status }) => status === 'SUCCESS').length;
  const failures = findings
    .filter(({ status }) => status === 'FAILURE')
    .map(({ errorMessage = '' }) => errorMessage.replace(/^Failed: |^JSON-RPC error: /, ''));
  if (failures.length === 0 && passed > 0) {
    return { name: named, outcome: 'pass', detail: `${passed} checks` };
  }
  const exception = exceptions.find(({ scenarios }) => scenarios.test(name));
  const unexpected = failures.filter((said) => !exception?.expected.test(said));
  if (exception === undefined || unexpected.length > 0) {
    const detail = oneLine(unexpected.join('; ') || 'nothing was checked');
    return { name: named, outcome: 'fail', detail };
  }
  if (!exception.isPart) return skipped(named, exception.reason);
  const detail = `${passed} checks; ${exception.reason}`;
  return { name: named, outcome: passed > 0 ? 'pass' : 'fail', detail };
}

interface Scenario {
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** The suite writes one folder per scenario: `server-NAME-TIME/checks.json`. */
function scenariosIn(folder: string): readonly Scenario[] {
  return readdirSync(folder).flatMap((entry) => {
    const name = /^server-(.+)-\d{4}-\d{2}-\d{2}T.*$/.exec(entry)?.[1];
    if (name === undefined) return [];
    const findings = JSON.parse(readFileSync(join(folder, entry, 'checks.json'), 'utf8'));
    return [{ name, findings }];
  });
}
