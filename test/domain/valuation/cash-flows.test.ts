import { describe, expect, it } from 'vitest';
import { riskAdjustedNpv } from '../../../src/domain/valuation/cash-flows.ts';

describe('riskAdjustedNpv on published examples', () => {
  it('discounts as Microsoft documents NPV and XNPV', () => {
    // NPV has the first flow after one year; XNPV counts days ÷ 365.
    const npv = [-10000, 3000, 4200, 6800].map((amount, index) => ({
      amount,
      probability: 1,
      years: index + 1,
    }));
    expect(riskAdjustedNpv(npv, 0.1)).toBeCloseTo(1188.44, 2);
    // The flows are 0, 60, 303, 411 and 456 days after 2008-01-01.
    const days = [0, 60, 303, 411, 456];
    const xnpv = [-10000, 2750, 4250, 3250, 2750].map((amount, index) => ({
      amount,
      probability: 1,
      years: days[index]! / 365,
    }));
    expect(Math.abs(riskAdjustedNpv(xnpv, 0.09) - 2086.65)).toBeLessThan(0.01);
  });

  it('is that of the Phase 2 tree of Brealey, Myers & Allen', () => {
    // Phase 3 costs 130, succeeds with 80 %, and has a value after 3 years, at a rate of 9.6 %. The
    // three branches are +295, +52 and a stop.
    const nodes = [700, 300, 100].map((value) =>
      riskAdjustedNpv(
        [
          { amount: -130, probability: 1, years: 0 },
          { amount: value, probability: 0.8, years: 3 },
        ],
        0.096,
      ),
    );
    expect(nodes[0]).toBeCloseTo(295.3597, 4);
    expect(nodes[1]).toBeCloseTo(52.297, 3);
    expect(nodes[2]).toBeLessThan(0);
    // First, 18 are spent. 44 % of programs reach Phase 3 after 2 years, and the third branch ends
    // there.
    const flows = [
      { amount: -18, probability: 1, years: 0 },
      ...[
        { value: 700, chance: 0.25 },
        { value: 300, chance: 0.5 },
      ].flatMap(({ value, chance }) => [
        { amount: -130, probability: 0.44 * chance, years: 2 },
        { amount: value, probability: 0.44 * chance * 0.8, years: 5 },
      ]),
    ];
    expect(riskAdjustedNpv(flows, 0.096)).toBeCloseTo(18.6253, 4);
  });

  it('is that of the undiscounted leaves of Merck: Davanrik (HBS)', () => {
    const value = (leaves: readonly (readonly [number, number])[]) =>
      riskAdjustedNpv(
        leaves.map(([amount, probability]) => ({ amount, probability, years: 0 })),
        0,
      );
    const shared = [
      [-30, 0.4],
      [-70, 0.42],
      [-270, 0.009],
      [-220, 0.0225],
      [-570, 0.003],
    ] as const;
    const development = [
      [680, 0.051],
      [25, 0.0675],
      [380, 0.0045],
      [-325, 0.0015],
      [1280, 0.021],
    ] as const;
    const royalty = [
      [620, 0.051],
      [7.75, 0.0675],
      [320, 0.0045],
      [-342.25, 0.0015],
      [1167.5, 0.021],
    ] as const;
    expect(Math.abs(value([...shared, ...development]) - 13.98)).toBeLessThan(0.005);
    expect(value([...shared, ...royalty])).toBeCloseTo(7.09725, 4);
  });
});
