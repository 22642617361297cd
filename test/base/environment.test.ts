import { expect, it } from 'vitest';
import { given } from '../../src/base/environment.ts';
import { httpSettings, stdioSettings } from '../../src/page/assistant-settings.ts';

/** The placeholder text that a client passes for a setting without a value. */
const unfilled = (name: string) => `$\{${name}}`;

it.each<[value: string | undefined, found: string | undefined]>([
  ['an address', 'an address'],
  [' ', ' '],
  ['0', '0'],
  ['', undefined],
  [undefined, undefined],
  // A client without a value passes the placeholder of the setting.
  [unfilled('user_config.address'), undefined],
  [` ${unfilled('address')} `, undefined],
  [unfilled(''), undefined],
  [`${unfilled('address')} and more`, `${unfilled('address')} and more`],
  [`of ${unfilled('address')}`, `of ${unfilled('address')}`],
])('a variable with the value %j is read as %j', (value, found) => {
  expect(given({ NAME: value, OTHER: 'x' }, 'NAME')).toBe(found);
});

it('the configuration of an assistant names the server and its transport', () => {
  const settingsOf = (text: string) => {
    expect(text).toContain('\n  "mcpServers": {\n');
    return JSON.parse(text);
  };
  const over = (key: string) => ({
    mcpServers: {
      'biotech-catalyst': {
        type: 'http',
        url: 'http://host.example/mcp',
        headers: { Authorization: `Bearer ${key}` },
      },
    },
  });
  const origin = 'http://host.example';
  expect(settingsOf(httpSettings(origin, false, 'the-key'))).toEqual(over('the-key'));
  expect(settingsOf(httpSettings(origin, false))).toEqual(over('YOUR_KEY'));
  expect(settingsOf(httpSettings(origin, true))).toEqual(over('demo'));
  expect(settingsOf(stdioSettings('/path/main.js'))).toEqual({
    mcpServers: { 'biotech-catalyst': { command: 'node', args: ['/path/main.js'] } },
  });
});
