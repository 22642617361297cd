import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { stdioSettings } from '../page/assistant-settings.ts';
import type { Context } from './context.ts';

/** The result of a check by `doctor`, with advice if the check failed. */
export interface Finding {
  readonly about: string;
  /**
   * `ok` if the check passed, `wrong` if something must be corrected, `look` if the checked setting
   * works but may not be what the user wants.
   */
  readonly state: 'ok' | 'look' | 'wrong';
  readonly found: string;
  readonly advice?: string;
}

/** Maximum size in bytes of a configuration file that is read. */
const MAX_SETTINGS_BYTES = 1024 * 1024;

/** Paths of the configuration files of assistants, relative to the home folder. */
const places = [
  ['Claude Desktop', 'Library/Application Support/Claude/claude_desktop_config.json'],
  ['Claude Desktop', 'AppData/Roaming/Claude/claude_desktop_config.json'],
  ['Claude Desktop', '.config/Claude/claude_desktop_config.json'],
  ['Claude Code', '.claude.json'],
  ['Cursor', '.cursor/mcp.json'],
  ['Windsurf', '.codeium/windsurf/mcp_config.json'],
] as const;

/** Placeholder for the path of the built program, shown if the program has not been built. */
const UNKNOWN_PROGRAM = '/path/to/dist/main.js';

/** Checks whether the user's assistants are configured to start this server. */
export function assistantChecks({ environment, self }: Context): readonly Finding[] {
  const paste = stdioSettings(programOf(self));
  const home = environment.HOME ?? environment.USERPROFILE ?? homedir();
  const found = places.flatMap(([name, below]): Finding[] => {
    const path = join(home, below);
    return existsSync(path) ? [findingOf(name, path, paste)] : [];
  });
  const advice = `add this to your assistant's settings:\n${paste}`;
  return found.length > 0
    ? found
    : [{ about: 'assistants', state: 'look', found: 'no assistant settings found', advice }];
}

/**
 * Returns the path of the built program. A symbolic link is resolved, because npm installs the
 * command as a link.
 */
function programOf(self: readonly string[]): string {
  const path = self.at(-1) ?? '';
  const program = existsSync(path) ? realpathSync(path) : '';
  return program.endsWith('.js') ? program : UNKNOWN_PROGRAM;
}

interface Server {
  readonly name: string;
  /** The command that starts the server: the program and its arguments. */
  readonly words: readonly string[];
}

/**
 * Checks the configuration of one assistant.
 * @param paste the correct settings as text, which the user can copy from the advice
 */
function findingOf(name: string, path: string, paste: string): Finding {
  const about = `${name} (${path})`;
  const servers = serversIn(path);
  if (!servers) {
    const advice = 'fix the JSON syntax; until then, the assistant ignores the entire file';
    return { about, state: 'wrong', found: 'not readable as JSON', advice };
  }
  const own = servers.find(isOurs);
  if (!own) {
    const advice = `add this to the file:\n${paste}`;
    return { about, state: 'look', found: 'does not start this program', advice };
  }
  const program = own.words.find((word) => word.endsWith('main.js'));
  if (program !== undefined && isAbsolute(program) && !existsSync(program)) {
    const advice = 'correct the path, or build the program again: npm install';
    return { about, state: 'wrong', found: `${program} does not exist`, advice };
  }
  if (program !== undefined && !isAbsolute(program)) {
    const advice = 'use an absolute path: the assistant starts the program from another folder';
    return { about, state: 'wrong', found: `${program} is not an absolute path`, advice };
  }
  return { about, state: 'ok', found: 'starts this program' };
}

/**
 * Returns the servers that a configuration file defines, or undefined if the file cannot be read.
 */
function serversIn(path: string): readonly Server[] | undefined {
  try {
    if (statSync(path).size > MAX_SETTINGS_BYTES) return undefined;
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const servers = (read as { mcpServers?: unknown } | null)?.mcpServers;
    return Object.entries(servers ?? {}).map(([name, entry]) => ({ name, words: wordsOf(entry) }));
  } catch {
    return undefined;
  }
}

function isOurs({ name, words }: Server): boolean {
  return [name, ...words].some((word) => word.includes('biotech-catalyst'));
}

function wordsOf(entry: unknown): readonly string[] {
  const { command, args } = (entry ?? {}) as { command?: unknown; args?: unknown };
  const words: unknown[] = [command, ...(Array.isArray(args) ? args : [])];
  return words.filter((word) => typeof word === 'string');
}
