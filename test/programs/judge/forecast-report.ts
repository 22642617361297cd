import { type Quality, qualityOf, unweighted } from '../../../src/domain/forecast-quality.ts';
import { table } from '../../docs/table.ts';
import { calibrationOf, reweighted } from './calibration.ts';
import { approvalForecasts, publishedApprovalRate, trialForecasts } from './forecasts.ts';

/** Builds the Markdown section on probabilities. Missing samples are reported in the section. */
export function forecastReport(): string {
  return [
    '## Probability of approval compared with FDA decisions',
    '',
    ...approvalSection(),
    '## Predicted trial outcomes compared with their labels',
    '',
    ...trialSection(),
  ].join('\n');
}

function approvalSection(): readonly string[] {
  const forecasts = approvalForecasts();
  if (!forecasts) return ['The decisions (../shared/samples/pdufa) are absent: not judged.', ''];
  const published = publishedApprovalRate();
  const sample = unweighted(forecasts);
  const corrected = reweighted(forecasts, published);
  const share = qualityOf(sample, published).share;
  return [
    'Each FDA decision is forecast on the day before its goal date. The forecast uses the therapeutic',
    'area, earlier refusals of the product and votes of committees, if the samples contain them.',
    `A constant forecast for comparison is the published rate over all indications (${percent(published)}).`,
    '',
    `The sample contains too many refusals: ${percent(1 - share)} of its decisions, compared with`,
    `${percent(1 - published)} of the applications in the published rates. The second row of the table`,
    'therefore gives refusals less weight, so that approvals have the published share. This row shows',
    'whether the forecasts are in the right order, not whether their level is right.',
    '',
    qualityTable([
      ['as sampled', qualityOf(sample, published)],
      ['refusals at the published share', qualityOf(corrected, published)],
    ]),
    '',
    calibrationTable(sample),
    '',
  ];
}

function trialSection(): readonly string[] {
  const forecasts = trialForecasts();
  if (!forecasts)
    return ['The labels (../shared/samples/ctgov_derived) are absent: not judged.', ''];
  const sample = unweighted(forecasts);
  const { share } = qualityOf(sample, 0.5);
  return [
    'A label states whether a primary endpoint had p < 0.05 in the posted results. The forecast is the',
    'published probability that a program passes the phase. A constant forecast for',
    'comparison is the share of successes among the labels.',
    '',
    qualityTable([['Phase 1 to 3', qualityOf(sample, share)]]),
    '',
    calibrationTable(sample),
    '',
  ];
}

function qualityTable(rows: readonly (readonly [string, Quality])[]): string {
  return table(
    [
      ...['', 'count', 'share', 'mean forecast', 'Brier', 'Brier of the constant', 'log loss'],
      ...['log loss of the constant', 'AUC'],
    ],
    rows.map(([name, { count, share, mean, ...of }]) => {
      const losses = [of.brier, of.constantBrier, of.logLoss, of.constantLogLoss];
      const auc = of.auc === null ? '–' : three(of.auc);
      return [name, String(count), ...[share, mean, ...losses].map(three), auc];
    }),
  );
}

function calibrationTable(sample: Parameters<typeof calibrationOf>[0]): string {
  return table(
    ['', 'count', 'mean forecast', 'share that came true'],
    calibrationOf(sample).map(({ group, count, forecast, share }) => [
      ...[group, String(count), three(forecast), three(share)],
    ]),
  );
}

const three = (value: number) => value.toFixed(3);
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
