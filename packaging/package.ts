import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { bundle, root } from './bundle.ts';
import { noticesOf } from './notices.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** What stands in the package beside the program and its manifest: also all that README leads to. */
export const COPIED = ['README.md', 'LICENSE', 'mcp.json', 'CONTRIBUTING.md', 'docs'];
/** Fields of the project's manifest that say nothing to whoever installs the program. */
const OWN_FIELDS = ['private', 'scripts', 'devDependencies', 'knip'];

/**
 * Lays out the package that is published: the built program, with a manifest that names only the
 * packages which the program loads as it runs, and the licences of those that are bundled.
 *
 * @param folder emptied before
 */
export async function layOutPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const built = await bundle(join(folder, 'dist'));
  for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const published = publishedManifest(manifest, loadedPackages(built));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), noticesOf(built));
}

/** What a package looks for and does without: the client of Redis, for colours of its diagnostics. */
const DONE_WITHOUT = ['supports-color'];

/** Packages that the built program loads by name. */
function loadedPackages({ outputs }: Metafile): string[] {
  const external = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter((one) => one.external).map(({ path }) => path),
  );
  const packages = external.filter(
    (path) =>
      !path.startsWith('node:') && !builtinModules.includes(path) && !DONE_WITHOUT.includes(path),
  );
  return [...new Set(packages)].sort();
}

function publishedManifest(manifest: Manifest, packages: readonly string[]): object {
  const fields = Object.entries(manifest).filter(([field]) => !OWN_FIELDS.includes(field));
  const versions = packages.map((name) => {
    const version = manifest.dependencies[name];
    if (version === undefined) throw new Error(`package.json does not name ${name}`);
    return [name, version];
  });
  return {
    ...Object.fromEntries(fields),
    files: ['dist', 'mcp.json', 'CONTRIBUTING.md', 'docs', 'THIRD-PARTY-NOTICES'],
    dependencies: Object.fromEntries(versions),
  };
}
