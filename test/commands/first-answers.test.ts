import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { todayOf } from '../../src/base/clock.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations, readMeta } from '../../src/store/facts-store.ts';
import { serveOn, startBuilt, temporaryFolder } from '../support/mcp.ts';
import { fillStore } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';

/** A store that was computed on the fixed day of the tests, long before the machine's own. */
let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  await fillStore(filesOf(dataDir).store, universe);
});

async function computedOn(): Promise<string | undefined> {
  const database = await openDatabase(filesOf(dataDir).store, factMigrations);
  try {
    return readMeta(database, 'derived_on');
  } finally {
    database.close();
  }
}

const isToday = (day: string | undefined) => day === todayOf(Date.now);
const callLine =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pdufa_historical"}}\n';

describe('the built program', () => {
  it('call answers with the records of today: it waits for the refresh', async () => {
    const { code, stdout, stderr } = await startBuilt(dataDir, ['call', 'pdufa_historical']).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('computed on');
    expect(isToday(await computedOn())).toBe(true);
  });

  it('a client that asks and leaves leaves the records of today behind', async () => {
    const { child, ended } = startBuilt(dataDir);
    child.stdin.end(callLine);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } });
    expect(isToday(await computedOn())).toBe(true);
  });
});

describe('an answer that finds a refresh under way', () => {
  const nextDay = Date.parse('2026-03-11T12:00:00Z');

  async function started(maxRefreshWait: number) {
    let finish: () => void = () => {};
    const refresh = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const { app, close } = await serveOn(dataDir, {
      ...{ clock: () => nextDay, refresh, maxRefreshWait },
    });
    onTestFinished(close);
    return {
      app,
      finish: () => finish(),
      async header() {
        const answer = await app.toolbox
          .presenting({ structured: true })
          .callTool('owner', 'pdufa_historical', {});
        return JSON.parse(answer).content[0].text.split('\n\n')[0] as string;
      },
    };
  }
  const said = 'computed on 2026-03-10, not today: current records are being computed.';

  it('waits for it no longer than it may, and says of which day it is', async () => {
    const { header, finish } = await started(10);
    expect(await header()).toContain(said);
    finish();
  });

  it('waits for it to its end where it may', async () => {
    const { header, finish } = await started(Number.POSITIVE_INFINITY);
    let answered = false;
    const waiting = header().then((text) => {
      answered = true;
      return text;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(answered).toBe(false);
    finish();
    // This refresh wrote nothing, so that the answer has to say that it is not of today.
    expect(await waiting).toContain('not today');
  });

  it('is settled only when that refresh has ended', async () => {
    const { app, header, finish } = await started(0);
    await app.settled();
    await header();
    let settled = false;
    const settling = app.settled().then(() => {
      settled = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(settled).toBe(false);
    finish();
    await settling;
  });
});

it('an answer that was kept yesterday is not given today, whoever has not computed it anew', async () => {
  const day = (date: string) => Date.parse(`${date}T12:00:00Z`);
  const catalyst = { ticker: 'ABCQZ', drugname: 'zorbivimab', catalyst: 'PDUFA Date' };
  const path = filesOf(dataDir).store;
  await fillStore(path, {
    catalysts: [
      { ...catalyst, catdate: '2026-03-10', formattedDate: '2026-03-10' },
      { ...catalyst, drugname: 'glumexib', catdate: '2026-03-12', formattedDate: '2026-03-12' },
    ],
  });
  let now = day('2026-03-10');
  const refresh = () => new Promise<void>(() => {});
  const { app, close } = await serveOn(dataDir, { clock: () => now, refresh });
  onTestFinished(close);
  const dates = async () => {
    const answer = JSON.parse(
      await app.toolbox
        .presenting({ structured: true })
        .callTool('owner', 'fda_calendar', { ticker: 'ABCQZ' }),
    );
    return answer.structuredContent.result.map(
      (record: Record<string, unknown>) => record.formattedDate,
    );
  };
  for (let time = 0; time < 3; time += 1) {
    expect(await dates()).toEqual(['2026-03-12', '2026-03-10']);
  }
  now = day('2026-03-11');
  expect(await dates()).toEqual(['2026-03-12']);
});
