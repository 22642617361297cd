import { expect, it, onTestFinished } from 'vitest';
import { refreshServed } from '../../src/derive/refresh-served.ts';
import { openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import { publicUrl } from '../../src/store/public-urls.ts';
import { readFacts } from '../../src/store/read-facts.ts';
import { revisionsOf } from '../../src/store/revisions.ts';
import { news } from '../../tools/market-signals/news.ts';

it.each<[unknown, string | undefined]>([
  ['https://news.example/a?b=c#d', 'https://news.example/a?b=c#d'],
  ['http://news.example:8080/a', 'http://news.example:8080/a'],
  ['HTTPS://News.Example/Ä', 'HTTPS://News.Example/Ä'],
  ['https://8.8.8.8/a', 'https://8.8.8.8/a'],
  ['https://[2606:4700::1111]/a', 'https://[2606:4700::1111]/a'],
  // Invisible characters are percent-encoded.
  ['https://news.example/a b\u202e', 'https://news.example/a%20b%E2%80%AE'],
  ['javascript:alert(1)', undefined],
  ['java\tscript:alert(1)', undefined],
  ['file:///etc/passwd', undefined],
  ['data:text/html,a', undefined],
  ['ftp://news.example/a', undefined],
  ['https://name@news.example/a', undefined],
  ['https://:word@news.example/a', undefined],
  ['http://169.254.169.254/latest', undefined],
  ['http://2852039166/latest', undefined],
  ['http://0xA9FEA9FE/latest', undefined],
  ['http://[::ffff:169.254.169.254]/', undefined],
  ['http://127.1/', undefined],
  ['http://10.0.0.1./', undefined],
  ['http://100.64.0.1/', undefined],
  ['http://[::1]/', undefined],
  ['http://[fe80::1]/', undefined],
  ['http://[fd00::1]/', undefined],
  ['http://0.0.0.0/', undefined],
  ['http://localhost/', undefined],
  ['http://a.LOCALHOST./', undefined],
  ['//news.example/a', undefined],
  ['globenewswire-1', undefined],
  ['', undefined],
  [7, undefined],
])('the public address of %j is %j', (value, expected) => {
  expect(publicUrl(value)).toBe(expected);
});

const item = (id: string, more: object) => ({ id, title: id, tickers: ['ABCQZ'], ...more });

async function openStore() {
  const database = await openDatabase(':memory:', factMigrations);
  onTestFinished(() => database.close());
  return database;
}

it('what is not public is left out of a record as it is written', async () => {
  const database = await openStore();
  writeFacts(database, 'companies', [{ ticker: 'ABCQZ', cik: '1', website: 'file:///a' }], 'test');
  const source_url = 'https://news.example/1';
  writeFacts(database, 'news', [item('1', { source_url })], 'test', '2026-03-09');
  // If a later copy has a rejected URL, the earlier URL is kept.
  writeFacts(database, 'news', [item('1', { source_url: 'file:///a' })], 'test', '2026-03-10');
  writeFacts(database, 'news', [item('2', { source_url: 'javascript:alert(1)' })], 'test');
  const facts = readFacts(database);
  expect(facts.all('companies')[0]).not.toHaveProperty('website');
  expect(facts.all('news').map((one) => [one.id, one.source_url])).toEqual(
    expect.arrayContaining([
      ['1', source_url],
      ['2', undefined],
    ]),
  );
});

it('a refresh cleans the facts of an older version once', async () => {
  const database = await openStore();
  const put = database.prepare("INSERT INTO facts VALUES ('news', ?, 'test', ?, '', NULL)");
  const writeRow = (id: string, source_url: string) =>
    put.run(id, JSON.stringify(item(id, { source_url })));
  writeRow('1', 'http://169.254.169.254/latest');
  writeRow('2', 'https://news.example/2');
  writeFacts(database, 'companies', [{ ticker: 'ABCQZ', cik: '1', name: 'Abacus' }], 'test');
  const before = revisionsOf(database);
  const clock = () => Date.parse('2026-03-10T12:00:00Z');
  const addresses = () =>
    readFacts(database)
      .all('news')
      .map((one) => one.source_url);
  refreshServed(database, [news], clock);
  expect(addresses()).toEqual([undefined, 'https://news.example/2']);
  expect(revisionsOf(database)).toEqual({ ...before, news: 1 });
  writeRow('3', 'file:///a');
  refreshServed(database, [news], clock);
  expect(addresses()).toHaveLength(3);
  expect(revisionsOf(database)).toEqual({ ...before, news: 1 });
});
