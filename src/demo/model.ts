import type { Fact, FactName } from '../facts/fact-kinds.ts';
import type { Day } from './days.ts';
import type { Indication } from './medicine.ts';

/** Records of one kind, written together. */
export type Batch = {
  [Name in FactName]: { readonly kind: Name; readonly records: readonly Fact<Name>[] };
}[FactName];

export type Phase = 'Phase 1' | 'Phase 2' | 'Phase 3';

export interface Company {
  readonly at: number;
  readonly ticker: string;
  readonly name: string;
  readonly stem: string;
  readonly cik: string;
  readonly size: 'micro' | 'small' | 'mid' | 'large';
  /** First day with a price: the start of the bars, or the day of the initial offering. */
  readonly first: Day;
  /** Last day with a price: the newest session, or the day of delisting. */
  readonly last: Day;
  readonly delisted: 'acquired' | 'failed' | null;
  readonly price_usd: number;
  readonly shares: number;
  readonly monthly_burn_usd: number;
  readonly cash_usd: number;
  readonly daily_volatility: number;
  readonly optionable: boolean;
  /** Month (1–12) in which its fiscal year ends. */
  readonly yearEnd: number;
  readonly filer: 'us-gaap' | 'ifrs-full' | 'none';
  readonly subsidiary: string | null;
  /** The name that it bore until some years ago; its older trials still do. */
  readonly formerName: string | null;
  /** Whether nobody has listed its programs, so that its trials alone tell of them. */
  readonly unlisted: boolean;
  /** A split of its shares, from a day on; `ratio` is new shares for one old. */
  readonly split: { readonly day: Day; readonly ratio: number } | null;
}

export type MilestoneKind =
  | 'readout'
  | 'interim'
  | 'presentation'
  | 'filing'
  | 'adcomm'
  | 'decision'
  | 'hold'
  | 'hold_lifted'
  | 'offering'
  | 'acquisition';

export type Result = 'positive' | 'negative' | 'mixed';

/** Something that happened to a company, or will: the one source of every record about it. */
export interface Milestone {
  readonly kind: MilestoneKind;
  /** The session on which the market learns of it. */
  readonly day: Day;
  /** The announced date: a PDUFA goal date may differ from the day of the decision. */
  readonly planned: Day;
  readonly known: Day;
  readonly program: Program | null;
  readonly run: TrialRun | null;
  /** How it ended, of an interim look how the market took it; null before it took place. */
  readonly result: Result | null;
  /** 1 for the first review of an application, 2 for its resubmission. */
  readonly cycle: 1 | 2;
  /** Logarithmic return of that day; 0 for what has not happened yet. */
  readonly move: number;
  /** The date that was announced first, where it slipped, and the day of the new announcement. */
  readonly slipped: { readonly from: Day; readonly on: Day } | null;
}

/** The trial on which a phase rests. */
export interface TrialRun {
  readonly phase: Phase;
  readonly nctId: string;
  readonly start: Day;
  readonly readout: Day;
  readonly plannedReadout: Day;
  /** The day on which a delay of the readout became known. */
  readonly slippedOn: Day;
  readonly enrollment: number;
  hold: { readonly from: Day; readonly until: Day | null } | null;
  ended: 'running' | 'completed' | 'terminated';
  /** What its readout showed, and every presentation of it after that. */
  result: Result | null;
}

export interface Program {
  readonly ticker: string;
  readonly at: number;
  readonly drug: string;
  readonly code: string;
  readonly brand: string;
  readonly indication: Indication;
  readonly drugType: string;
  readonly mechanism: string;
  readonly biologic: boolean;
  readonly biomarker: boolean;
  readonly priority: boolean;
  /** The furthest program that goes on, once the history is complete; before that the first. */
  lead: boolean;
  /** A further indication of a drug that is on the market. */
  readonly expansion: boolean;
  readonly application: string;
  readonly runs: TrialRun[];
  phase: Phase | 'NDA/BLA' | 'Approved';
  /** The day on which the program reached its present form. */
  since: Day;
  approved: Day | null;
  failed: Day | null;
}

export interface Story {
  readonly company: Company;
  readonly programs: readonly Program[];
  /** In the order of their days. */
  readonly milestones: readonly Milestone[];
  /** Closes by session, NaN where there is no bar. */
  readonly closes: Float64Array;
}

export interface World {
  readonly seed: number;
  readonly today: Day;
  /** The sessions of three years, the newest before today, oldest first. */
  readonly sessions: readonly Day[];
  /** The sessions as ISO dates. */
  readonly dates: readonly string[];
  readonly stories: readonly Story[];
}

/** What a number of today's shares was on a day, before a split perhaps. */
export function sharesThen({ split }: Company, day: Day, shares: number): number {
  return split && day < split.day ? Math.round(shares / split.ratio) : shares;
}

/** What a price of today's shares was on a day, as filings of then state it. */
export function priceThen({ split }: Company, day: Day, price: number): number {
  return split && day < split.day ? Math.round(price * split.ratio * 1e4) / 1e4 : price;
}

/** The last session on or before a day, as an index; -1 where the day is older than all bars. */
export function sessionAt(sessions: readonly Day[], day: Day): number {
  let low = 0;
  let high = sessions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sessions[middle]! <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The close on or before a day; the company's first close where the day is older; else null. */
export function closeOn(world: World, story: Story, day: Day): number | null {
  const from = sessionAt(world.sessions, day);
  for (let at = from; at >= 0 && at > from - 5; at--) {
    const close = story.closes[at]!;
    if (!Number.isNaN(close)) return close;
  }
  return null;
}
