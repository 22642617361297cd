import { expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../src/data-files.ts';
import { refreshServed } from '../src/refresh.ts';
import type { Source } from '../src/sources/source.ts';
import { inTransaction, openDatabase } from '../src/store/database.ts';
import { factMigrations, writeFacts } from '../src/store/facts-store.ts';
import { endpoints } from '../tools/index.ts';
import { fixedClock, serve, startApp } from './support/start-app.ts';

const decision = (Drug: string) => ({ Ticker: 'ABCQZ', Drug, 'PDUFA Date': '2025-05-05' });

async function textOf(base: string): Promise<string> {
  const response = await fetch(base);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  return response.text();
}

it('shows what the store held at its last refresh, and reads no fact to do so', async () => {
  const started = await startApp({ facts: { decisions: [decision('d1'), decision('d2')] } });
  onTestFinished(() => started.close());
  const row = (records: number) =>
    `<td>FDA decisions on applications</td><td>${records}</td><td>fixture</td>`;
  expect(await textOf(started.base)).toContain(row(2));
  const database = await openDatabase(filesOf(started.dataDir).store, factMigrations);
  onTestFinished(() => database.close());
  inTransaction(database, () => writeFacts(database, 'decisions', [decision('d3')], 'fixture'));
  expect(await textOf(started.base)).toContain(row(2));
  refreshServed(database, endpoints, fixedClock);
  expect(await textOf(started.base)).toContain(row(3));
});

it('is made once a state of the source and an address, compressed or not', async () => {
  const started = await startApp();
  onTestFinished(() => started.close());
  let [asked, version] = [0, 'first'];
  const { catalogue, service, toolbox } = started.app;
  const counted = (): Source => {
    const source = service.source();
    return {
      ...source,
      describe: () => ({ ...source.describe(), version }),
      serves(endpoint) {
        asked += 1;
        return source.serves(endpoint);
      },
    };
  };
  const server = await serve({ catalogue, service: { ...service, source: counted }, toolbox });
  onTestFinished(() => server.close());
  const [plain] = await Promise.all([
    fetch(server.base, { headers: { 'accept-encoding': 'identity' } }),
    ...Array.from({ length: 15 }, () => fetch(server.base)),
  ]);
  const made = asked;
  expect(made).toBe(endpoints.length);
  expect(plain?.headers.get('content-encoding')).toBeNull();
  const packed = await fetch(server.base, { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(await packed.text()).toBe(await plain?.text());
  expect(asked).toBe(made);
  await textOf(server.base.replace('127.0.0.1', 'localhost'));
  expect(asked).toBe(2 * made);
  version = 'second';
  await textOf(server.base);
  expect(asked).toBe(3 * made);
});
