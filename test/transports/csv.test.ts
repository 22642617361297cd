import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from '../../tools/fda-intelligence/fda-calendar-historical.ts';
import { endpoints } from '../../tools/index.ts';
import { useApp } from '../support/start-app.ts';
import { manyFilings, universe } from '../support/universe.ts';

/**
 * Text that a spreadsheet would execute as a formula, cells with CSV special characters, and a
 * plain word.
 */
const drugs = [
  '=1+2',
  '+1',
  '-x',
  '@sum',
  '\tx',
  '\r=2',
  '\u202e=3',
  '＝1',
  'say "a, b"\nnext',
  'plain\u202eumab\u0007',
];

const given = (name: string) => [name, name === 'type' ? 'losers' : 'ACME'];

const catalysts = drugs.map((drugname, index) => ({
  _id: `h${index}`,
  ticker: 'HSTQZ',
  drugname,
  catalyst: 'PDUFA Date',
  catdate: 'Apr 2026',
  formattedDate: '2026-04-01',
  createdDate: '2026/01/01',
}));
const fell = {
  _id: 'fell',
  ticker: 'HSTQZ',
  catalyst: 'PDUFA Date',
  createdDate: '2026/01/05',
  formattedDate: '2026-02-10',
};
const closes = [
  { ticker: 'HSTQZ', date: '2026-01-05', close: 10 },
  { ticker: 'HSTQZ', date: '2026-02-10', close: 8 },
];
const facts = {
  ...universe,
  catalysts: [...(universe.catalysts ?? []), ...catalysts, fell],
  prices: [...(universe.prices ?? []), ...closes],
};
const started = useApp({ facts });

async function csv(path: string, query: Record<string, string> = {}, key = started.key) {
  const search = new URLSearchParams({ ...query, format: 'csv', apiKey: key });
  const response = await fetch(`${started.base}/api/v2${path}?${search}`);
  const text = await response.text();
  return { response, text, rows: response.ok ? (parse(text) as string[][]) : [] };
}

describe('format=csv', () => {
  it('answers every endpoint with a header of its columns', async () => {
    for (const { path, parameters, record, oneOfRequired = [] } of endpoints) {
      const required = Object.keys(parameters).filter((name) => parameters[name]?.required);
      const needed = Object.fromEntries([...required, ...oneOfRequired].map(given));
      const { response, rows } = await csv(path.replace('{ticker}', 'ACME'), needed);
      expect([path, response.status]).toEqual([path, 200]);
      expect([path, response.headers.get('content-type')]).toEqual([
        ...[path, 'text/csv; charset=utf-8; header=present'],
      ]);
      expect([path, rows[0]]).toEqual([path, Object.keys(record)]);
    }
  });

  it('holds what JSON holds, in its order', async () => {
    const { rows } = await csv('/catalystsync');
    const { body } = await started.ask('/catalystsync');
    const [columns = [], ...lines] = rows;
    expect(lines.map((line) => line[columns.indexOf('nctId')])).toEqual(
      body.result.map(({ nctId }) => nctId),
    );
    const naive = lines.find((line) => line[columns.indexOf('nctId')] === 'NCT00000005');
    expect(naive?.[columns.indexOf('Condition')]).toBe('Straße, naïve\nsecond line');
  });

  it('defuses cells of text that a spreadsheet would run, and no number', async () => {
    const { rows } = await csv('/fdacalendar', { ticker: 'HSTQZ' });
    const column = Object.keys(fdaCalendar.record).indexOf('drugname');
    const shown = rows.slice(1).map((row) => row[column]);
    const defused = ["'=1+2", "'+1", "'-x", "'@sum", "'\tx", "'=2", "'=3", "'＝1"];
    const plain = ['say "a, b"\nnext', 'plain umab '];
    expect(shown.toSorted()).toEqual([...defused, ...plain].sort());
    const moves = await csv('/fdacalendar/historical', { ticker: 'HSTQZ' });
    // From 10 to 8 is a decrease of a fifth.
    const change = Object.keys(fdaCalendarHistorical.record).indexOf('percentageChange');
    expect(moves.rows[1]?.[change]).toBe('-20');
  });

  it('ends lines as RFC 4180 says, and names the file', async () => {
    const { response, text } = await csv('/pdufa/historical', { ticker: 'BOLT' });
    expect(text.endsWith('\r\n')).toBe(true);
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="pdufa_historical-1.csv"',
    );
  });

  it('is one page: the rest is linked to, without the key', async () => {
    const first = await csv('/fdacalendar', { ticker: 'MANY' });
    expect(first.rows).toHaveLength(1 + 50);
    expect(first.response.headers.get('catalyst-total')).toBe(String(manyFilings));
    expect(first.response.headers.get('link')).toBe(
      '</api/v2/fdacalendar?ticker=MANY&format=csv&page=2>; rel="next"',
    );
    const second = await csv('/fdacalendar', { ticker: 'MANY', page: '2' });
    expect(second.rows).toHaveLength(1 + manyFilings - 50);
    expect(second.response.headers.get('link')).toBeNull();
    // An endpoint that returns all records in one response has no next page.
    const whole = await csv('/pdufa/upcoming');
    expect(whole.rows.length).toBeGreaterThan(51);
    expect(whole.response.headers.get('link')).toBeNull();
  });

  it('says in a header what JSON says beside the records', async () => {
    const demo = started.createKey({ name: 'shown', plan: 'elite-plus', demo: true });
    const { response } = await csv('/fdacalendar', { ticker: 'ACME' }, demo);
    const said = response.headers.get('catalyst-notice');
    expect(said).toMatch(
      /^Demo key: .* Cash_and_Cash_Equivalents is cash only\. cash_runway shows the runway /,
    );
  });

  it('is refused as JSON is, in JSON', async () => {
    const { response, text } = await csv('/fdacalendar', {}, 'no-such-key');
    expect(response.status).toBe(401);
    expect(JSON.parse(text)).toEqual({ error: 'Invalid API key' });
  });

  it('has no other forms', async () => {
    const { status, body } = await started.ask('/fdacalendar', { format: 'xml' });
    expect([status, body.error]).toEqual([400, 'Invalid format: one of json, csv']);
    const asJson = await started.ask('/fdacalendar', { format: 'json' });
    expect(asJson.body).toEqual((await started.ask('/fdacalendar')).body);
  });
});
