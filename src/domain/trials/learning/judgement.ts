import { forecastsOf, type Quality, qualityOf, unweighted } from '../../forecast-quality.ts';
import { BEYOND_CHANCE, NEIGHBORS, SPONSOR_GROUPS } from '../constants.ts';
import { type FittedModel, probabilitiesOf, refitted } from './fitted-model.ts';
import { type LabelledTable, rowsOf } from './labelled-table.ts';

/** Quality measures of forecasts of later trials. */
export interface JudgedQuality {
  readonly brier: number;
  readonly log_loss: number;
  readonly auc: number;
}

/**
 * Tests a fit with its forecasts of later trials. The fit passes if both conditions hold:
 * - Its Brier score and its log loss are lower than those of two baselines: the published rate, and
 *   the success rate of the earlier trials.
 * - Its forecasts add significant information to the published rate and to the success rate of the
 *   period (see `agreementOf`). A comparison of losses alone is a weak test, because every fit has
 *   an estimation error (Clark & West 2007, J Econometrics 138:291). The outcomes of one sponsor's
 *   trials may be correlated. In this test, each trial is therefore forecast by a fit without
 *   trials of its sponsor.
 * @param earlier the trials to which the model was fitted
 * @param later the trials to forecast; they must include successes and failures
 */
export function judge(model: FittedModel, earlier: LabelledTable, later: LabelledTable) {
  const { outcomes } = later;
  const forecasts = forecastsOf(probabilitiesOf(model, later), outcomes);
  const learned = qualityOf(unweighted(forecasts), model.share);
  const published = qualityOf(unweighted(forecastsOf(later.published, outcomes)), model.share);
  const losesLess =
    learned.brier < Math.min(published.brier, learned.constantBrier) &&
    learned.logLoss < Math.min(published.logLoss, learned.constantLogLoss);
  return {
    learned: judgedQuality(learned),
    published: judgedQuality(published),
    isBetter: losesLess && addsInformation(model, earlier, later),
  };
}

function judgedQuality({ brier, logLoss: log_loss, auc }: Quality): JudgedQuality {
  return { brier, log_loss, auc: auc! };
}

function addsInformation(
  model: FittedModel,
  earlier: LabelledTable,
  later: LabelledTable,
): boolean {
  const beyondPublished = new Float64Array(later.count);
  const beyondLevel = new Float64Array(later.count);
  for (let group = 0; group < SPONSOR_GROUPS; group += 1) {
    const coefficients = refitted(model, rowsOf(earlier, rowsWhere(earlier, group, false)));
    if (!coefficients) return false;
    const rows = rowsWhere(later, group, true);
    const ofGroup = rowsOf(later, rows);
    const forecasts = probabilitiesOf({ ...model, coefficients }, ofGroup);
    const [forecastLevel, level] = [levelsOf(forecasts), levelsOf(ofGroup.outcomes)];
    for (const [at, row] of rows.entries()) {
      const [outcome, rate] = [ofGroup.outcomes[at]!, ofGroup.published[at]!];
      beyondPublished[row] = (outcome - rate) * (forecasts[at]! - rate);
      beyondLevel[row] = (outcome - level[at]!) * (forecasts[at]! - forecastLevel[at]!);
    }
  }
  return [beyondPublished, beyondLevel].every(
    (products) => agreementOf(products, later.sponsors) > BEYOND_CHANCE,
  );
}

function rowsWhere({ sponsors }: LabelledTable, group: number, isOfGroup: boolean): number[] {
  const rows: number[] = [];
  for (const [row, sponsor] of sponsors.entries()) {
    if ((sponsor % SPONSOR_GROUPS === group) === isOfGroup) rows.push(row);
  }
  return rows;
}

/**
 * Splits values into blocks of `NEIGHBORS` consecutive values, and replaces each value by the mean
 * of its block.
 */
function levelsOf(values: Float64Array | Uint8Array): Float64Array {
  const levels = new Float64Array(values.length);
  for (let from = 0; from < values.length; from += NEIGHBORS) {
    const some = values.subarray(from, from + NEIGHBORS);
    let sum = 0;
    for (const value of some) sum += value;
    levels.fill(sum / some.length, from, from + some.length);
  }
  return levels;
}

/**
 * The mean of the values divided by its standard error. It is computed as Σ s / √Σ s², where s is
 * the sum of the values in a cluster. The standard error allows for correlation within clusters
 * (Liang & Zeger 1986, Biometrika 73:13). The result is at most the square root of the number of
 * clusters.
 * @param clusters the cluster of each value
 */
export function agreementOf(values: Float64Array, clusters: Uint32Array): number {
  const sums = new Map<number, number>();
  for (const [at, cluster] of clusters.entries()) {
    sums.set(cluster, (sums.get(cluster) ?? 0) + values[at]!);
  }
  let [sum, squares] = [0, 0];
  for (const one of sums.values()) {
    sum += one;
    squares += one * one;
  }
  return squares > 0 ? sum / Math.sqrt(squares) : 0;
}
