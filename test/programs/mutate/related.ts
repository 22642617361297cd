import { dirname, join, normalize } from 'node:path';
import { type Node, parsed, walk } from './mutants.ts';

/** Source of the project's modules by path. */
export type Modules = ReadonlyMap<string, string>;

/** Returns the paths of the project modules that a module imports at run time. */
function importsOf(file: string, text: string): string[] {
  const found: string[] = [];
  const add = (source: unknown) => {
    const name = (source as Node | null)?.value;
    if (typeof name === 'string' && name.startsWith('.')) {
      found.push(normalize(join(dirname(file), name)));
    }
  };
  const tree = parsed(text);
  for (const statement of tree.body as Node[]) {
    const isType = statement.importKind === 'type' || statement.exportKind === 'type';
    if (!isType) add(statement.source);
  }
  walk(tree, (node) => node.type === 'ImportExpression' && add(node.source));
  return found;
}

/**
 * Returns the tests that import a module directly or indirectly, each with its distance. The
 * distance is the number of imports, reduced by the number of words that the two paths share.
 *
 * @param isTest tests whether a path is an eligible test
 */
export function relatedTests(
  modules: Modules,
  isTest: (file: string) => boolean,
): (file: string) => ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of modules) {
    for (const imported of importsOf(file, text)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return (file) =>
    new Map(
      [...distancesFrom(file, importers)]
        .filter(([path]) => isTest(path))
        .map(([path, distance]) => [path, distance - likeness(path, file)]),
    );
}

function distancesFrom(file: string, importers: ReadonlyMap<string, readonly string[]>) {
  const distances = new Map([[file, 0]]);
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/**
 * Returns the number of words that the test's path shares with the module's path. Each word counts
 * as two imports.
 */
function likeness(test: string, file: string): number {
  const words = new Set(file.split(/[/.-]/).filter((word) => word !== 'src' && word !== 'ts'));
  return 2 * test.split(/[/.-]/).filter((word) => words.has(word)).length;
}
