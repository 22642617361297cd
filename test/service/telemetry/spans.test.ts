import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanStatusCode } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/base/config.ts';
import { filesOf } from '../../../src/base/data-files.ts';
import { readTraceparent } from '../../../src/base/tracing.ts';
import { openApp } from '../../../src/commands/app.ts';
import { LocalAccounts } from '../../../src/service/access/local-accounts.ts';
import { createTracing } from '../../../src/service/telemetry/spans.ts';
import { temporaryFolder } from '../../support/files.ts';
import {
  fixedClock,
  machineTime,
  postMcp,
  serve,
  silentLog,
  startApp,
} from '../../support/start-app.ts';
import { createScope } from '../../support/upstream.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

describe('traceparent', () => {
  it.each([
    [`00-${traceId}-${spanId}-01`, { traceId, spanId, flags: 1 }],
    [` 00-${traceId}-${spanId}-00 `, { traceId, spanId, flags: 0 }],
    // A later version of the header is read like this one, with any additions.
    [`cc-${traceId}-${spanId}-01-what-comes`, { traceId, spanId, flags: 1 }],
  ])('%s is read', (header, parent) => {
    expect(readTraceparent(header)).toEqual(parent);
  });

  it.each([
    undefined,
    '',
    ['00', traceId, spanId, '01'],
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-1`,
    `cc-${traceId}-${spanId}-01-${'x'.repeat(200)}`,
  ])('%s is no trace', (header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});

describe('spans', () => {
  const exporter = new InMemorySpanExporter();
  const scope = createScope();
  beforeAll(() => {
    const spanProcessors = [new SimpleSpanProcessor(exporter)];
    const provider = new NodeTracerProvider({ spanProcessors });
    provider.register();
    return () => provider.shutdown();
  });
  afterEach(async () => {
    await scope.close();
    exporter.reset();
  });

  /** Starts a server with an upstream that returns one record for every request. */
  async function startGateway() {
    const upstream = createServer((_, response) => {
      const result = [{ ticker: 'ABCQZ', formattedDate: '2026-12-01' }];
      const pagination = { page: 1, pageSize: 50, total: 1 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ result, pagination }));
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    scope.add(() => new Promise((resolve) => upstream.close(resolve)));
    const { port } = upstream.address() as AddressInfo;
    const dataDir = temporaryFolder();
    const tracing = createTracing();
    const app = await openApp({
      config: readConfig({
        CATALYST_DATA_DIR: dataDir,
        CATALYST_BASE_URL: `http://127.0.0.1:${port}`,
        CATALYST_API_KEY: 'the-key-of-the-upstream',
      }),
      clock: fixedClock,
      monotonic: machineTime,
      log: silentLog(),
      tracing,
      refresh: async () => {},
    });
    scope.add(() => app.close());
    const accounts = await LocalAccounts.open(filesOf(dataDir).accounts);
    const account = { name: 'someone', plan: 'elite-plus', demo: false, state: 'active' } as const;
    const key = accounts.create(account, '2026-01-01');
    accounts.close();
    const server = await serve(app, silentLog(), { tracing });
    scope.add(() => server.close());
    return { base: server.base, key };
  }

  const params = { name: 'fda_calendar', arguments: {} };
  const call = (base: string, key: string | undefined, traceparent: string) =>
    postMcp(
      base,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { 'x-api-key': key ?? '', traceparent },
    );
  const parentOf = (span: ReadableSpan | undefined) => span?.parentSpanContext?.spanId;

  it('stand around answer, limits, query and upstream, beneath whoever asked', async () => {
    const { base, key } = await startGateway();
    const reply = await call(base, key, `00-${traceId}-${spanId}-01`);
    expect(await reply.text()).toContain('ABCQZ');
    const spans = exporter.getFinishedSpans();
    const named = Object.fromEntries(spans.map((span) => [span.name, span]));
    expect(Object.keys(named).sort()).toEqual(['answer', 'limits', 'query', 'upstream']);
    expect(spans).toHaveLength(4);
    expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]));
    expect(parentOf(named.answer)).toBe(spanId);
    expect(parentOf(named.limits)).toBe(named.answer?.spanContext().spanId);
    expect(parentOf(named.query)).toBe(named.answer?.spanContext().spanId);
    expect(parentOf(named.upstream)).toBe(named.query?.spanContext().spanId);
    const tools = spans.map(({ attributes }) => attributes['catalyst.tool']);
    expect(new Set(tools)).toEqual(new Set(['fda_calendar']));
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain('key');
  });

  it('have no upstream span if the answer is cached', async () => {
    const { base, key } = await startGateway();
    const ask = () => fetch(`${base}/api/v2/fdacalendar?apiKey=${key}`).then((one) => one.text());
    await ask();
    exporter.reset();
    await ask();
    const names = exporter.getFinishedSpans().map(({ name }) => name);
    expect(names.sort()).toEqual(['answer', 'limits', 'query']);
  });

  it('begin a trace of their own where the header is malformed, and are not mixed', async () => {
    const { base, key } = await startGateway();
    const ask = () => call(base, key, `00-${traceId}-${spanId}-xx`);
    await Promise.all([ask(), ask(), ask()]);
    const spans = exporter.getFinishedSpans();
    const answers = spans.filter(({ name }) => name === 'answer');
    expect(answers.map(parentOf)).toEqual([undefined, undefined, undefined]);
    const traces = new Set(answers.map((span) => span.spanContext().traceId));
    expect(traces.size).toBe(3);
    expect(traces.has(traceId)).toBe(false);
    const limits = spans.filter(({ name }) => name === 'limits');
    expect(new Set(limits.map((span) => span.spanContext().traceId))).toEqual(traces);
  });

  it('state only by their status why a step failed', async () => {
    const tracing = createTracing();
    const started = await startApp({ tracing });
    scope.add(() => started.close());
    const { status } = await started.ask('/fdacalendar', { catdateFrom: 'what a caller said' });
    expect(status).toBe(400);
    const answer = exporter.getFinishedSpans().find(({ name }) => name === 'answer');
    expect(answer?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(answer?.attributes).toEqual({ 'catalyst.tool': 'fda_calendar', 'error.type': '400' });
    expect(answer?.events).toEqual([]);
  });
});
