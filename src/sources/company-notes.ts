/** A former ticker of a company. */
interface FormerTicker {
  readonly ticker: string;
  /** First day on which the company no longer had the ticker, `YYYY-MM-DD`. */
  readonly until: string;
}

/**
 * What the sources know about a company, which they identify by CIK. The company may be unlisted.
 */
export interface CompanyNote {
  /** The CIK without leading zeros. */
  readonly cik: string;
  readonly name?: string | undefined;
  /** Tickers of the company in the SEC's list. */
  readonly tickers?: readonly string[] | undefined;
  readonly exchange?: string | undefined;
  /** Position of the company's first ticker in the SEC's list. */
  readonly place?: number | undefined;
  /** Last day on which the SEC's list contained the company. */
  readonly listedOn?: string | undefined;
  /**
   * Date of the form by which the company was delisted. Empty if the company has a ticker or has
   * not filed such a form.
   */
  readonly delistedOn?: string | undefined;
  readonly sic?: string | undefined;
  readonly sicDescription?: string | undefined;
  readonly country?: string | undefined;
  readonly website?: string | undefined;
  readonly fiscalYearEnd?: string | undefined;
  readonly stateOfIncorporation?: string | undefined;
  readonly formerNames?: readonly string[] | undefined;
  /**
   * Former tickers of the company. `until` is the first day on which the SEC's list did not contain
   * the ticker.
   */
  readonly formerTickers?: readonly FormerTicker[] | undefined;
  /** Whether the company is the lead sponsor of an interventional trial of a drug or biologic. */
  readonly leadsTrial?: true | undefined;
  /** Newest publication date of the company's documents that state a PDUFA date. */
  readonly pdufaOn?: string | undefined;
}

/** Merges new data about a company into known data. A new value replaces a known value. */
export function mergeNotes(known: CompanyNote | undefined, news: CompanyNote): CompanyNote {
  const defined = Object.entries(news).filter(([, value]) => value !== undefined);
  const merged = { ...known, ...Object.fromEntries(defined) } as CompanyNote;
  const given = givenUp(known, news);
  if (given.length > 0) {
    Object.assign(merged, { formerTickers: [...(known?.formerTickers ?? []), ...given] });
  }
  const days = [known?.pdufaOn, news.pdufaOn].filter((day) => day !== undefined).sort();
  return days.length > 0 ? { ...merged, pdufaOn: days.at(-1) } : merged;
}

/**
 * Returns the tickers that a company has lost: known tickers that a newer list of the SEC no longer
 * states for the company.
 */
function givenUp(
  known: CompanyNote | undefined,
  { tickers, listedOn }: CompanyNote,
): FormerTicker[] {
  if (tickers === undefined || listedOn === undefined) return [];
  const gone = (known?.tickers ?? []).filter((ticker) => !tickers.includes(ticker));
  return gone.map((ticker) => ({ ticker, until: listedOn }));
}

/** A synced company with one of its tickers. */
export interface Member extends CompanyNote {
  readonly name: string;
  readonly ticker: string;
  /** Priority of requests about the company. 0 is the highest priority. */
  readonly rank: number;
}

/** The data about companies that sources use to plan requests and to read responses. */
export interface Companies {
  /** The synced companies in the order of requests. */
  readonly universe: readonly Member[];
  /** Number of companies in the SEC's list. */
  readonly listed: number;
  note(cik: string): CompanyNote | undefined;
  /** Returns the CIK of the listed company that a sponsor's name refers to. */
  cikOfName(name: string): string | undefined;
  /** Returns the ticker of a listed company. */
  tickerOfCik(cik: string): string | undefined;
  /** Maps each former ticker to the companies that had the ticker. */
  readonly formerBearers: ReadonlyMap<string, readonly FormerBearer[]>;
}

export interface FormerBearer {
  readonly cik: string;
  /** First day on which the company no longer had the ticker, `YYYY-MM-DD`. */
  readonly until: string;
}
