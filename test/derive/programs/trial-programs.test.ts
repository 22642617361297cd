import { describe, expect, it } from 'vitest';
import { pipelineHealth } from '../../../src/derive/programs/competition.ts';
import { pipeline } from '../../../src/derive/programs/pipeline.ts';
import { trialRiskSignals } from '../../../src/derive/trials/risk-signals.ts';
import { clinicalTrialOutcomes } from '../../../src/derive/trials/trial-intelligence.ts';
import { trialCollections } from '../../../src/derive/trials/trials.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

const companies = [{ ticker: 'ABCQZ', name: 'Abc Therapeutics', cik: '7' }];

function trial(nctId: string, more: Partial<Fact<'trials'>> = {}): Fact<'trials'> {
  return {
    nctId,
    LeadSponsorName: 'Abc Therapeutics',
    lead_sponsor_class: 'INDUSTRY',
    study_type: 'INTERVENTIONAL',
    Phase: 'Phase 2',
    status: 'RECRUITING',
    conditions: ['Solid Tumor'],
    CompletionDate: '2027-06',
    updatedAt: '2026-05-01',
    interventions: [
      { name: 'ABC-101', type: 'DRUG', arm_roles: ['EXPERIMENTAL'] },
      { name: 'Placebo', type: 'DRUG', arm_roles: ['PLACEBO_COMPARATOR'] },
    ],
    ...more,
  };
}

const drug = (name: string, ...other_names: string[]) => [
  { name, type: 'DRUG', other_names, arm_roles: ['EXPERIMENTAL'] },
];

describe('programs of trials', () => {
  it('are one for a drug under all its names in one disease under all its names', async () => {
    const refresh = await refreshOf(TODAY, {
      companies,
      trials: [
        trial('NCT90000001'),
        trial('NCT90000002', {
          interventions: drug('Zorbarasib', 'ABC-101'),
          conditions: ['Solid Tumors, Adult'],
          status: 'COMPLETED',
          Phase: 'Phase 1',
        }),
        trial('NCT90000003', { interventions: drug('Zorbarasib 200 mg tablets') }),
      ],
    });
    expect(pipeline(refresh)).toMatchObject([
      {
        ticker: 'ABCQZ',
        drug_name: 'Zorbarasib',
        indication: 'Solid Tumor',
        phase: 'Phase 2',
        status: 'Recruiting',
        therapeuticArea: 'Oncology',
        drugType: 'Small molecule',
        nctIds: ['NCT90000001', 'NCT90000002', 'NCT90000003'],
      },
    ]);
  });

  it('that ended stay with their status and are expected no more', async () => {
    const refresh = await refreshOf(TODAY, {
      companies,
      trials: [
        trial('NCT90000001', { status: 'COMPLETED', CompletionDate: '2016-01-31' }),
        trial('NCT90000002', { status: 'TERMINATED', interventions: drug('ABC-202') }),
        trial('NCT90000003', { interventions: drug('ABC-303') }),
      ],
    });
    const status = new Map(pipeline(refresh).map((row) => [row.drug_name, row.status]));
    expect(status).toEqual(
      new Map([
        ['ABC-101', 'Inactive'],
        ['ABC-202', 'Terminated'],
        ['ABC-303', 'Recruiting'],
      ]),
    );
    expect(pipelineHealth(refresh)).toMatchObject([{ programs_total: 1 }]);
  });

  it('are none of devices, of observation, and of trials in no phase', async () => {
    const refresh = await refreshOf(TODAY, {
      companies,
      trials: [
        trial('NCT90000001', { study_type: 'OBSERVATIONAL' }),
        trial('NCT90000002', { Phase: 'N/A' }),
        trial('NCT90000003', {
          interventions: [{ name: 'Lamp', type: 'DEVICE', arm_roles: ['EXPERIMENTAL'] }],
        }),
      ],
    });
    expect(pipeline(refresh)).toEqual([]);
  });
});

it('reads area and kind of drug of a trial whose sponsor is no company', async () => {
  const refresh = await refreshOf(TODAY, {
    trials: [
      trial('NCT90000001', {
        LeadSponsorName: 'University Hospital',
        lead_sponsor_class: 'OTHER',
        interventions: drug('Quvalimab'),
        conditions: ['Asthma'],
      }),
    ],
  });
  const [row] = clinicalTrialOutcomes(refresh);
  expect(row!.flags).not.toContain('no_area');
  expect(row!.drivers).toMatchObject([{ feature: 'Modality: Monoclonal antibody' }]);
});

it('serves posted results with the day of their posting and the address of the study', async () => {
  const posted: Fact<'posted_results'> = {
    nctId: 'NCT90000001',
    LeadSponsorName: 'Abc Therapeutics',
    BriefTitle: 'ABC-101 in Solid Tumors',
    posted_date: '2026-05-20',
    adverse_events: [{ group: 'EG000', serious_affected: 2, serious_at_risk: 40 }],
    source_url: 'https://clinicaltrials.gov/study/NCT90000001?tab=results',
  };
  const refresh = await refreshOf(TODAY, {
    companies,
    trials: [trial('NCT90000001')],
    posted_results: [
      posted,
      { ...posted, nctId: 'NCT90000002', posted_date: '2026-12-01' },
      { ...posted, nctId: 'NCT90000003', adverse_events: null },
    ],
  });
  expect([...trialCollections.trialResults.rows(refresh)]).toEqual([
    {
      nctId: 'NCT90000001',
      ticker: 'ABCQZ',
      drug_name: 'ABC-101',
      trial_title: 'ABC-101 in Solid Tumors',
      phase: 'Phase 2',
      indications: ['Solid Tumor'],
      results_summary: ['Participants with serious adverse events: EG000: 2 of 40'],
      published_date: '2026-05-20',
      source_url: 'https://clinicaltrials.gov/study/NCT90000001?tab=results',
    },
  ]);
});

it('gives the sign of a refusal that names no drug', async () => {
  const refresh = await refreshOf(TODAY, {
    decisions: [{ Ticker: 'ABCQZ', 'PDUFA Date': '2026-10-01', Decision: 'CRL' }],
  });
  expect([...trialRiskSignals(refresh)]).toMatchObject([
    { ticker: 'ABCQZ', signal_type: 'crl', drug_name: null, signal_date: '2026-10-01' },
  ]);
});
