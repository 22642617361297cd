import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/base/config-error.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { sha256 } from '../../src/base/sha256.ts';
import { sharedRecord } from '../../src/cluster/shared-record.ts';
import { createKey, UsageError } from '../../src/commands/keys.ts';
import { migrate } from '../../src/commands/migrate.ts';
import { publishOlder, work } from '../../src/commands/work.ts';
import { nextSheets, readChain } from '../../src/domain/track-record/chain.ts';
import { appendSheets } from '../../src/store/record-file.ts';
import { absentCluster, contextOn, runOn } from '../support/context.ts';
import { haveEngines, useEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/files.ts';
import { clusterSettings } from '../support/settings.ts';
import { fillStore } from '../support/start-app.ts';

describe('commands of several machines', () => {
  it('need the place that these share', async () => {
    const { context } = contextOn(temporaryFolder());
    await expect(migrate(context, { from: '/' })).rejects.toThrow(
      new ConfigError(
        'CATALYST_DATABASE_URL and CATALYST_REDIS_URL: required as the target of `migrate`',
      ),
    );
    const alone = new ConfigError(
      '`work` is for several machines and requires CATALYST_DATABASE_URL and CATALYST_REDIS_URL. A single server refreshes its records automatically',
    );
    await expect(work(context, {})).rejects.toThrow(alone);
    await expect(publishOlder(context, '12')).rejects.toThrow(alone);
  });

  it('understand their words before anything is asked', async () => {
    const { context } = contextOn(temporaryFolder(), { environment: absentCluster });
    await expect(migrate(context, { from: '/absent' })).rejects.toThrow(
      new UsageError('Folder /absent does not exist.'),
    );
    for (const word of ['', 'x', '1.5', '-1', '1'.repeat(10)]) {
      await expect(publishOlder(context, word)).rejects.toThrow(
        new UsageError('`publish` takes a version number, like 12.'),
      );
    }
    await expect(publishOlder(context, '1'.repeat(9))).rejects.toThrow(/^PostgreSQL at/);
    await expect(work(context, { sync: true })).rejects.toThrow(/^CATALYST_CONTACT: /);
  });
});

describe.runIf(haveEngines)('migrate', () => {
  const engines = useEngines();

  const names = (count: number) =>
    Array.from({ length: count }, (_, at) => `n${String(at).padStart(2, '0')}`);
  const folderWith = async (accounts: readonly string[]) => {
    const folder = temporaryFolder();
    for (const account of accounts) {
      await runOn(folder, (context) => createKey(context, { account, plan: 'basic' }));
    }
    return folder;
  };

  it('names ten of those that others have, and that there are more', async () => {
    const environment = await clusterSettings(engines);
    const migrated = (from: string) =>
      runOn(environment.CATALYST_DATA_DIR, (context) => migrate(context, { from }), {
        environment,
      });
    expect((await migrated(await folderWith(names(11)))).code).toBe(0);
    for (const count of [10, 11]) {
      const shown = `${names(10).join(', ')}${count > 10 ? ' …' : ''}`;
      expect(await migrated(await folderWith(names(count)))).toEqual({
        code: 1,
        stdout: '',
        stderr: `accounts: nothing was copied, because the shared database already has accounts with these names but different keys: ${shown}. Run \`keys revoke\` for the shared accounts that you do not need.\n`,
      });
    }
  });

  it('brings facts where there are none yet, and counts what is lacking where there are', async () => {
    const environment = await clusterSettings(engines);
    const migrated = (from: string) =>
      runOn(environment.CATALYST_DATA_DIR, (context) => migrate(context, { from }), {
        environment,
      });
    const listed = (...tickers: string[]) => ({
      companies: tickers.map((ticker) => ({ ticker, name: `${ticker} Inc.` })),
    });
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    await fillStore(filesOf(first).store, listed('ONEQZ'));
    await fillStore(filesOf(second).store, listed('ONEQZ', 'TWOQZ', 'SIXQZ'));
    const stated = { day: '2026-01-02', program: '1.0.0', revisions: 'r', nonce: () => 'n' };
    const sheets = nextSheets(readChain([], sha256), [], stated, sha256);
    await appendSheets(filesOf(first).record, () => sheets);
    const before = [
      'accounts: 0 copied, with 0 new feeds',
      'assistants connected by OAuth: 0 copied',
    ];
    const said = (text: string) => text.trimEnd().split('\n');
    const brought = await migrated(first);
    expect([brought.code, said(brought.stdout)]).toEqual([
      ...[0, [...before, expect.stringMatching(/^facts: copied and published as version \d+$/)]],
    ]);
    const record = sharedRecord(environment.CATALYST_DATABASE_URL);
    const headers = await record.headers();
    await record.close?.();
    expect(headers.map(({ head }) => head)).toEqual(sheets.map(({ head }) => head));
    expect(said((await migrated(first)).stdout)).toEqual([
      ...[...before, 'facts: the shared store already contains all facts of this folder'],
    ]);
    const lacking = await migrated(second);
    expect([lacking.code, said(lacking.stdout), lacking.stderr]).toEqual([
      ...[1, before],
      'facts: nothing was copied, because the shared store already has facts. 2 facts of this folder are missing from the shared store. To add them, import their source files.\n',
    ]);
    expect(said((await migrated(join(first, '..', 'none').replace(/none$/, ''))).stdout)).toEqual([
      ...[...before, 'facts: the folder contains no store'],
    ]);
  });
});
