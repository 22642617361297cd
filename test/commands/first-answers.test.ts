import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { createGate } from '../support/gate.ts';
import { serveOn, temporaryFolder } from '../support/mcp.ts';
import { fillStore } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';

/** A store that was computed on the fixed test day, long before the machine's date. */
let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  await fillStore(filesOf(dataDir).store, universe);
});

describe('an answer that finds a refresh under way', () => {
  const nextDay = Date.parse('2026-03-11T12:00:00Z');

  async function started(maxRefreshWait: number) {
    const { open: finish, opened } = createGate();
    const serving = { clock: () => nextDay, refresh: () => opened, maxRefreshWait };
    const { app, close } = await serveOn(dataDir, serving);
    onTestFinished(close);
    return {
      app,
      finish,
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
    // The refresh wrote nothing, so the answer must state that its data is old.
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
