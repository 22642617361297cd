import { describe, expect, it } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { createFeed, type FeedOptions, listFeeds, revokeFeed } from '../../src/commands/feeds.ts';
import { createKey, UsageError } from '../../src/commands/keys.ts';
import { runOn } from '../support/context.ts';
import { temporaryFolder } from '../support/files.ts';
import { fillStore } from '../support/start-app.ts';
import { tableCells } from '../support/table-cells.ts';

function commandsOn(dataDir: string) {
  return {
    account: (account: string) =>
      runOn(dataDir, (context) => createKey(context, { account, plan: 'basic' })),
    create: (more: Partial<FeedOptions> = {}) =>
      runOn(dataDir, (context) => createFeed(context, { account: 'anna', ...more })),
    list: async () => (await runOn(dataDir, listFeeds)).stdout,
    revoke: (id: string) => runOn(dataDir, (context) => revokeFeed(context, id)),
  };
}
const tickers = (count: number) => Array.from({ length: count }, (_, at) => `T${at}QZ`);

describe('feeds', () => {
  it('are created, listed with all that they show, and revoked; the URL is on stdout', async () => {
    const dataDir = temporaryFolder();
    const known = ['ABCQZ', 'BRK.B-1', 'A'.repeat(15), ...tickers(20)];
    const decisions = known.map((Ticker) => ({ Ticker, Drug: 'd', 'PDUFA Date': '2025-05-05' }));
    await fillStore(filesOf(dataDir).store, { decisions });
    const { account, create, list, revoke } = commandsOn(dataDir);
    expect(await list()).toBe('No feeds yet.\n');
    await account('anna');
    expect(await create({ tickers: ' abcqz, BRK.B-1' })).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\/feeds\/feed_[\w-]{32}\/calendar\.ics\n$/),
      stderr: 'Append this path to the URL of your server, such as http://127.0.0.1:8787\n',
    });
    await create({ catalyst: 'PDUFA Date' });
    await create({ tickers: tickers(20).join(','), catalyst: 'x'.repeat(100) });
    await create({ tickers: 'A'.repeat(15) });
    const [head, ...rows] = tableCells(await list());
    expect(head).toEqual(['feed', 'account', 'tickers', 'catalyst', 'created']);
    const told = rows.map(([id, ...cells]) => [/^[0-9a-f]{10}$/.test(id ?? ''), ...cells]);
    expect(told).toHaveLength(4);
    expect(told).toContainEqual([true, 'anna', 'ABCQZ, BRK.B-1', 'all', '2026-03-10']);
    expect(told).toContainEqual([true, 'anna', 'all', 'PDUFA Date', '2026-03-10']);
    const [[id = ''] = []] = rows;
    expect(await revoke(id)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(tableCells(await list()).map(([one]) => one)).not.toContain(id);
    await expect(revoke(id)).rejects.toThrow(
      new UsageError(`Feed ${id} does not exist. Run \`feeds list\` to see all feeds.`),
    );
  });

  const ofTickers = '--tickers takes at most 20 comma-separated tickers.';
  const ofCatalyst = '--catalyst takes one kind of catalyst, such as "PDUFA Date".';
  it.each([
    [{ tickers: 'ABCQZ,' }, ofTickers],
    [{ tickers: '.ABC' }, ofTickers],
    [{ tickers: 'A'.repeat(16) }, ofTickers],
    [{ tickers: tickers(21).join(',') }, ofTickers],
    [{ catalyst: 'a;b' }, ofCatalyst],
    [{ catalyst: '' }, ofCatalyst],
    [{ catalyst: 'x'.repeat(101) }, ofCatalyst],
  ])('are not made for %j', async (more, text) => {
    const { account, create, list } = commandsOn(temporaryFolder());
    await account('anna');
    await expect(create(more)).rejects.toThrow(new UsageError(text));
    expect(await list()).toBe('No feeds yet.\n');
  });
});
