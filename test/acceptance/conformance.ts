import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, check, oneLine, skipped } from './check.ts';
import { environment, type Part, runToEnd, type Stage, startServer } from './stage.ts';

const revision = '2025-11-25';

/** The official suite against the server as it is served. */
export const conformance: Part = { title: `Conformance suite, ${revision}`, run };

const capability = (name: string) => ({
  reason: `asks for ${name}, which the server does not declare: it has tools alone`,
  expected: /Method not found/,
});
const fixture = (tool: string, expected: RegExp) => ({
  reason: `calls the suite's own fixture tool ${tool}, which no other server has`,
  expected,
});
const session = {
  reason: 'tests the event stream of a session; the server is stateless and answers in JSON',
  expected: /^$/,
};

/**
 * Scenarios that say nothing of this server, each with the reason and with how it has to end: by
 * that, and by nothing else. Empty where the suite itself passes over it, or passes it unseen.
 */
const notApplicable: Readonly<Record<string, { reason: string; expected: RegExp }>> = {
  'logging-set-level': capability('logging'),
  'completion-complete': capability('completions'),
  'tools-call-simple-text': fixture('test_simple_text', /^$/),
  'tools-call-image': fixture('test_image_content', /No image content/),
  'tools-call-audio': fixture('test_audio_content', /No audio content/),
  'tools-call-embedded-resource': fixture('test_embedded_resource', /No resource content/),
  'tools-call-mixed-content': fixture('test_multiple_content_types', /Expected multiple content/),
  'tools-call-with-logging': capability('logging'),
  'tools-call-error': fixture('test_error_handling', /^$/),
  'tools-call-with-progress': fixture('test_tool_with_progress', /No progress notifications/),
  'tools-call-sampling': fixture('test_sampling', /did not request sampling/),
  'tools-call-elicitation': fixture('test_elicitation', /did not request elicitation/),
  'json-schema-2020-12': fixture('json_schema_2020_12_tool', /not found/),
  'elicitation-sep1034-defaults': fixture(
    'test_elicitation_sep1034_defaults',
    /did not request elicitation/,
  ),
  'elicitation-sep1330-enums': fixture(
    'test_elicitation_sep1330_enums',
    /did not request elicitation/,
  ),
  'server-sse-polling': session,
  'server-sse-multiple-streams': session,
  'resources-list': capability('resources'),
  'resources-read-text': capability('resources'),
  'resources-read-binary': capability('resources'),
  'resources-templates-read': capability('resources'),
  'resources-subscribe': capability('resources'),
  'resources-unsubscribe': capability('resources'),
  'prompts-list': capability('prompts'),
  'prompts-get-simple': capability('prompts'),
  'prompts-get-with-args': capability('prompts'),
  'prompts-get-embedded-resource': capability('prompts'),
  'prompts-get-with-image': capability('prompts'),
};

interface Finding {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

async function run(stage: Stage): Promise<readonly Check[]> {
  const { tools } = stage;
  if (typeof tools === 'string') return [skipped('the suite', tools)];
  if (!tools.node) return [skipped('the suite', 'needs Node 22.19 or later')];
  const output = stage.folder('conformance');
  const server = await startServer(stage, stage.demoDir, { CATALYST_LIMITS: 'off' });
  try {
    const ran = await runToEnd(
      [
        ...[tools.node, tools.file('@modelcontextprotocol/conformance/dist/index.js'), 'server'],
        ...['--url', `${server.base}/mcp?apiKey=demo`, '--suite', 'all'],
        ...['--spec-version', revision, '--output-dir', output],
      ],
      environment(output),
      { seconds: 120 },
    );
    const scenarios = scenariosIn(output);
    const counted = await check('the suite runs', async () => {
      assert.ok(scenarios.length >= 30, oneLine(`${ran.stdout}${ran.stderr}`));
      return `${scenarios.length} scenarios`;
    });
    return [counted, ...(await Promise.all(scenarios.map(judged)))];
  } finally {
    await server.stop();
  }
}

async function judged({ name, findings }: Scenario): Promise<Check> {
  const failures = findings.filter(({ status }) => status === 'FAILURE');
  const said = failures.map(({ errorMessage = '' }) => errorMessage).join('; ');
  const exception = notApplicable[name];
  if (exception === undefined) {
    return check(name, async () => {
      const passed = findings.filter(({ status }) => status === 'SUCCESS').length;
      assert.ok(failures.length === 0 && passed > 0, said || 'nothing was checked');
      return `${passed} checks`;
    });
  }
  if (exception.expected.test(said)) return skipped(name, exception.reason);
  return { name, outcome: 'fail', detail: oneLine(`not what was expected here: ${said}`) };
}

interface Scenario {
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** The suite writes a folder a scenario: `server-NAME-TIME/checks.json`. */
function scenariosIn(folder: string): readonly Scenario[] {
  return readdirSync(folder).flatMap((entry) => {
    const name = /^server-(.+)-\d{4}-\d{2}-\d{2}T.*$/.exec(entry)?.[1];
    if (name === undefined) return [];
    const findings = JSON.parse(readFileSync(join(folder, entry, 'checks.json'), 'utf8'));
    return [{ name, findings }];
  });
}
