import { describe, expect, it } from 'vitest';
import { sec13f } from '../../src/sources/sec-13f.ts';
import { secSearch } from '../../src/sources/sec-search.ts';
import { readOf } from './asking.ts';

const accession = '0000000077-26-000012';

describe('a page of the search', () => {
  const hit = (cik: string, filed: string, more: object = {}) => ({
    _id: `${accession}:r.htm`,
    _source: {
      display_names: [`Abacus  (ABCQZ)  (CIK ${cik.padStart(10, '0')})`],
      sics: ['2836'],
      file_date: filed,
      file_type: 'EX-99.1',
      form: '8-K',
      ...more,
    },
  });
  const page = (hits: readonly object[], total = hits.length, relation = 'eq') =>
    JSON.stringify({ hits: { total: { value: total, relation }, hits } });
  const days = { from: '2026-03-01', to: '2026-03-09' };
  const read = (text: string, about: object = {}, asked: object = {}) =>
    readOf(secSearch, text, { version: 'v', about: { phrase: 'PDUFA', ...days, ...about } }, asked);
  const document = (lane: string, rank: number, filed: string, cik = '77') => ({
    address: `https://www.sec.gov/Archives/edgar/data/${cik}/000000007726000012/r.htm`,
    source: 'sec-documents',
    expects: 'page',
    lane,
    rank,
    subject: cik,
    about: { type: 'EX-99.1', filed },
    version: accession,
  });

  it('requests the documents of listed companies, newest first, and notes their industry', () => {
    const { requests, companies, cursor, problems } = read(
      page([hit('77', '2026-03-08'), hit('5', '2026-03-08'), hit('900', '2026-02-28')]),
    );
    expect(requests).toEqual([
      document('catalysts', 2, '2026-03-08'),
      document('catalysts', 10, '2026-02-28', '900'),
    ]);
    expect(companies).toEqual([
      { cik: '77', sic: '2836', pdufaOn: '2026-03-08' },
      { cik: '900', sic: '2836', pdufaOn: '2026-02-28' },
    ]);
    expect([cursor, problems]).toEqual(['2026-03-09', []]);
  });

  it('for another phrase gives no PDUFA dates, and has the lowest priority', () => {
    const { requests, companies } = read(page([hit('77', '2026-03-08')]), { phrase: 'topline' });
    expect(requests).toEqual([document('history', 2, '2026-03-08')]);
    expect(companies).toEqual([{ cik: '77', sic: '2836' }]);
  });

  it('notes the newest PDUFA date of a company, and older documents wait', () => {
    const text = page([hit('77', '2026-03-05'), hit('77', '2026-03-08'), hit('77', '2026-03-04')]);
    expect(read(text).companies).toEqual([{ cik: '77', sic: '2836', pdufaOn: '2026-03-08' }]);
    const lanes = read(text, {}, { pdufaOn: { 77: '2026-03-05' } }).requests;
    expect(lanes?.map(({ lane }) => lane)).toEqual(['catalysts', 'catalysts', 'history']);
  });

  it('uses the form if there is no document type', () => {
    const text = page([hit('77', '2026-03-08', { file_type: undefined })]);
    expect(read(text).requests?.map(({ about }) => about?.type)).toEqual(['8-K']);
  });

  it('is followed by the next page up to the total', () => {
    const next = (start: string, total: number) => {
      const text = page([hit('5', '2026-03-08')], total);
      const [request] = read(text, { start }).requests ?? [];
      return request && [request.about, request.continues, request.lane, request.version];
    };
    const about = { phrase: 'PDUFA', ...days, start: '100' };
    expect(next('0', 101)).toEqual([about, true, 'fresh', 'v']);
    expect(next('0', 100)).toBeUndefined();
    expect(next('100', 300)?.[0]).toMatchObject({ start: '200' });
    expect(next('100', 200)).toBeUndefined();
    expect(read(page([], 300)).requests).toEqual([]);
    const [request] = read(page([hit('5', '2026-03-08')], 101)).requests ?? [];
    expect(new URL(request!.address).searchParams.get('from')).toBe('100');
  });

  it('keeps the newest day that was searched', () => {
    expect(read(page([]), {}, { cursor: '2026-03-08' }).cursor).toBe('2026-03-09');
    expect(read(page([]), {}, { cursor: '2026-03-10' }).cursor).toBe('2026-03-10');
  });

  it('with too many hits halves its period, except a single day', () => {
    const many = page([hit('5', '2026-03-08')], 10_000, 'gte');
    const halves = read(many).requests?.map(({ about, lane, version }) => [about, lane, version]);
    const half = (from: string, to: string) => [
      { phrase: 'PDUFA', from, to, start: '0' },
      ...['fresh', 'v'],
    ];
    expect(halves).toEqual([half('2026-03-01', '2026-03-05'), half('2026-03-06', '2026-03-09')]);
    expect(read(many)).toEqual({ requests: expect.any(Array) });
    const [next] = read(many, { from: '2026-03-09' }).requests ?? [];
    expect(next).toMatchObject({ continues: true });
    expect(read('<html>')).toHaveProperty('failed');
  });
});

