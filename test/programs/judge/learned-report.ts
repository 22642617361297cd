import { mean, standardDeviation } from 'simple-statistics';
import {
  type Forecast,
  qualityOf,
  squaredError,
  unweighted,
} from '../../../src/domain/forecast-quality.ts';
import { logistic } from '../../../src/domain/logistic.ts';
import { fitModel, readTrial } from '../../../src/domain/trials/learning/fitted-model.ts';
import { tableBuilder } from '../../../src/domain/trials/learning/labelled-table.ts';
import type {
  LabelledTrial,
  LearnedPhase,
} from '../../../src/domain/trials/learning/labelled-trial.ts';
import {
  fitOutcomeModel,
  type OutcomeModel,
} from '../../../src/domain/trials/learning/outcome-model.ts';
import type { NotServed } from '../../../src/domain/trials/learning/phase-model.ts';
import { table } from '../../docs/table.ts';
import {
  isFirstHalf,
  readSampleTrials,
  type SampleTrial,
  withFeatures,
} from './labelled-samples.ts';

const phases: readonly LearnedPhase[] = ['phase1', 'phase2', 'phase3'];
const today = '2026-01-01';
const reasons: Readonly<Record<NotServed, string>> = {
  too_few_later_trials: 'too few later trials',
  too_few_earlier_trials: 'too few earlier trials',
  one_outcome_only: 'one outcome only',
  model_not_better: 'not significantly better',
};

/** Builds the Markdown section on the learned model. */
export function learnedReport(): string {
  return ['## Trial outcomes learned from the labeled samples', '', ...samplesSection()].join('\n');
}

function samplesSection(): readonly string[] {
  const all = readSampleTrials();
  if (!all) return ['The labels (../shared/samples/ctgov_derived) are absent: not judged.', ''];
  // A fit of about ten trials has no value. Phase 1 always uses the published rate.
  const trials = all.filter(({ phase }) => phase !== 'phase1');
  const middle = trials.length >> 1;
  const [early, late] = [trials.slice(0, middle), trials.slice(middle)];
  const [first, second] = [trials.filter(isFirstHalf), trials.filter((one) => !isFirstHalf(one))];
  return [
    `The samples contain ${all.length} labels (a primary endpoint with p < 0.05). ${all.length - trials.length} of them are of Phase 1, too few to fit.`,
    `The design of the trial is known for ${all.filter(({ hasDesign }) => hasDesign).length} of the labels. The model can therefore learn only from the`,
    'number of primary endpoints and from the earlier labels of the sponsor. All three rows of a table',
    'are tested on the same trials, and the share and the fit come from the other half of the trials.',
    '',
    ...splitTable('fitted on the earlier half, tested on the later half', [[early, late]]),
    '',
    ...splitTable('fitted on one half by hash, tested on the other', [
      [first, second],
      [second, first],
    ]),
    '',
    'The model that these labels would give, by phase:',
    '',
    table(
      ['', 'Phase 1', 'Phase 2', 'Phase 3'],
      [servedRow(`${all.length} labels`, fitOutcomeModel(withFeatures(all, all), today))],
    ),
    '',
  ];
}

function servedRow(name: string, { phases: of }: OutcomeModel): readonly string[] {
  const said = phases.map((phase) => {
    const { not_served, later_trials } = of[phase];
    return not_served ? `published: ${reasons[not_served]}` : `learned, tested on ${later_trials}`;
  });
  return [name, ...said];
}

type Split = readonly [known: readonly SampleTrial[], judged: readonly SampleTrial[]];

function splitTable(name: string, splits: readonly Split[]): readonly string[] {
  const judged = splits.flatMap(([known, trials]) => judgedBy(known, trials));
  const differences = judged.map((one) => squaredError(one.learned) - squaredError(one.share));
  const error = standardDeviation(differences) / Math.sqrt(differences.length);
  const difference = mean(differences);
  return [
    scoreTable([
      [`${name}: share of the phase`, judged.map(({ share }) => share)],
      [`${name}: published rate`, judged.map(({ published }) => published)],
      [`${name}: learned`, judged.map(({ learned }) => learned)],
    ]),
    '',
    `The Brier score of the learned model is ${Math.abs(difference).toFixed(4)} ${difference > 0 ? 'worse' : 'better'} than that of the share,`,
    `with a standard error of ${error.toFixed(4)}${difference > 0 ? ': about 180 labels per phase are too few for these features' : ''}.`,
  ];
}

function judgedBy(known: readonly SampleTrial[], judged: readonly SampleTrial[]) {
  return phases.flatMap((phase) => {
    const own = known.filter((one) => one.phase === phase);
    const forecast = learnedFrom(withFeatures(own, known));
    if (!forecast) return [];
    const share = own.filter(({ succeeded }) => succeeded).length / own.length;
    const trials = judged.filter((one) => one.phase === phase);
    return withFeatures(trials, known).map((trial) => {
      const of = (value: number): Forecast => ({
        forecast: value,
        outcome: trial.succeeded ? 1 : 0,
      });
      return { share: of(share), published: of(trial.published), learned: of(forecast(trial)) };
    });
  });
}

function learnedFrom(trials: readonly LabelledTrial[]) {
  const builder = tableBuilder();
  for (const trial of trials) builder.add(trial);
  const model = fitModel(builder.build());
  return model && (({ features }: LabelledTrial) => logistic(readTrial(model, features).logOdds));
}

function scoreTable(rows: readonly (readonly [string, readonly Forecast[]])[]): string {
  return table(
    ['', 'trials', 'mean forecast', 'share that succeeded', 'AUC', 'Brier', 'log loss'],
    rows.map(([name, forecasts]) => {
      const { count, ...of } = qualityOf(unweighted(forecasts), 0.5);
      const figures = [of.mean, of.share, of.auc, of.brier, of.logLoss];
      return [name, String(count), ...figures.map((one) => one?.toFixed(4) ?? '–')];
    }),
  );
}
