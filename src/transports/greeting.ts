import { version } from '../base/version.ts';
import { icons } from './icon.ts';
import { supportedVersions } from './versions.ts';

/** Name and version of this server. */
export const serverName = { name: 'biotech-catalyst-mcp', version } as const;

/** The description of the server for clients. */
export const serverInfo = { ...serverName, title: 'Biotech catalysts', icons };

/** Lists do not change while the process runs, so there is no `listChanged` and no `subscribe`. */
export const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {} } as const;

/** The result of `initialize`, for protocol revisions with a handshake. */
export function initializeResult(protocolVersion: string, instructions: string): string {
  return JSON.stringify({ protocolVersion, capabilities, serverInfo, instructions });
}

/** The result of `server/discover`, without the fields that all results of its revision have. */
export function discoverResult(instructions: string): string {
  return JSON.stringify({ supportedVersions, capabilities, instructions });
}
