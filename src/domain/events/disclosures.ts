import type { Fact } from '../../facts/fact-kinds.ts';
import { withoutTrade, wordsOf } from '../companies/company-names.ts';
import { daysBetween } from '../dates.ts';
import type { Made } from './catalysts.ts';
import { bestSource, type Cluster, clustersOf, firstOf } from './cluster.ts';
import type { Assigned } from './drugs.ts';
import {
  dayReported,
  detailNumber,
  detailText,
  detailUsd,
  evidenceOf,
  type ReadDocument,
  type Statement,
  UNKNOWN_FORM,
} from './statement.ts';

/**
 * Our choice: statements about the proposal, the pricing and the closing are about the same
 * offering if they are within this many days of the first one.
 */
const OFFERING_DAYS = 14;
/**
 * Our choice: statements within this many days of the first one are about the same filing event.
 */
const FILING_DAYS = 31;
/** Our choice: statements within this many days of the first one are about the same deal. */
const DEAL_DAYS = 366;

/**
 * Our choice: minimum length of a company name that can match a longer name with the same
 * beginning.
 */
const MIN_NAME = 3;

const offeringTypes: Readonly<Record<string, string>> = {
  'registered direct': 'registered_direct',
  'private placement': 'pipe',
  ATM: 'at_the_market',
  'warrant exercise': 'warrants',
  IPO: 'initial_public_offering',
  'convertible notes': 'convertible_notes',
  public: 'follow_on',
};

export function offeringFacts(statements: readonly Statement[]): Made<Fact<'offerings'>>[] {
  const offerings = statements.filter(({ type }) => type === 'offering');
  const isAtm = (one: Statement) => detailText(one, 'kind') === 'ATM';
  return clustersOf(offerings, (one) => String(isAtm(one)), OFFERING_DAYS).flatMap(
    ({ statements: all }) => {
      const [proposed, sold] = [true, false].map((is) =>
        all.filter((one) => (stageOf(one) === 'proposed') === is),
      );
      return [proposed!, sold!].flatMap((some) => (some.length > 0 ? offeringOf(some, all) : []));
    },
  );
}

const stageOf = (one: Statement) => detailText(one, 'stage');
const has = (amount: string) => (one: Statement) => detailNumber(one, amount) !== null;

/**
 * Computes the record of a proposed or a completed offering. Our choice: the day, the terms and the
 * source come from the statement about the pricing. Terms that this statement lacks come from the
 * other statements.
 * @param some the statements about the proposal, or the statements about the sale
 * @param all the statements about the offering, including `some`
 */
function offeringOf(some: readonly Statement[], all: readonly Statement[]) {
  const priced = some.filter((one) => stageOf(one) === 'priced');
  const own = priced.length > 0 ? priced : some;
  const first = own[0]!;
  const isProposal = stageOf(first) === 'proposed';
  const best = bestSource({ statements: own }, has('upfront'), has('amount'), has('price'));
  const statements = [...new Set([best, ...own, ...some])];
  const kind = firstOf({ statements: [...statements, ...all] }, (one) => detailText(one, 'kind'));
  const closing = some.find((one) => stageOf(one) === 'closed' && !own.includes(one));
  const currency = firstOf({ statements }, (one) => detailText(one, 'currency')) ?? 'USD';
  const isUsd = currency === 'USD';
  const stated = statements.filter((one) => (detailText(one, 'currency') ?? currency) === currency);
  const term = (name: string) => firstOf({ statements: stated }, (one) => detailNumber(one, name));
  // The upfront amount is preferred. The full amount also depends on later events, such as the
  // exercise of warrants.
  const amount = term('upfront') ?? term('amount');
  return {
    ticker: first.ticker,
    form_type: first.form ?? UNKNOWN_FORM,
    offering_type: isProposal ? 'proposed' : (offeringTypes[kind ?? ''] ?? null),
    is_atm: kind === 'ATM',
    filed_at: dayReported(first),
    offering_amount_usd: isUsd ? amount : null,
    price_usd: isUsd ? term('price') : null,
    currency,
    offering_amount: isUsd ? null : amount,
    price: isUsd ? null : term('price'),
    shares_offered: term('shares'),
    prefunded_warrants: term('prefunded'),
    warrants_offered: term('warrants'),
    warrant_exercise_price: term('strike'),
    closed_at: closing ? dayReported(closing) : null,
    closed_amount_usd: closing ? detailUsd(closing, 'amount') : null,
    closed_url: closing?.source_url ?? null,
    accession: null,
    ...evidenceOf(best),
  };
}

