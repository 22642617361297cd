import { version } from '../base/version.ts';
import { icons } from './icon.ts';
import { supportedVersions } from './versions.ts';

/** Who this server is, in a few words. */
export const serverName = { name: 'biotech-catalyst-mcp', version } as const;

/** The same for whoever meets it. */
export const serverInfo = { ...serverName, title: 'Biotech catalysts', icons };

/** Nothing that is listed changes while the process lives: no `listChanged`, no `subscribe`. */
export const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {} } as const;

/** The result of `initialize`, of the era of the handshake. */
export function initializeResult(protocolVersion: string, instructions: string): string {
  return JSON.stringify({ protocolVersion, capabilities, serverInfo, instructions });
}

/** The result of `server/discover`, without what each result of its era has. */
export function discoverResult(instructions: string): string {
  return JSON.stringify({ supportedVersions, capabilities, instructions });
}
