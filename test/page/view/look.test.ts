import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Told } from '../../../src/page/view/told.ts';

/** The view draws into the document of its frame; here a document without a browser. */
let draw: typeof import('../../../src/page/view/draw.ts').draw;
beforeAll(async () => {
  const { document } = parseHTML('<html><body></body></html>');
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', { document });
  ({ draw } = await import('../../../src/page/view/draw.ts'));
});
afterAll(() => vi.unstubAllGlobals());

/** What is drawn by: where an element does not say it, its parts may. */
const looks = ['fill', 'stroke', 'stroke-width', 'stroke-opacity', 'r'] as const;

function lookOf(group: Element): string {
  const found = looks.flatMap((name) => {
    const parts = [group, ...group.children].map((one) => one.getAttribute(name));
    const values = [...new Set(parts.filter((one) => one !== null))];
    return values.length > 0 ? [`${name} ${values.join(' and ')}`] : [];
  });
  return `${group.getAttribute('aria-label')}: ${found.join(', ')}`;
}

function drawn(kind: string, records: Told['records']) {
  const told: Told = { kind, title: 'T', source: '', asOf: '2026-03-10', notes: [], records };
  const figure = draw(told, 640).find(({ tagName }) => tagName === 'FIGURE')!;
  const svg = [...figure.querySelectorAll('svg')].find(
    (one) => one.getAttribute('aria-label') === 'T',
  )!;
  const groups = [...svg.querySelectorAll('[aria-label]')];
  const label = (axis: string) =>
    groups.find((one) => one.getAttribute('aria-label') === `${axis}-axis label`)?.textContent;
  return {
    svg,
    size: ['width', 'height', 'style'].map((name) => svg.getAttribute(name)),
    hasLegend: figure.querySelectorAll('[class*="swatch"]').length > 0,
    marks: groups.filter((one) => !/-axis/.test(one.getAttribute('aria-label') ?? '')).map(lookOf),
    labels: [label('x'), label('y')],
    ticks: groups.map((one) => one.getAttribute('aria-label')).filter((one) => /tick$/.test(one!)),
  };
}

const [grid, zero] = [
  'stroke currentColor, stroke-opacity 0.15',
  'stroke currentColor, stroke-opacity 0.4',
];
const blue = '#4269d0';
const records = {
  calendar: [{ ticker: 'A', drugname: 'b', formattedDate: '2026-04-01', catalyst: 'X' }],
  moves: [{ catdate: '2026-02-01', ticker: 'A', catalyst: 'X', percentageChange: 5.3 }],
  runway: [{ ticker: 'A', cash_out_date: '2026-07-18', next_catalyst_date: '2026-05-14' }],
  rnpv: [{ drug_name: 'f', phase: 'Phase 3', rNPV: 1e6, rnpv_bear: -1.1e6, rnpv_bull: 2.1e6 }],
  portfolio: [
    { portfolio: 'late', end_date: '2026-02-28', cumulative_return_pct: 2 },
    { portfolio: 'late', end_date: '2026-03-31', cumulative_return_pct: 6.3 },
  ],
};
// A row of 16 and 60 for the axes; lines have one height whatever they are of.
const row = ['640', '76', 'background:transparent'];

describe('the look of a chart', () => {
  it.each([
    [
      'calendar',
      {
        ...{ size: row, hasLegend: true, labels: [undefined, undefined], ticks: ['x-axis tick'] },
        marks: [`x-grid: ${grid}`, `dot: fill ${blue}, r 5`],
      },
    ],
    [
      'moves',
      {
        ...{ size: row, hasLegend: false, ticks: ['x-axis tick'] },
        labels: ['price change from first record to catalyst, % →', undefined],
        marks: [`x-grid: ${grid}`, 'bar: fill #1c7ed6', `rule: ${zero}`],
      },
    ],
    [
      'runway',
      {
        ...{ size: row, hasLegend: true, labels: [undefined, undefined], ticks: ['x-axis tick'] },
        marks: [`x-grid: ${grid}`, 'bar: fill #1c7ed6', 'dot: fill #d9480f, r 5'],
      },
    ],
    [
      'rnpv',
      {
        ...{ size: row, hasLegend: false, ticks: ['x-axis tick'] },
        labels: ['risk-adjusted NPV, USD →', undefined],
        marks: [
          `x-grid: ${grid}`,
          'rule: stroke #74c0fc, stroke-width 5',
          'dot: fill #1864ab, r 5',
          `rule: ${zero}`,
        ],
      },
    ],
    [
      'portfolio',
      {
        ...{ size: ['640', '320', 'background:transparent'], hasLegend: true },
        ...{ labels: [undefined, '↑ cumulative return, %'], ticks: ['y-axis tick', 'x-axis tick'] },
        marks: [
          `y-grid: ${grid}`,
          `rule: ${zero}`,
          `line: fill none, stroke ${blue}, stroke-width 1.5`,
          `dot: fill ${blue}, r 3`,
        ],
      },
    ],
  ] as const)('of %s is its own', (kind, look) => {
    const { svg: _, ...found } = drawn(kind, records[kind]);
    expect(found).toEqual(look);
  });

  it('ends its scale at a round number, a step of a tenth of what it shows', () => {
    // 175 for labels and 16 at the right leave 449; the scale of 5.3 has steps of 0.5, to 5.5.
    const bar = drawn('moves', records.moves).svg.querySelector('[aria-label="bar"] rect');
    expect(Number(bar?.getAttribute('width'))).toBeCloseTo((449 * 5.3) / 5.5, 3);
    // Of 320 in height 30 are below for the axis and 20 above; 6.3 stands on a scale to 6.5.
    const { svg } = drawn('portfolio', records.portfolio);
    const [low, high] = [...svg.querySelectorAll('circle')].map((one) =>
      Number(one.getAttribute('cy')),
    );
    expect(low! - high!).toBeCloseTo((270 * 4.3) / 6.5, 3);
    // From -1.1 to 2.1 million, on a scale from -1.5 to 2.5.
    const interval = drawn('rnpv', records.rnpv).svg;
    const line = interval.querySelector('[aria-label="rule"] line');
    const [from, to] = ['x1', 'x2'].map((name) => Number(line?.getAttribute(name)));
    expect(from).toBeCloseTo(175 + (449 * 0.4) / 4, 3);
    expect(to).toBeCloseTo(175 + (449 * 3.6) / 4, 3);
  });
});
