import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importCommand } from '../../src/commands/import.ts';
import { status } from '../../src/commands/status.ts';
import { runOn } from '../support/context.ts';
import { root, temporaryFolder } from '../support/files.ts';

describe('status', () => {
  it('shows the contents, origin and age of the store, before and after an import', async () => {
    const dataDir = temporaryFolder();
    const shown = async () => (await runOn(dataDir, status)).stdout;
    const before = await shown();
    expect(before).toContain(dataDir);
    expect(before).toContain('Real store: no records yet');
    expect(before).toContain('Demo store: created when the server first starts');

    const studies = join(root, 'test/fixtures/import/studies.json');
    await runOn(dataDir, (context) => importCommand(context, 'clinicaltrials', [studies]));
    const after = await shown();
    expect(after).toContain('Real store (served): newest data 2026-03-10');
    expect(after).toMatch(/trials +│ clinicaltrials +│ 4 /);
    expect(after).not.toContain('no records yet');
  });
});
