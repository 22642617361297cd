import type { FeatureValue } from './labelled-trial.ts';

/** Formats encoded numbers (see `trialFeatureReader`) as text. */
const NUMBERS: Readonly<Record<string, (value: number) => string>> = {
  'Enrollment compared with trials of the same phase and area': (log) =>
    `${rounded(Math.exp(log))} times the usual`,
  Countries: (log) => String(Math.round(Math.exp(log))),
  'Delay so far': (years) => `${rounded(years)} years`,
  'Trials of the sponsor': (log) => String(Math.round(Math.expm1(log))),
  'Record of the sponsor': (share) => `${Math.round(100 * share)} % of its trials succeeded`,
  'Open trials of the condition': (log) => String(Math.round(Math.expm1(log))),
};

/**
 * A feature with its value, such as `Countries: 3`. A combination of several features has no value.
 */
export function featureInWords(feature: string, value: FeatureValue | undefined): string {
  if (value === undefined) return feature;
  return `${feature}: ${valueInWords(feature, value)}`;
}

function valueInWords(feature: string, value: FeatureValue): string {
  if (value === null) return 'not known';
  if (typeof value === 'number') return NUMBERS[feature]?.(value) ?? String(rounded(value));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value;
}

/** Rounds to one decimal, or to two decimals below 1. */
function rounded(value: number): number {
  const scale = Math.abs(value) < 1 ? 100 : 10;
  return Math.round(value * scale) / scale;
}
