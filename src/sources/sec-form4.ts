import { dayAt } from '../base/clock.ts';
import { filingUrl } from '../domain/public-pages.ts';
import { cikAt, dayFrom, listAt, numberAt, objectAt, textAt } from './formats/untrusted.ts';
import { elementText, readXml } from './formats/xml.ts';
import { type Collector, collector, dataConnector, refused } from './parsed.ts';
import { monthsBetween, quarterOf } from './periods.ts';
import { filingSource, submissionHeader } from './sec-filings.ts';
import { fromParsed } from './source.ts';

/** Maximum characters of the footnotes of a transaction. */
const MAX_NOTES = 2_000;

/** Insider trades, from the forms that the lists of filings contain. */
export const secForm4 = filingSource({
  name: 'sec-form4',
  title: 'SEC: insider transactions (forms 4 and 5)',
  fills: ['insider_transactions'],
  schedule: '0 4 * * 0',
  // The estimate is 17 forms per company and year. It comes from the filings of sample companies.
  // Only forms since the start of the previous quarter are requested.
  firstFill: (companies, _, now) => {
    const months = monthsBetween(quarterOf(now, 1), dayAt(now));
    const requests = Math.ceil((companies * months * 17) / 12);
    return { requests, bytes: requests * 3_000 };
  },
  read: ({ text, request }) => fromParsed(secForm4Connector.parse(text, request.address)),
});

/**
 * Reads insider transactions in shares and derivatives (SEC Forms 4 and 5 and amendments). Holdings
 * are omitted. If a footnote calls a grant restricted stock units, the grant is marked. If the
 * filing has no symbol, the ticker is looked up later.
 * Our choices:
 * - A trade that several owners report together becomes one record. It has the first owner and the
 *   roles of all owners.
 * - Filings before April 2023 have no checkbox for Rule 10b5-1. A footnote that mentions the rule
 *   counts as a checked box.
 * - If a transaction is dated after the filing, the date is omitted.
 */
export const secForm4Connector = dataConnector({
  name: 'sec-form4',
  title: 'SEC: insider transactions (forms 4 and 5)',
  reads: 'the XML of a form 4 or 5, or its full submission (.txt, .nc)',
  parse(text, fileName) {
    const element = elementText(text, 'ownershipDocument');
    if (!element) return refused('has no complete ownershipDocument of a Form 4');
    const document = readXml(element)?.ownershipDocument;
    if (!document) return refused('is not well-formed XML');
    const form = textAt(document, 'documentType')?.trim() ?? '';
    if (form === '') return refused('has no form type (documentType), so it is not a Form 4 or 5');
    if (!/^[45](\/A)?$/.test(form)) return refused(`is a Form ${form}, not a Form 4 or 5`);
    const { accession, filing_date } = submissionHeader(text, fileName);
    if (!accession) {
      return refused(
        'has no accession number (bare XML states none): use the accession number as the file name, such as 0001234567-25-000123.xml, or import the full submission (.txt)',
      );
    }
    const facts = collector();
    const shares = listAt(document, 'nonDerivativeTable', 'nonDerivativeTransaction');
    const derivatives = listAt(document, 'derivativeTable', 'derivativeTransaction');
    const filing = {
      symbol: textAt(document, 'issuer', 'issuerTradingSymbol'),
      box: textAt(document, 'aff10b5One'),
      fields: {
        cik: cikAt(document, 'issuer', 'issuerCik'),
        accession,
        filing_date,
        is_amendment: form.endsWith('/A'),
        form: form.startsWith('5') ? '5' : undefined,
        ...ownersOf(document),
      },
      trades: [...shares.map(tradeOf), ...derivatives.map(derivativeOf)],
      notes: [...shares, ...derivatives].map((trade) => notesOf(document, trade)),
    };
    addTransactions(facts, filing, 'transaction');
    return facts.parsed();
  },
});

/** A filing of insider transactions. It is read from its XML or from the data set of a quarter. */
interface Filing {
  /** The issuer's symbol, as filed. */
  readonly symbol: string | undefined;
  /** The checkbox for Rule 10b5-1, as filed. */
  readonly box: string | undefined;
  /** The fields that all transactions of the filing share. */
  readonly fields: {
    readonly cik: string | undefined;
    readonly accession: string;
    readonly filing_date: string | undefined;
  };
  readonly trades: readonly { readonly transaction_date: string | undefined }[];
  /** The footnotes of each transaction. */
  readonly notes: readonly (readonly string[])[];
}

/** Adds the transactions of a filing. */
export function addTransactions(facts: Collector, filing: Filing, place: string): void {
  const { cik, accession, filing_date } = filing.fields;
  const ticker = symbolOf(filing.symbol);
  const box = mark(filing.box);
  filing.trades.forEach((trade, at) => {
    const line = at + 1;
    const where = `${place} ${line}`;
    const { transaction_date: day } = trade;
    const notes = filing.notes[at]!;
    const isLater = filing_date !== undefined && day !== undefined && day > filing_date;
    if (isLater) facts.problem(where, `is dated ${day}, after the filing: the date is omitted`);
    const record = {
      ...(ticker ? { ticker } : {}),
      ...filing.fields,
      source_url: cik && filingUrl(cik, accession),
      line,
      ...trade,
      transaction_date: isLater ? undefined : day,
      footnotes: noteText(notes),
      is_10b5_1: box ?? (notes.some(namesPlan) || undefined),
      is_unit_grant: notes.some(namesUnits) || undefined,
    };
    facts.add('insider_transactions', where, record, ticker ? undefined : { needsTicker: true });
  });
}

