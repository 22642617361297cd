import { expect, it } from 'vitest';
import { startBuilt } from '../support/built.ts';
import { fileIn, temporaryFolder } from '../support/mcp.ts';

it('uses the dictionary in the built program: a word without an entry is a name', async () => {
  const folder = temporaryFolder();
  const words = ['aardvarks', 'Yesterday', 'Zebras', 'Zorbelva'];
  const approved = words.map((word) =>
    JSON.stringify({
      id: word,
      text: `On May 4, 2026 the FDA approved ${word} for the treatment of ague.`,
    }),
  );
  const file = fileIn(folder, 'words.ndjson', approved.join('\n'));
  const { code, stdout } = await startBuilt(folder, ['extract', file]).ended;
  expect(code).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one))
      .map(({ facts }) => facts[0]?.drug ?? null),
  ).toEqual([null, null, null, 'Zorbelva']);
});
