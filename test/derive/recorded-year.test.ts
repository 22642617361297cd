import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/base/sha256.ts';
import { daysBetween, shiftDays } from '../../src/domain/dates.ts';
import { readChain, scoredOf } from '../../src/domain/track-record/chain.ts';
import { kindNames } from '../../src/domain/track-record/kinds.ts';
import { scoresOn } from '../../src/domain/track-record/scores.ts';
import { readSheets } from '../../src/store/record-file.ts';
import { temporaryFolder } from '../support/files.ts';
import {
  FIRST,
  isMissing,
  isUnforeseen,
  LAST,
  recordYear,
  yearEvents,
} from '../support/recorded-year.ts';

it('a year of sheets is one valid chain, and its scores are those of the events', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'forecasts.sqlite');
  await recordYear(path);
  const chain = readChain(await readSheets(path), sha256);
  const missing = Array.from({ length: 365 }, (_, at) => shiftDays(FIRST, at)).filter(isMissing);
  expect(missing).toHaveLength(10);
  expect(chain).toHaveLength((365 - 10) * kindNames.length);

  const scores = scoresOn(scoredOf(chain), LAST, sha256);
  expect(scores[0]).toMatchObject({ gap_days: 10, as_of: LAST });
  for (const horizon of [90, 30, 1]) {
    const of = (metric: string) =>
      scores.find((one) => one.metric === metric && one.horizon_days === horizon)!;
    // From the events themselves.
    const counted = yearEvents.flatMap((event) => {
      const day = shiftDays(event.happened_on, -horizon);
      const goal = event.goals[day < event.moved ? 0 : 1];
      const isFrozen = day >= FIRST && !isMissing(day);
      const isDue = shiftDays(goal, 60) <= LAST && event.learned_on <= LAST;
      return isFrozen && isDue ? [{ ...event, goal }] : [];
    });
    expect(of('brier')).toMatchObject({ kind: 'approval', slice: 'all', n: counted.length });
    const approved = yearEvents.flatMap(({ result, happened_on, learned_on }, at) => {
      const day = shiftDays(happened_on, -horizon);
      const isFrozen = day >= FIRST && !isMissing(day);
      const isDue = shiftDays(happened_on, 60) <= LAST && learned_on <= LAST;
      return result === 'approved' && isFrozen && isDue ? [!isUnforeseen(at)] : [];
    });
    const share = (100 * approved.filter(Boolean).length) / approved.length;
    expect(of('recall_pct')).toMatchObject({ n: approved.length });
    expect(of('recall_pct').value).toBeCloseTo(share, 12);
    const losses = counted.map((one) => (one.probability - Number(one.result === 'approved')) ** 2);
    expect(of('brier').value).toBeCloseTo(losses.reduce((a, b) => a + b) / losses.length, 12);
    const errors = counted
      .map((one) => daysBetween(one.goal, one.happened_on))
      .sort((a, b) => a - b);
    const half = errors.length / 2;
    const median = (errors[Math.ceil(half) - 1]! + errors[Math.floor(half)]!) / 2;
    expect(of('days_from_goal')).toMatchObject({ n: counted.length, value: median });
    expect(of('move_to_implied')).toMatchObject({ kind: 'event_move', n: counted.length });
  }
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  const bytes = sizes.reduce((sum, size) => sum + size);
  expect(bytes).toBeGreaterThan(100e3);
  expect(bytes).toBeLessThan(10e6);
});
