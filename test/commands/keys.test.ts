import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import {
  type CreateOptions,
  changeAccount,
  createKey,
  disconnectAccount,
  listKeys,
  regenerateKey,
  UsageError,
} from '../../src/commands/keys.ts';
import { openGrants } from '../../src/commands/open-grants.ts';
import { contextOn, runOn } from '../support/context.ts';
import { temporaryFolder } from '../support/files.ts';
import { fixedClock } from '../support/surroundings.ts';
import { tableCells } from '../support/table-cells.ts';

const isKey = /^bcm_[\w-]{32}\n$/;

function commandsOn(dataDir: string) {
  const run = (command: Parameters<typeof runOn>[1]) => runOn(dataDir, command);
  return {
    create: (more: Partial<CreateOptions> & { readonly account: string }) =>
      run((context) => createKey(context, { plan: 'basic', ...more })),
    list: async () => (await run(listKeys)).stdout,
    change: (...[change, name]: ['pause' | 'resume' | 'revoke', string]) =>
      run((context) => changeAccount(context, change, name)),
    regenerate: (name: string) => run((context) => regenerateKey(context, name)),
    disconnect: (name: string) => run((context) => disconnectAccount(context, name)),
  };
}

describe('keys', () => {
  it('are valid from create to revoke; only the key is on stdout', async () => {
    const { create, list, change, regenerate } = commandsOn(temporaryFolder());
    expect(await list()).toBe('No accounts yet.\n');
    const made = await create({ account: 'anna' });
    expect(made).toEqual({ code: 0, stdout: expect.stringMatching(isKey), stderr: '' });
    const again = create({ account: 'anna' });
    await expect(again).rejects.toThrow(
      new UsageError(
        'Account anna already exists. Run `keys regenerate` to create a new key for the account.',
      ),
    );
    const renewed = await regenerate('anna');
    expect(renewed).toEqual({ code: 0, stdout: expect.stringMatching(isKey), stderr: '' });
    expect(renewed.stdout).not.toBe(made.stdout);
    const silent = { code: 0, stdout: '', stderr: '' };
    const state = async () => tableCells(await list())[1]?.[2];
    expect(await change('pause', 'anna')).toEqual(silent);
    expect(await state()).toBe('paused');
    expect(await change('resume', 'anna')).toEqual(silent);
    expect(await state()).toBe('active');
    expect(await change('revoke', 'anna')).toEqual(silent);
    expect(await list()).toBe('No accounts yet.\n');
    expect((await create({ account: 'anna' })).code).toBe(0);
  });

  it('are listed with all that they allow', async () => {
    const { create, list } = commandsOn(temporaryFolder());
    const bundle = ' fda intelligence,M&A Tracker';
    await create({ account: 'anna', bundle, expires: '2026-12-31', demo: true });
    await create({ account: 'b@x.y_-', plan: 'elite-plus' });
    await create({ account: 'x'.repeat(100) });
    const groups = 'FDA Intelligence, M&A Tracker';
    expect(tableCells(await list()).slice(0, 3)).toEqual([
      ['account', 'plan', 'demo', 'state', 'expires', 'bundle', 'created'],
      ['anna', 'basic', 'yes', 'active', '2026-12-31', groups, '2026-03-10'],
      ['b@x.y_-', 'elite-plus', '', 'active', '', '', '2026-03-10'],
    ]);
  });

  const ofAccount = '--account takes up to 100 letters, digits, dots, dashes, @ and _.';
  it.each([
    [{ account: 'x'.repeat(101) }, ofAccount],
    [{ account: 'a b' }, ofAccount],
    [{ account: '' }, ofAccount],
    [{ plan: 'gold' }, '--plan takes basic or elite-plus.'],
    [{ expires: '2026-02-30' }, '--expires takes a date, YYYY-MM-DD.'],
    [
      { bundle: 'FDA Intelligence,FDA' },
      /^--bundle takes groups: .*FDA Intelligence, .*M&A Tracker/,
    ],
  ])('are not made for %j', async (more, text) => {
    const { create, list } = commandsOn(temporaryFolder());
    const refused = create({ account: 'anna', ...more });
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(text);
    expect(await list()).toBe('No accounts yet.\n');
  });

  it('end what they allowed to assistants, and stay', async () => {
    const dataDir = temporaryFolder();
    const { create, list, disconnect } = commandsOn(dataDir);
    for (const account of ['anna', 'berta']) await create({ account });
    const opened = () => openGrants(readConfig(contextOn(dataDir).context.environment), fixedClock);
    const grants = await opened();
    for (const owner of ['anna', 'berta']) {
      await grants.put('grant', owner, 'it', { lasts: 600_000, owner, grant: owner });
    }
    await grants.close();
    expect(await disconnect('anna')).toEqual({ code: 0, stdout: '', stderr: '' });
    const left = await opened();
    expect(await left.get('grant', 'anna')).toBeUndefined();
    expect(await left.get('grant', 'berta')).toMatchObject({ value: 'it' });
    await left.close();
    expect(tableCells(await list())).toHaveLength(3);
  });
});
