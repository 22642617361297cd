import { expect, it } from 'vitest';
import { rowsIn } from '../../../src/catalogue/query.ts';
import { refreshServed } from '../../../src/derive/refresh-served.ts';
import { createStoreBackend } from '../../../src/service/local/store-backend.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../../src/store/facts-store.ts';
import { priceHistory } from '../../../tools/market-signals/price-history.ts';

it('each price names the source of its own day', async () => {
  const database = await openDatabase(':memory:', factMigrations);
  const bars = (source: string, ...days: readonly string[]) => {
    const prices = days.map((date) => ({ ticker: 'ZORQZ', date, close: 5 }));
    writeFacts(database, 'prices', prices, source);
  };
  bars('yahoo-chart', '2026-02-02', '2026-02-04');
  bars('sec-fails', '2026-02-03');
  bars('nasdaq-screener', '2026-02-05');
  const failed = [{ ticker: 'ZORQZ', date: '2026-02-06', shares: 7 }];
  writeFacts(database, 'fails_to_deliver', failed, 'sec-fails');
  refreshServed(database, [priceHistory], () => Date.parse('2026-02-06'));
  const source = createStoreBackend(database, false);
  const query = { arguments: {}, conditions: [], order: undefined, page: 1, today: '2026-02-06' };
  const rows = rowsIn(await source.fetch(priceHistory, query));
  expect(rows.map((row) => [row.date, row.source, row.source_url])).toEqual([
    ['2026-02-06', 'SEC fails-to-deliver data', expect.stringContaining('sec.gov')],
    ['2026-02-05', 'Nasdaq screener', expect.stringContaining('nasdaq.com')],
    ['2026-02-04', 'Yahoo Finance', 'https://finance.yahoo.com/quote/ZORQZ/history'],
    ['2026-02-03', 'SEC fails-to-deliver data', expect.stringContaining('sec.gov')],
    ['2026-02-02', 'Yahoo Finance', 'https://finance.yahoo.com/quote/ZORQZ/history'],
  ]);
  await source.close();
});
