import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileIn } from '../support/files.ts';
import { root, runCommand, startBuilt, temporaryFolder } from '../support/mcp.ts';

/** A folder whose store holds the decisions of the fixture. */
const filled = temporaryFolder();
beforeAll(async () => {
  const fixture = join(root, 'test/fixtures/import/decisions.json');
  await runCommand(filled, ['import', 'decisions', fixture]);
});

describe('the built program', () => {
  it('serves, says where, and finishes what is in flight when it is stopped', async () => {
    // The demo is there, since a busy machine may take longer to make it than a server that is stopped waits.
    const dataDir = temporaryFolder();
    await startBuilt(dataDir, ['refresh', 'demo']).ended;
    const { child, ended, until } = startBuilt(dataDir, ['serve', '--port', '0']);
    const printed = await until(
      (stdout) => stdout.includes('"mcpServers"') && stdout.endsWith('}\n'),
    );
    const [base = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    expect(printed).toContain(`page   ${base}/\n`);
    expect(printed).toContain(`${base}/mcp\n`);
    expect(printed).toContain(`${base}/api/v2/fdacalendar?apiKey=demo`);
    const settings = JSON.parse(printed.slice(printed.indexOf('{')));
    expect(Object.values(settings.mcpServers)).toEqual([
      { type: 'http', url: `${base}/mcp`, headers: { Authorization: 'Bearer demo' } },
    ]);
    const inFlight = fetch(`${base}/api/v2/fdacalendar?apiKey=demo`);
    expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok' });
    child.kill('SIGTERM');
    const answer = (await (await inFlight).json()) as { result: unknown[] };
    expect(answer.result).toHaveLength(50);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    await expect(fetch(`${base}/healthz`)).rejects.toThrow();
  });

  it('ends with code 1 where its port is taken', async () => {
    const first = startBuilt(filled, ['serve', '--port', '0']);
    const printed = await first.until((stdout) => stdout.includes('mcpServers'));
    const [, port = ''] = /127\.0\.0\.1:(\d+)/.exec(printed) ?? [];
    const second = await startBuilt(filled, ['serve', '--port', port]).ended;
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(port);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(0);
  });

  it('ends with the code of its command', async () => {
    const codes = await Promise.all(
      [['status'], ['import', 'decisions', '/absent.json'], ['stauts']].map(
        async (words) => (await startBuilt(temporaryFolder(), words).ended).code,
      ),
    );
    expect(codes).toEqual([0, 1, 2]);
  });

  it('reads a text in a thread of its own', async () => {
    const path = fileIn(temporaryFolder(), 'release.txt', 'The FDA approved zelvocimab.');
    const { code, stdout } = await startBuilt(filled, ['extract', path]).ended;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { facts: [{ type: 'approval' }] }]);
  });

  it('ends quietly when its reader has seen enough', async () => {
    const { child, ended } = startBuilt(filled, ['call', 'pdufa_historical']);
    child.stdout.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});