/** The event that each type of statement reports. */
const filingEvents: Readonly<Record<string, string>> = {
  going_concern: 'going_concern',
  exchange_deficiency: 'exchange_deficiency',
  deficiency_cured: 'deficiency_cured',
  reverse_split: 'reverse_split',
  clinical_hold: 'clinical_hold',
  hold_lifted: 'hold_lifted',
  nda_bla_submitted: 'application_submitted',
  nda_bla_accepted: 'application_accepted',
  withdrawn: 'application_withdrawn',
  refuse_to_file: 'application_not_filed',
  pdufa_extended: 'application_extended',
};

/** Matches the events that are about one drug. */
const OF_DRUG = /^(?:clinical_hold|hold_lifted|application_\w+)$/;

/**
 * Returns the events that texts disclose. An event has a drug if it is clear which drug is meant.
 * An event about an application is omitted if its drug is unclear. A clinical hold whose drug is
 * unclear is omitted if another hold at about the same time names a drug. The ends of holds are
 * treated in the same way.
 */
export function filingEventFacts(served: readonly Assigned[]): Made<Fact<'filing_events'>>[] {
  const assigned = new Map(served.map((one) => [one.statement, one]));
  const events = [...assigned.keys()].filter((one) => eventOf(one) !== undefined);
  const drugOf = (one: Statement) =>
    OF_DRUG.test(eventOf(one)!) ? (assigned.get(one)!.drugKey ?? '') : '';
  const keyOf = (one: Statement) => `${eventOf(one)} ${drugOf(one)}`;
  const facts = clustersOf(events, keyOf, FILING_DAYS).map((cluster) => {
    const best = bestSource(cluster);
    return {
      ticker: best.ticker,
      event: eventOf(best)!,
      drug_name: drugOf(best) ? assigned.get(best)!.drug : null,
      filed_at: cluster.day,
      ...(best.type === 'reverse_split' ? { effective_date: firstOf(cluster, dayOf) } : {}),
      form_type: best.form ?? UNKNOWN_FORM,
      detail: best.sentence,
      ...evidenceOf(best),
    };
  });
  const isNamed = ({ event, drug_name }: FilingEvent) =>
    drug_name !== null || !event.startsWith('application_');
  return facts.filter(
    (one) => isNamed(one) && (one.drug_name || !facts.some((other) => names(other, one))),
  );
}

/**
 * The day that a statement states. Null if the statement has no date, or if its date is a period of
 * several days.
 */
function dayOf({ date }: Statement): string | null {
  return date !== null && date.from === date.to ? date.from : null;
}

/**
 * The event that a statement reports. Undefined if the statement is about an application to an
 * agency other than the FDA. Also undefined for a withdrawal of something other than an
 * application.
 */
function eventOf(statement: Statement): string | undefined {
  const event = filingEvents[statement.type];
  if (!event?.startsWith('application_')) return event;
  if (detailText(statement, 'agency') !== null) return undefined;
  const isApplication = detailText(statement, 'what') === 'application';
  return statement.type === 'withdrawn' && !isApplication ? undefined : event;
}

type FilingEvent = Fact<'filing_events'>;

function names(named: FilingEvent, other: FilingEvent): boolean {
  const days = Math.abs(daysBetween(named.filed_at, other.filed_at));
  return named.drug_name !== null && named.event === other.event && days <= FILING_DAYS;
}

/**
 * Matches the forms of annual and quarterly reports, which are searched for going-concern doubts.
 */
const REPORT = /^(?:10-(?:K|Q|KT)|20-F|40-F)/;

