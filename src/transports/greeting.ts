import type { SourceState } from '../query.ts';

import { version } from '../version.ts';
import { instructions } from './instructions.ts';

/** The result of `initialize`: who this server is, and what an assistant should know of it. */
export function greeting(
  protocolVersion: string,
  state: Pick<SourceState, 'from' | 'asOf'>,
  demo: boolean,
): string {
  return JSON.stringify({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'biotech-catalyst-mcp', title: 'Biotech catalysts', version },
    instructions: instructions(state, demo),
  });
}
