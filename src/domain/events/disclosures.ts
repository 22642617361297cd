import type { Fact } from '../../facts/fact-kinds.ts';
import { withoutTrade, wordsOf } from '../companies/company-names.ts';
import type { Made } from './catalysts.ts';
import { type Cluster, clustersOf, firstOf, surestOf } from './cluster.ts';
import { detailText, detailUsd, evidenceOf, type Statement } from './statement.ts';

/** Our choice: proposal, pricing and closing of an offering follow within two weeks. */
const OFFERING_DAYS = 14;
/** Our choice: an event told again within a month is one; a report of the next quarter is another. */
const FILING_DAYS = 31;
/** Our choice: a deal closes within this many days of its announcement. */
const DEAL_DAYS = 540;

/** The form of a statement whose document states none. */
const NO_FORM = 'press release';

const offeringTypes: Readonly<Record<string, string>> = {
  'registered direct': 'registered_direct',
  'private placement': 'pipe',
  ATM: 'at_the_market',
  'warrant exercise': 'warrants',
  public: 'follow_on',
};

/** Capital raised. */
export function offeringFacts(statements: readonly Statement[]): Made<Fact<'offerings'>>[] {
  const own = statements.filter(({ type }) => type === 'offering');
  const isAtm = (one: Statement) => detailText(one, 'kind') === 'ATM';
  return clustersOf(own, (one) => String(isAtm(one)), OFFERING_DAYS).map((cluster) => {
    const first = cluster.statements[0]!;
    const kind = firstOf(cluster, (one) => detailText(one, 'kind'));
    const shares = firstOf(cluster, ({ detail }) =>
      typeof detail.shares === 'number' ? detail.shares : null,
    );
    return {
      ticker: first.ticker,
      form_type: first.form ?? NO_FORM,
      offering_type: offeringTypes[kind ?? ''] ?? null,
      is_atm: isAtm(first),
      filed_at: cluster.day,
      offering_amount_usd: firstOf(cluster, (one) => detailUsd(one, 'amount')),
      price_usd: firstOf(cluster, (one) => detailUsd(one, 'price')),
      shares_offered: shares,
      accession: null,
      ...evidenceOf(surestOf(cluster)),
    };
  });
}

const filingEvents: ReadonlySet<string> = new Set([
  'going_concern',
  'exchange_deficiency',
  'deficiency_cured',
  'reverse_split',
  'clinical_hold',
  'hold_lifted',
]);

/** What a company disclosed of doubts, exchanges, splits and holds. */
export function filingEventFacts(statements: readonly Statement[]): Made<Fact<'filing_events'>>[] {
  const own = statements.filter(({ type }) => filingEvents.has(type));
  return clustersOf(own, ({ type }) => type, FILING_DAYS).map((cluster) => {
    const first = cluster.statements[0]!;
    return {
      ticker: first.ticker,
      event: first.type,
      filed_at: cluster.day,
      form_type: first.form ?? NO_FORM,
      detail: surestOf(cluster).sentence,
      ...evidenceOf(surestOf(cluster)),
    };
  });
}

/** The two sides of a deal. */
interface Parties {
  readonly acquirer: string;
  readonly target: string;
}

/**
 * Acquisitions and licences of a company. One whose parties cannot be told is none.
 *
 * @param company the company's name; undefined where it is not known
 */
export function dealFacts(
  statements: readonly Statement[],
  company: string | undefined,
): Made<Fact<'deals'>>[] {
  const parties = new Map<Statement, Parties>();
  for (const statement of statements) {
    const found = partiesOf(statement, company);
    if (found) parties.set(statement, found);
  }
  const keyOf = (one: Statement) => {
    const { acquirer, target } = parties.get(one)!;
    // A company is bought by one buyer, whatever else a headline puts before its name.
    const buyer = one.type === 'acquisition' ? '' : companyKey(acquirer);
    return `${one.type} ${buyer} ${companyKey(target)}`;
  };
  return clustersOf([...parties.keys()], keyOf, DEAL_DAYS).map((cluster) => {
    const named = cluster.statements.map((one) => parties.get(one)!);
    const shortest = named.reduce((best, one) =>
      one.acquirer.length < best.acquirer.length ? one : best,
    );
    return dealOf(cluster, { acquirer: shortest.acquirer, target: named[0]!.target }, company);
  });
}

