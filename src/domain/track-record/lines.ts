/** The lines of sheets: forecasts, truths (outcomes of events) and withdrawals of forecasts. */
import * as z from 'zod';

export const text = z.string().min(1);
export const day = z.iso.date();
const amount = z.number().nullish();
const fraction = z.number().min(0).max(1).nullish();

/** The numbers of forecasts and truths. Numbers about price moves are in percent. */
const amounts = {
  probability: fraction,
  base_rate: fraction,
  liquid_usd: amount,
  monthly_burn_usd: amount,
  implied_move_pct: amount,
  one_sd_pct: amount,
  percentile: amount,
  value_low_usd: amount,
  value_high_usd: amount,
  /** The number that was measured as the outcome: US dollars, or percent for a price move. */
  measured: amount,
  raised_usd: amount,
};
type Amount = keyof typeof amounts;
export const amountNames = Object.keys(amounts) as Amount[];
/** The numbers of a forecast and its outcome. Unknown numbers are NaN. */
export type Amounts = Readonly<Record<Amount, number>>;
const named = { subject: text, ticker: text, ...amounts };

/** A forecast has no `goal` if it only states that a company is covered. */
const forecastSchema = z.looseObject({ ...named, method: text, goal: day.optional() });

const truthSchema = z.looseObject({
  ...named,
  happened_on: day,
  learned_on: day,
  result: text,
  /** For a correction, the `seq` of the sheet with the corrected line. */
  supersedes: z.int().optional(),
  /** The day on which a refused application was approved later. */
  approved_on: day.optional(),
  /** For an approval, the `subject` of every forecast of its goal dates. */
  goals: z.array(text).optional(),
  /** The first day on which a stored text stated the goal date. */
  date_stated_on: day.optional(),
  /** Whether the outcome is stated by a label, an announcement or posted results. */
  is_stated: z.boolean().optional(),
});

/** The forms of lines. They are tried in this order, so the most frequent form comes first. */
export const linesSchema = z.array(
  z.union([
    forecastSchema,
    truthSchema,
    z.object({ subject: text, withdrawn: z.literal(true) }),
    /** Random text, so that nobody can guess a short sheet from its hash. */
    z.object({ nonce: text }),
  ]),
);

export type Line = Readonly<z.infer<typeof linesSchema>[number]>;
export type TruthLine = Readonly<z.infer<typeof truthSchema>>;
export type ForecastLine = Readonly<z.infer<typeof forecastSchema>>;
export const isTruth = (line: object): line is TruthLine => 'happened_on' in line;
export const isForecast = (line: object): line is ForecastLine => 'method' in line;
