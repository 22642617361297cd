import { expect, it } from 'vitest';
import { version } from '../../../src/base/version.ts';
import { userAgentOf, userAgentSetting } from '../../../src/ingest/sync/user-agent.ts';
import { fdaPages, nasdaq, sec } from '../../../src/sources/hosts.ts';

const name = `biotech-catalyst-mcp/${version}`;
const contact = 'dev@zorbiva-capital.com';

it('a host is told product and version, the SEC the contact too, or what the owner has set', () => {
  expect(userAgentSetting(nasdaq)).toBe('CATALYST_USER_AGENT_NASDAQ_COM');
  expect(userAgentOf(nasdaq, contact, {})).toBe(name);
  expect(userAgentOf(sec, contact, {})).toBe(`${name} ${contact}`);
  const page = 'https://zorbiva.example/catalysts';
  expect(userAgentOf(nasdaq, contact, {}, page)).toBe(`${name} (+${page})`);
  expect(() => userAgentOf(sec, undefined, {})).toThrow('require a contact');
  const environment = { CATALYST_USER_AGENT_FDA_GOV: 'Zorbiva reader/1' };
  expect(userAgentOf(fdaPages, contact, environment)).toBe('Zorbiva reader/1');
  expect(userAgentOf(sec, contact, environment)).toBe(`${name} ${contact}`);
  for (const wrong of ['a\nb', 'é', 'x'.repeat(201)]) {
    const set = { CATALYST_USER_AGENT_FDA_GOV: wrong };
    expect(() => userAgentOf(fdaPages, contact, set)).toThrow('CATALYST_USER_AGENT_FDA_GOV');
  }
});
