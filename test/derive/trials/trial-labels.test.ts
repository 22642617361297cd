import { describe, expect, it } from 'vitest';
import { fileIn, runCommand, servedFrom, temporaryFolder } from '../../support/mcp.ts';

/** Builds a Phase 2 trial of a fictional sponsor that ended long ago. */
const trial = (nctId: string, more: object = {}) => ({
  nctId,
  ticker: 'ABCQZ',
  LeadSponsorName: 'Abecedar Bio',
  InterventionName: 'abecedamab',
  Condition: 'Ague',
  Phase: 'Phase 2',
  status: 'COMPLETED',
  start_date: '2018-01-01',
  CompletionDate: '2019-12-31',
  updatedAt: '2020-01-31',
  ...more,
});

async function storeWith(files: Readonly<Record<string, string>>) {
  const dataDir = temporaryFolder();
  const trials = [trial('NCT90000001'), trial('NCT90000002', { Condition: 'Gout' })];
  await runCommand(dataDir, ['import', 'trials', fileIn(dataDir, 'trials.json', trials)]);
  const reports: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = fileIn(dataDir, name, text);
    const { stdout } = await runCommand(dataDir, ['import', 'trial-labels', path]);
    reports.push(stdout.slice(stdout.indexOf(': ') + 2));
  }
  return { dataDir, reports };
}

const header = 'nctId,label,source,date';

it('imported trial labels are CSV or lines of JSON, served with who says so', async () => {
  const { dataDir, reports } = await storeWith({
    'labels.csv': `${header}\nNCT90000001,success,list-a/1,2021-03-01\n`,
    'labels.ndjson': `{"nctId":"NCT90000002","label":"failure","source":"list-b/2","date":"2021-04-01"}\n`,
  });
  expect(reports).toEqual([
    'trial_labels: 1 added, 0 replaced, 0 unchanged\n',
    'trial_labels: 1 added, 0 replaced, 0 unchanged\n',
  ]);
  const { rest, tool } = await servedFrom(dataDir);
  const served = await rest('/clinical-trials/outcomes?ticker=ABCQZ');
  expect(served).toMatchObject([
    {
      nctId: 'NCT90000002',
      actual_outcome: 'failure',
      outcome_basis: 'labeled by list-b/2',
      as_of: '2021-04-01',
    },
    {
      nctId: 'NCT90000001',
      actual_outcome: 'success',
      outcome_basis: 'labeled by list-a/1',
      as_of: '2021-03-01',
    },
  ]);
  expect(await tool('clinical_trial_outcomes', { ticker: 'ABCQZ', detail: 'full' })).toEqual(
    served,
  );
});

describe('status', () => {
  it('describes the model of trial outcomes, as text and as JSON', async () => {
    const { dataDir } = await storeWith({
      'labels.csv': `${header}\nNCT90000001,success,list-a/1,2021-03-01\n`,
    });
    // The model is still the fit of the first import: nothing followed either trial, and the later
    // label adds no known outcome.
    const { stdout } = await runCommand(dataDir, ['status']);
    expect(stdout).toMatch(
      /Trial outcome model: fitted on \d{4}-\d{2}-\d{2} to 2 trials with a known outcome/,
    );
    expect(stdout).toMatch(/Phase 2 +│ published rate: too_few_later_trials/);
    const json = JSON.parse((await runCommand(dataDir, ['status', '--json'])).stdout);
    expect(json.outcome_model).toMatchObject({
      labels: 2,
      phases: {
        phase1: { trials: 0, not_served: 'too_few_later_trials' },
        phase2: { trials: 2, successes: 0, learned: null, published: null },
      },
    });
    expect(JSON.stringify(json)).not.toContain('coefficients');
  });

  it('describes no model before there is a store', async () => {
    const json = JSON.parse((await runCommand(temporaryFolder(), ['status', '--json'])).stdout);
    expect(json.outcome_model).toBeNull();
  });
});
