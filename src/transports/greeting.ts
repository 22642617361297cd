import { version } from '../base/version.ts';
import { icons } from './icon.ts';
import { supportedVersions } from './versions.ts';

/** Name and version of this server. */
export const serverName = { name: 'biotech-catalyst-mcp', version } as const;

/** The description of the server in the handshake. */
export const serverInfo = { ...serverName, title: 'Biotech catalysts', icons };

/**
 * The capabilities of this server. They do not include `listChanged` and `subscribe`, because lists
 * do not change while the process runs.
 */
export const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {} } as const;

/** Returns the result of `initialize`, for protocol revisions with a handshake. */
export function initializeResult(protocolVersion: string, instructions: string): string {
  return JSON.stringify({ protocolVersion, capabilities, serverInfo, instructions });
}

/**
 * Returns the result of `server/discover`. The caller adds the fields that revision 2026-07-28
 * requires in every result.
 */
export function discoverResult(instructions: string): string {
  return JSON.stringify({ supportedVersions, capabilities, instructions });
}
