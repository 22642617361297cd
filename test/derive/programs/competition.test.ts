import { expect, it } from 'vitest';
import { competitiveLandscape, pipelineHealth } from '../../../src/derive/programs/competition.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

const program = (ticker: string, phase: string, more: Partial<Fact<'programs'>> = {}) => ({
  ticker,
  drug_name: `${ticker}-101`,
  indication: 'Melanoma',
  therapeuticArea: 'Oncology',
  mechanism: 'BRAF inhibitor',
  phase,
  updated_date: '2026-03-01',
  ...more,
});

it('ranks the threat of the rivals that are still going', async () => {
  // Against one approved rival of the same mechanism, from Phase 3 (two stages behind): lead 100,
  // crowd 100 × 1/6 = 16.67, same mechanism 100, approved 100:
  // 35 + 0.3 × 16.67 + 20 + 15 = 75.0.
  const refresh = await refreshOf(TODAY, {
    companies: [{ ticker: 'DEVT', name: 'Developer Therapeutics' }],
    programs: [
      program('DEVT', 'Phase 3'),
      program('OLDR', 'Approved', { updated_date: '2026-05-01' }),
      program('LOST', 'NDA/BLA', { status: 'Terminated' }),
    ],
  });
  const rows = new Map(
    asServed('competitiveLandscape', competitiveLandscape(refresh)).map((row) => [row.ticker, row]),
  );
  expect([...rows.keys()].sort()).toEqual(['DEVT', 'OLDR']);
  expect(rows.get('DEVT')).toMatchObject({
    company_name: 'Developer Therapeutics',
    competitor_count: 1,
    leader_phase: 'Approved',
    positioning: 'follower',
    threat_score: 75,
    as_of: '2026-05-01',
    flags: [],
  });
  expect(rows.get('OLDR')).toMatchObject({ company_name: null, positioning: 'leader' });
});

it('finds rivals that registrations and announcements name otherwise', async () => {
  const companies = ['Aa', 'Bb', 'Cc', 'Dd', 'Ee'].map((name) => ({
    ticker: `${name.toUpperCase()}QZ`,
    name: `${name} Therapeutics`,
  }));
  const trial = (name: string, Phase: string, conditions: string[], ...mesh: string[]) => ({
    nctId: `NCT${name}`,
    ...{ LeadSponsorName: `${name} Therapeutics`, study_type: 'INTERVENTIONAL' },
    ...{ Phase, status: 'RECRUITING', conditions, updatedAt: '2026-05-01' },
    condition_mesh: mesh.map((term, at) => ({ id: `${at}`, term })),
    CompletionDate: '2027-06',
    interventions: [{ name: `${name}-101`, type: 'DRUG', arm_roles: ['EXPERIMENTAL'] }],
  });
  const refresh = await refreshOf(TODAY, {
    companies,
    trials: [
      trial('Aa', 'Phase 3', ['Obesity', 'Overweight'], 'Obesity', 'Overweight'),
      trial('Bb', 'Phase 3', ['Obesity or Overweight'], 'Obesity', 'Overweight'),
      trial('Cc', 'Phase 1', ['Healthy Volunteer', 'Muscular Atrophy, Spinal']),
      trial('Dd', 'Phase 3', ['Spinal Muscular Atrophy (SMA)'], 'Muscular Atrophy', 'Atrophy'),
    ],
    catalysts: [
      {
        ...{ ticker: 'EEQZ', drugname: 'eeqztinib', treatment: 'Spinal Muscular Atrophy …' },
        ...{ catalyst: 'PDUFA Date', stage: 'NDA', formattedDate: '2026-09-30' },
        ...{ decision: 'Approved', createdDate: '2026/01/02' },
      },
    ],
  });
  const rows = asServed('competitiveLandscape', competitiveLandscape(refresh));
  expect(
    new Map(
      rows.map((row) => [
        row.ticker,
        [row.therapeuticArea, row.competitor_count, row.leader_phase, row.positioning],
      ]),
    ),
  ).toEqual(
    new Map([
      ['AAQZ', ['Metabolic', 1, 'Phase 3', 'co-leader']],
      ['BBQZ', ['Metabolic', 1, 'Phase 3', 'co-leader']],
      ['CCQZ', ['Neurology', 2, 'Approved', 'follower']],
      ['DDQZ', ['Neurology', 2, 'Approved', 'follower']],
      ['EEQZ', ['Neurology', 2, 'Approved', 'leader']],
    ]),
  );
});

it('sums the chances of a pipeline and counts its setbacks once a drug and day', async () => {
  // Phase 3 in oncology 44.4 % (0.48277 × 0.91881 = 0.44358) and NDA/BLA 0.91881: expected 1.3624,
  // any 1 − 0.55642 × 0.08119 = 0.9548. Concentration by probability:
  // (0.44358² + 0.91881²) ÷ 1.36239² = 0.5608.
  const stop = (nctId: string, version_date: string, status: string) => ({
    nctId,
    version_date,
    status,
  });
  const refresh = await refreshOf(TODAY, {
    companies: [
      { ticker: 'DEVT', name: 'Developer Therapeutics' },
      { ticker: 'NONE', name: 'No Programs' },
    ],
    programs: [
      program('DEVT', 'Phase 3', { nctIds: ['NCT90000001', 'NCT90000002'] }),
      program('DEVT', 'NDA/BLA', { drug_name: 'DEV-102' }),
      program('DEVT', 'Phase 1', { drug_name: 'DEV-103', status: 'Terminated' }),
    ],
    trials: [
      { nctId: 'NCT90000001', ticker: 'DEVT' },
      { nctId: 'NCT90000002', ticker: 'DEVT' },
    ],
    trial_versions: ['NCT90000001', 'NCT90000002'].flatMap((nctId) => [
      stop(nctId, '2026-01-01', 'RECRUITING'),
      stop(nctId, '2026-02-01', 'SUSPENDED'),
    ]),
    catalysts: [
      {
        ticker: 'DEVT',
        drugname: 'DEV-102',
        treatment: 'Melanoma',
        catalyst: 'PDUFA Date',
        formattedDate: '2027-02-01',
        therapeuticArea: 'Oncology',
      },
    ],
  });
  const rows = asServed('pipelineHealth', pipelineHealth(refresh));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    ticker: 'DEVT',
    programs_total: 2,
    programs_by_phase: { 'Phase 3': 1, 'NDA/BLA': 1 },
    late_stage_count: 2,
    expected_approvals: 1.3624,
    any_approval_probability: 0.9548,
    concentration: 0.5608,
    setbacks: 1,
    catalysts_12m: 1,
    flags: ['concentration_by_probability'],
  });
});
