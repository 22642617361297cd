import { type Forecast, qualityOf, unweighted } from '../../forecast-quality.ts';
import { type FittedModel, probabilitiesOf, refitted } from './fitted-model.ts';
import { type LabelledTable, rowsOf } from './labelled-table.ts';

/** How good forecasts of the later trials were. */
export interface JudgedQuality {
  readonly brier: number;
  readonly log_loss: number;
  readonly auc: number;
}

/** Sponsors are dealt into so many groups, each forecast by a fit of the others. */
const SPONSOR_GROUPS = 5;
/** Our choice: trials of one group whose features are of neighbouring days have one level. */
const NEIGHBOURS = 10;
/**
 * Standard errors beyond which agreement is no chance: 0.13 % one-sided a phase, so that under pure
 * noise one of three phases is served once in 250 registries at most.
 */
const BEYOND_CHANCE = 3;

/**
 * Judges a fit by its forecasts of later trials. It is better where both hold:
 *
 * - its Brier score and its log loss are lower than those of the published rate, and than those of
 *   the share of successes among the earlier trials;
 * - it tells of a trial what the published rate does not, and what the level of the time does not,
 *   by more than chance (see `agreementOf`). Forecasts of a fit are always a little off, so that the
 *   losses themselves are a weak test (Clark & West 2007, J Econometrics 138:291); and outcomes of
 *   one sponsor may go together, which a fit can learn by heart. So this is asked of forecasts by
 *   fits that saw no trial of the same sponsor.
 *
 * @param earlier what the fit was made from
 * @param later trials of which some succeeded and some did not
 */
export function judge(model: FittedModel, earlier: LabelledTable, later: LabelledTable) {
  const own = qualityOf(unweighted(forecastsOf(probabilitiesOf(model, later), later)), model.share);
  const rate = qualityOf(unweighted(forecastsOf(later.published, later)), model.share);
  const losesLess =
    own.brier < Math.min(rate.brier, own.constantBrier) &&
    own.logLoss < Math.min(rate.logLoss, own.constantLogLoss);
  return {
    learned: told(own),
    published: told(rate),
    isBetter: losesLess && tellsMore(model, earlier, later),
  };
}

function forecastsOf(probabilities: Float64Array, { outcomes }: LabelledTable): Forecast[] {
  return Array.from(probabilities, (forecast, row) => ({
    forecast,
    outcome: outcomes[row] === 1 ? 1 : 0,
  }));
}

function told({ brier, logLoss: log_loss, auc }: ReturnType<typeof qualityOf>): JudgedQuality {
  return { brier, log_loss, auc: auc! };
}

function tellsMore(model: FittedModel, earlier: LabelledTable, later: LabelledTable): boolean {
  const beyondPublished = new Float64Array(later.count);
  const beyondLevel = new Float64Array(later.count);
  for (let group = 0; group < SPONSOR_GROUPS; group += 1) {
    const coefficients = refitted(model, rowsOf(earlier, rowsWhere(earlier, group, false)));
    if (!coefficients) return false;
    const rows = rowsWhere(later, group, true);
    const own = rowsOf(later, rows);
    const forecasts = probabilitiesOf({ ...model, coefficients }, own);
    const [forecastLevel, level] = [levelsOf(forecasts), levelsOf(own.outcomes)];
    for (const [at, row] of rows.entries()) {
      const [outcome, rate] = [own.outcomes[at]!, own.published[at]!];
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

/** Of each value the mean of those around it. */
function levelsOf(values: Float64Array | Uint8Array): Float64Array {
  const levels = new Float64Array(values.length);
  for (let from = 0; from < values.length; from += NEIGHBOURS) {
    const some = values.subarray(from, from + NEIGHBOURS);
    let sum = 0;
    for (const value of some) sum += value;
    levels.fill(sum / some.length, from, from + some.length);
  }
  return levels;
}

/**
 * How far a mean lies above 0, in standard errors that let the values of one cluster go together: Σ s
 * / √Σ s², over the sums s of the clusters (Liang & Zeger 1986, Biometrika 73:13, with the variance
 * under the hypothesis of 0). It is at most the root of the number of clusters, so that few tell
 * nothing.
 *
 * @param clusters a number each
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
