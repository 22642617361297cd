import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChartData } from '../../../src/page/view/chart-data.ts';

/**
 * The view draws into the document of its frame. The test uses a simulated document without a
 * browser.
 */
let draw: typeof import('../../../src/page/view/draw.ts').draw;
beforeAll(async () => {
  const { document } = parseHTML('<html><body></body></html>');
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', { document });
  ({ draw } = await import('../../../src/page/view/draw.ts'));
});
afterAll(() => vi.unstubAllGlobals());

const told = (
  kind: string,
  records: ChartData['records'],
  more: Partial<ChartData> = {},
): ChartData => ({
  kind,
  title: 'A title',
  source: '',
  asOf: undefined,
  notes: [],
  records,
  ...more,
});

/** Draws a chart and returns the picture and the text above and below it. */
function drawn(what: ChartData, width = 640) {
  const elements = draw(what, width);
  const figure = elements.find(({ tagName }) => tagName === 'FIGURE');
  const svgs = figure ? [...figure.querySelectorAll('svg')] : [];
  const svg = svgs.find((one) => one.getAttribute('aria-label') === what.title);
  const all = (selector: string) => [...(svg?.querySelectorAll(selector) ?? [])];
  const numbers = (selector: string, name: string) =>
    all(selector).map((one) => Number(one.getAttribute(name)));
  return {
    words: elements.flatMap((one) =>
      one === figure ? [] : [`${one.tagName}: ${one.textContent}`],
    ),
    figure,
    svg,
    all,
    numbers,
    titles: all('title').map(({ textContent }) => textContent),
    rows: all('[aria-label="y-axis tick label"] text').map(({ textContent }) => textContent),
    scale: all('[aria-label="x-axis tick label"] text').map(({ textContent }) => textContent),
  };
}

const event = (ticker: string, formattedDate: string | null, catalyst = 'PDUFA Date') => {
  return { ticker, drugname: 'firstimab', formattedDate, catalyst };
};

describe('what is around a chart', () => {
  it('is its title, its source with its day, what is left out, and its notes', () => {
    const records = [event('ABCQZ', '2026-04-01'), event('DEFQZ', null), event('GHIQZ', 'Q3')];
    const more = { source: 'public sources', asOf: '2026-03-10', notes: ['One.', 'Two.'] };
    const { words, titles } = drawn(told('calendar', records, more));
    expect(words).toEqual([
      'H1: A title',
      'P: Source: public sources, as of 2026-03-10',
      'P: Records not drawn because a value is unknown: 2',
      'P: One.',
      'P: Two.',
    ]);
    expect(titles).toEqual(['2026-04-01  ABCQZ firstimab: PDUFA Date']);
  });

  it('is all there is where nothing can be drawn', () => {
    expect(drawn(told('calendar', [event('DEFQZ', null)]))).toMatchObject({
      words: ['H1: A title', 'P: Records not drawn because a value is unknown: 1'],
      figure: undefined,
    });
    // An unknown chart kind is rejected, even if it is the name of a property of every object.
    for (const kind of ['', 'toString']) {
      expect(drawn(told(kind, [event('ABCQZ', '2026-04-01')], { source: 'S' }))).toMatchObject({
        words: ['H1: A title', 'P: Source: S'],
        figure: undefined,
      });
    }
  });

  it('is text and no markup', () => {
    const title = '<img src=x onerror=alert(1)>';
    const [heading] = draw(told('calendar', [], { title }), 640);
    expect([heading!.textContent, heading!.children.length]).toEqual([title, 0]);
  });
});

