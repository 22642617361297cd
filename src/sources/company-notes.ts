/** A ticker that a company gave up. */
interface FormerTicker {
  readonly ticker: string;
  /** `YYYY-MM-DD`, the first day on which it was no longer its own. */
  readonly until: string;
}

/** What is known of a company, listed or not, from every source that names it by its CIK. */
export interface CompanyNote {
  /** Without leading zeros. */
  readonly cik: string;
  readonly name?: string | undefined;
  /** Its tickers, as the SEC lists them. */
  readonly tickers?: readonly string[] | undefined;
  readonly exchange?: string | undefined;
  /** Place of its first ticker in the SEC's list. */
  readonly place?: number | undefined;
  /** Newest day on which the SEC's list named it. */
  readonly listedOn?: string | undefined;
  /** Day of the form by which it left its exchange, where the SEC lists it no more; empty where it does. */
  readonly delistedOn?: string | undefined;
  readonly sic?: string | undefined;
  readonly sicDescription?: string | undefined;
  readonly country?: string | undefined;
  readonly website?: string | undefined;
  readonly formerNames?: readonly string[] | undefined;
  /** Tickers that it bore, each until the day on which the SEC's list no longer named it. */
  readonly formerTickers?: readonly FormerTicker[] | undefined;
  /** It leads an interventional trial of a drug or a biologic. */
  readonly leadsTrial?: true | undefined;
  /** Newest day on which a document of its own named a PDUFA date. */
  readonly pdufaOn?: string | undefined;
}

/** What is newly known stands over what was; what it does not say stays. */
export function mergeNotes(known: CompanyNote | undefined, news: CompanyNote): CompanyNote {
  const said = Object.entries(news).filter(([, value]) => value !== undefined);
  const merged = { ...known, ...Object.fromEntries(said) } as CompanyNote;
  const given = givenUp(known, news);
  if (given.length > 0) {
    Object.assign(merged, { formerTickers: [...(known?.formerTickers ?? []), ...given] });
  }
  const days = [known?.pdufaOn, news.pdufaOn].filter((day) => day !== undefined).sort();
  return days.length > 0 ? { ...merged, pdufaOn: days.at(-1) } : merged;
}

/** The tickers that a newer list no longer has. */
function givenUp(
  known: CompanyNote | undefined,
  { tickers, listedOn }: CompanyNote,
): FormerTicker[] {
  if (tickers === undefined || listedOn === undefined) return [];
  const gone = (known?.tickers ?? []).filter((ticker) => !tickers.includes(ticker));
  return gone.map((ticker) => ({ ticker, until: listedOn }));
}

/** A listed company that belongs, with its one ticker and its place. */
export interface Member extends CompanyNote {
  readonly name: string;
  readonly ticker: string;
  /** 0 is asked first. */
  readonly rank: number;
}

/** Companies as sources see them. */
export interface Companies {
  /** Those that belong, in the order in which they are asked. */
  readonly universe: readonly Member[];
  /** Companies that the SEC's list names. */
  readonly listed: number;
  note(cik: string): CompanyNote | undefined;
  /** The listed company that a sponsor's name stands for. */
  cikOfName(name: string): string | undefined;
  /** The ticker that stands for a listed company. */
  tickerOfCik(cik: string): string | undefined;
  /** Who gave a ticker up, each with the first day on which it was no longer its own. */
  readonly formerBearers: ReadonlyMap<string, readonly FormerBearer[]>;
}

export interface FormerBearer {
  readonly cik: string;
  /** `YYYY-MM-DD` */
  readonly until: string;
}
