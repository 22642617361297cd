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
  readonly sic?: string | undefined;
  readonly sicDescription?: string | undefined;
  readonly country?: string | undefined;
  readonly website?: string | undefined;
  readonly formerNames?: readonly string[] | undefined;
  /** It leads an interventional trial of a drug or a biologic. */
  readonly leadsTrial?: true | undefined;
  /** Newest day on which a document of its own named a PDUFA date. */
  readonly pdufaOn?: string | undefined;
}

/** What is newly known stands over what was; what it does not say stays. */
export function mergeNotes(known: CompanyNote | undefined, news: CompanyNote): CompanyNote {
  const said = Object.entries(news).filter(([, value]) => value !== undefined);
  const merged = { ...known, ...Object.fromEntries(said) } as CompanyNote;
  const days = [known?.pdufaOn, news.pdufaOn].filter((day) => day !== undefined).sort();
  return days.length > 0 ? { ...merged, pdufaOn: days.at(-1) } : merged;
}
