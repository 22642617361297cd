import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  changedMethods,
  fingerprints,
  savedFingerprints,
  saveFingerprints,
} from '../methods/fingerprints.ts';
import { collectionsPage } from './collections.ts';
import { withGeneratedParts } from './generated.ts';
import { methodsPage, methodsPath } from './methods-page.ts';

/**
 * `npm run docs`: brings the generated parts of the README, the pages below docs/ and the
 * fingerprints of the methods' numbers up to date.
 */
writeFileSync('README.md', await withGeneratedParts(readFileSync('README.md', 'utf8')));
mkdirSync('docs', { recursive: true });
writeFileSync('docs/collections.md', collectionsPage());
writeFileSync(methodsPath, methodsPage());

const now = await fingerprints();
const changed = changedMethods(savedFingerprints(), now);
if (changed.length > 0) {
  process.stderr.write(
    `The numbers of ${changed.join(', ')} have changed: raise the version and add an entry to CHANGELOG.md.\n`,
  );
  process.exitCode = 1;
} else {
  saveFingerprints(now);
}
