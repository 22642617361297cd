import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OwnAuthorization } from '../../src/authorization/server.ts';
import { readConfig } from '../../src/base/config.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { type AppParts, openApp } from '../../src/commands/app.ts';
import { LocalAccounts } from '../../src/service/access/local-accounts.ts';
import { Slots } from '../../src/service/access/slots.ts';
import { endpoints } from '../../tools/index.ts';
import { temporaryFolder } from '../support/files.ts';
import { fixedClock, machineTime, silentLog } from '../support/surroundings.ts';

async function build(
  settings: Readonly<Record<string, string>> = {},
  more: Partial<AppParts> = {},
) {
  const dataDir = temporaryFolder();
  const refreshed: string[] = [];
  const app = await openApp({
    config: readConfig({ CATALYST_DATA_DIR: dataDir, ...settings }),
    clock: fixedClock,
    monotonic: machineTime,
    log: silentLog(),
    // A fake refresh that never fills the store. The test checks only the assembly of the app.
    refresh: async (kind) => void refreshed.push(kind),
    ...more,
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  onTestFinished(close);
  const keyOf = async (plan: 'basic' | 'elite-plus') => {
    const accounts = await LocalAccounts.open(filesOf(dataDir).accounts);
    const account = { name: plan, plan, demo: false, state: 'active' } as const;
    const key = accounts.create(account, 'now');
    accounts.close();
    return { key };
  };
  return { app, dataDir, refreshed, close, keyOf };
}
const publicUrl = 'https://catalysts.example';

describe('an app', () => {
  it('serves its own folder: every endpoint, the demo until there is more', async () => {
    const { app, refreshed } = await build();
    expect(app.catalogue.endpoints).toEqual(endpoints);
    expect([app.service.source().demo, app.service.today()]).toEqual([true, '2026-03-10']);
    expect(app.accountsAge()).toBeUndefined();
    expect(app).not.toHaveProperty('upstreamBudget');
    await app.settled();
    expect(new Set(refreshed)).toEqual(new Set(['demo']));
  });

  it('counts requests in its folder, or not at all', async () => {
    const asked = async (settings: Record<string, string>) => {
      const { app, dataDir, keyOf } = await build(settings);
      const refused = app.service.answer(endpoints[0]!, {}, await keyOf('elite-plus'));
      await expect(refused).rejects.toMatchObject({ status: 503 });
      return existsSync(filesOf(dataDir).limits);
    };
    expect(await asked({})).toBe(true);
    expect(await asked({ CATALYST_LIMITS: 'off' })).toBe(false);
  });
});

describe('callers without a key', () => {
  it('cannot sign in by OAuth without a public URL', async () => {
    const { app } = await build();
    expect(await app.openAuthorization()).toEqual({});
  });

  it('are accepted with a token of the configured issuer', async () => {
    const issuer = 'https://issuer.example';
    const { app } = await build({
      CATALYST_PUBLIC_URL: publicUrl,
      CATALYST_OAUTH_ISSUER: issuer,
      CATALYST_OAUTH_CLAIM: 'name',
    });
    const { tokens, authorization } = await app.openAuthorization();
    expect([tokens?.settings, authorization]).toEqual([
      { issuer, resource: `${publicUrl}/mcp`, claim: 'name' },
      undefined,
    ]);
  });

  it('are accepted with a token of the built-in authorization server, which ends with the app', async () => {
    const { app, close, dataDir } = await build({ CATALYST_PUBLIC_URL: publicUrl });
    const { tokens, authorization } = await app.openAuthorization();
    expect(tokens?.settings).toMatchObject({ issuer: publicUrl, resource: `${publicUrl}/mcp` });
    expect(authorization?.takes('/healthz')).toBe(false);
    expect(existsSync(filesOf(dataDir).grants)).toBe(true);
    const order: string[] = [];
    const own = authorization as OwnAuthorization;
    const end = own.close;
    vi.spyOn(own, 'close').mockImplementation(async () => {
      await end();
      await new Promise((resolve) => setImmediate(resolve));
      order.push('authorization');
    });
    const { prototype } = LocalAccounts;
    const accounts = vi.spyOn(prototype, 'close').mockImplementation(() => {
      order.push('accounts');
    });
    onTestFinished(() => accounts.mockRestore());
    await close();
    expect(order).toEqual(['authorization', 'accounts']);
  });
});

it('what is closed closes its accounts and what it counts in', async () => {
  const { app, close, keyOf } = await build();
  const key = await keyOf('basic');
  await app.service.answer(endpoints[0]!, {}, key).catch(() => {});
  await app.settled();
  const closing = [LocalAccounts, Slots].map(({ prototype }) => vi.spyOn(prototype, 'close'));
  onTestFinished(() => void vi.restoreAllMocks());
  await close();
  for (const closed of closing) expect(closed).toHaveBeenCalledTimes(1);
});
