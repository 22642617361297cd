import { describe, expect, it } from 'vitest';
import { modelStatusText, servedModelStatus } from '../../src/commands/model-status.ts';
import type { OutcomeModelSummary } from '../../src/domain/trials/learning/model-summary.ts';
import { temporaryFolder } from '../support/files.ts';
import { tableCells } from '../support/table-cells.ts';

describe('status', () => {
  const phase = { not_served: 'too few', trials: 10, successes: 4, later_trials: 0 };
  const judged = (auc: number) => ({ auc, brier: 0.2, log_loss: 0.61234 });

  it('shows what forecasts each phase and how both candidates were evaluated', () => {
    const summary = {
      fitted_on: '2026-03-01',
      labels: 321,
      phases: {
        phase1: { ...phase, learned: null, published: null },
        phase2: {
          not_served: null,
          trials: 200,
          successes: 80,
          later_trials: 50,
          learned: judged(0.71239),
          published: judged(0.5),
        },
        phase3: { ...phase, learned: null, published: judged(0.5) },
      },
    } as unknown as OutcomeModelSummary;
    const text = modelStatusText(summary);
    expect(text.split('\n')[0]).toBe(
      'Trial outcome model: fitted on 2026-03-01 to 321 trials with a known outcome',
    );
    const [head, ...rows] = tableCells(text);
    expect(head).toEqual([
      ...['phase', 'forecast by', 'outcomes', 'successes', 'tested on', 'AUC', 'Brier'],
      ...['log loss', 'Brier, published', 'log loss, published'],
    ]);
    expect(rows).toEqual([
      ['Phase 1', 'published rate: too few', '10', '4', '0', '', '', '', '', ''],
      ['Phase 2', 'learned model', '200', '80', '50', '0.712', '0.200', '0.612', '0.200', '0.612'],
      ['Phase 3', 'published rate: too few', '10', '4', '0', '', '', '', '0.200', '0.612'],
    ]);
  });

  it('shows no model without a store', async () => {
    expect(await servedModelStatus(temporaryFolder())).toBeUndefined();
  });
});
