import { dirname, join, normalize } from 'node:path';
import { type Node, parsed, walk } from './mutants.ts';

/** Texts of the project's modules by path. */
export type Modules = ReadonlyMap<string, string>;

const program = 'src/main.ts';
/** What tests of the built program call it by (`test/support/mcp.ts`). */
const built = /\b(?:builtMain|startBuilt|runCommand)\b|dist\/main\.js/;

export function runsBuiltProgram(text: string): boolean {
  return built.test(text);
}

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
 * The tests that reach each module and how far they stand from it: the number of imports between
 * them, less where the test's path has words of the module's. A test that starts the built program
 * reaches all of it.
 */
export function relatedTests(modules: Modules): (file: string) => ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of modules) {
    const imports = importsOf(file, text);
    if (file.endsWith('.test.ts') && runsBuiltProgram(text)) imports.push(program);
    for (const imported of imports) {
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return (file) =>
    new Map(
      [...distancesFrom(file, importers)]
        .filter(([path]) => path.endsWith('.test.ts'))
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
