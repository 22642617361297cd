import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packedDemo, storeFile } from '../src/base/data-files.ts';
import { refreshStore } from '../src/commands/refresh.ts';
import { endpoints } from '../tools/index.ts';

/** Creates the demo store that the program serves on its first start. */
export async function makePackedDemo(into: string): Promise<void> {
  const { packDemo } = await import('../src/demo/pack-demo.ts');
  const folder = mkdtempSync(join(tmpdir(), 'catalyst-demo-'));
  try {
    const path = storeFile(folder, 'demo');
    await refreshStore(path, 'demo', endpoints, Date.now);
    writeFileSync(join(into, packedDemo), await packDemo(path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
