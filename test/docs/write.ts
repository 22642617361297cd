import { readFileSync, writeFileSync } from 'node:fs';
import { withGeneratedParts } from './generated.ts';

/** `npm run docs`: brings the generated parts of the README up to date. */
writeFileSync('README.md', await withGeneratedParts(readFileSync('README.md', 'utf8')));
