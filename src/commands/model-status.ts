import { existsSync } from 'node:fs';
import { type StoreKind, storeFile } from '../base/data-files.ts';
import { STAGE_TITLES } from '../domain/approval/success-rates.ts';
import type { OutcomeModelSummary } from '../domain/trials/learning/model-summary.ts';
import { type Database, withDatabase } from '../store/database.ts';
import { factMigrations, readMeta } from '../store/facts-store.ts';
import { table } from './terminal-table.ts';

/**
 * Returns the stored summary of the model that predicts trial outcomes, or undefined before the
 * first refresh.
 */
export function readModelStatus(database: Database): OutcomeModelSummary | undefined {
  const kept = readMeta(database, 'outcome_model');
  return kept ? (JSON.parse(kept) as OutcomeModelSummary) : undefined;
}

/**
 * Returns the summary of the model that predicts trial outcomes. Looks in the real store of a data
 * folder first, and then in the demo store.
 */
export async function servedModelStatus(dataDir: string): Promise<OutcomeModelSummary | undefined> {
  const kinds: readonly StoreKind[] = ['real', 'demo'];
  for (const kind of kinds) {
    const path = storeFile(dataDir, kind);
    if (!existsSync(path)) continue;
    const found = await withDatabase(path, factMigrations, readModelStatus);
    if (found) return found;
  }
  return undefined;
}

/**
 * Formats the summary of the model as a table with one row per trial phase: the predictor of the
 * phase (the learned model or the base rate), and its accuracy on trials that were not used for
 * fitting.
 */
export function modelStatusText({ fitted_on, labels, phases }: OutcomeModelSummary): string {
  const rows = (['phase1', 'phase2', 'phase3'] as const).map((phase) => {
    const { not_served, trials, successes, later_trials, learned, published } = phases[phase];
    return {
      phase: STAGE_TITLES[phase],
      'forecast by': not_served === null ? 'learned model' : `published rate: ${not_served}`,
      outcomes: trials,
      successes,
      'tested on': later_trials,
      AUC: learned?.auc.toFixed(3) ?? '',
      Brier: learned?.brier.toFixed(3) ?? '',
      'log loss': learned?.log_loss.toFixed(3) ?? '',
      'Brier, published': published?.brier.toFixed(3) ?? '',
      'log loss, published': published?.log_loss.toFixed(3) ?? '',
    };
  });
  return `Trial outcome model: fitted on ${fitted_on} to ${labels} trials with a known outcome\n${table(rows)}\n`;
}
