import type {
  TrialDesign,
  TrialRecord,
} from '../../../../src/domain/trials/learning/trial-record.ts';

type Parts = Partial<Omit<TrialRecord, 'design'>> & { readonly design?: Partial<TrialDesign> };

/** A Phase 2 trial from 2018 to the end of 2019. */
export function recordOf(nctId: string, { design, ...parts }: Parts = {}): TrialRecord {
  return {
    nctId,
    stage: 'phase2',
    phase: 'Phase 2',
    sponsor: 'ABCQZ',
    isCompany: true,
    treatments: ['zorbamab|ague'],
    continuations: parts.treatments ?? ['zorbamab|ague'],
    start: '2018-01-01',
    seen: '2017-12-01',
    completion: '2019-12-31',
    isCompleted: true,
    stop: null,
    announced: [],
    posted: null,
    labels: [],
    approvals: null,
    drugApprovals: null,
    history: { versions: [] },
    updates: (parts.history?.versions ?? []).map(({ version_date }) => version_date),
    ...parts,
    design: {
      area: 'Neurology',
      modality: null,
      conditions: ['ague'],
      words: 'Zorbamab in ague',
      isRare: null,
      sponsorClass: 'INDUSTRY',
      armRoles: null,
      masking: null,
      allocation: null,
      purpose: null,
      primaryOutcomes: null,
      designations: null,
      ...design,
    },
  };
}
