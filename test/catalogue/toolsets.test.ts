import { describe, expect, it } from 'vitest';
import { acceptedToolsets, toolsetsIn } from '../../src/base/toolset-words.ts';
import { groups } from '../../src/catalogue/endpoint.ts';
import { isAmong } from '../../src/catalogue/toolsets.ts';

describe('toolsets', () => {
  it('are read in any case and order, each once', () => {
    expect(toolsetsIn(' Cash,fda,,FDA')).toEqual(['fda', 'cash']);
    expect(toolsetsIn('')).toEqual([]);
    expect(toolsetsIn('fda,nope')).toBeUndefined();
    expect(toolsetsIn('toString')).toBeUndefined();
  });

  it('are read up to 500 characters', () => {
    expect(toolsetsIn('fda'.padEnd(500, ','))).toEqual(['fda']);
    expect(toolsetsIn('fda'.padEnd(501, ','))).toBeUndefined();
  });

  it('cover one group each', () => {
    const among = groups.map((group) =>
      acceptedToolsets
        .replace(/^a comma-separated list of (.*)$/, '$1')
        .split(', ')
        .filter((toolset) => isAmong(toolsetsIn(toolset) ?? [], { group })),
    );
    expect(among).toEqual([
      ...[['fda'], ['trials'], ['cash'], ['ownership'], ['market'], ['companies'], ['valuation']],
      ...[['clinical'], ['competition'], ['deals'], ['portfolio']],
    ]);
    expect(isAmong([], { group: 'Company Data' })).toBe(true);
    expect(isAmong(['fda', 'companies'], { group: 'Company Data' })).toBe(true);
    expect(isAmong(['fda'], { group: 'Company Data' })).toBe(false);
  });
});
