import { isTradeWord, wordsOf } from '../../domain/companies/company-names.ts';
import { compareText } from '../../domain/compare-text.ts';
import { indexed } from '../../domain/directory/directory.ts';
import type { Entry, IndexedEntry } from '../../domain/directory/name-index.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isOtherClass } from '../../domain/ownership/fund-filings.ts';
import { withoutClass } from '../../domain/ownership/securities.ts';
import { nameKey, namesWithin } from '../../domain/programs/drug-names.ts';
import { approvalFacts } from '../approval/approval-facts.ts';
import { fdaDecisions, otherDecisions } from '../approval/decisions.ts';
import type { FdaDecision } from '../approval/fda-decision.ts';
import type { Refresh } from '../computation.ts';
import { fundNames } from '../ownership/funds.ts';
import { programs } from '../programs/programs.ts';

/** Entries that clients can search by name: listed companies, their drugs, and funds. */
export function directory(refresh: Refresh): readonly IndexedEntry[] {
  const funds = refresh
    .memo(fundNames)
    .map(({ cik, fund_name }) => ({ kind: 'fund' as const, key: String(cik), name: fund_name }));
  return [...companyEntries(refresh), ...drugEntries(refresh), ...funds].map(indexed);
}

/**
 * Directory entries for tickers that occur in records but in no company list. The names in an entry
 * come from lists of securities and from texts that name no other ticker. If there are no names,
 * the ticker is used as the name. If a list of securities states a current or former name of a
 * known company, the entry's main ticker is the ticker of this company.
 */
export function unlistedEntries(refresh: Refresh, tickers: readonly string[]) {
  if (tickers.length === 0) return [];
  const [listed, written] = [refresh.memo(securityNames), issuerNames(refresh, new Set(tickers))];
  return tickers.map((key) => {
    const securities = listed.get(key) ?? [];
    const [name = key, ...otherNames] = new Set([...securities, ...(written.get(key) ?? [])]);
    const [mainTicker] = securities.flatMap((one) => refresh.universe.issuer(undefined, one) ?? []);
    return indexed({
      kind: 'ticker',
      key,
      ticker: key,
      name,
      ...(mainTicker ? { mainTicker } : {}),
      ...(otherNames.length > 0 ? { otherNames } : {}),
    });
  });
}

/**
 * The names of each ticker in lists of securities, newest first. Warrants, notes and the like are
 * omitted.
 */
function securityNames({ facts }: Refresh): ReadonlyMap<string, readonly string[]> {
  const newestFirst = facts
    .all('securities')
    .flatMap(({ ticker, name, seen_date }) =>
      ticker && name && !isOtherClass(name)
        ? [{ ticker, name: withoutClass(name), seen_date }]
        : [],
    )
    .sort((a, b) => compareText(b.seen_date, a.seen_date) || compareText(a.name, b.name));
  return new Map(
    [...groupBy(newestFirst, ({ ticker }) => ticker)].map(([ticker, own]) => [
      ticker,
      own.map(({ name }) => name),
    ]),
  );
}

/** The issuers of texts, by ticker. Only texts with exactly one ticker are used. */
function issuerNames({ facts }: Refresh, own: ReadonlySet<string>) {
  const names = new Map<string, Set<string>>();
  for (const { tickers, issuer_name } of facts.each('news')) {
    const [ticker = '', ...others] = tickers ?? [];
    if (!issuer_name || others.length > 0 || !own.has(ticker)) continue;
    names.set(ticker, (names.get(ticker) ?? new Set()).add(issuer_name));
  }
  return names;
}

function companyEntries({ memo, universe }: Refresh): readonly Entry[] {
  const securities = memo(securityNames);
  const biotechs = new Set(universe.companies.map(({ ticker }) => ticker));
  return universe.known.map(({ ticker, name, cik, aliases, former_names, former_tickers }) => {
    const names = [...(aliases ?? []), ...(former_names ?? [])];
    const listed = securities.get(ticker) ?? [];
    const otherNames = [...names, ...listed.filter((one) => isOtherName(one, [name, ...names]))];
    const mainTicker = universe.tickerOfCik(cik) ?? ticker;
    return {
      kind: 'ticker' as const,
      key: ticker,
      ticker,
      name,
      ...(mainTicker === ticker ? {} : { mainTicker }),
      ...(biotechs.has(mainTicker) ? {} : { isOther: true as const }),
      ...(otherNames.length > 0 ? { otherNames } : {}),
      ...(former_tickers?.length ? { formerTickers: former_tickers } : {}),
    };
  });
}

/**
 * Whether a name in a list of securities is another name of a company. Our choice: it must start
 * with the same word as a known name, because another company may have had the ticker before.
 */
function isOtherName(name: string, known: readonly string[]): boolean {
  const words = wordsOf(name);
  const others = known.map(wordsOf);
  return (
    !isTradeWord(words[0] ?? '') &&
    others.some(([first]) => first === words[0]) &&
    !others.some((one) => one.join() === words.join())
  );
}

/** The names of a drug in one record. */
interface Mention {
  readonly ticker: string;
  readonly names: readonly string[];
  readonly about: readonly string[];
}

/**
 * The drugs of each company, each with all names that the company's records use for it. The drugs
 * of applicants that are not in the store come last.
 */