describe('events', () => {
  const records = [
    event('ABCQZ', '2026-04-01T10:00:00Z'),
    event('ABCQZ', '2026-05-01', 'AdComm Meeting'),
    event('ABCQZ', '2026-06-01'),
  ];

  it('have a row each in their order, and a colour by their kind', () => {
    const { numbers, all, rows, svg } = drawn(told('calendar', records));
    expect(rows).toEqual(Array(3).fill('ABCQZ firstimab'));
    const [first, second, third] = numbers('circle', 'cx') as [number, number, number];
    // April has 30 days and May has 31.
    expect((third - second) / (second - first)).toBeCloseTo(31 / 30, 6);
    const fills = all('[aria-label="dot"] circle').map((one) => one.getAttribute('fill'));
    expect(fills[0]).toBe(fills[2]);
    expect(fills[0]).not.toBe(fills[1]);
    expect(new Set(numbers('circle', 'r'))).toEqual(new Set([5]));
    // The height is 16 per row and 60 for the axes.
    expect([svg?.getAttribute('width'), svg?.getAttribute('height')]).toEqual(['640', '108']);
  });

  it('leave room for every letter of their labels, which take at most 40% of the width', () => {
    const named = (drugname: string, place: number) => ({
      ...event('ABCQZ', `2026-0${place + 4}-01`),
      drugname,
    });
    const labels = (width: number, ...names: string[]) =>
      drawn(told('calendar', names.map(named)), width);
    // 40% of 390 pixels are 156: a gap of 10 and 24 letters of 6.
    const phone = labels(390, 'x'.repeat(18), 'x'.repeat(19));
    expect(phone.rows).toEqual([`ABCQZ ${'x'.repeat(18)}`, `ABCQZ ${'x'.repeat(17)}…`]);
    expect(Math.min(...phone.numbers('circle', 'cx'))).toBe(10 + 24 * 6);
    expect(labels(640, 'x'.repeat(35)).rows).toEqual([`ABCQZ ${'x'.repeat(35)}`]);
    const short = labels(640, '', null as never);
    expect(short.rows).toEqual(['ABCQZ', 'ABCQZ']);
    expect(Math.min(...short.numbers('circle', 'cx'))).toBe(10 + 5 * 6);
  });
});

it('bars are orange below zero and blue from there, as long as their value', () => {
  const move = (percentageChange: number | null) => ({
    catdate: '2026-02-01',
    ticker: 'ABCQZ',
    catalyst: 'PDUFA Date',
    percentageChange,
  });
  const { all, numbers, titles, words } = drawn(
    told('moves', [move(-50), move(100), move(0), move(null)]),
  );
  const fills = all('[aria-label="bar"] rect').map((one) => one.getAttribute('fill'));
  expect(fills).toEqual(['#d9480f', '#1c7ed6', '#1c7ed6']);
  const [less, more, none] = numbers('[aria-label="bar"] rect', 'width');
  expect(more).toBeCloseTo(2 * less!, 6);
  expect(none).toBe(0);
  expect(titles[0]).toBe('ABCQZ 2026-02-01: -50');
  expect(words).toContain('P: Records not drawn because a value is unknown: 1');
});

describe('spans', () => {
  const runway = (ticker: string, cash_out_date: string | null, next_catalyst_date: unknown) => {
    return { ticker, cash_out_date, next_catalyst_date };
  };

  it('reach from the day of the data to theirs, with the event where there is one', () => {
    const records = [
      runway('ABCQZ', '2026-07-18', '2026-05-14'),
      runway('DEFQZ', '2026-05-14', null),
      // The cash ran out before the date of the data.
      runway('GHIQZ', '2026-01-01', undefined),
      runway('JKLQZ', null, '2026-05-14'),
    ];
    const { numbers, titles, rows, words, figure } = drawn(
      told('runway', records, { asOf: '2026-03-10' }),
    );
    const widths = numbers('[aria-label="bar"] rect', 'width');
    // The bars stand for 130 and 65 days.
    expect(widths[0]! / widths[1]!).toBeCloseTo(2, 6);
    expect(widths[2]).toBe(0);
    const [from] = numbers('[aria-label="bar"] rect', 'x');
    expect(numbers('circle', 'cx')).toEqual([expect.closeTo(from! + widths[1]!, 6)]);
    expect(rows).toEqual(['ABCQZ', 'DEFQZ', 'GHIQZ']);
    expect(titles.slice(0, 2)).toEqual([
      'ABCQZ: cash lasts until 2026-07-18, next catalyst 2026-05-14',
      'DEFQZ: cash lasts until 2026-05-14, next catalyst unknown',
    ]);
    expect(words).toContain('P: Records not drawn because a value is unknown: 1');
    // The legend names both series, each in its color.
    expect(figure?.textContent).toContain('cash lasts');
    const colours = [...(figure?.querySelectorAll('[class*="swatch"] > svg') ?? [])];
    expect(colours.map((one) => one.getAttribute('fill'))).toEqual(['#1c7ed6', '#d9480f']);
  });

  it('have no length where the data are of no day', () => {
    const records = [runway('ABCQZ', '2026-07-18', '2026-05-14')];
    expect(drawn(told('runway', records)).numbers('[aria-label="bar"] rect', 'width')).toEqual([0]);
  });
});

