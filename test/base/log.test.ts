import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../src/base/log.ts';

afterEach(() => vi.restoreAllMocks());

/**
 * Creates a log that collects its lines.
 *
 * @returns the log's output streams and the lines as written
 */
function build(...options: Parameters<typeof createLog>) {
  const written: string[] = [];
  const stream = { write: (line: string) => written.push(line) };
  const opened = vi.spyOn(pino, 'destination').mockReturnValue(stream as never);
  const log = createLog(...options);
  return { log, opened, lines: () => written.map((line) => JSON.parse(line)) };
}

describe('the log', () => {
  it('writes lines to stderr in order', () => {
    const { log, opened, lines } = build();
    log.info({ tool: 'news' }, 'said');
    expect(opened.mock.calls).toEqual([[{ dest: 2, sync: true }]]);
    expect(lines()).toEqual([{ level: 30, time: expect.any(Number), tool: 'news', msg: 'said' }]);
  });

  it('names the server in every line, and never blocks: one MiB is buffered', () => {
    const { log, opened, lines } = build({ instance: 'one', isAsync: true });
    log.error('failed');
    expect(opened.mock.calls).toEqual([[{ dest: 2, sync: false, maxLength: 1_048_576 }]]);
    expect(lines()).toEqual([
      { level: 50, time: expect.any(Number), instance: 'one', msg: 'failed' },
    ]);
  });

  it('contains no key in any field', () => {
    const { log, lines } = build();
    const kept = { tool: 'news' };
    const secret = { key: 'a', apiKey: 'b' };
    log.warn({ ...kept, ...secret, asked: { ...kept, ...secret, authorization: 'c' } }, 'said');
    expect(lines()).toEqual([
      { level: 40, time: expect.any(Number), ...kept, asked: kept, msg: 'said' },
    ]);
  });
});
