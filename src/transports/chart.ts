import { ticker as tickerArgument } from '../../tools/arguments.ts';
import { charts } from '../../tools/charts.ts';
import type { Credential } from '../access/access.ts';
import type { RawArguments } from '../asked-query.ts';
import type { Chart, Drawing } from '../chart.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  invalidParameter,
  missingParameter,
  outsideToolsets,
  ServiceError,
  unknownArgument,
} from '../errors.ts';
import { filled, filledArguments } from '../question.ts';
import type { Answer, Service } from '../service.ts';
import { isAmong, type Toolset } from '../toolsets.ts';
import { acceptedValue } from './prompts.ts';
import { cell } from './render.ts';

export const chartName = 'chart';
/** Where a host finds the view that draws what the tool answers. */
export const viewUri = 'ui://catalyst/chart';

const argumentNames = ['kind', 'ticker'];

/**
 * The definition of the tool, with the kinds that may be asked for; undefined where there are none.
 * Its answers always hold objects too: the view draws them.
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
    title: 'Chart',
    description: `Draws a chart in hosts that show frames, and tells the same in rows everywhere. Kinds: ${words.join('; ')}.`,
    inputSchema: {
      type: 'object',
      properties: {
        kind: {
          type: 'string',
          enum: kinds.map(({ kind }) => kind),
          description: 'what to draw',
        },
        ticker: { type: 'string', description: `one company: ${tickerArgument.accepted}` },
      },
      required: ['kind'],
      additionalProperties: false,
    },
    outputSchema,
    annotations: {
      title: 'Chart',
      readOnlyHint: true,
      openWorldHint: false,
    },
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

/** The result of a call. @throws ServiceError 400, 401, 403, 404, 429 and those of the source */
export async function chartResult(
  args: RawArguments,
  credential: Credential,
  service: Service,
  toolsets: readonly Toolset[],
): Promise<string> {
  const chart = chartOf(args);
  if (!isAmong(toolsets, chart.endpoint)) throw outsideToolsets(chart.endpoint.name, toolsets);
  const ticker = tickerOf(chart, args);
  const of = ticker === undefined ? '' : ` of ${ticker}`;
  const given = filledArguments(chart, { today: service.today() });
  const asked = ticker === undefined ? given : { ticker };
  const questions = Array.from({ length: chart.pages }, (_, at) => {
    const page = chart.endpoint.parameters.page ? { page: at + 1 } : {};
    return { endpoint: chart.endpoint, arguments: { ...asked, ...page } };
  });
  const { answers } = await service.answerAll(credential, questions);
  return told(chart, filled(chart.title, { today: '', of }), answers.map(answerOf));
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
    throw missingParameter(`kind: one of ${kinds.join(', ')}`);
  }
  const found = charts.find((one) => one.kind === kind);
  if (!found) throw invalidParameter('kind', `one of ${kinds.join(', ')}`);
  return found;
}

/** @throws ServiceError 400 */
function tickerOf({ kind, ticker }: Chart, { ticker: given }: RawArguments): string | undefined {
  if (given === undefined || given === null || given === '') {
    if (ticker === 'required') throw missingParameter('ticker');
    return undefined;
  }
  if (ticker === 'none') throw invalidParameter('ticker', `none, for ${kind} is of no one company`);
  return acceptedValue(tickerArgument, given);
}

type Row = Readonly<Record<string, unknown>>;

/** The answers as rows of text and as objects: both hold the same. */
function told(chart: Chart, title: string, answers: readonly Answer[]): string {
  const [first] = answers;
  const total = first?.pagination.total ?? 0;
  const fields = [...new Set([...fieldsOf(chart.drawing), ...chart.told])];
  const read = answers.flatMap(({ records }) => records.map((one) => JSON.parse(one) as Row));
  const ordered = chart.reversed ? read.reverse() : read;
  const records = ordered.slice(0, chart.most).map((row) => picked(row, fields));
  const missed = chart.reversed && read.length < total ? total - read.length : 0;
  const notices = [
    ...(missed > 0
      ? [`The ${missed} soonest are not among these: ask ${chart.endpoint.name}.`]
      : []),
    ...new Set(answers.flatMap((answer) => noticesOf(answer))),
  ];
  const { from = '', asOf } = first?.source ?? {};
  const structured = {
    ...{ kind: chart.kind, title, source: from, as_of: asOf, shown: records.length, total },
    Note: first?.Note,
    ...(notices.length > 0 ? { notices } : {}),
    records,
  };
  const dated = asOf === undefined ? '' : `, as of ${asOf}`;
  const lines = [
    `${chartName} ${chart.kind}: ${title}: ${records.length} of ${total}. Source: ${from}${dated}.`,
    ...(first?.Note === undefined ? [] : [`Note: ${first.Note}`]),
    ...notices,
    ...(records.length > 0 ? ['', fields.join('\t')] : []),
    ...records.map((row) => fields.map((field) => cell(row[field])).join('\t')),
  ];
  const content = [{ type: 'text', text: lines.join('\n') }];
  return JSON.stringify({ content, structuredContent: structured });
}

/** An endpoint's own notice speaks of fields, which a chart need not show. */
function noticesOf({ notices = [], endpoint }: Answer): string[] {
  return notices.filter((notice) => notice !== endpoint.notice);
}

function picked(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

/** The fields that a drawing needs, its label first. */
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
      return [drawing.series, drawing.at, drawing.value];
  }
}
