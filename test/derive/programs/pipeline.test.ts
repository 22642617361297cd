import { expect, it } from 'vitest';
import { pipeline } from '../../../src/derive/programs/pipeline.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { writeServed } from '../../../src/store/served-store.ts';
import { pipeline as endpoint } from '../../../tools/clinical-pipeline/pipeline.ts';
import { TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

const program: Fact<'programs'> = {
  ticker: 'DEVT',
  drug_name: 'DEV-101',
  indication: 'Melanoma',
  phase: 'Phase 2',
  nctIds: ['NCT90000001'],
  updated_date: '2026-01-05',
};

const ahead = (treatment: string, catalyst: string, formattedDate: string): Fact<'catalysts'> => ({
  ticker: 'DEVT',
  drugname: 'dev-101',
  treatment,
  catalyst,
  formattedDate,
  createdDate: '2026/02/01',
});

it('shows each program with its trials and its own nearest catalyst ahead', async () => {
  const refresh = await refreshOf(TODAY, {
    companies: [{ ticker: 'DEVT', name: 'Developer Therapeutics' }],
    programs: [program, { ...program, indication: 'Glioma', phase: 'Phase 1', nctIds: [] }],
    trials: [
      { nctId: 'NCT90000001', ticker: 'DEVT', Phase: 'Phase 2' },
      {
        nctId: 'NCT90000002',
        LeadSponsorName: 'Developer Therapeutics',
        InterventionName: 'Placebo, DEV-101',
        Condition: 'Melanoma, Rare Diseases',
      },
    ],
    catalysts: [
      ahead('Melanoma', 'Phase 2 Readout', '2027-05-01'),
      ahead('melanoma', 'Data presentation', '2027-02-01'),
      ahead('Melanoma', 'Data presentation', '2026-11-20'),
      ahead('Glioma', 'Phase 1 Readout', '2026-12-01'),
      { ...ahead('Melanoma', 'NDA Filing', '2026-12-24'), createdDate: '2026/12/01' },
    ],
  });
  const rows = new Map(pipeline(refresh).map((row) => [row.indication, row]));
  expect(rows.get('Melanoma')).toMatchObject({
    ticker: 'DEVT',
    company_name: 'Developer Therapeutics',
    nctIds: ['NCT90000001', 'NCT90000002'],
    next_catalyst: 'Data presentation',
    next_catalyst_date: '2027-02-01',
  });
  expect(rows.get('Glioma')).toMatchObject({ next_catalyst: 'Phase 1 Readout', nctIds: [] });
});

it('groups the trials and catalysts of a company whose programs nobody listed', async () => {
  const trial: Fact<'trials'> = {
    nctId: 'NCT90000005',
    ticker: 'QUIT',
    InterventionName: 'Placebo, quitumab',
    Condition: 'Asthma',
    Phase: 'PHASE3',
    updatedAt: '2026-08-01',
  };
  const refresh = await refreshOf(TODAY, {
    programs: [program],
    trials: [
      trial,
      { ...trial, nctId: 'NCT90000004', Phase: 'PHASE1' },
      { ...trial, nctId: 'NCT90000006', Condition: 'Healthy Volunteers' },
      { ...trial, nctId: 'NCT90000007', ticker: 'DEVT' },
    ],
    catalysts: [
      {
        ticker: 'QUIT',
        drugname: 'Quitumab',
        treatment: 'asthma',
        catalyst: 'Phase 3 Readout',
        stage: 'Phase 3',
        therapeuticArea: 'Respiratory',
        formattedDate: '2027-03-31',
      },
    ],
  });
  const rows = pipeline(refresh);
  expect(rows.map(({ ticker }) => ticker).sort()).toEqual(['DEVT', 'QUIT']);
  expect(rows.find(({ ticker }) => ticker === 'QUIT')).toMatchObject({
    drug_name: 'Quitumab',
    phase: 'Phase 3',
    status: null,
    therapeuticArea: 'Respiratory',
    // The trial in healthy people makes no program, but is one of the drug's only program.
    nctIds: ['NCT90000004', 'NCT90000005', 'NCT90000006'],
    next_catalyst_date: '2027-03-31',
  });
});

it('holds a program whose trial is suspended for held, not for ended', async () => {
  const stopped = (drug: string, status: string, at: number): Fact<'trials'> => ({
    nctId: `NCT9000000${at}`,
    ticker: 'QUIT',
    InterventionName: drug,
    Condition: 'Asthma',
    status,
  });
  const refresh = await refreshOf(TODAY, {
    trials: [
      stopped('onhold', 'SUSPENDED', 1),
      stopped('onhold', 'TERMINATED', 2),
      stopped('ended', 'Terminated', 3),
      stopped('ended', 'WITHDRAWN', 4),
      stopped('going', 'TERMINATED', 5),
      stopped('going', 'RECRUITING', 6),
    ],
  });
  expect(new Map(pipeline(refresh).map(({ drug_name, status }) => [drug_name, status]))).toEqual(
    new Map([
      ['onhold', 'On hold'],
      ['ended', 'Terminated'],
      ['going', 'Recruiting'],
    ]),
  );
});

it('serves the programs of a company from the furthest to the earliest', async () => {
  const phases = ['Preclinical', 'Phase 3', 'Approved', null, 'Phase 1/2', 'NDA/BLA', 'Phase 2'];
  const refresh = await refreshOf(TODAY, {
    programs: phases.map((phase, at) => ({ ...program, indication: `Disease ${at}`, phase })),
  });
  const database = await openDatabase(':memory:', []);
  writeServed(database, endpoint, pipeline(refresh));
  const records = database.prepare('SELECT record FROM "records pipeline" ORDER BY position').all();
  const served = records.map(({ record }) => JSON.parse(String(record)) as Record<string, unknown>);
  expect(served.map(({ phase }) => phase)).toEqual([
    'Approved',
    'NDA/BLA',
    'Phase 3',
    'Phase 2',
    'Phase 1/2',
    'Preclinical',
    null,
  ]);
});
