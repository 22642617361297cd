/** The lines of sheets: forecasts, truths and withdrawals. */
import * as z from 'zod';

/** The kinds of forecasts, sorted. */
export const kindNames = [
  ...(['approval', 'cash_out', 'event_move', 'goal_date'] as const),
  ...(['readout_window', 'takeover', 'trial_outcome', 'universe'] as const),
] as const;
export type Kind = (typeof kindNames)[number];

export const text = z.string().min(1);
export const day = z.iso.date();
const amount = z.number().nullable().optional();
const fraction = z.number().min(0).max(1).nullable().optional();
const named = { subject: text, ticker: text };

export const lineSchema = z.union([
  z.object({ subject: text, withdrawn: z.literal(true) }),
  /** Random text, so that nobody can guess a short sheet from its hash. */
  z.object({ nonce: text }),
  /**
   * What happened. `measured` is in US dollars, or in percent for a price move. `goals` has the
   * subjects of the goal dates of an approval. `date_stated_on` is the first day on which a stored
   * text stated its goal date. `is_stated` means that a label, an announcement or posted results
   * state the outcome. `supersedes` is the number of the sheet that the line corrects.
   */
  z.looseObject({
    ...{ ...named, happened_on: day, learned_on: day, result: text },
    ...{ supersedes: z.int().optional(), measured: amount, raised_usd: amount },
    ...{ approved_on: day.optional(), goals: z.array(text).optional() },
    date_stated_on: day.optional(),
    is_stated: z.boolean().optional(),
  }),
  /** A forecast. Companies in scope promise no day. */
  z.looseObject({
    ...{ ...named, method: text, goal: day.optional() },
    ...{ probability: fraction, base_rate: fraction, liquid_usd: amount, monthly_burn_usd: amount },
    ...{ implied_move_pct: amount, one_sd_pct: amount, percentile: amount },
    ...{ value_low_usd: amount, value_high_usd: amount },
  }),
]);

export type Line = Readonly<z.infer<typeof lineSchema>>;
export type TruthLine = Extract<Line, { happened_on: unknown }>;
export type ForecastLine = Extract<Line, { method: unknown }>;
/** A forecast, or a truth without the day on which it was learned. */
export type NewLine = Readonly<Record<string, unknown>> & {
  readonly kind: Kind;
  readonly subject: string;
  readonly ticker: string;
};

export const isTruth = (line: object): line is TruthLine => 'happened_on' in line;
export const isForecast = (line: object): line is ForecastLine => 'method' in line;
