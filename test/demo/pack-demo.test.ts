import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesOf } from '../../src/base/data-files.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { packDemo } from '../../src/demo/pack-demo.ts';
import { endpoints } from '../../tools/index.ts';
import { serveOn, temporaryFolder } from '../support/mcp.ts';
import { fillStore } from '../support/start-app.ts';
import { today, universe } from '../support/universe.ts';

type Server = Awaited<ReturnType<typeof serveOn>>;

const nextDay = '2026-03-11';
const clock = () => Date.parse(`${nextDay}T12:00:00Z`);
const dataDir = join(temporaryFolder(), 'new');
const { demo: path } = filesOf(dataDir);
let server: Server;
let finish: () => void = () => {};

beforeAll(async () => {
  const folder = temporaryFolder();
  const { demo } = filesOf(folder);
  await fillStore(demo, universe, 'demo');
  const packed = join(folder, 'packed');
  writeFileSync(packed, await packDemo(demo));
  const until = new Promise<void>((resolve) => {
    finish = resolve;
  });
  server = await serveOn(dataDir, {
    packedDemo: pathToFileURL(packed),
    clock,
    refresh: () => until.then(() => refreshStore(path, 'demo', endpoints, clock)),
  });
});
afterAll(() => server.close());

const ask = async (endpoint: string) => (await server.rest(`${endpoint}?apiKey=demo`)).body;
const eventOf = (one: Readonly<Record<string, unknown>>) =>
  [one.ticker, one.drugname, one.catalyst, one.catdate].join(' ');

it('a first start answers from the demo of the build, by the rules of the present day', async () => {
  const catalysts = universe.catalysts!.map((one) => ({ ...one, day: String(one.formattedDate) }));
  expect(catalysts.map(({ day }) => day)).toContain(today);
  const past = catalysts.filter(({ day }) => day < nextDay);
  const coming = catalysts.filter(({ day }) => day >= nextDay);
  const historical = await ask('/fdacalendar/historical');
  expect(historical.result.map(eventOf).sort()).toEqual(past.map(eventOf).sort());
  expect((await ask('/fdacalendar')).pagination.total).toBe(coming.length);
  expect((await ask('/fdacalendar')).Note).toMatch(/^Demo data: .* is fictional\.$/);
  expect(statSync(path).mode & 0o077).toBe(0);
  const { text } = await answer();
  expect(text).toContain(`These records were computed on ${today}, not today`);
});

it('the refresh behind it makes the demo of the day', async () => {
  finish();
  await expect.poll(async () => (await answer()).text).toContain(`as of ${nextDay}.`);
  expect((await answer()).text).not.toContain('not today');
});

async function answer(): Promise<{ readonly text: string }> {
  const reply = await server.app.toolbox
    .presenting({ structured: true })
    .callTool('owner', 'fda_calendar', {});
  return JSON.parse(reply).content[0];
}
