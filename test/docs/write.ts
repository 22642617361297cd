import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { collectionsPage } from './collections.ts';
import { withGeneratedParts } from './generated.ts';

/** `npm run docs`: brings the generated parts of the README, and docs/, up to date. */
writeFileSync('README.md', await withGeneratedParts(readFileSync('README.md', 'utf8')));
mkdirSync('docs', { recursive: true });
writeFileSync('docs/collections.md', collectionsPage());
