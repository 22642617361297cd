import { PDUFA_DAYS } from '../../domain/companies/membership.ts';
import { isTradeCode, RESEARCH_CODE } from '../../domain/companies/sic.ts';
import { type SponsorIndex, sponsorIndex, tickerOf } from '../../domain/companies/sponsors.ts';
import { shiftDays } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Companies, CompanyNote } from '../../sources/company-notes.ts';

/** Minimum of a plausible number of companies. A smaller number means that a feed has changed. */
const MIN_UNIVERSE = 400;
/** Maximum of a plausible number of companies. */
const MAX_UNIVERSE = 1_500;
/**
 * If a company is missing from the SEC's company list for this many days, it is considered
 * delisted.
 */
const ABSENT_DAYS = 14;

const exchanges = new Set(['Nasdaq', 'NYSE', 'CBOE']);

/**
 * Whether a company is synced.
 *
 * - A pharmaceutical company on Nasdaq, NYSE or CBOE is synced.
 * - A commercial research laboratory on these exchanges is synced if it is the lead sponsor of a
 * trial or mentions a PDUFA date.
 * - A company of unknown industry on these exchanges is synced if it is a lead sponsor or has a
 * pharmaceutical name.
 * - Any other company is synced only if it is a lead sponsor and mentions a PDUFA date.
 *
 * A company that is missing from the newest list is considered delisted after fourteen days. If the
 * SEC has a delisting form, the company is considered delisted at once.
 */
export function belongs(
  note: CompanyNote,
  { listedSince, newest, today }: { listedSince: string; newest: string; today: string },
): boolean {
  const { listedOn = '' } = note;
  if (note.tickers === undefined || listedOn < listedSince) return false;
  if (note.delistedOn && listedOn < newest) return false;
  const leadsTrial = note.leadsTrial === true;
  const namesPdufa = (note.pdufaOn ?? '') >= shiftDays(today, -PDUFA_DAYS);
  if (leadsTrial && namesPdufa) return true;
  if (!exchanges.has(note.exchange ?? '')) return false;
  if (note.sic === undefined) return leadsTrial || hasPharmaName(note.name ?? '');
  if (note.sic === RESEARCH_CODE) return leadsTrial || namesPdufa;
  return isTradeCode(note.sic);
}

/**
 * Whether a company name contains a word that is typical of biotech and pharma companies. Two
 * thirds of their names contain such a word.
 */
function hasPharmaName(name: string): boolean {
  return /\b(?:bio\w*|\w*pharm\w*|\w*therapeutics?|\w*genetics|\w*gen(?:ics|omics|e|ix)?|\w*immun\w*|oncolog\w*|medicines?|vaccines?|\w*cell|\w*cure|neuro\w*|\w*rna)\b/i.test(
    name,
  );
}

/**
 * Selects the companies to sync.
 * @param wanted tickers of the only companies to select, in any industry; if absent, `belongs`
 * selects the companies
 */
export function companiesOf(
  notes: ReadonlyMap<string, CompanyNote>,
  today: string,
  wanted?: ReadonlySet<string>,
): Companies {
  const all = [...notes.values()];
  const newest = all.reduce((day, { listedOn = '' }) => (listedOn > day ? listedOn : day), '');
  const listedSince = newest === '' ? '' : shiftDays(newest, -ABSENT_DAYS);
  const names = indexOf(all);
  const universe = all
    .filter((note) =>
      wanted
        ? (note.tickers ?? []).some((ticker) => wanted.has(ticker))
        : belongs(note, { listedSince, newest, today }),
    )
    .sort(byPriority)
    .map((note, rank) => {
      const ticker = names().byCik.get(note.cik) ?? '';
      return { ...note, rank, name: note.name ?? ticker, ticker };
    });
  return {
    universe,
    listed: all.filter(({ listedOn }) => newest !== '' && listedOn === newest).length,
    note: (cik) => notes.get(cik),
    tickerOfCik: (cik) => names().byCik.get(cik),
    formerBearers: groupBy(
      all.flatMap(({ cik, formerTickers = [] }) =>
        formerTickers.map(({ ticker, until }) => ({ ticker, cik, until })),
      ),
      ({ ticker }) => ticker,
    ),
    cikOfName(name) {
      const ticker = tickerOf(names(), name);
      return ticker === undefined ? undefined : names().cikOf.get(ticker);
    },
  };
}

/**
 * Returns why a number of companies is implausible, or undefined if the number is plausible.
 * @param before previous number of companies, 0 for none
 */
export function refusalOf(members: number, before: number): string | undefined {
  if (before > 0 && members < before / 2) {
    return `the number of companies would fall from ${before} to ${members}, so a feed has probably changed`;
  }
  if (members >= MIN_UNIVERSE && members <= MAX_UNIVERSE) return undefined;
  return `there would be ${members} companies instead of ${MIN_UNIVERSE} to ${MAX_UNIVERSE}, so a feed has probably changed`;
}

/** Sorts companies by newest PDUFA date, then by whether they lead a trial, then by size. */
function byPriority(a: CompanyNote, b: CompanyNote): number {
  const [mine = '', theirs = ''] = [a.pdufaOn, b.pdufaOn];
  if (mine !== theirs) return mine > theirs ? -1 : 1;
  if (a.leadsTrial !== b.leadsTrial) return a.leadsTrial ? -1 : 1;
  return (a.place ?? 0) - (b.place ?? 0) || (a.cik < b.cik ? -1 : 1);
}

type Index = SponsorIndex & { readonly cikOf: ReadonlyMap<string, string> };

/**
 * Returns a function that returns an index of about ten thousand names. The index is built on the
 * first call.
 */
function indexOf(notes: readonly CompanyNote[]): () => Index {
  let made: Index | undefined;
  return () => {
    if (made) return made;
    const tickers = notes.flatMap(({ cik, name = '', tickers: own = [], formerNames: aliases }) =>
      own.map((ticker) => ({ ticker, name, cik, ...(aliases ? { aliases } : {}) })),
    );
    const cikOf = new Map(tickers.map(({ ticker, cik }) => [ticker, cik]));
    made = { ...sponsorIndex(tickers), cikOf };
    return made;
  };
}
