import { dirname, join, normalize } from 'node:path';
import { type Node, parsed, walk } from './mutants.ts';

/** Texts of the project's modules by path. */
export type Modules = ReadonlyMap<string, string>;

/** What a module imports that is loaded as it runs: paths of the project's other modules. */
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
 * The tests that import a module, directly or not, each with its distance: the number of imports
 * between them, less if the test's path has words of the module's path.
 *
 * @param isTest whether a path is that of a test to choose from
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

/** How many words of the module's path the test's path has, each worth as much as two imports. */
function likeness(test: string, file: string): number {
  const words = new Set(file.split(/[/.-]/).filter((word) => word !== 'src' && word !== 'ts'));
  return 2 * test.split(/[/.-]/).filter((word) => words.has(word)).length;
}
