import type { OutcomeModel } from '../domain/trials/learning/outcome-model.ts';
import type { Facts, Sourced } from '../store/facts-store.ts';

type Company = Sourced<'companies'>;

/** What a refresh computes from: the facts, and what other computations of the same refresh found. */
export interface Refresh {
  /** The facts that are known on the day of the refresh, with those that texts make; no others. */
  readonly facts: Facts;
  readonly universe: Universe;
  /** The day of the refresh, `YYYY-MM-DD`. */
  readonly today: string;
  /** The model of trial outcomes that was served last, on whatever day. */
  lastModel(): OutcomeModel | undefined;
  /** The result of a computation, done once a refresh however many collections need it. */
  memo<Result>(compute: Computation<Result>): Result;
}

export type Computation<Result> = (refresh: Refresh) => Result;

/** The companies of a store, found by ticker or by one of their names. */
export interface Universe {
  /** Biotech and pharma: what the lists, scores and portfolios are made of, one record a company. */
  readonly companies: readonly Company[];
  /** Every company that is known, of whatever trade. */
  readonly known: readonly Company[];
  /** The company of a ticker, of whatever trade. */
  company(ticker: string | null | undefined): Company | undefined;
  /** Whether a ticker is one of the universe's; where no list names it, its records tell. */
  has(ticker: string | null | undefined): boolean;
  /** The ticker that a fact bears, else the one to which its sponsor's name maps. */
  ticker(own: string | null | undefined, sponsor: string | null | undefined): string | undefined;
  /** The ticker that a fact bears, else that of the company that bears the name itself. */
  issuer(own: string | null | undefined, name: string | null | undefined): string | undefined;
  /** The ticker that stands for the company of a CIK, with or without leading zeros. */
  tickerOfCik(cik: unknown): string | undefined;
}
