import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';

/**
 * Maximum size of the chart view in bytes. It is limited, because a host downloads the view in each
 * conversation.
 */
const MAX_VIEW_BYTES = 320_000;

/**
 * Builds the view of the `chart` tool as a single HTML page without external resources.
 *
 * @param into output folder; if absent, nothing is written
 */
export async function buildView(root: string, into?: string): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/page/view/view.ts'],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    write: false,
    outdir: into ?? join(root, 'dist'),
    metafile: true,
    logLevel: 'warning',
  });
  const script = outputFiles[0]?.text ?? '';
  const page = readFileSync(join(root, 'src/page/view/view.html'), 'utf8').replace(
    '/* script */',
    () => script.replaceAll('</script', '<\\/script').trim(),
  );
  const bytes = Buffer.byteLength(page);
  if (bytes > MAX_VIEW_BYTES)
    throw new Error(`the chart view has ${bytes} bytes, more than ${MAX_VIEW_BYTES}`);
  if (into) writeFileSync(join(into, 'chart.html'), page);
  return metafile;
}
