import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packExtension, validateManifest } from '@anthropic-ai/mcpb';
import { settings } from '../src/base/config.ts';
import { chartName } from '../src/transports/chart.ts';
import { iconBase64 } from '../src/transports/icon.ts';
import { lookupTitles } from '../src/transports/lookup-tools.ts';
import { endpoints } from '../tools/index.ts';
import { root } from './bundle.ts';
import { layOutPackage } from './package.ts';

interface Prompted {
  readonly title: string;
  readonly setting: keyof typeof settings;
  /** The type of the input field. Default: text. */
  readonly type?: 'boolean' | 'directory';
  readonly sensitive?: boolean;
}

/** Optional settings that the user can enter when installing the bundle. */
const promptedSettings: Readonly<Record<string, Prompted>> = {
  contact: {
    title: 'Your email address (required to fetch real records)',
    setting: 'CATALYST_CONTACT',
  },
  sync: {
    title: 'Fetch real records from public sources',
    setting: 'CATALYST_SYNC',
    type: 'boolean',
  },
  base_url: { title: 'URL of the commercial service', setting: 'CATALYST_BASE_URL' },
  api_key: {
    title: 'API key of the commercial service',
    setting: 'CATALYST_API_KEY',
    sensitive: true,
  },
  data_dir: { title: 'Folder for stored records', setting: 'CATALYST_DATA_DIR', type: 'directory' },
};
const iconName = 'icon.png';

/**
 * Matches the files of a package that the program can load at run time. Other files, such as
 * sources, would double the size of the bundle.
 */
const loadedParts = /^(package\.json|dist|prebuilds|LICENSE|[\w-]+\.js)$/;
/**
 * Matches files that are never loaded: type declarations, source maps, and the SQLite libraries for
 * Alpine Linux, where the program uses Node's built-in SQLite.
 */
const unloaded = /\.(map|d\.[cm]?ts|musl\.node)$/;

interface PackageManifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Returns the manifest of the bundle. If a setting is empty, some hosts pass its placeholder
 * unchanged, which environment.ts treats as unset.
 */
function mcpbManifest(about: PackageManifest): object {
  const entries = Object.entries(promptedSettings);
  return {
    manifest_version: '0.3',
    name: 'biotech-catalyst-mcp',
    display_name: 'Biotech catalysts',
    version: about.version,
    description: about.description,
    author: { name: 'the biotech-catalyst-mcp contributors' },
    icon: iconName,
    license: about.license,
    keywords: about.keywords,
    server: {
      type: 'node',
      entry_point: 'dist/main.js',
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/dist/main.js`],
        env: Object.fromEntries(
          entries.map(([name, { setting }]) => [setting, `\${user_config.${name}}`]),
        ),
      },
    },
    tools: [...lookupTitles, ...endpoints, { name: chartName, title: 'Chart' }].map(
      ({ name, title }) => ({ name, description: title }),
    ),
    // Tells the host to get the list of prompts from the running program.
    prompts_generated: true,
    user_config: Object.fromEntries(
      entries.map(([name, prompted]) => [name, userSetting(prompted)]),
    ),
    compatibility: {
      platforms: ['darwin', 'win32', 'linux'],
      runtimes: { node: '>=20.19.0' },
    },
  };
}

/**
 * Describes a setting for the installer. The setting of a folder has no default, because an
 * installer may show an empty default as a selected folder.
 */
function userSetting({ title, setting, type, sensitive = false }: Prompted): object {
  const description = settings[setting].description ?? title;
  const shared = { title, description, required: false };
  if (type === 'directory') return { type, ...shared };
  if (type === 'boolean') return { type, ...shared, default: false };
  return { type: 'string', ...shared, default: '', sensitive };
}

/**
 * Creates the MCPB bundle. It runs on macOS, Windows and Linux, because the SQLite package contains
 * binaries for these systems. CONTRIBUTING.md and the folder `docs` are left out, because an
 * assistant does not show them.
 * @param folder folder in which the contents of the bundle are assembled
 * @param file path of the bundle to write
 * @throws Error if the manifest is invalid
 */
export async function makeMcpb(folder: string, file: string): Promise<void> {
  await layOutPackage(folder);
  for (const name of ['CONTRIBUTING.md', 'docs']) rmSync(join(folder, name), { recursive: true });
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest;
  for (const name of withDependencies(Object.keys(about.dependencies))) copyPackage(name, folder);
  writeFileSync(join(folder, iconName), Buffer.from(iconBase64, 'base64'));
  const manifest = join(folder, 'manifest.json');
  writeFileSync(manifest, `${JSON.stringify(mcpbManifest(about), null, 2)}\n`);
  if (!validateManifest(manifest)) throw new Error(`${manifest} is not a valid manifest`);
  const packed = await packExtension({ extensionPath: folder, outputPath: file, silent: true });
  if (!packed) throw new Error('packing the bundle failed');
}

/** The given packages and all their transitive dependencies. */
function withDependencies(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  for (const name of all) {
    const text = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(text) as Partial<PackageManifest>;
    // `node-addon-api` contains only C header files, which are not loaded at run time.
    for (const own of Object.keys(dependencies)) if (own !== 'node-addon-api') all.add(own);
  }
  return [...all];
}

function copyPackage(name: string, folder: string): void {
  const from = join(root, 'node_modules', name);
  const to = join(folder, 'node_modules', name);
  mkdirSync(to, { recursive: true });
  cpSync(from, to, {
    recursive: true,
    filter: (path) => {
      const [first = ''] = path.slice(from.length + 1).split(/[\\/]/);
      return first === '' || (loadedParts.test(first) && !unloaded.test(path));
    },
  });
}
