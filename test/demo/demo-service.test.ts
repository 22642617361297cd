import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Credential } from '../../src/service/access/access.ts';
import { runCommand, serveOn, stated, temporaryFolder } from '../support/mcp.ts';

const today = '2026-03-10';
const clock = () => Date.parse(`${today}T12:00:00Z`);

type Records = readonly Readonly<Record<string, unknown>>[];
type Server = Awaited<ReturnType<typeof serveOn>>;

const dataDir = temporaryFolder();
let server: Server;
beforeAll(async () => {
  server = await serveOn(dataDir, { clock, settings: { CATALYST_LIMITS: 'off' } });
  await ask(server, '/pdufa/upcoming');
});
afterAll(() => server.close());

async function ask(of: Server, path: string): Promise<Records> {
  const { body } = await of.rest(`${path}${path.includes('?') ? '&' : '?'}apiKey=demo`);
  return body.result;
}

/** Returns all records of a paged endpoint. */
async function all(path: string): Promise<Records> {
  const records: Records[number][] = [];
  for (let page = 1; page <= 200; page += 1) {
    const more = await ask(server, `${path}?page=${page}`);
    records.push(...more);
    if (more.length < 50) return records;
  }
  throw new Error(`${path} does not end`);
}

it('never serves a record without saying that it is fictional', async () => {
  const words = ['keys', 'create', '--account', 'anna', '--plan', 'elite-plus'];
  const key = (await runCommand(dataDir, words)).stdout.trim();
  const callers: Credential[] = ['owner', { key: 'demo' }, { key }];
  for (const { name, path } of stated) {
    for (const caller of callers) {
      const answer = JSON.parse(
        await server.app.toolbox.presenting({ structured: true }).callTool(caller, name, {}),
      );
      expect([name, answer.structuredContent.Note]).toEqual([name, expect.stringMatching(/^Demo/)]);
      expect(answer.content[0].text).toContain('\nNote: Demo');
    }
    expect((await server.rest(`${path}?apiKey=${key}`)).body.Note).toMatch(/^Demo/);
  }
});

it('answers a query for a real company with the notice that all companies are fictional', async () => {
  const { status, body } = await server.rest('/companies/MRNA?apiKey=demo');
  expect([status, body.error]).toEqual([404, 'Unknown ticker "MRNA"']);
  const answer = await server.app.toolbox.callTool('owner', 'company', { ticker: 'MRNA' });
  expect(JSON.parse(answer).content[0].text).toBe(
    'Unknown ticker "MRNA". Every company here is fictional. Import records to get real companies.',
  );
});

it('the universe has catalysts around the current date, each in one calendar', async () => {
  const [coming, past] = [await all('/fdacalendar'), await all('/fdacalendar/historical')];
  const filings = await ask(server, '/pdufa/upcoming');
  expect(coming.length).toBeGreaterThan(40);
  expect(past.length).toBeGreaterThan(150);
  for (const { formattedDate } of coming) expect(String(formattedDate) >= today).toBe(true);
  const event = (of: Records[number]) => JSON.stringify([of.ticker, of.drugname, of.catalyst]);
  const known = new Set(coming.map(event));
  for (const filing of filings) expect(known).toContain(event(filing));
  for (const decided of await all('/pdufa/historical')) {
    expect(String(decided['PDUFA Date']) <= today).toBe(true);
  }
});
