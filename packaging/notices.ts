import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './bundle.ts';

const LINE = `\n${'-'.repeat(80)}\n`;

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/** Returns the license texts of the bundled packages, sorted by package name. */
export function noticesOf(built: Metafile): string {
  const namesByText = new Map<string, string[]>();
  for (const folder of bundledPackages(built)) {
    const about = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Bundled;
    const text = licenseOf(folder, about);
    const name = `${about.name} ${about.version} (${about.license ?? 'no license stated'})`;
    // If several packages have the same license text, it is printed once.
    namesByText.set(text, [...new Set([...(namesByText.get(text) ?? []), name])]);
  }
  const notices = [...namesByText].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
  return `The built program contains code from these packages.\n${[...notices, ''].join(LINE)}`;
}

/** Returns the folders of the packages of which at least one file is in the bundle. */
export function bundledPackages({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const folders = files.flatMap(
    ([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  return [...new Set(folders)].sort();
}

/**
 * Returns the text of a package's license file. If there is none, returns the license and the
 * copyright holder that the package manifest states.
 */
function licenseOf(folder: string, { license, author }: Bundled): string {
  const names = readdirSync(join(root, folder)).filter((name) =>
    /^(licen[cs]e|notice|copying)/i.test(name),
  );
  const files = names.map((name) => join(root, folder, name));
  if (files.length > 0) return files.map((path) => readFileSync(path, 'utf8').trim()).join('\n\n');
  const holder = typeof author === 'object' ? author.name : author;
  return `The package contains no license file (${license}).${holder ? ` Copyright: ${holder}.` : ''}`;
}
