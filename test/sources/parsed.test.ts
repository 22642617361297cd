import { describe, expect, it } from 'vitest';
import {
  cikAt,
  dayFrom,
  numberAt,
  readJson,
  webPage,
} from '../../src/sources/formats/untrusted.ts';
import { elementText, readXml } from '../../src/sources/formats/xml.ts';
import { connectors } from '../../src/sources/index.ts';
import { collector } from '../../src/sources/parsed.ts';

describe('every connector', () => {
  const files = {
    empty: '',
    'cut JSON': '{"results": [{"a": ',
    'a number': '1',
    null: 'null',
    'an object of something else': '{"a": 1}',
    'an HTML page': '<!DOCTYPE html><html><body>hello</body></html>',
    'cut XML': '<ownershipDocument><issuer>',
    'binary rubbish': '\u0000\u0001\u0002',
    'deep JSON': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  };
  for (const connector of Object.values(connectors)) {
    it(`${connector.name} refuses what it does not read with one reason`, () => {
      for (const text of Object.values(files)) {
        const { batches, problems } = connector.parse(text, 'file');
        expect(batches).toEqual([]);
        expect(problems).toHaveLength(1);
        expect(problems[0]?.where).toBe('file');
      }
    });

    it(`${connector.name} survives lists of wrong values`, () => {
      for (const list of ['[null,1,"x",[],{}]', '[{"nctId":{}}]']) {
        for (const name of ['results', 'studies', 'data', 'chart']) {
          const parsed = connector.parse(`{"${name}":${list}}`, 'file');
          expect(parsed.batches).toEqual([]);
          expect(parsed.problems.length).toBeGreaterThan(0);
        }
      }
    });
  }

  it('is indexed by its name', () => {
    for (const [name, connector] of Object.entries(connectors)) expect(connector.name).toBe(name);
  });
});

describe('collector', () => {
  it('keeps valid records and gives reasons for the others', () => {
    const found = collector();
    found.add('prices', 'line 2', {
      ticker: 'ABCD',
      date: '2026-01-05',
      close: 3,
      volume: undefined,
    });
    found.add('prices', 'line 3', { ticker: 'ab cd', date: '2026-02-30', close: 3 });
    expect(found.parsed()).toEqual({
      batches: [{ kind: 'prices', records: [{ ticker: 'ABCD', date: '2026-01-05', close: 3 }] }],
      problems: [
        { where: 'line 3', reason: 'ticker is not a ticker; date is not a date (YYYY-MM-DD)' },
      ],
    });
  });

  it('accepts a record without a ticker only if the ticker is looked up later', () => {
    const found = collector();
    const bar = { date: '2026-01-05', close: 3 };
    found.add('prices', 'a', bar, { needsTicker: true });
    found.add('prices', 'b', bar);
    expect(found.parsed()).toEqual({
      batches: [{ kind: 'prices', needsTicker: true, records: [bar] }],
      problems: [{ where: 'b', reason: 'ticker is missing' }],
    });
  });

  it('keeps 1,000 problems and counts the rest', () => {
    const found = collector();
    for (let line = 1; line <= 1_234; line += 1) found.problem(`line ${line}`, 'is bad');
    const { problems } = found.parsed();
    expect(problems).toHaveLength(1_001);
    expect(problems[999]?.where).toBe('line 1000');
    expect(problems[1_000]).toEqual({ where: 'file', reason: 'has 234 more problems' });
  });
});

describe('untrusted values', () => {
  it('removes names that could modify a prototype from JSON', () => {
    const json = readJson('{"a":{"__proto__":{"polluted":1},"constructor":2,"b":3}}');
    expect(json).toEqual({ value: { a: { b: 3 } } });
    expect(Object.getPrototypeOf((json as { value: { a: object } }).value.a)).toBe(
      Object.prototype,
    );
  });

  it('refuses JSON deeper than 64 levels', () => {
    expect(readJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toHaveProperty('value');
    expect(readJson(`${'['.repeat(65)}${']'.repeat(65)}`)).toEqual({
      reason: 'is nested deeper than 64 levels',
    });
  });

  it('distinguishes a truncated file from other text', () => {
    expect(readJson('{"a": [1, 2')).toEqual({
      reason: 'is truncated: the end of the JSON is missing',
    });
    expect(readJson('a,b\n1,2')).toEqual({ reason: 'is not JSON' });
    expect(readJson('\uFEFF[1]')).toEqual({ value: [1] });
  });

  it("knows the SEC's two refusals", () => {
    const page = (title: string) =>
      `<!DOCTYPE html PUBLIC "x"><html><title>${title}</title></html>`;
    expect(webPage(page('SEC.gov | Request Rate Threshold Exceeded'))).toMatch(/rate-limit page/);
    expect(webPage(page('Your Request Originates from an Undeclared Automated Tool'))).toMatch(
      /User-Agent/,
    );
  });

  it('reads only valid dates', () => {
    expect(dayFrom('20240229', 'yyyyMMdd')).toBe('2024-02-29');
    expect(dayFrom('20230229', 'yyyyMMdd')).toBeUndefined();
    expect(dayFrom('2024-02', 'yyyy-MM-dd')).toBeUndefined();
    expect(dayFrom('03/07/2025', 'MM/dd/yyyy')).toBe('2025-03-07');
    expect(dayFrom('00010101', 'yyyyMMdd')).toBeUndefined();
  });

  it('reads numbers as sources write them', () => {
    expect(['1,234.50', '$12', '-3', ' 7 ', '1e3'].map((text) => numberAt(text))).toEqual([
      1234.5, 12, -3, 7, 1000,
    ]);
    for (const text of [
      '',
      'x',
      '1.2.3',
      '0x10',
      'Infinity',
      'NaN',
      '1e999',
      '1'.repeat(100_000),
    ]) {
      expect(numberAt(text)).toBeUndefined();
    }
  });

  it('removes leading zeros of a CIK', () => {
    expect([cikAt('0001677077'), cikAt(320193)]).toEqual(['1677077', '320193']);
    expect([cikAt('0'), cikAt('12a'), cikAt(null)]).toEqual([undefined, undefined, undefined]);
  });
});

describe('XML', () => {
  it('expands no entity that the file defines', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>';
    expect(readXml(bomb)).toBeUndefined();
    expect(readXml('<a>R&amp;D &#8217;26</a>')).toEqual({ a: 'R&D ’26' });
  });

  it('drops prefixes and keeps text as text', () => {
    expect(readXml('<n1:a xmlns:n1="u"><n1:b c="1">007</n1:b></n1:a>')).toMatchObject({
      a: { b: { '#text': '007', '@c': '1' } },
    });
  });

  it('refuses hostile names and nesting', () => {
    expect(readXml('<a><__proto__><x>1</x></__proto__></a>')).toBeUndefined();
    expect(readXml(`${'<a>'.repeat(60)}${'</a>'.repeat(60)}`)).toBeUndefined();
  });

  it('extracts one element from a file of several documents', () => {
    const text = '<TYPE>4\n<XML>\n<p:doc a="1"><x/></p:doc >\n</XML>';
    expect(elementText(text, 'doc')).toBe('<p:doc a="1"><x/></p:doc >');
    expect(elementText('<doc><x/>', 'doc')).toBeUndefined();
  });
});
