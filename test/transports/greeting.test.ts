import { describe, expect, it } from 'vitest';
import { version } from '../../src/base/version.ts';
import { initializeResult, serverName } from '../../src/transports/greeting.ts';
import { iconBase64 } from '../../src/transports/icon.ts';
import { instructions } from '../../src/transports/instructions.ts';

const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {} };

it('a client is greeted describes this server and its features completely', () => {
  expect(JSON.parse(initializeResult('2025-06-18', 'Read this.'))).toEqual({
    protocolVersion: '2025-06-18',
    capabilities,
    serverInfo: {
      name: 'biotech-catalyst-mcp',
      version,
      title: 'Biotech catalysts',
      icons: [
        {
          src: `data:image/png;base64,${iconBase64}`,
          mimeType: 'image/png',
          sizes: ['48x48'],
        },
      ],
    },
    instructions: 'Read this.',
  });
  expect(serverName).toEqual({ name: 'biotech-catalyst-mcp', version });
});

describe('the instructions of the server', () => {
  const lineOf = (...asked: Parameters<typeof instructions>) =>
    instructions(...asked).split('\n')[1];

  it.each([
    [{ from: 'public sources', asOf: undefined }, 'Records come from: public sources.'],
    [
      { from: 'public sources', asOf: '2026-03-10' },
      'Records come from: public sources, refreshed 2026-03-10.',
    ],
  ])('of %j state where the records come from', (state, line) => {
    expect(lineOf(state, false)).toBe(line);
  });

  it('identify a demo, and are shorter than 2,048 characters', () => {
    const state = { from: 'demo', asOf: undefined };
    expect(lineOf(state, true)).toMatch(
      /^These are DEMO records: every company, .* is fictional\./,
    );
    const longest = instructions({ from: 'x'.repeat(100), asOf: '2026-03-10T00:00:00Z' }, false);
    expect(longest.length).toBeLessThan(2_048);
    expect(longest.split('\n')).toHaveLength(10);
  });
});