function drugEntries(refresh: Refresh): readonly Entry[] {
  const byCompany = groupBy(mentions(refresh), ({ ticker }) => ticker);
  const decided = refresh
    .memo(otherDecisions)
    .map((one) => ({ owner: one.applicant, ...about(one) }));
  const labeled = approved(refresh).filter(({ ticker, isGeneric }) => !ticker && !isGeneric);
  const others = groupBy(
    [...decided, ...labeled, ...designated(refresh).filter(({ ticker }) => !ticker)],
    ({ owner }) => owner ?? '',
  );
  return [
    ...[...byCompany].flatMap(([ticker, own]) => joined(own).map((drug) => ({ ...drug, ticker }))),
    ...[...others].flatMap(([owner, own]) =>
      joined(own).map((drug) => (owner ? { ...drug, owner } : drug)),
    ),
  ];
}

function about({
  names,
  indication,
  application_number,
}: Pick<FdaDecision, 'names' | 'indication'> & {
  readonly application_number?: string | null;
}) {
  return { names, about: present(indication, application_number) };
}

/** Designated drugs with their generic and trade names. */
function designated({ facts, universe }: Refresh) {
  return facts.all('designations').map((one) => ({
    ticker: universe.ticker(one.ticker, one.sponsor_name),
    owner: one.sponsor_name ?? null,
    ...about({ names: present(one.drug_name, one.trade_name), indication: one.indication ?? null }),
  }));
}

/** Approved drugs with their brand names and ingredients. */
function approved({ memo, universe }: Refresh) {
  return memo(approvalFacts).map((one) => ({
    ticker: universe.ticker(one.ticker, one.sponsor_name),
    owner: one.sponsor_name ?? null,
    isGeneric: one.application_type === 'ANDA',
    names: present(one.drug_name, ...(one.active_ingredients ?? [])),
    about: present(one.indication, one.application_number),
  }));
}

function present(...texts: readonly (string | null | undefined)[]): readonly string[] {
  return texts.filter((text): text is string => Boolean(text));
}

function mentions(refresh: Refresh): readonly Mention[] {
  const { facts } = refresh;
  const developed = refresh.memo(programs).map((one) => ({
    ticker: one.ticker,
    names: [one.drug_name, ...(one.other_names ?? [])].flatMap(ownNames),
    about: present(one.indication, one.mechanism),
  }));
  const dated = facts.all('catalysts').map((one) => ({
    ticker: one.ticker,
    names: one.drugname ? ownNames(one.drugname) : [],
    about: present(one.treatment),
  }));
  const reported = reportedNames(refresh).map(([ticker, name]) => ({
    ticker,
    names: [name],
    about: [],
  }));
  const decided = refresh.memo(fdaDecisions).map(({ names, ...one }) => ({
    ticker: one.ticker,
    names: names.flatMap(ownNames),
    about: present(one.indication),
  }));
  const lists = [developed, dated, approved(refresh), decided, designated(refresh), reported];
  return lists
    .flat()
    .flatMap(({ ticker, names, about }) =>
      ticker && names.length > 0 ? { ticker, names, about } : [],
    );
}

/** Drug names in adverse event reports, as distinct pairs of ticker and name. */
function reportedNames({ facts, universe }: Refresh): readonly (readonly [string, string])[] {
  const names = new Map<string, Set<string>>();
  for (const { ticker: own, manufacturer, drug_name } of facts.each('adverse_events')) {
    const ticker = universe.ticker(own, manufacturer);
    if (ticker && drug_name) names.set(ticker, (names.get(ticker) ?? new Set()).add(drug_name));
  }
  return [...names].flatMap(([ticker, own]) => [...own].map((name) => [ticker, name] as const));
}

/**
 * The separate names in a combined drug name. A name that is not combined is returned unchanged.
 */
function ownNames(name: string): readonly string[] {
  const within = namesWithin(name);
  return within.length > 0 ? within : [name];
}

/**
 * Merges mentions that share a name into one drug. The first mention gives the drug's display name.
 */
function joined(own: readonly Omit<Mention, 'ticker'>[]): readonly Omit<Entry, 'ticker'>[] {
  const drugs: { names: Map<string, string>; about: Set<string> }[] = [];
  const byName = new Map<string, (typeof drugs)[number]>();
  for (const { names, about } of own) {
    const keyed = names.map((name) => [nameKey(name), name] as const).filter(([key]) => key !== '');
    if (keyed.length === 0) continue;
    const drug = keyed.map(([key]) => byName.get(key)).find((one) => one !== undefined) ?? {
      names: new Map<string, string>(),
      about: new Set<string>(),
    };
    if (drug.names.size === 0) drugs.push(drug);
    for (const [key, name] of keyed) {
      if (!drug.names.has(key)) drug.names.set(key, name);
      byName.set(key, byName.get(key) ?? drug);
    }
    for (const text of about) drug.about.add(text);
  }
  return drugs.map(({ names, about }) => {
    const [name = '', ...otherNames] = names.values();
    return {
      kind: 'drug' as const,
      key: name,
      name,
      ...(otherNames.length > 0 ? { otherNames } : {}),
      ...(about.size > 0 ? { about: [...about] } : {}),
    };
  });
}