function dealOf(
  cluster: Cluster,
  parties: Parties,
  company: string | undefined,
): Made<Fact<'deals'>> {
  const first = cluster.statements[0]!;
  const { ticker } = first;
  const isOwn = (name: string) => company !== undefined && isSameCompany(name, company);
  const closed = cluster.statements.find((one) => detailText(one, 'stage') === 'completed');
  return {
    ...parties,
    acquirerTicker: isOwn(parties.acquirer) ? ticker : null,
    targetTicker: isOwn(parties.target) ? ticker : null,
    dealType: first.type === 'acquisition' ? 'acquisition' : 'licensing',
    status: closed ? 'closed' : 'announced',
    announcedDate: cluster.day,
    closedDate: closed?.published ?? null,
    upfrontValue: firstOf(cluster, (one) => detailUsd(one, 'upfront')),
    totalValue: firstOf(cluster, (one) => detailUsd(one, 'amount')),
    leadAsset: firstOf(cluster, ({ drug }) => drug),
    ...evidenceOf(surestOf(cluster)),
  };
}

/**
 * Who buys or licenses from whom. A side that the sentence leaves out is the company itself; where it
 * is on neither side, or the direction of a licence is not told, there are none.
 */
function partiesOf(statement: Statement, company: string | undefined): Parties | null {
  if (statement.type === 'licence') return licenceParties(statement, company);
  if (statement.type !== 'acquisition') return null;
  const [acquirer, target] = [detailText(statement, 'acquirer'), detailText(statement, 'target')];
  const isOwn = (name: string | null) =>
    name !== null && company !== undefined && isSameCompany(name, company);
  if (acquirer && target) {
    const concerns = company === undefined || isOwn(acquirer) || isOwn(target);
    return concerns && !isGeneric(target) ? { acquirer, target } : null;
  }
  if (company === undefined) return null;
  if (target && !isOwn(target) && !isGeneric(target)) return { acquirer: company, target };
  return acquirer && !isOwn(acquirer) ? { acquirer, target: company } : null;
}

function licenceParties(statement: Statement, company: string | undefined): Parties | null {
  const other = detailText(statement, 'counterparty');
  if (!other || company === undefined || isSameCompany(other, company)) return null;
  const { sentence } = statement;
  const isIn =
    /\bin-licen|\blicens\w+ [^.;]{0,60}\bfrom\b|\b(?:obtain|acquir|secur|gain)\w*\b[^.;]{0,60}\brights\b/i.test(
      sentence,
    );
  const isGranted =
    /\bgrant(?:s|ed|ing)?\b(.{0,40})/i.exec(sentence)?.[1]?.includes(other) ?? false;
  const isOut = isGranted || /\bout-licen|\b[Ll]icens\w+ [^.;]{0,60}\bto [A-Z]/.test(sentence);
  if (isIn === isOut) return null;
  return isIn ? { acquirer: company, target: other } : { acquirer: other, target: company };
}

/** "biotech company" names nobody. */
function isGeneric(name: string): boolean {
  return !/[A-Z]/.test(name);
}

/** The key under which two names of a company meet: without its legal form and its trade. */
export function companyKey(name: string): string {
  return withoutTrade(wordsOf(name)).join('');
}

/** Our choice: a name that begins as the other does is the same company's. */
export function isSameCompany(a: string, b: string): boolean {
  const [mine, theirs] = [companyKey(a), companyKey(b)];
  const [short, long] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine];
  return short.length >= MIN_NAME && long.startsWith(short);
}
const MIN_NAME = 3;
