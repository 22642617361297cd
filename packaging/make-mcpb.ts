/** Creates the MCPB bundle that a desktop client installs with one click: `npm run bundle`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../src/base/sha256.ts';
import { root } from './bundle.ts';
import { makeMcpb } from './mcpb.ts';

const file = join(root, 'biotech-catalyst-mcp.mcpb');
await makeMcpb(join(root, '.bundle'), file);
const bytes = readFileSync(file);
process.stdout.write(`${file}: ${(bytes.length / 1e6).toFixed(1)} MB\nsha256 ${sha256(bytes)}\n`);
