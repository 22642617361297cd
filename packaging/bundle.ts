import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
import { buildView } from './view.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Compresses the dictionary of English words to a tenth of its size. Each word is stored without
 * the letters that it shares with the start of the previous word. A letter before the rest encodes
 * how many these are (`a` for none).
 */
const packedWords: Plugin = {
  name: 'packed-words',
  setup({ onLoad }) {
    onLoad({ filter: /an-array-of-english-words[/\\]index\.json$/ }, async ({ path }) => {
      const words: readonly string[] = JSON.parse(await readFile(path, 'utf8'));
      const lines = words.map((word, at) => frontCoded(word, words[at - 1] ?? ''));
      const packed = brotliCompressSync(lines.join('\n')).toString('base64');
      const contents = `import { brotliDecompressSync } from 'node:zlib';
const packed = Buffer.from('${packed}', 'base64');
let before = '';
export default brotliDecompressSync(packed).toString('latin1').split('\\n').map((line) => {
  before = before.slice(0, line.charCodeAt(0) - 97) + line.slice(1);
  return before;
});`;
      return { contents, loader: 'js' };
    });
  },
};

function frontCoded(word: string, before: string): string {
  let shared = 0;
  while (shared < Math.min(word.length, before.length) && word[shared] === before[shared]) {
    shared += 1;
  }
  return String.fromCharCode(97 + shared) + word.slice(shared);
}

/** Includes only the English error messages of zod in the bundle. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/**
 * Shortens the names that a module does not export. Exported names and the names of methods stay,
 * because the log prints them. The option `keepNames` is used only for the classes of the
 * authorization server, which finds its objects by class name: it sets the name of each function
 * when the function is created, which took 4 % of the processor time of a call.
 */
const shortLocalNames: Plugin = {
  name: 'short-local-names',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:[cm]?js|ts)$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, {
        loader: path.endsWith('.ts') ? 'ts' : 'js',
        minifyIdentifiers: true,
        keepNames: /[/\\]oidc-provider[/\\]/.test(path) && source.includes('class '),
        legalComments: 'none',
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/** Replaces `supports-color`, an optional dependency of `debug`, with an empty module. */
const noColors: Plugin = {
  name: 'no-colors',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^supports-color$/ }, ({ path }) => ({ path, namespace: 'absent' }));
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * Builds the program as files (chunks) that are loaded on demand, and puts a demo store next to
 * them.
 *
 * @param into output folder, emptied first; if absent, nothing is written
 * @returns the contents and imports of each chunk
 */
export async function bundle(into?: string): Promise<Metafile> {
  if (into) rmSync(into, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'src/main.ts', 'text-worker': 'src/ingest/text-worker.ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    external: ['@photostructure/sqlite'],
    // Bundles one copy of the list of media types. Two packages depend on different versions of it.
    alias: { 'mime-db': 'mime-db' },
    plugins: [packedWords, englishOnly, noColors, shortLocalNames],
    // Defines `require`, with which bundled CommonJS packages load Node's built-in modules.
    banner: {
      js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
    },
    outdir: into ?? join(root, 'dist'),
    write: into !== undefined,
    metafile: true,
    logLevel: 'warning',
  });
  const view = await buildView(root, into);
  if (into) await (await import('./demo-store.ts')).makePackedDemo(into);
  return {
    inputs: { ...metafile.inputs, ...view.inputs },
    outputs: { ...metafile.outputs, ...view.outputs },
  };
}