const isDoubt = ({ type, status }: ReadDocument['mentions'][number]) =>
  type === 'going_concern' && (status === 'announced' || status === 'historical');

/** Returns the searched reports that contain no going-concern doubt. */
export function cleanReportFacts(
  ticker: string,
  documents: readonly ReadDocument[],
): Made<Fact<'filing_events'>>[] {
  return documents
    .filter(({ form }) => REPORT.test(form ?? ''))
    .filter(({ mentions }) => !mentions.some(isDoubt))
    .map(({ form, published_date, source_url, source }) => ({
      ticker,
      event: 'going_concern_cleared',
      filed_at: published_date,
      form_type: form,
      source_url,
      source,
    }));
}

interface Parties {
  readonly acquirer: string;
  readonly target: string;
  /** Whether it is unclear which party is the licensor. */
  readonly isMutual?: boolean;
}

/**
 * Returns the acquisitions, licenses and partnerships of a company. If it is unclear who the
 * licensor is, a license is returned as a partnership, and the company is entered as the acquirer.
 * Statements that do not name both parties clearly are omitted.
 * @param company the name of the company; undefined if unknown
 */
export function dealFacts(
  statements: readonly Statement[],
  company: string | undefined,
): Made<Fact<'deals'>>[] {
  const parties = new Map<Statement, Parties>();
  for (const statement of statements) {
    const both = partiesOf(statement, company);
    if (both) parties.set(statement, both);
  }
  const partners = [...parties.keys()].flatMap((one) => partyIn(one, 'counterparty') ?? []);
  // The key of an acquisition does not contain the buyer, because headlines write the name of the
  // buyer in different ways.
  const keyOf = (one: Statement) =>
    one.type === 'licence'
      ? `licence ${shortestName(partyIn(one, 'counterparty')!, partners)}`
      : `${one.type} ${companyKey(parties.get(one)!.target)}`;
  return clustersOf([...parties.keys()], keyOf, DEAL_DAYS).map((cluster) => {
    const named = cluster.statements.map((one) => parties.get(one)!);
    const first = named.find(({ isMutual }) => !isMutual) ?? named[0]!;
    if (cluster.statements[0]!.type === 'licence') return dealOf(cluster, first, company);
    const shortest = named.reduce((best, one) =>
      one.acquirer.length < best.acquirer.length ? one : best,
    );
    return dealOf(cluster, { ...first, acquirer: shortest.acquirer }, company);
  });
}

/**
 * Returns the key of `name`, or a shorter key from `names`. A name in `names` is used only if all
 * its words occur in `name`: "Roche" for "Hoffmann-La Roche".
 */
function shortestName(name: string, names: readonly string[]): string {
  const words = new Set(wordsOf(name));
  return names
    .filter((other) => withoutTrade(wordsOf(other)).every((word) => words.has(word)))
    .map(companyKey)
    .reduce((best, key) => (key.length < best.length ? key : best), companyKey(name));
}

function dealOf(
  cluster: Cluster,
  { acquirer, target, isMutual }: Parties,
  company: string | undefined,
): Made<Fact<'deals'>> {
  const first = cluster.statements[0]!;
  const { ticker } = first;
  const isCompany = (name: string) => company !== undefined && isSameCompany(name, company);
  const closed = cluster.statements.find((one) => detailText(one, 'stage') === 'completed');
  const best = bestSource(cluster, has('amount'), has('upfront'));
  const statements = [best, ...cluster.statements];
  const license = isMutual ? 'partnership' : 'licensing';
  const upfrontValue = firstOf({ statements }, (one) => detailUsd(one, 'upfront'));
  return {
    acquirer,
    target,
    acquirerTicker: (isCompany(acquirer) && ticker) || null,
    targetTicker: (isCompany(target) && ticker) || null,
    dealType: first.type === 'acquisition' ? 'acquisition' : license,
    status: closed ? 'closed' : 'announced',
    announcedDate: cluster.statements.map(({ published }) => published).sort()[0]!,
    closedDate: closed ? dayReported(closed) : null,
    upfrontValue,
    milestoneValue: firstOf({ statements }, (one) => detailUsd(one, 'milestones')),
    // A headline can state the upfront payment as the price of the deal. An amount that equals the
    // upfront payment is therefore not used as the total value.
    totalValue: firstOf({ statements }, (one) => {
      const amount = detailUsd(one, 'amount');
      return amount === upfrontValue ? null : amount;
    }),
    leadAsset: firstOf(cluster, ({ drug }) => drug),
    ...evidenceOf(best),
  };
}

