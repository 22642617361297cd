import type { Chart, Drawing } from '../catalogue/chart.ts';
import { filled, filledArguments, type Question } from '../catalogue/question.ts';
import { noticesOf } from './dossiers.ts';
import type { Answer } from './service.ts';

type Row = Readonly<Record<string, unknown>>;

/** The data of a chart, which the tool `chart` returns and the chart page draws. */
export interface DrawnChart {
  readonly kind: string;
  readonly title: string;
  readonly source: string;
  readonly as_of: string | undefined;
  readonly shown: number;
  readonly total: number;
  readonly Note: string | undefined;
  readonly notices?: readonly string[];
  readonly records: readonly Row[];
}

/**
 * Returns the requests for the records of a chart, one request per page.
 * @param today `YYYY-MM-DD`
 */
export function chartQuestions(
  chart: Chart,
  ticker: string | undefined,
  today: string,
): readonly Question[] {
  const asked = ticker === undefined ? filledArguments(chart, { today }) : { ticker };
  return Array.from({ length: chart.pages }, (_, at) => {
    const page = chart.endpoint.parameters.page ? { page: String(at + 1) } : {};
    return { endpoint: chart.endpoint, arguments: { ...asked, ...page } };
  });
}

/** Creates the data of a chart from the answers to its requests, in the order of the pages. */
export function drawnChart(
  chart: Chart,
  ticker: string | undefined,
  answers: readonly Answer[],
): DrawnChart {
  const [first] = answers;
  const total = first?.pagination.total ?? 0;
  const fields = chartFields(chart);
  const read = answers.flatMap(({ records }) => records.map((one) => JSON.parse(one) as Row));
  const ordered = chart.reversed ? read.reverse() : read;
  const records = ordered.slice(0, chart.most).map((row) => picked(row, fields));
  const missed = chart.reversed && read.length < total ? total - read.length : 0;
  const notices = [
    ...(missed > 0
      ? [
          `The chart does not show the ${missed} records with the nearest dates. To read them, call ${chart.endpoint.name}.`,
        ]
      : []),
    ...new Set(answers.flatMap((answer) => noticesOf(answer))),
  ];
  const { from = '', asOf } = first?.source ?? {};
  const title = filled(chart.title, { today: '', of: ticker === undefined ? '' : ` of ${ticker}` });
  return {
    kind: chart.kind,
    title,
    source: from,
    as_of: asOf,
    shown: records.length,
    total,
    Note: first?.Note,
    ...(notices.length > 0 ? { notices } : {}),
    records,
  };
}

function picked(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

/** Returns the fields that a chart needs. The fields that are drawn come first. */
export function chartFields({ drawing, details }: Chart): readonly string[] {
  return [...new Set([...fieldsOf(drawing), ...details])];
}

function fieldsOf(drawing: Drawing): readonly string[] {
  switch (drawing.mark) {
    case 'events':
      return [drawing.at, ...drawing.label, drawing.category];
    case 'bars':
      return [...drawing.label, drawing.value];
    case 'spans':
      return [...drawing.label, drawing.until, drawing.event];
    case 'intervals':
      return [...drawing.label, drawing.value, drawing.low, drawing.high];
    case 'lines':
      return [drawing.series, drawing.at, drawing.value, drawing.benchmark];
  }
}
