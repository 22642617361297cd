import { describe, expect, it } from 'vitest';
import { nextCatalystOn, nextCatalysts } from '../../../src/derive/catalysts/next-catalyst.ts';
import { catalyst, TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

describe('nextCatalysts', () => {
  it('takes the nearest, today included, and nothing of yesterday', async () => {
    const refresh = await refreshOf(TODAY, {
      catalysts: [
        catalyst('Phase 3 Readout', '2026-12-01', '2026/01/01'),
        catalyst('AdComm Meeting', '2026-11-21', '2026/01/01'),
        catalyst('Phase 2 Readout', '2026-11-20', '2026/01/01'),
      ],
    });
    expect(nextCatalysts(refresh).get('DEVT')?.catalyst).toBe('AdComm Meeting');
  });

  it('leaves out what was decided before its goal date', async () => {
    const decided = {
      ...catalyst('PDUFA Date', '2026-12-15', '2026/01/01'),
      decision: 'Approved',
      decision_date: '2026-11-10',
    };
    const refresh = await refreshOf(TODAY, { catalysts: [decided] });
    expect(nextCatalysts(refresh).has('DEVT')).toBe(false);
    // One day earlier, the event was still upcoming.
    expect(nextCatalystOn(refresh, 'DEVT', '2026-11-09')?.catalyst).toBe('PDUFA Date');
  });
});
