/// <reference lib="dom" />
import * as Plot from '@observablehq/plot';
import { drawings } from '../../../tools/drawings.ts';
import { type Drawing, isDrawable } from '../../catalogue/chart.ts';
import type { ChartData } from './chart-data.ts';

/**
 * Maximum fraction of the chart width for the labels of rows. If a label is cut, the tooltip of the
 * row shows the full label.
 */
const MAX_LABEL_PART = 0.4;
/** Assumed width of one letter of a label, in pixels. */
const LETTER_WIDTH = 6;
/** Gap between a label and its row, in pixels. */
const LABEL_GAP = 10;
const ROW_HEIGHT = 16;
const AXES_HEIGHT = 60;
const LINES_HEIGHT = 320;

type Row = ChartData['records'][number];
type Options = Plot.PlotOptions & { readonly marks: Plot.Markish[] };

/** Draws the chart, with the title above and the source and notes below. */
export function draw(data: ChartData, width: number): HTMLElement[] {
  const drawing: Drawing | undefined = Object.hasOwn(drawings, data.kind)
    ? drawings[data.kind as keyof typeof drawings]
    : undefined;
  const complete = drawing ? data.records.filter((row) => isDrawable(row, drawing)) : [];
  const left = data.records.length - complete.length;
  const dated = data.asOf ? `, as of ${data.asOf}` : '';
  return [
    element('h1', data.title),
    ...(drawing && complete.length > 0 ? [picture(data, drawing, complete, width)] : []),
    ...(data.source ? [element('p', `Source: ${data.source}${dated}`)] : []),
    ...(left > 0 && drawing
      ? [element('p', `Records not drawn because a value is unknown: ${left}`)]
      : []),
    ...data.notes.map((note) => element('p', note)),
  ];
}

function picture(
  data: ChartData,
  drawing: Drawing,
  rows: readonly Row[],
  width: number,
): HTMLElement {
  const marks = { events, bars, spans, intervals, lines } as const;
  const letters = Math.floor((width * MAX_LABEL_PART - LABEL_GAP) / LETTER_WIDTH);
  const options = (marks[drawing.mark] as Draw)(rows, drawing, data);
  const labels = drawing.mark === 'lines' ? [] : rows.map((row) => labelOf(row, drawing.label));
  const longest = Math.min(letters, Math.max(...labels.map(({ length }) => length)));
  const made = Plot.plot({
    width,
    height: drawing.mark === 'lines' ? LINES_HEIGHT : rows.length * ROW_HEIGHT + AXES_HEIGHT,
    marginLeft: drawing.mark === 'lines' ? 50 : longest * LETTER_WIDTH + LABEL_GAP,
    marginRight: 16,
    ariaLabel: data.title,
    style: { background: 'transparent' },
    ...options,
    y: { ...options.y, ...(drawing.mark === 'lines' ? {} : { tickFormat: labelWithin(letters) }) },
  });
  const figure = element('figure', '');
  figure.append(made);
  return figure;
}

type Draw = (rows: readonly Row[], drawing: Drawing, data: ChartData) => Options;
type Of<Mark extends Drawing['mark']> = Extract<Drawing, { mark: Mark }>;

function events(rows: readonly Row[], { at, label, category }: Of<'events'>): Options {
  const points = rows.map((row, place) => ({
    y: rowLabel(row, label, place),
    x: day(row[at]),
    category: String(row[category] ?? ''),
    title: `${row[at]}  ${label.map((one) => row[one]).join(' ')}: ${row[category]}`,
  }));
  return {
    ...rowScale(points),
    color: { legend: true },
    marks: [
      Plot.gridX({ strokeOpacity: 0.15 }),
      Plot.dot(points, { x: 'x', y: 'y', fill: 'category', r: 5, title: 'title' }),
    ],
  };
}

function bars(rows: readonly Row[], { value, label, unit }: Of<'bars'>): Options {
  const points = rows.map((row, place) => ({
    y: rowLabel(row, label, place),
    x: Number(row[value]),
    title: `${label.map((one) => row[one]).join(' ')}: ${row[value]}`,
  }));
  return {
    ...rowScale(points),
    x: { label: unit, nice: true },
    marks: [
      Plot.gridX({ strokeOpacity: 0.15 }),
      Plot.barX(points, {
        x: 'x',
        y: 'y',
        fill: (point: { x: number }) => (point.x < 0 ? '#d9480f' : '#1c7ed6'),
        title: 'title',
      }),
      Plot.ruleX([0], { strokeOpacity: 0.4 }),
    ],
  };
}