/** Whether a statement reports a deal of the company without naming the parties clearly. */
export function hasUnclearParties(statement: Statement, company: string | undefined): boolean {
  const isDeal = statement.type === 'licence' || statement.type === 'acquisition';
  const isOfOthers = ['acquirer', 'target'].every((role) => partyIn(statement, role));
  return isDeal && !isOfOthers && partiesOf(statement, company) === null;
}

/**
 * Returns the parties of a deal. If the sentence names only one party, the company of the document
 * is the other party. Returns null if the company is neither party.
 */
function partiesOf(statement: Statement, company: string | undefined): Parties | null {
  if (statement.type === 'licence') return licenseParties(statement, company);
  if (statement.type !== 'acquisition') return null;
  const [acquirer, target] = [partyIn(statement, 'acquirer'), partyIn(statement, 'target')];
  const isCompany = (name: string | null) =>
    name !== null && company !== undefined && isSameCompany(name, company);
  if (acquirer && target) {
    const isParty = company === undefined || isCompany(acquirer) || isCompany(target);
    return isParty && !isGeneric(target) ? { acquirer, target } : null;
  }
  if (company === undefined) return null;
  if (target && !isCompany(target) && !isGeneric(target)) return { acquirer: company, target };
  return acquirer && !isCompany(acquirer) ? { acquirer, target: company } : null;
}

function licenseParties(statement: Statement, company: string | undefined): Parties | null {
  const other = partyIn(statement, 'counterparty');
  if (!other || company === undefined || isSameCompany(other, company)) return null;
  const { sentence } = statement;
  const isIn =
    /\bin-licen|\blicens\w+ [^.;]{0,60}\bfrom\b|\b(?:obtain|acquir|secur|gain)\w*\b[^.;]{0,60}\brights\b/i.test(
      sentence,
    );
  const isGranted =
    /\bgrant(?:s|ed|ing)?\b(.{0,40})/i.exec(sentence)?.[1]?.includes(other) ?? false;
  const isOut = isGranted || /\bout-licen|\b[Ll]icens\w+ [^.;]{0,60}\bto [A-Z]/.test(sentence);
  const isLicensor = isOut && !isIn;
  return {
    ...(isLicensor ? { acquirer: other, target: company } : { acquirer: company, target: other }),
    isMutual: isIn === isOut,
  };
}

/**
 * Returns the party in a role. Prepositions, conjunctions and articles at the end of its name are
 * removed: `Othera` for "Othera and".
 */
function partyIn(statement: Statement, role: string): string | null {
  const party = detailText(statement, role)?.replace(
    /(?:[\s,]+(?:and|or|of|for|in|to|with|from|by|as|at|on|the|an?))+[\s,]*$/,
    '',
  );
  return party || null;
}

/**
 * Whether a text is not a name but a common term or a currency, such as "biotech company" or "USD".
 */
function isGeneric(name: string): boolean {
  return (
    !/[A-Z]/.test(name) || /^(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|HKD|CAD|AUD|SEK|DKK|KRW)$/.test(name)
  );
}

/** Returns the name of a company without legal form, industry words and spaces. */
export function companyKey(name: string): string {
  return withoutTrade(wordsOf(name)).join('');
}

/** Our choice: two names belong to the same company if one starts with the other. */
export function isSameCompany(a: string, b: string): boolean {
  const [mine, theirs] = [companyKey(a), companyKey(b)];
  const [short, long] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine];
  return short.length >= MIN_NAME && long.startsWith(short);
}
