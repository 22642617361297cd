/** Writes `server.json` for the MCP registry: `npm run server-json -- --name NAME …`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sha256 } from '../src/base/sha256.ts';
import { root } from './bundle.ts';
import { serverJson } from './server-json.ts';

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    repository: { type: 'string' },
    npm: { type: 'string' },
    image: { type: 'string' },
    'bundle-url': { type: 'string' },
  },
});
const { name, repository, npm, image, 'bundle-url': url } = values;
if (name === undefined || !/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(name)) {
  throw new Error('--name must be a registry name such as io.github.OWNER/biotech-catalyst-mcp');
}
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bundleDigest = () => sha256(readFileSync(join(root, 'biotech-catalyst-mcp.mcpb')));
const written = serverJson({
  name,
  version,
  description: 'FDA dates, trials, cash runway and specialist positioning of biotech companies',
  ...(repository ? { repository } : {}),
  ...(npm ? { npm } : {}),
  ...(image ? { image } : {}),
  ...(url ? { bundle: { url, sha256: bundleDigest() } } : {}),
});
writeFileSync(join(root, 'server.json'), `${JSON.stringify(written, null, 2)}\n`);
