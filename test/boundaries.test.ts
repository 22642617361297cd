import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The rooms of the project from the bottom up: folders of `src/`, files beside them, and `tools`. A
 * room imports only rooms of the rows before its own, so that none lie in a circle; what else is
 * imported stands among the exceptions.
 */
const rows: readonly (readonly string[])[] = [
  // Words that all rooms use.
  [
    'facts',
    'alarm.ts',
    'clock.ts',
    'heap.ts',
    'log.ts',
    'version.ts',
    'repeats.ts',
    'units.ts',
    'observer.ts',
    'tracing.ts',
  ],
  [
    'facts.ts',
    'environment.ts',
    'foreign-text.ts',
    'plans.ts',
    'loopback.ts',
    'bounded-text.ts',
    'contact.ts',
  ],
  // The computations know kinds of facts by name and nothing of where they lie.
  ['domain'],
  // What an endpoint is made of, and what is served.
  ['errors.ts'],
  ['patterns.ts', 'turns.ts'],
  ['parameter.ts'],
  ['param-values.ts'],
  ['params.ts'],
  ['endpoint.ts', 'query.ts'],
  ['question.ts'],
  ['prompt.ts', 'lookup.ts'],
  ['document.ts', 'chart.ts'],
  ['tools', 'catalogue.ts', 'toolsets.ts'],
  // Facts in, served records out.
  ['store'],
  ['freshness.ts'],
  ['data-files.ts'],
  ['config.ts'],
  ['derive', 'demo'],
  ['extract', 'renew-demo.ts'],
  ['refresh.ts'],
  ['ingest'],
  // Who asks, how often, and where answers come from.
  ['access', 'sync'],
  ['assistant-settings.ts', 'sources'],
  ['local'],
  // What several machines share, in PostgreSQL and Redis.
  ['cluster'],
  ['elsewhere.ts'],
  ['hints.ts', 'named-companies.ts', 'open-accounts.ts'],
  ['asked-query.ts'],
  ['service.ts'],
  ['dossiers.ts', 'find-names.ts'],
  ['drawn-charts.ts'],
  ['page', 'feeds', 'view', 'telemetry'],
  ['transports'],
  ['authorization'],
  ['app.ts'],
  ['commands'],
  ['main.ts'],
];
/** Rooms that may import less than what stands before them. */
const only: Readonly<Record<string, readonly string[]>> = {
  tools: ['endpoint.ts', 'params.ts', 'prompt.ts', 'document.ts', 'chart.ts', 'lookup.ts'],
  domain: ['facts.ts'],
  demo: ['facts.ts', 'domain'],
  // It runs in a browser.
  view: ['chart.ts', 'tools'],
};

/** Imports against the order: of types alone, so that nothing is loaded in a circle. */
const exceptions: readonly { readonly from: string; readonly to: string; readonly why: string }[] =
  [
    {
      from: 'src/gateway/upstream-gateway.ts',
      to: 'local',
      why: 'the gateway stands before a local store that it is given',
    },
  ];

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Of types alone: nothing of it is left at run time. */
  readonly isType: boolean;
}

const files = ['src', 'tools'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(root, path)),
);
const imports = files.flatMap(importsOf);

describe('the rooms', () => {
  const order = rows.flat();
  const rowOf = (room: string) => rows.findIndex((row) => row.includes(room));

  it('are read whole: as many imports as a search for their last words finds', () => {
    const words = files.map(
      (file) => readFileSync(file, 'utf8').match(/ from '[^'\s]+'|import\('/g) ?? [],
    );
    expect(files.flatMap(specifiersOf)).toHaveLength(words.flat().length);
  });

  it('hold every file', () => {
    expect(files.filter((file) => !order.includes(roomOf(file)))).toEqual([]);
    expect(order.filter((room) => !files.some((file) => roomOf(file) === room))).toEqual([]);
  });

  it('import only rooms below them', () => {
    const mayImport = (from: string, to: string) =>
      only[from]?.includes(to) ?? rowOf(to) < rowOf(from);
    const forbidden = imports.filter(
      ({ file, from, to }) => !mayImport(from, to) && !exceptionOf(file, to),
    );
    expect(forbidden.map(({ file, to }) => `${file} → ${to}`)).toEqual([]);
  });

  it('need their exceptions, for types alone', () => {
    for (const { from, to } of exceptions) {
      const own = imports.filter((one) => one.file === from && one.to === to);
      expect([from, own.length > 0], 'no longer needed').toEqual([from, true]);
      expect([from, own.every(({ isType }) => isType)]).toEqual([from, true]);
    }
  });
});

describe('what is pure', () => {
  const pure = files.filter((file) => /^(tools|src\/domain)\//.test(file));

  it('reaches neither files nor network, and tools no library either', () => {
    expect(pure.length).toBeGreaterThan(100);
    const foreign = pure.flatMap((file) =>
      specifiersOf(file)
        .filter(
          ({ to }) => to.startsWith('node:') || (file.startsWith('tools/') && !/^\./.test(to)),
        )
        .map(({ to }) => `${file} → ${to}`),
    );
    expect(foreign).toEqual([]);
  });
});

describe('subjects of the domain', () => {
  it('lie in no circle', () => {
    const subjectOf = (file: string) => file.split('/').slice(2, -1)[0] ?? '';
    const graph = new Map<string, Set<string>>();
    for (const file of files.filter((path) => path.startsWith('src/domain/'))) {
      for (const { target } of specifiersOf(file)) {
        if (!target?.startsWith('src/domain/')) continue;
        const [from, to] = [subjectOf(file), subjectOf(target)];
        // Files that stand beside the subjects belong to all of them.
        if (from && to && from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
      }
    }
    expect(graph.size).toBeGreaterThan(4);
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(graph.get(from) ?? [])].some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      );
    expect([...graph.keys()].filter((subject) => reaches(subject, subject))).toEqual([]);
  });
});

function exceptionOf(file: string, to: string) {
  return exceptions.find((one) => one.from === file && one.to === to);
}

/** `tools`, a folder of `src/`, or a file beside the folders. */
function roomOf(path: string): string {
  const [root = '', room = ''] = path.split('/');
  return root === 'src' ? room : root;
}

function importsOf(file: string): readonly Import[] {
  return specifiersOf(file).flatMap(({ target, isType }) => {
    if (!target?.startsWith('src/') && !target?.startsWith('tools/')) return [];
    const [from, to] = [roomOf(file), roomOf(target)];
    return from === to ? [] : [{ file, from, to, isType }];
  });
}

/** What a file imports: the word, and the file of the project that it leads to. */
function specifiersOf(file: string) {
  const found = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\b(?<type> type)?[^;'"]*?from '(?<to>[^']+)'|\bimport\(\s*'(?<late>[^']+)'|^import '(?<bare>[^']+)'/gm,
  );
  return [...found].map(({ groups }) => {
    const to = groups!.to ?? groups!.late ?? groups!.bare!;
    const target = to.startsWith('.') ? normalize(join(file, '..', to)) : undefined;
    return { to, target, isType: groups!.type !== undefined };
  });
}
