import { settings } from '../../src/base/config.ts';
import { planTitle } from '../../src/base/plans.ts';
import { toolsets } from '../../src/base/toolset-words.ts';
import { basePath } from '../../src/catalogue/catalogue.ts';
import { type Endpoint, groups } from '../../src/catalogue/endpoint.ts';
import { isAmong } from '../../src/catalogue/toolsets.ts';
import { runProgram } from '../../src/commands/program.ts';
import { factKinds } from '../../src/facts/fact-kinds.ts';
import { httpSettings } from '../../src/page/assistant-settings.ts';
import { allSources, connectors } from '../../src/sources/index.ts';
import type { SyncSource } from '../../src/sources/source.ts';
import { endpoints } from '../../tools/index.ts';
import { readResults } from '../programs/bench/report.ts';
import { runOn } from '../support/context.ts';
import { example } from './example.ts';
import { metricDefinitions } from './metrics.ts';
import { table } from './table.ts';

/** Functions that generate parts of pages, by marker name. */
const generated: Readonly<Record<string, () => string | Promise<string>>> = {
  endpoints: endpointTables,
  settings: settingsTable,
  sources: sourcesTable,
  sync: syncTable,
  commands: commandHelp,
  example,
  install: installLinks,
  toolsets: toolsetTable,
  bench: benchTable,
  metrics: () => metricsTable('serve'),
  work_metrics: () => metricsTable('work'),
};

/** Pages with generated parts, and the names of the parts. */
export const pagesWithParts: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['install', 'example'],
  'docs/clients.md': ['toolsets'],
  'docs/endpoints.md': ['endpoints'],
  'docs/records.md': ['sources', 'sync'],
  'docs/configuration.md': ['settings'],
  'docs/command-line.md': ['commands'],
  'docs/figures.md': ['bench'],
  'docs/operating.md': ['metrics', 'work_metrics'],
};

/** Returns a page with its generated parts updated. */
export async function withGeneratedParts(page: string, written: string): Promise<string> {
  let text = written;
  for (const name of pagesWithParts[page] ?? []) {
    const part = new RegExp(`(<!-- ${name}: generated -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!part.test(text)) throw new Error(`${page} has no part ${name}`);
    const made = await generated[name]?.();
    text = text.replace(part, (_, begin: string, end: string) => `${begin}${made}\n${end}`);
  }
  return text;
}

function endpointTables(): string {
  return groups
    .map((group) => ({ group, members: endpoints.filter((one) => one.group === group) }))
    .filter(({ members }) => members.length > 0)
    .map(({ group, members }) => `#### ${group}\n\n${endpointTable(members)}`)
    .join('\n\n');
}

function endpointTable(members: readonly Endpoint[]): string {
  return table(
    ['tool', `path below \`${basePath}\``, 'plan', 'parameters', 'content', 'origin'],
    members.map((endpoint) => [
      `\`${endpoint.name}\``,
      `\`${endpoint.path}\``,
      planTitle(endpoint.plan),
      parameterList(endpoint),
      endpoint.title,
      endpoint.origin,
    ]),
  );
}

function parameterList(endpoint: Endpoint): string {
  const own = Object.entries(endpoint.parameters).map(([name, { required }]) =>
    required ? `**${name}**` : name,
  );
  const added = Object.keys(endpoint.added ?? {}).map((name) => `${name} (tools only)`);
  return [...own, ...added].join(', ');
}

/** Builds the links that add the demo server to an editor. */
function installLinks(): string {
  const { mcpServers } = JSON.parse(httpSettings('http://127.0.0.1:8787', true));
  const [[name, server]] = Object.entries(mcpServers) as [[string, object]];
  const cursor = new URLSearchParams({
    name,
    config: Buffer.from(JSON.stringify(server)).toString('base64'),
  });
  const vsCode = new URLSearchParams({ name, config: JSON.stringify(server) });
  return (
    `**Cursor**: [install](https://cursor.com/install-mcp?${cursor}). ` +
    `**VS Code**: [install](https://vscode.dev/redirect/mcp/install?${vsCode}). Both links add the server ` +
    'at `127.0.0.1:8787` with the key `demo`.'
  );
}

function toolsetTable(): string {
  return table(
    ['toolset', 'tools'],
    toolsets.map((toolset) => [
      `\`${toolset}\``,
      endpoints
        .filter((one) => isAmong([toolset], one))
        .map(({ name }) => `\`${name}\``)
        .join(', '),
    ]),
  );
}

/** Builds the table of sync sources and their maximum ages. */
function syncTable(): string {
  const hours = (milliseconds: number) => {
    const count = milliseconds / 3_600_000;
    return count < 48 ? `${count} h` : `${Math.round(count / 24)} days`;
  };
  return table(
    [
      'source',
      'description',
      'collections',
      'maximum age',
      'parts not checked against a recorded response',
    ],
    allSources(false).map(({ name, title, fills, maxAgeMs, unverified, ...rules }) => [
      `\`${name}\``,
      `${title}${conditionOf(rules)}`,
      fills.map((kind) => `\`${kind}\``).join(', '),
      hours(maxAgeMs),
      unverified ?? '',
    ]),
  );
}

function conditionOf({ personalUse, optIn, vendor }: Pick<SyncSource, Condition>): string {
  const reason = personalUse ?? optIn;
  if (reason !== undefined) return `. Disabled by default: ${reason}`;
  if (!vendor) return '';
  const [better] = vendor.after;
  return `. Requires \`${vendor.key}\`${better ? `, and is not used if \`${better}\` is set` : ''}`;
}
type Condition = 'personalUse' | 'optIn' | 'vendor';

/** Builds the table of this program's metrics, without the default Node metrics. */
async function metricsTable(of: keyof typeof metricDefinitions): Promise<string> {
  const own = (await metricDefinitions[of]()).filter(({ name }) => name.startsWith('catalyst_'));
  return table(
    ['metric', 'kind', 'description'],
    own.map(({ name, kind, help }) => [`\`${name}\``, kind, help]),
  );
}

function settingsTable(): string {
  return table(
    ['variable', 'description'],
    Object.entries(settings).map(([name, schema]) => [`\`${name}\``, schema.description ?? '']),
  );
}

function sourcesTable(): string {
  const sources = Object.values(connectors).map(({ name, title, reads }) => [
    `\`${name}\``,
    `${title}: ${reads}`,
  ]);
  const collections = Object.entries(factKinds).map(([name, { title }]) => [`\`${name}\``, title]);
  return `${table(['source', 'files'], sources)}\n\n${table(['collection', 'records'], collections)}`;
}

/**
 * Builds the table of the bench's last saved figures, with a note for each figure that misses its
 * target.
 */
function benchTable(): string {
  const { measured_on, machine, figures, notes } = readResults();
  const rows = Object.entries(figures).map(([name, [value, unit]]) => {
    const shown = value === null ? 'not measured' : `${value.toLocaleString('en')} ${unit}`.trim();
    return `| ${name} | ${shown} | ${notes[name] ?? ''} |`;
  });
  const head = ['| figure | last run | remarks |', '| --- | --- | --- |'];
  const run = `Last run: ${measured_on || 'none yet'}${machine ? `, ${machine}` : ''}.`;
  const older =
    'If this run left out a part, the figures of the part are from an earlier run, which may have used another machine.';
  return `${run} ${older}\n\n${[...head, ...rows].join('\n')}`;
}

async function commandHelp(): Promise<string> {
  const { stdout } = await runOn('', (context) => runProgram(context, ['--help']));
  return `\`\`\`text\n${stdout.trimEnd()}\n\`\`\``;
}
