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

/**
 * Files to copy into the package, in addition to the program and its manifest. README links only to
 * files in this list.
 */
export const COPIED = ['README.md', 'LICENSE', 'mcp.json', 'CONTRIBUTING.md', 'docs'];
/** Fields of package.json that are omitted from the published manifest. */
const DEVELOPMENT_FIELDS = ['private', 'scripts', 'devDependencies', 'knip'];

/**
 * Assembles the package to publish: the built program, a manifest that lists only the packages
 * loaded at run time, and the licenses of bundled packages.
 *
 * @param folder output folder, emptied first
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

/**
 * Optional packages that the published manifest omits. The Redis client uses `supports-color` only
 * to color diagnostics.
 */
const EXCLUDED_PACKAGES = ['supports-color'];

/** Returns the packages that are not bundled, but loaded by the built program at run time. */
function loadedPackages({ outputs }: Metafile): string[] {
  const external = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter((one) => one.external).map(({ path }) => path),
  );
  const packages = external.filter(
    (path) =>
      !path.startsWith('node:') &&
      !builtinModules.includes(path) &&
      !EXCLUDED_PACKAGES.includes(path),
  );
  return [...new Set(packages)].sort();
}

function publishedManifest(manifest: Manifest, packages: readonly string[]): object {
  const fields = Object.entries(manifest).filter(([field]) => !DEVELOPMENT_FIELDS.includes(field));
  const versions = packages.map((name) => {
    const version = manifest.dependencies[name];
    if (version === undefined) throw new Error(`package.json has no dependency ${name}`);
    return [name, version];
  });
  return {
    ...Object.fromEntries(fields),
    files: ['dist', 'mcp.json', 'CONTRIBUTING.md', 'docs', 'THIRD-PARTY-NOTICES'],
    dependencies: Object.fromEntries(versions),
  };
}
