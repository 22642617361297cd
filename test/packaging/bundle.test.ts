import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../packaging/bundle.ts';

let built: Metafile;
beforeAll(async () => {
  built = await bundle();
});

/**
 * Returns the parts of the bundle that a process loads, from the part of a source file:
 * immediately, or also on demand.
 */
function loadedFrom(source: string, kinds: readonly string[]): Set<string> {
  const [entry] =
    Object.entries(built.outputs).find(([, { entryPoint }]) => entryPoint === source) ?? [];
  if (!entry) throw new Error(`${source} is no part of its own`);
  const loaded = new Set([entry]);
  for (const part of loaded) {
    for (const { path, kind, external } of built.outputs[part]?.imports ?? []) {
      if (!external && kinds.includes(kind)) loaded.add(path);
    }
  }
  return loaded;
}

/** Returns the project files whose code is in the given parts of the bundle. */
function filesIn(parts: Iterable<string>): string[] {
  return inputsOf(parts).filter((file) => !file.startsWith('node_modules/'));
}

function inputsOf(parts: Iterable<string>): string[] {
  return [...parts].flatMap((part) =>
    Object.entries(built.outputs[part]?.inputs ?? {})
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file),
  );
}

const atOnce = ['import-statement'];
const ever = [...atOnce, 'dynamic-import'];
const computing = /^src\/(demo|derive|extract|ingest|sources)\//;
/**
 * Code that parses and sorts parameters, columns and names; the methods with their constants; price
 * bars, which are computed for each request; the therapeutic areas, which a suggestion needs; and the
 * kinds of forecasts, whose tools decide who may read a sheet of the record.
 */
const readBy = new RegExp(
  `^src/domain/(${[
    ...['compare-text', 'dates', 'group-by', 'patterns', 'method-parts', 'public-pages'],
    ...['companies/company-names', 'directory/[\\w-]+', 'programs/development-stage'],
    ...['programs/drug-names', 'trials/trial-title', 'events/event-kinds'],
    ...['([\\w-]+/)?(methods|constants)', 'market/bar-history', 'finance/share-count'],
    ...['approval/(therapeutic-area|success-rates|odds)', 'forecast-quality'],
    ...['track-record/(cases|kinds|lines|chain)'],
    ...['data/(approval-evidence|success-rates|therapeutic-areas)'],
  ].join('|')})\\.(ts|json)$`,
);

it('a refresh loads what makes the demo only for the demo', () => {
  const isDemo = (file: string) => file.startsWith('src/demo/');
  const atStart = filesIn(loadedFrom('src/commands/refresh.ts', atOnce));
  expect(atStart).toContain('src/derive/derive.ts');
  expect(atStart.filter(isDemo)).toEqual([]);
  expect(filesIn(loadedFrom('src/commands/refresh.ts', ever))).toContain('src/demo/demo.ts');
});

describe('a serving process', () => {
  it.each(['serve', 'stdio', 'call'])('never loads what only its refresh needs: %s', (name) => {
    const command = `src/commands/${name}.ts`;
    const files = filesIn(loadedFrom(command, ever));
    expect(files).toContain('src/service/local/local-store.ts');
    expect(files.filter((file) => computing.test(file))).toEqual([]);
    const domain = files.filter((file) => file.startsWith('src/domain/'));
    expect(domain.filter((file) => !readBy.test(file))).toEqual([]);
    const atStart = inputsOf(loadedFrom(command, atOnce));
    expect(atStart.filter((file) => /\/(undici|bottleneck|entities)\//.test(file))).toEqual([]);
    // What several machines need is loaded on demand.
    const own = filesIn(loadedFrom(command, atOnce));
    expect(own.filter((file) => file.startsWith('src/cluster/'))).toEqual([]);
    expect(files).toContain('src/cluster/shared-accounts.ts');
  });

  it('loads metrics only where they are wanted, and over stdio nothing of what operators see', () => {
    const first = inputsOf(loadedFrom('src/commands/serve.ts', atOnce));
    expect(first.filter((file) => file.includes('prom-client'))).toEqual([]);
    expect(first.some((file) => file.includes('@opentelemetry/api'))).toBe(true);
    const served = inputsOf(loadedFrom('src/commands/serve.ts', ever));
    expect(served.some((file) => file.includes('prom-client'))).toBe(true);
    const stdio = inputsOf(loadedFrom('src/commands/stdio.ts', ever));
    expect(stdio.filter((file) => /prom-client|@opentelemetry/.test(file))).toEqual([]);
  });

  it('loads no other command with its own', () => {
    const files = filesIn(loadedFrom('src/commands/program.ts', atOnce));
    expect(files.filter((file) => computing.test(file))).toEqual([]);
    expect(files).not.toContain('src/transports/http.ts');
  });
});

it('the authorization server is loaded by no command before it is opened', () => {
  for (const command of ['serve', 'stdio', 'call', 'program']) {
    const parts = loadedFrom(`src/commands/${command}.ts`, atOnce);
    const files = [...parts].flatMap((part) => Object.keys(built.outputs[part]?.inputs ?? {}));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => /oidc-provider|koa|src\/authorization/.test(file))).toEqual([]);
  }
});
