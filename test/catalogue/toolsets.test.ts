import { describe, expect, it } from 'vitest';
import { acceptedToolsets, toolsetsIn } from '../../src/base/toolset-words.ts';
import { groups } from '../../src/catalogue/endpoint.ts';
import { isAmong } from '../../src/catalogue/toolsets.ts';
import type { TokenSettings } from '../../src/service/access/tokens.ts';
import { challenge, protectedResource } from '../../src/transports/protected-resource.ts';

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

describe('a protected resource', () => {
  const settings = {
    resource: 'https://here.example/base/mcp',
    issuer: 'https://issuer.example',
  } as TokenSettings;

  it('says whose tokens open it, and how they are sent', () => {
    expect(JSON.parse(protectedResource(settings))).toEqual({
      resource: 'https://here.example/base/mcp',
      authorization_servers: ['https://issuer.example'],
      scopes_supported: ['catalysts:read'],
      bearer_methods_supported: ['header'],
      resource_name: 'Biotech catalysts',
    });
  });

  it('leads whoever is refused to it', () => {
    const rest =
      'resource_metadata="https://here.example/.well-known/oauth-protected-resource/base/mcp", scope="catalysts:read"';
    expect(challenge(settings, false)).toBe(`Bearer ${rest}`);
    expect(challenge(settings, true)).toBe(`Bearer error="invalid_token", ${rest}`);
  });
});