describe('a manager of positions', () => {
  const about = { name: 'camber capital' };
  const entry = (cik: string, name = 'CAMBER CAPITAL LP') =>
    `<entry><content type="text/xml"><company-info><cik>${cik}</cik><name>${name}</name></company-info></content></entry>`;
  const list = (...entries: readonly string[]) =>
    `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`;
  const lookup = 'https://www.sec.gov/cgi-bin/browse-edgar?company=camber+capital';
  const found = (text: string, cursor?: string) =>
    readOf(sec13f, text, { address: lookup, about, rank: 3 }, cursor ? { cursor } : {});

  it('with one matching filer is stored, and its list requested', () => {
    const result = found(list(entry('1404599'), entry('5', 'OTHER LP')), '{"novo holdings":"6"}');
    expect(JSON.parse(result.cursor!)).toEqual({
      'novo holdings': '6',
      'camber capital': '1404599',
    });
    expect(result.requests).toEqual([
      {
        address: 'https://data.sec.gov/submissions/CIK0001404599.json',
        expects: 'json',
        lane: 'history',
        rank: 3,
        about,
        version: '2026-03-09',
      },
    ]);
  });

  it('with no or two matching filers is a permanent failure', () => {
    const failed = (count: number) => {
      return { failed: `contains ${count} 13F filers with the name "camber capital"`, final: true };
    };
    expect(found(list(entry('5', 'OTHER LP')))).toEqual(failed(0));
    expect(found(list(entry('5'), entry('6')))).toEqual(failed(2));
    expect(found('<html>')).toEqual({ failed: expect.any(String) });
  });

  const filings = (name: string, ...rows: readonly (readonly [form: string, filed: string])[]) =>
    JSON.stringify({
      cik: '1404599',
      name,
      filings: {
        recent: {
          accessionNumber: rows.map((_, at) => `0001404599-26-00000${at}`),
          filingDate: rows.map(([, filed]) => filed),
          form: rows.map(([form]) => form),
        },
      },
    });
  const listed = (text: string) =>
    readOf(sec13f, text, { address: 'https://data.sec.gov/submissions/x', about, rank: 3 });

  it('requests the reports of twelve quarters as full submissions', () => {
    const text = filings(
      'Camber Capital Management LP',
      ['13F-HR', '2026-02-14'],
      ['13F-NT', '2026-02-14'],
      ['13F-HR/A', '2023-01-01'],
      ['13F-HR', '2022-12-31'],
    );
    const request = (number: number) => {
      const version = `0001404599-26-00000${number}`;
      const folder = 'https://www.sec.gov/Archives/edgar/data/1404599';
      const address = `${folder}/${version.replaceAll('-', '')}/${version}.txt`;
      const about = { filed: number === 0 ? '2026-02-14' : '2023-01-01' };
      return { address, expects: 'text', lane: 'history', rank: 3, about, version };
    };
    expect(listed(text).requests).toEqual([request(0), request(2)]);
  });

  it('with another name is a permanent failure', () => {
    expect(listed(filings('Plainfield Bank'))).toEqual({
      failed: 'is about Plainfield Bank, but the list of managers names "camber capital"',
      final: true,
    });
    expect(listed('{}')).toEqual({ failed: expect.any(String) });
  });

  it('is requested hourly within three days of the deadline, otherwise weekly', () => {
    const versionAt = (moment: string) =>
      sec13f
        .plan({ now: Date.parse(moment), cursorOf: () => undefined } as never)
        .find(({ address }) => address.includes('/submissions/'))?.version;
    // The 45th day after a quarter's end is 15 May or 14 February.
    expect(versionAt('2026-05-11T14:30:00Z')).toBe('2026-05-11');
    expect(versionAt('2026-05-12T14:30:00Z')).toBe('2026-05-12T14');
    expect(versionAt('2026-05-18T14:30:00Z')).toBe('2026-05-18T14');
    expect(versionAt('2026-05-20T14:30:00Z')).toBe('2026-05-18');
    expect(versionAt('2026-02-14T14:30:00Z')).toBe('2026-02-14T14');
  });
});