/**
 * Joins footnotes to one text. Our choice: the standard sentence in which the filer promises
 * details on request is removed, because most footnotes about an average price contain it.
 */
function noteText(notes: readonly string[]): string | undefined {
  const plain = notes.join(' ').replace(/\s+/g, ' ').replace(PROMISE, '');
  return plain.trim().slice(0, MAX_NOTES) || undefined;
}

const PROMISE =
  /(?<=^|[.;] )(?:[Tt]he |[Ee]ach )?(?:(?:[Rr]eporting|[Ff]iling) [Pp]ersons?|[Uu]ndersigned) (?:hereby )?undertakes? to (?:provide|furnish)\b[^;]{0,600}?(?:\.(?= [A-Z(]|$)|$)/g;

function tradeOf(trade: unknown) {
  const amounts = objectAt(trade, 'transactionAmounts');
  const after = ['postTransactionAmounts', 'sharesOwnedFollowingTransaction', 'value'];
  return {
    security_title: textAt(trade, 'securityTitle', 'value'),
    transaction_code: textAt(trade, 'transactionCoding', 'transactionCode')?.trim(),
    transaction_date: dayIn(textAt(trade, 'transactionDate', 'value')),
    shares: numberAt(amounts, 'transactionShares', 'value'),
    price_usd: numberAt(amounts, 'transactionPricePerShare', 'value'),
    acquired_disposed: textAt(amounts, 'transactionAcquiredDisposedCode', 'value')?.trim(),
    shares_owned_after: numberAt(trade, ...after),
    direct_indirect: textAt(trade, 'ownershipNature', 'directOrIndirectOwnership', 'value')?.trim(),
    ownership_nature: textAt(trade, 'ownershipNature', 'natureOfOwnership', 'value')?.trim(),
  };
}

/** A transaction in an option, a warrant or another derivative. */
function derivativeOf(trade: unknown) {
  return {
    ...tradeOf(trade),
    is_derivative: true,
    exercise_price_usd: numberAt(trade, 'conversionOrExercisePrice', 'value'),
    expiration_date: dayIn(textAt(trade, 'expirationDate', 'value')),
  };
}

function ownersOf(document: unknown) {
  const owners = listAt(document, 'reportingOwner');
  const has = (role: string) => {
    const marks = owners.map((owner) => mark(textAt(owner, 'reportingOwnerRelationship', role)));
    return marks.includes(true);
  };
  const titles = owners.map((owner) => textAt(owner, 'reportingOwnerRelationship', 'officerTitle'));
  return {
    owner_name: textAt(owners[0], 'reportingOwnerId', 'rptOwnerName')?.trim(),
    owner_cik: cikAt(owners[0], 'reportingOwnerId', 'rptOwnerCik'),
    officer_title: titles.find((title) => title !== undefined),
    is_director: has('isDirector'),
    is_officer: has('isOfficer'),
    is_ten_percent_owner: has('isTenPercentOwner'),
  };
}

/** Returns the footnotes of a transaction. */
function notesOf(document: unknown, trade: unknown): readonly string[] {
  const ids = footnoteIds(trade);
  return listAt(document, 'footnotes', 'footnote').flatMap((note) =>
    ids.has(textAt(note, '@id') ?? '') ? (textAt(note, '#text') ?? '') : [],
  );
}

/** Whether a footnote states that a trade followed a plan under Rule 10b5-1. */
function namesPlan(note: string): boolean {
  return /10b5-1/i.test(note) && !/\bnot\b[^.]{0,80}10b5-1/i.test(note);
}

/** Whether a footnote states that the shares are restricted stock units. */
function namesUnits(note: string): boolean {
  return /restricted (?:stock|share) units?|\bRSUs?\b/i.test(note);
}

/** Returns the IDs of the footnotes to which an element or its descendants refer. */
function footnoteIds(element: unknown): ReadonlySet<string> {
  const own = listAt(element, 'footnoteId').flatMap((note) => textAt(note, '@id') ?? []);
  const below = Object.values(objectAt(element)).flatMap((child) =>
    (Array.isArray(child) ? child : [child]).flatMap((part) =>
      typeof part === 'object' ? [...footnoteIds(part)] : [],
    ),
  );
  return new Set([...own, ...below]);
}

/** Parses `1`, `0`, `true` and `false`, in upper or lower case. Other text is undefined. */
function mark(text: string | undefined): boolean | undefined {
  const word = text?.trim().toLowerCase();
  if (word === '1' || word === 'true') return true;
  return word === '0' || word === 'false' ? false : undefined;
}

/** Parses a date that may end with a time zone, such as `2024-07-19-05:00`. */
function dayIn(text: string | undefined): string | undefined {
  return dayFrom(text?.trim().slice(0, 10), 'yyyy-MM-dd');
}

/**
 * Returns a symbol in the spelling of the exchanges. Returns undefined for `NONE`, `N/A` and
 * invalid symbols.
 */
function symbolOf(text: string | undefined): string | undefined {
  const symbol =
    text
      ?.toUpperCase()
      .replace(/^.*:/, '')
      .replace(/[()\s]/g, '') ?? '';
  const isNone = symbol === 'NONE' || symbol === 'N/A' || symbol === 'NA';
  return !isNone && /^[A-Z0-9][A-Z0-9.-]{0,11}$/.test(symbol) ? symbol : undefined;
}
