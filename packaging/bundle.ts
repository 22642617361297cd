import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
import { buildView } from './view.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The authorization server tells what it keeps by the names of its classes, which go otherwise. */
const classNames: Plugin = {
  name: 'class-names',
  setup({ onLoad }) {
    onLoad({ filter: /oidc-provider[/\\]lib[/\\]models[/\\]/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { keepNames: true });
      return { contents: code, loader: 'js' };
    });
  },
};

/** A package that `debug` uses where it finds it, which is not ours to bring: it finds none. */
const noColors: Plugin = {
  name: 'no-colors',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^supports-color$/ }, ({ path }) => ({ path, namespace: 'absent' }));
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * Builds the program in parts that are loaded when they are needed.
 *
 * @param into folder of the built program, emptied before; nothing is written where it is absent
 * @returns what stands in which part, and what each part loads
 */
export async function bundle(into?: string): Promise<Metafile> {
  if (into) rmSync(into, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    splitting: true,
    minifyWhitespace: true,
    minifySyntax: true,
    external: ['@photostructure/sqlite'],
    plugins: [classNames, noColors],
    // Bundled CommonJS packages load Node's own modules by `require`.
    banner: {
      js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
    },
    outdir: into ?? join(root, 'dist'),
    write: into !== undefined,
    metafile: true,
    logLevel: 'warning',
  });
  const view = await buildView(root, into);
  return {
    inputs: { ...metafile.inputs, ...view.inputs },
    outputs: { ...metafile.outputs, ...view.outputs },
  };
}