describe('intervals', () => {
  const program = (rNPV: number | null, rnpv_bear: number | null, rnpv_bull: number | null) => ({
    drug_name: 'firstimab',
    phase: 'Phase 3',
    rNPV,
    rnpv_bear,
    rnpv_bull,
  });

  it.each([
    [2e9, ['0', '500M', '1B', '1.5B', '2B']],
    [2e6, ['0', '500K', '1M', '1.5M', '2M']],
    [2e3, ['0', '500', '1K', '1.5K', '2K']],
  ])('of %i have a scale in dollars of their size', (high, scale) => {
    expect(drawn(told('rnpv', [program(high / 2, 0, high)])).scale).toEqual(scale);
  });

  it('are drawn where all three values are known', () => {
    const records = [
      program(1e6, -1e6, 2e6),
      program(null, -1e6, 2e6),
      program(1e6, null, 2e6),
      program(1e6, -1e6, null),
    ];
    const { all, titles, words, numbers } = drawn(told('rnpv', records));
    expect(words).toContain('P: Records not drawn because a value is unknown: 3');
    expect(titles).toContain('firstimab Phase 3: -1000000 to 2000000, 1000000');
    const [line] = all(
      '[aria-label="rule"] line[stroke-width], [aria-label="rule"][stroke-width] line',
    );
    const [x1, x2] = ['x1', 'x2'].map((name) => Number(line!.getAttribute(name)));
    // The value is at two thirds of its interval.
    expect((numbers('circle', 'cx')[0]! - x1!) / (x2! - x1!)).toBeCloseTo(2 / 3, 6);
  });
});

it('lines join the values of each series in the order of time', () => {
  const month = (portfolio: string, end_date: string, cumulative_return_pct: number | null) => ({
    portfolio,
    end_date,
    cumulative_return_pct,
    benchmark_cumulative_pct: 1.5,
  });
  const records = [
    month('late', '2026-03-31', 6),
    month('late', '2026-02-28', 2),
    month('early', '2026-02-28', -4),
    month('early', '2026-03-31', null),
  ];
  const { all, numbers, titles, words, svg } = drawn(told('portfolio', records));
  const paths = all('[aria-label="line"] path').map((one) => one.getAttribute('d') ?? '');
  // The chart shows the benchmark values of the first series.
  expect(paths).toHaveLength(3);
  const xs = [...paths[0]!.matchAll(/[ML]([\d.]+),/g)].map(([, x]) => Number(x));
  expect(xs).toHaveLength(2);
  expect(xs[0]).toBeLessThan(xs[1]!);
  expect(numbers('circle', 'cx')).toHaveLength(5);
  expect(titles).toContain('benchmark, 2026-03-31: 1.5');
  expect(titles).toContain('early, 2026-02-28: -4');
  expect(words).toContain('P: Records not drawn because a value is unknown: 1');
  expect(svg?.getAttribute('height')).toBe('320');
});

it('draws mean abnormal returns with their intervals, without the rows that have none', () => {
  const cell = (outcome: string, mean_pct: number | null) => ({
    event_type: 'PDUFA Date',
    outcome,
    mean_pct,
    mean_low_pct: mean_pct && mean_pct - 5,
    mean_high_pct: mean_pct && mean_pct + 5,
  });
  const rows = [cell('approved', 3), cell('refused', -40), cell('mixed', null)];
  const { titles, words } = drawn(told('event_study', rows));
  expect(titles).toContain('PDUFA Date refused: -45 to -35, -40');
  expect(words).toContain('P: Records not drawn because a value is unknown: 1');
});
