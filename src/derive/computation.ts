import type { Waiting } from '../domain/events/timeline.ts';
import type { Score } from '../domain/track-record/scores.ts';
import type { OutcomeModel } from '../domain/trials/learning/outcome-model.ts';
import type { Facts, Sourced } from '../store/facts-store.ts';

type Company = Sourced<'companies'>;

/** The inputs of a computation: facts, and results of other computations in the same refresh. */
export interface Refresh {
  /** The facts that are known on the day of the refresh, including those extracted from texts. */
  readonly facts: Facts;
  readonly universe: Universe;
  /** The day of the refresh, `YYYY-MM-DD`. */
  readonly today: string;
  /**
   * The trial outcome model that an earlier refresh stored. It may have been fitted on an earlier
   * day.
   */
  lastModel(): OutcomeModel | undefined;
  /** Statements in texts that were not accepted as events, with the reasons. */
  waiting(): readonly Waiting[];
  /** The time at which the timeline first contained the event with this identifier, ISO 8601. */
  firstServed(id: string): string;
  /** Scores of the recorded forecasts, computed when forecasts were last appended to the record. */
  readonly recorded: readonly Score[];
  /** The result of a computation, which runs at most once per refresh. */
  memo<Result>(compute: Computation<Result>): Result;
}

export type Computation<Result> = (refresh: Refresh) => Result;

/** The companies of a store, found by ticker or name. */
export interface Universe {
  /**
   * Biotech and pharma companies, one record per company. Lists, scores and portfolios contain only
   * these companies.
   */
  readonly companies: readonly Company[];
  /** All companies in the store, in any industry. */
  readonly known: readonly Company[];
  /** The company with a ticker, in any industry. */
  company(ticker: string | null | undefined): Company | undefined;
  /**
   * Whether a ticker belongs to a biotech or pharma company. Also true for a ticker that is in drug
   * records but in no company list.
   */
  has(ticker: string | null | undefined): boolean;
  /**
   * Returns the ticker that a fact states (`own`). If the fact states none, returns the ticker of
   * the sponsor. For a subsidiary, this is the ticker of its owner.
   */
  ticker(own: string | null | undefined, sponsor: string | null | undefined): string | undefined;
  /**
   * Returns the ticker that a fact states (`own`). If the fact states none, returns the ticker of
   * the company whose name is exactly `name`.
   */
  issuer(own: string | null | undefined, name: string | null | undefined): string | undefined;
  /** The primary ticker of the company with this CIK. The CIK may have leading zeros. */
  tickerOfCik(cik: unknown): string | undefined;
}
