/** Creates the npm tarball: `npm run pack`. Publish that file with `npm publish FILE`. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './bundle.ts';
import { layOutPackage } from './package.ts';

const folder = join(root, '.package');
await layOutPackage(folder);
execFileSync('npm', ['pack', folder], { cwd: root, stdio: 'inherit' });
