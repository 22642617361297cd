import { ticker as tickerArgument } from '../../tools/arguments.ts';
import { charts } from '../../tools/charts.ts';
import {
  invalidParameter,
  missingParameter,
  outsideToolsets,
  ServiceError,
  unknownArgument,
} from '../base/errors.ts';
import type { Toolset } from '../base/toolset-words.ts';
import type { Chart } from '../catalogue/chart.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { filled } from '../catalogue/question.ts';
import { isAmong } from '../catalogue/toolsets.ts';
import type { Credential } from '../service/access/access.ts';
import type { RawArguments } from '../service/asked-query.ts';
import {
  chartFields,
  chartQuestions,
  type DrawnChart,
  drawnChart,
} from '../service/drawn-charts.ts';
import type { Answer, Service } from '../service/service.ts';
import { acceptedValue } from './prompts.ts';
import { cell } from './render.ts';

export const chartName = 'chart';
/**
 * The URI of the chart page, the web page in which a host draws the answers of the tool `chart`.
 */
export const viewUri = 'ui://catalyst/chart';

const argumentNames = ['kind', 'ticker'];

/**
 * Returns the definition of the tool `chart`, which lists the permitted kinds of chart. If no kind
 * is permitted, returns undefined. Answers of this tool always contain typed objects, because the
 * web page draws them.
 */
export function chartDefinition(mayAsk: (endpoint: Endpoint) => boolean): object | undefined {
  const kinds = charts.filter(({ endpoint }) => mayAsk(endpoint));
  if (kinds.length === 0) return undefined;
  const words = kinds.map(({ kind, title, ticker }) => {
    const needs = ticker === 'required' ? ' (needs ticker)' : '';
    return `${kind}: ${filled(title, { today: '', of: '' })}${needs}`;
  });
  return {
    name: chartName,
    description: `Draws a chart if the host can show it, and returns the same data as rows. Kinds: ${words.join('; ')}.`,
    inputSchema: {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: kinds.map(({ kind }) => kind), description: 'kind of chart' },
        ticker: { type: 'string', description: `one company: ${tickerArgument.accepted}` },
      },
      required: ['kind'],
    },
    outputSchema,
    annotations: { title: 'Chart', readOnlyHint: true, openWorldHint: false },
    _meta: { ui: { resourceUri: viewUri } },
  };
}

const text = { type: 'string' };
const outputSchema = {
  type: 'object',
  properties: {
    kind: text,
    title: text,
    source: text,
    as_of: text,
    shown: { type: 'integer' },
    total: { type: 'integer' },
    Note: text,
    notices: { type: 'array', items: text },
    records: { type: 'array', items: { type: 'object' } },
    error: text,
  },
};

/**
 * Returns the result of a call of the tool `chart`.
 * @throws ServiceError 400, 401, 403, 404, 429 and errors of the source
 */
export async function chartResult(
  args: RawArguments,
  credential: Credential,
  service: Service,
  toolsets: readonly Toolset[],
): Promise<string> {
  const chart = chartOf(args);
  if (!isAmong(toolsets, chart.endpoint)) throw outsideToolsets(chart.endpoint.name, toolsets);
  const ticker = tickerOf(chart, args);
  const { answers } = await service.answerAll(
    credential,
    chartQuestions(chart, ticker, service.today()),
  );
  return chartText(chart, drawnChart(chart, ticker, answers.map(answerOf)));
}

function answerOf(answer: Answer | ServiceError): Answer {
  if (answer instanceof ServiceError) throw answer;
  return answer;
}

/** @throws ServiceError 400 */
function chartOf(args: RawArguments): Chart {
  for (const name of Object.keys(args)) {
    if (!argumentNames.includes(name)) throw unknownArgument(name, undefined, argumentNames);
  }
  const kinds = charts.map(({ kind }) => kind);
  const { kind } = args;
  if (kind === undefined || kind === null || kind === '') {
    throw missingParameter(`kind: one of ${kinds.join(', ')}`, exampleOf(charts[0]));
  }
  const found = charts.find((one) => one.kind === kind);
  if (!found) throw invalidParameter('kind', `one of ${kinds.join(', ')}`, exampleOf(charts[0]));
  return found;
}

/** @throws ServiceError 400 */
function tickerOf(chart: Chart, { ticker: given }: RawArguments): string | undefined {
  const { kind, ticker } = chart;
  if (given === undefined || given === null || given === '') {
    if (ticker === 'required') throw missingParameter('ticker', exampleOf(chart));
    return undefined;
  }
  if (ticker === 'none')
    throw invalidParameter(
      'ticker',
      `omit this argument, because the chart ${kind} is not about a single company`,
    );
  return acceptedValue(tickerArgument, given);
}

/** Formats a hint with example arguments for the tool `chart`. */
function exampleOf(chart: Chart | undefined): string {
  const { kind, ticker } = chart ?? {};
  const given = { kind, ...(ticker === 'required' ? { ticker: 'CRSP' } : {}) };
  return `Example: ${JSON.stringify(given)}.`;
}

/** Formats the records of a chart as lines of text. */
function chartText(chart: Chart, drawn: DrawnChart): string {
  const { title, source, as_of, shown, total, Note, notices = [], records } = drawn;
  const fields = chartFields(chart);
  const dated = as_of === undefined ? '' : `, as of ${as_of}`;
  const lines = [
    `${chartName} ${chart.kind}: ${title}: ${shown} of ${total}. Source: ${source}${dated}.`,
    ...(Note === undefined ? [] : [`Note: ${Note}`]),
    ...notices,
    ...(records.length > 0 ? ['', fields.join('\t')] : []),
    ...records.map((row) => fields.map((field) => cell(row[field])).join('\t')),
  ];
  const content = [{ type: 'text', text: lines.join('\n') }];
  return JSON.stringify({ content, structuredContent: drawn });
}
