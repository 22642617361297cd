/** Builds the program: `npm run build`. */
import { join } from 'node:path';
import { bundle, root } from './bundle.ts';

await bundle(join(root, 'dist'));
