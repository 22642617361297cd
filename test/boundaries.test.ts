import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The rooms of the code from bottom to top: folders of `src/`, `main.ts`, `tools/` and
 * `packaging/`. Each room lists all rooms that it may import, including type imports and
 * `import()`.
 */
const rooms: Readonly<Record<string, string>> = {
  // Shared helpers: clock, log, settings, errors and limits on text.
  base: '',
  // Every kind of fact: its fields, its key, and which of two records is kept.
  facts: '',
  // Pure formulas.
  domain: 'facts',
  // The declarations of a tool: endpoint, parameters, units, query, prompts and charts.
  catalogue: 'base domain',
  // Pure functions that read statements from text.
  extract: 'domain',
  tools: 'catalogue',
  // Pure code, one file or folder per public source: what to request and how to read it.
  sources: 'base facts domain extract',
  // SQLite: facts, served tables and queries.
  store: 'base facts domain catalogue',
  demo: 'facts domain store',
  // Computes the served records from facts.
  derive: 'base facts domain catalogue store',
  // Writes facts to the store, from files and from the network.
  ingest: 'base facts domain extract sources store',
  // Answers requests: access control, the local store as a backend, and telemetry.
  service: 'base facts domain catalogue store',
  // A backend that forwards requests to another server.
  gateway: 'base catalogue service',
  page: 'base domain catalogue tools store service',
  transports: 'base domain catalogue tools service page',
  authorization: 'base catalogue store service page transports',
  // PostgreSQL and Redis in place of SQLite for several machines.
  cluster: 'base domain catalogue sources store ingest service gateway authorization',
  // The command-line commands. They assemble the other rooms.
  commands:
    'base facts domain catalogue extract tools sources store demo derive ingest service gateway page transports authorization cluster',
  'main.ts': 'commands',
  packaging: 'base demo tools transports commands',
};

/**
 * Rooms that are loaded on demand. Files that import them statically must be loaded on demand too.
 */
const onDemand = ['demo', 'gateway', 'cluster'];
const importers = ['migrate', 'pull', 'shared', 'shared-copy', 'shared-sync', 'work'].map(
  (command) => `src/commands/${command}.ts`,
);

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const files = ['src', 'tools', 'packaging'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(root, path)),
);
const imports = files.flatMap(importsOf);
const inProject = imports.flatMap(({ target, ...one }) => (target ? [{ ...one, target }] : []));

describe('the rooms', () => {
  it('are read whole: as many imports as a search for their last words finds', () => {
    // In `packaging/`, some import words are part of the text of the built program.
    const read = files.filter((file) => roomOf(file) !== 'packaging');
    const words = read.map(
      (file) => readFileSync(file, 'utf8').match(/ from '[^'\s]+'|import\('/g) ?? [],
    );
    expect(read.flatMap(importsOf)).toHaveLength(words.flat().length);
    expect(inProject.map(({ target }) => target).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('are limited: at most 18 folders, only main.ts beside them, 24 rooms, 150 arrows, 16 floors', () => {
    expect(new Set(files.map(roomOf))).toEqual(new Set(Object.keys(rooms)));
    const beside = readdirSync('src', { withFileTypes: true });
    expect(beside.filter((one) => !one.isDirectory()).map(({ name }) => name)).toEqual(['main.ts']);
    expect(beside.length).toBeLessThanOrEqual(1 + 18);
    expect(Object.keys(rooms).length).toBeLessThanOrEqual(24);
    const arrows = Object.keys(rooms).flatMap(importedBy);
    expect(arrows.length).toBeLessThanOrEqual(150);
    const floorOf = (room: string): number => 1 + Math.max(0, ...importedBy(room).map(floorOf));
    expect(Math.max(...Object.keys(rooms).map(floorOf))).toBeLessThanOrEqual(16);
  });

  it('import what the table says, and nothing above them', () => {
    const order = Object.keys(rooms);
    const found = graphOf(inProject.map(({ file, target }) => [roomOf(file), roomOf(target)]));
    for (const room of order) {
      const imported = [...(found.get(room) ?? [])].sort();
      expect([room, ...imported]).toEqual([room, ...importedBy(room).toSorted()]);
      expect(imported.filter((one) => order.indexOf(one) >= order.indexOf(room))).toEqual([]);
    }
  });

  it('hold no circle of files', () => {
    expect(circlesIn(graphOf(inProject.map(({ file, target }) => [file, target])))).toEqual([]);
  });

  it('are loaded on demand if few rooms need them', () => {
    const atOnce = inProject.filter(({ kind }) => kind === 'static');
    const isOnDemand = (file: string) => onDemand.includes(roomOf(file));
    const found = atOnce.filter(({ file, target }) => isOnDemand(target) && !isOnDemand(file));
    expect([...new Set(found.map(({ file }) => file))].sort()).toEqual(importers.toSorted());
    const early = atOnce.filter(({ target }) => importers.includes(target));
    expect(early.filter(({ file }) => !importers.includes(file))).toEqual([]);
  });
});

it('pure rooms access neither files nor the network, and tools import no library', () => {
  const foreign = imports.filter(
    ({ file, to }) =>
      (/^(tools|src\/domain)\//.test(file) && to.startsWith('node:')) ||
      (file.startsWith('tools/') && !to.startsWith('.')),
  );
  expect(foreign.map(({ file, to }) => `${file} → ${to}`)).toEqual([]);
});

it('subjects of the domain are in no import circle', () => {
  // Files next to the subject folders belong to all subjects.
  const subjectOf = (file: string) => /^src\/domain\/(\w+)\//.exec(file)?.[1];
  const graph = graphOf(
    inProject.map(({ file, target }) => [subjectOf(file) ?? '', subjectOf(target) ?? '']),
  );
  expect(graph.size).toBeGreaterThan(4);
  expect(circlesIn(graph)).toEqual([]);
});

/** The room of a file: `tools`, `packaging`, a folder of `src/`, or a file directly in `src/`. */
function roomOf(path: string): string {
  const [root = '', room = ''] = path.split('/');
  return root === 'src' ? room : root;
}

function importedBy(room: string): string[] {
  return rooms[room]?.split(' ').filter(Boolean) ?? [];
}

/**
 * Builds a graph from the arrows. Arrows from a node to itself and arrows without a name on one end
 * are left out.
 */
function graphOf(arrows: readonly (readonly [from: string, to: string])[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of arrows) {
    if (from && to && from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
}

/** Returns every node that can reach itself. */
function circlesIn(graph: Graph): string[] {
  const reached = (from: string): ReadonlySet<string> => {
    const seen = new Set(graph.get(from));
    for (const one of seen) for (const next of graph.get(one) ?? []) seen.add(next);
    return seen;
  };
  return [...graph.keys()].filter((one) => reached(one).has(one));
}

/** Returns the imports of a file: the text, the imported project file, and how it is loaded. */
function importsOf(file: string) {
  const found = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\b(?<type> type)?[^;'"]*?from '(?<to>[^']+)'|\bimport\(\s*'(?<late>[^']+)'|^import '(?<bare>[^']+)'/gm,
  );
  return [...found].map(({ groups }) => {
    const { type, late, to = late ?? groups!.bare! } = groups!;
    const path = normalize(join(file, '..', to));
    const target = to.startsWith('.') && path !== 'package.json' ? path : undefined;
    const kind = type ? 'type' : late ? 'late' : 'static';
    return { file, to, target, kind };
  });
}
