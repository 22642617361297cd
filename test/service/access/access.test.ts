import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoNote } from '../../../src/service/answer-page.ts';
import { useApp } from '../../support/start-app.ts';

const basicPath = '/pdufa/historical';

describe('keys over real records', () => {
  const started = useApp();

  const statusOf = async (path: string, key: string) => (await started.ask(path, {}, key)).status;

  it('are random, long, and written nowhere', () => {
    const keys = ['a', 'b'].map((name) => started.createKey({ name }));
    // 24 random bytes are 32 base64 characters.
    for (const key of keys) expect(key).toMatch(/^bcm_[\w-]{32}$/);
    expect(keys[0]).not.toBe(keys[1]);
    const files = readdirSync(started.dataDir).filter((name) => name.startsWith('accounts'));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      const bytes = readFileSync(join(started.dataDir, name));
      for (const key of keys) expect(bytes.includes(key)).toBe(false);
    }
  });

  it('bear Note on every answer where they are demo keys, and no demo key exists by itself', async () => {
    const demo = started.createKey({ name: 'visitor', demo: true });
    for (const page of ['1', '9']) {
      const { body } = await started.ask(basicPath, { page }, demo);
      expect(Object.keys(body)).toEqual(['result', 'pagination', 'Note']);
      expect(body.Note).toBe(demoNote);
    }
    expect((await started.ask(basicPath)).body).not.toHaveProperty('Note');
    expect(await statusOf(basicPath, 'demo')).toBe(401);
  });
});
