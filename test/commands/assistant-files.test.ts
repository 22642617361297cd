import { mkdirSync, truncateSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assistantChecks } from '../../src/commands/assistant-files.ts';
import { stdioSettings } from '../../src/page/assistant-settings.ts';
import { contextOn } from '../support/context.ts';
import { fileIn, temporaryFolder } from '../support/files.ts';

const program = fileIn(temporaryFolder(), 'main.js', '');
const paste = stdioSettings(program);

/** Returns the doctor's lines on assistant settings, given files in the home folder. */
function checked(files: Readonly<Record<string, unknown>>, self = ['node', program]) {
  const home = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(home, dirname(path)), { recursive: true });
    fileIn(home, path, content);
  }
  const { context } = contextOn('', { environment: { HOME: home } });
  return assistantChecks({ ...context, self }).map(({ about, ...found }) => ({
    about: about.replace(home, '~'),
    ...found,
  }));
}
const server = (command: unknown, ...args: readonly unknown[]) => ({
  mcpServers: { 'biotech-catalyst': { command, args } },
});
/** Returns the doctor's line on the settings of Cursor. */
function ofCursor(content: unknown) {
  const [{ about, ...found } = { about: '' }] = checked({ '.cursor/mcp.json': content });
  expect(about).toBe('Cursor (~/.cursor/mcp.json)');
  return found;
}

const unreadable = {
  state: 'wrong',
  found: 'not readable as JSON',
  advice: 'fix the JSON syntax; until then, the assistant ignores the entire file',
};
const absent = {
  state: 'look',
  found: 'does not start this program',
  advice: `add this to the file:\n${paste}`,
};
const starts = { state: 'ok', found: 'starts this program' };

describe('the settings of assistants', () => {
  it('are looked for at the path that each assistant uses', () => {
    const paths = {
      'Library/Application Support/Claude/claude_desktop_config.json': 'Claude Desktop',
      'AppData/Roaming/Claude/claude_desktop_config.json': 'Claude Desktop',
      '.config/Claude/claude_desktop_config.json': 'Claude Desktop',
      '.claude.json': 'Claude Code',
      '.cursor/mcp.json': 'Cursor',
      '.codeium/windsurf/mcp_config.json': 'Windsurf',
    };
    const files = Object.fromEntries(Object.keys(paths).map((path) => [path, server('npx')]));
    expect(checked(files)).toEqual(
      Object.entries(paths).map(([path, name]) => ({ about: `${name} (~/${path})`, ...starts })),
    );
  });

  it('are to be pasted where there are none, with the path of this very program', () => {
    const none = { about: 'assistants', state: 'look', found: 'no assistant settings found' };
    const advice = (path: string) =>
      `add this to your assistant's settings:\n${stdioSettings(path)}`;
    expect(checked({})).toEqual([{ ...none, advice: advice(program) }]);
    const unbuilt = fileIn(temporaryFolder(), 'main.ts', '');
    for (const self of [['node', unbuilt], ['node', '/absent/main.js'], []]) {
      expect(checked({}, self)).toEqual([{ ...none, advice: advice('/path/to/dist/main.js') }]);
    }
  });

  it.each([
    ['{', unreadable],
    ['{}', absent],
    ['null', absent],
    ['{"mcpServers":null}', absent],
    ['{"mcpServers":{"x":null}}', absent],
    ['{"mcpServers":{"x":{"command":1,"args":"biotech-catalyst"}}}', absent],
    ['{"mcpServers":{"x":{"command":"npx","args":["-y","biotech-catalyst-mcp"]}}}', starts],
    ['{"mcpServers":{"biotech-catalyst":{"command":"npx"}}}', starts],
    ['{"mcpServers":{"other":{},"biotech-catalyst":{}}}', starts],
  ])('are read: %s', (content, found) => {
    expect(ofCursor(content)).toEqual(found);
  });

  it('name a program that is there, by its whole path', () => {
    expect(ofCursor(server('node', program))).toEqual(starts);
    expect(ofCursor(server('node', '/absent/main.js'))).toEqual({
      state: 'wrong',
      found: '/absent/main.js does not exist',
      advice: 'correct the path, or build the program again: npm install',
    });
    expect(ofCursor(server('node', 'built/main.js'))).toEqual({
      state: 'wrong',
      found: 'built/main.js is not an absolute path',
      advice: 'use an absolute path: the assistant starts the program from another folder',
    });
  });

  it('are read up to a mebibyte', () => {
    const home = temporaryFolder();
    const path = fileIn(home, '.claude.json', '{}');
    const { context } = contextOn('', { environment: { USERPROFILE: home } });
    const state = () => assistantChecks({ ...context, self: [] }).map(({ found }) => found);
    expect(state()).toEqual([absent.found]);
    fileIn(home, '.claude.json', `{}${' '.repeat(1024 * 1024 - 2)}`);
    expect(state()).toEqual([absent.found]);
    fileIn(home, '.claude.json', `{}${' '.repeat(1024 * 1024 - 1)}`);
    expect(state()).toEqual([unreadable.found]);
    truncateSync(path);
    expect(state()).toEqual([unreadable.found]);
    expect(homedir()).not.toBe(home);
  });
});
