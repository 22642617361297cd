import { readFileSync, writeFileSync } from 'node:fs';
import {
  changedMethods,
  fingerprints,
  savedFingerprints,
  saveFingerprints,
} from '../methods/fingerprints.ts';
import { collectionsPage } from './collections.ts';
import { pagesWithParts, withGeneratedParts } from './generated.ts';
import { methodsPage, methodsPath } from './methods-page.ts';
import { picture, picturePath } from './picture.ts';

/**
 * `npm run docs` updates the generated parts of the README and of the pages in docs/, the picture,
 * and the fingerprints of the method figures.
 */
for (const page of Object.keys(pagesWithParts)) {
  writeFileSync(page, await withGeneratedParts(page, readFileSync(page, 'utf8')));
}
writeFileSync(picturePath, await picture());
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