function spans(
  rows: readonly Row[],
  { until, event, label, words }: Of<'spans'>,
  data: ChartData,
): Options {
  const points = rows.map((row, place) => ({
    y: rowLabel(row, label, place),
    ...fromTo(day(data.asOf ?? row[until]), day(row[until])),
    event: row[event] ? day(row[event]) : null,
    title: `${label.map((one) => row[one]).join(' ')}: ${words.until} until ${row[until]}, ${words.event} ${row[event] ?? 'unknown'}`,
  }));
  return {
    ...rowScale(points),
    color: { legend: true, domain: [words.until, words.event], range: ['#1c7ed6', '#d9480f'] },
    marks: [
      Plot.gridX({ strokeOpacity: 0.15 }),
      Plot.barX(points, {
        x1: 'from',
        x2: 'until',
        y: 'y',
        fill: () => words.until,
        title: 'title',
      }),
      Plot.dot(
        points.filter((point) => point.event),
        { x: 'event', y: 'y', fill: () => words.event, r: 5, title: 'title' },
      ),
    ],
  };
}

function intervals(
  rows: readonly Row[],
  { value, low, high, label, unit }: Of<'intervals'>,
): Options {
  const points = rows.map((row, place) => ({
    y: rowLabel(row, label, place),
    x: Number(row[value]),
    low: Number(row[low]),
    high: Number(row[high]),
    title: `${label.map((one) => row[one]).join(' ')}: ${row[low]} to ${row[high]}, ${row[value]}`,
  }));
  return {
    ...rowScale(points),
    x: { label: unit, nice: true, tickFormat: dollars, ticks: 5 },
    marks: [
      Plot.gridX({ strokeOpacity: 0.15 }),
      Plot.ruleY(points, { x1: 'low', x2: 'high', y: 'y', strokeWidth: 5, stroke: '#74c0fc' }),
      Plot.dot(points, { x: 'x', y: 'y', fill: '#1864ab', r: 5, title: 'title' }),
      Plot.ruleX([0], { strokeOpacity: 0.4 }),
    ],
  };
}

function lines(rows: readonly Row[], { at, value, benchmark, series, unit }: Of<'lines'>): Options {
  const pointOf = (row: Row, name: unknown, field: string) => ({
    x: day(row[at]),
    y: Number(row[field]),
    series: String(name),
    title: `${name}, ${row[at]}: ${row[field]}`,
  });
  // The benchmark is drawn from the rows of the first series, because all series have the same
  // benchmark.
  const [first] = rows;
  const compared = rows.filter(
    (row) => row[series] === first?.[series] && typeof row[benchmark] === 'number',
  );
  const points = [
    ...rows.map((row) => pointOf(row, row[series], value)),
    ...compared.map((row) => pointOf(row, 'benchmark', benchmark)),
  ];
  return {
    x: { label: null },
    y: { label: unit, nice: true },
    color: { legend: true },
    marks: [
      Plot.gridY({ strokeOpacity: 0.15 }),
      Plot.ruleY([0], { strokeOpacity: 0.4 }),
      Plot.lineY(points, { x: 'x', y: 'y', stroke: 'series', sort: 'x' }),
      Plot.dot(points, { x: 'x', y: 'y', fill: 'series', title: 'title' }),
    ],
  };
}

/** Returns the span from `from` to `until`. If `until` is earlier, the span has length zero. */
function fromTo(from: Date, until: Date): { from: Date; until: Date } {
  return { from, until: until < from ? from : until };
}

/** Formats dollars in thousands, millions or billions. */
function dollars(value: number): string {
  const [unit, name] = [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ].find(([size]) => Math.abs(value) >= Number(size)) ?? [1, ''];
  return `${value / Number(unit)}${name}`;
}

/** Returns the options of a vertical scale with one row per record, in the order of the records. */
function rowScale(points: readonly { y: string }[]): Plot.PlotOptions {
  return {
    x: { label: null },
    y: { type: 'band', domain: points.map(({ y }) => y), label: null, tickSize: 0 },
  };
}

/**
 * Returns a unique label for a row. Rows with the same text are distinguished by invisible
 * characters.
 */
function rowLabel(row: Row, fields: readonly string[], place: number): string {
  return `${labelOf(row, fields)}${'\u200b'.repeat(place)}`;
}

function labelOf(row: Row, fields: readonly string[]): string {
  const words = fields.map((field) => row[field]).filter((one) => one !== null && one !== '');
  return words.join(' ');
}

/** Returns a function that cuts labels to a number of letters. */
function labelWithin(letters: number): (label: string) => string {
  return (unique) => {
    const label = unique.replace(/\u200b+$/, '');
    return label.length > letters ? `${label.slice(0, letters - 1)}…` : label;
  };
}

function day(value: unknown): Date {
  return new Date(String(value).slice(0, 10));
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  // Text of records is inserted as plain text, never as HTML.
  made.textContent = text;
  return made;
}
