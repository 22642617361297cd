import { describe, expect, it } from 'vitest';
import { catalystAnalysis } from '../../../src/derive/catalysts/company-outlooks.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const pdufa: Fact<'catalysts'> = {
  _id: 'pdufa',
  ticker: 'DEVT',
  drugname: 'DEV-101',
  catalyst: 'PDUFA Date',
  stage: 'NDA/BLA',
  treatment: 'Melanoma',
  formattedDate: '2027-01-15',
  createdDate: '2026/03/01',
};

const story: FactsByKind = {
  catalysts: [
    pdufa,
    {
      ...pdufa,
      _id: 'readout',
      drugname: 'nextinib',
      catalyst: 'Phase 2 Readout',
      formattedDate: '2027-06-30',
      createdDate: '2026/09/01',
    },
  ],
  catalyst_changes: [
    {
      catalyst_id: 'pdufa',
      changed_date: '2026-08-01',
      field: 'formattedDate',
      previous_value: '2026-10-15',
      new_value: '2027-01-15',
    },
  ],
  adcomm_votes: [
    {
      ticker: 'DEVT',
      drug_name: 'DEV-101',
      meeting_date: '2026-10-01',
      votes_yes: 4,
      votes_no: 9,
    },
  ],
  designations: [
    {
      ticker: 'DEVT',
      drug_name: 'DEV-101',
      designation_type: 'Orphan Drug',
      designation_date: '2024-05-06',
    },
    {
      ticker: 'DEVT',
      drug_name: 'DEV-101',
      designation_type: 'Fast Track',
      designation_date: '2026-12-01',
    },
  ],
  filing_events: [{ ticker: 'DEVT', event: 'going_concern', filed_at: '2026-08-05' }],
  programs: [
    {
      ticker: 'QUIT',
      drug_name: 'quittinib',
      indication: 'melanoma',
      phase: 'Approved',
      updated_date: '2025-02-03',
    },
  ],
  prices: [{ ticker: 'DEVT', date: '2026-11-20', close: 4.5 }],
};

describe('analysis of a catalyst', () => {
  it('says each fact with its date, and nothing else', async () => {
    const analysis = (await refreshOf(TODAY, story)).memo(catalystAnalysis).get('pdufa')!;
    expect(analysis.market_analysis).toBe(
      'Closed at $4.50 on 2026-11-20. One program of other companies in Melanoma; the furthest is ' +
        'quittinib (QUIT, Approved since 2025-02-03).',
    );
    expect(analysis.key_risks).toBe(
      'The advisory committee voted 4 to 9 on 2026-10-01. Its date moved from 2026-10-15 to ' +
        '2027-01-15 on 2026-08-01. A filing of 2026-08-05 doubts that the company can go on for a ' +
        'year.',
    );
    expect(analysis.upcoming_catalysts).toBe('Phase 2 Readout for nextinib, 2027-06-30.');
    expect(analysis.regulatory_designations_active).toBe('Orphan Drug (2024-05-06)');
    // Melanoma is oncology: 0.91881, odds 11.3167; a negative vote: (20/162) ÷ (40/45) = 0.13889;
    // 1.57178 ÷ 2.57178 = 61.1 % (Daval 2023).
    expect(analysis.poa).toBe(61.1);
    expect(analysis.probabiity_of_approval).toMatchObject({ poa: 61.1, base_rate: 91.9 });
  });

  it.each([
    ['2026-10-15', '2026-10-16', 'formattedDate', true],
    // Brought forward, as it was, and another field.
    ['2026-10-15', '2026-10-14', 'formattedDate', false],
    ['2026-10-15', '2026-10-15', 'formattedDate', false],
    ['2026-10-15', '2027-01-15', 'catdate', false],
  ])(
    'a move from %s to %s of %s is a risk: %s',
    async (previous_value, new_value, field, isRisk) => {
      const [change] = story.catalyst_changes!;
      const catalyst_changes = [{ ...change!, previous_value, new_value, field }];
      const refresh = await refreshOf(TODAY, { ...story, catalyst_changes });
      const { key_risks } = refresh.memo(catalystAnalysis).get('pdufa')!;
      const sentence = `Its date moved from ${previous_value} to ${new_value} on 2026-08-01.`;
      expect(key_risks?.includes(sentence)).toBe(isRisk);
      expect(key_risks?.includes('Its date moved')).toBe(isRisk);
    },
  );

  it.each([
    [TODAY, true],
    // A month counts from its last day.
    ['2026-10', true],
    ['2026-11', false],
    ['2026-11-22', false],
  ])('a designation of %s is active: %s', async (designation_date, isActive) => {
    const [orphan] = story.designations!;
    const designations = [{ ...orphan!, designation_date }];
    const refresh = await refreshOf(TODAY, { ...story, designations });
    const analysis = refresh.memo(catalystAnalysis).get('pdufa')!;
    expect(analysis.regulatory_designations_active ?? '').toBe(
      isActive ? `Orphan Drug (${designation_date})` : '',
    );
  });

  it('has no field for what is not known', async () => {
    const bare = {
      _id: 'bare',
      ticker: 'DEVT',
      catalyst: 'Investor Day',
      formattedDate: '2027-01-15',
    };
    const analysis = catalystAnalysis(await refreshOf(TODAY, { catalysts: [bare] })).get('bare');
    expect(analysis).toEqual({});
  });

  it('of a past event knows what was known on its dayBefore, other events under their dates of then', async () => {
    const past = { ...pdufa, _id: 'past', drugname: 'othertinib', formattedDate: '2026-07-01' };
    const refresh = await refreshOf(TODAY, story, { catalysts: [past] });
    const analysis = catalystAnalysis(refresh).get('past')!;
    // The readout was announced on 1 September, the PDUFA date moved on 1 August.
    expect(analysis.upcoming_catalysts).toBe('PDUFA Date for DEV-101, 2026-10-15.');
    expect(analysis.key_risks).toBeUndefined();
    expect(analysis.market_analysis).not.toContain('Closed');
  });
});
