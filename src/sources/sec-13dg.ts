import { XMLValidator } from 'fast-xml-parser';
import { dayAt } from '../base/clock.ts';
import { filingUrl } from '../domain/public-pages.ts';
import { onlyOne } from '../extract/money.ts';
import {
  cikAt,
  dayFrom,
  listAt,
  listOrNone,
  numberAt,
  objectAt,
  textAt,
} from './formats/untrusted.ts';
import { elementText, readXml } from './formats/xml.ts';
import { collector, dataConnector, refused } from './parsed.ts';
import { monthsBetween } from './periods.ts';
import { type Filing, filingRequest, filingSource, submissionHeader } from './sec-filings.ts';
import { aboutOf, fromParsed, mapRecords, type SyncRequest } from './source.ts';

/**
 * Matches the names of the schedules, such as `SCHEDULE 13D` and `SCHEDULE 13G/A`. Before December
 * 18, 2024, they were `SC 13D` and `SC 13G/A`.
 */
const SCHEDULE = /^SC(?:HEDULE)? 13[DG](?:\/A)?$/;
/** The first day on which schedules were filed in XML. */
const FIRST_XML = '2024-12-18';
/** Maximum number of reporting persons that are read from a schedule. EDGAR accepts 100. */
const MAX_PERSONS = 100;
/** A longer item is cut to this many characters. EDGAR accepts 20,000. */
const MAX_ITEM = 20_000;

/** Stakes above 5%, from the schedules in lists of filings. */
export const sec13dg = filingSource({
  name: 'sec-13dg',
  title: 'SEC: stakes above 5 % (Schedules 13D and 13G)',
  fills: ['large_stakes'],
  schedule: '0 4 * * 0',
  unverified: 'the names of the forms in the feed of latest filings',
  // The estimate is one schedule per company every three months. It was derived from the filings of
  // sample companies.
  firstFill: (companies, months, now) => {
    const inXml = Math.min(months, monthsBetween(FIRST_XML, dayAt(now)));
    const requests = Math.ceil((companies * inXml) / 3);
    return { requests, bytes: requests * 4_000 };
  },
  read({ text, request }) {
    const result = fromParsed(sec13dgConnector.parse(text, request.address));
    const { filed } = aboutOf(request);
    return mapRecords(result, (record) => [{ ...record, filing_date: filed }]);
  },
});

/**
 * Returns requests for the schedules in a list of filings. Schedules before `since` are left out.
 * Only schedules in XML are requested, because earlier schedules are prose.
 */
export function scheduleRequests(
  cik: string,
  rank: number,
  filings: readonly Filing[],
  since: string,
): readonly SyncRequest[] {
  return filings.flatMap((filing) => {
    const { form, filing_date, document_url: address } = filing;
    if (!SCHEDULE.test(form) || filing_date < since || !address?.endsWith('.xml')) return [];
    return filingRequest(filing, { cik, rank }, { source: 'sec-13dg', address, expects: 'xml' });
  });
}

/**
 * Reads stakes above 5% from Schedules 13D and 13G and their amendments, in the layouts of 2024 and
 * of 2026 (X0202). Schedules 13D and 13G differ only in names of elements. Our choice: a filing is
 * identified by issuer, filer, form, day of the event and number of the amendment, because the XML
 * has no accession number.
 */
export const sec13dgConnector = dataConnector({
  name: 'sec-13dg',
  title: 'SEC: stakes above 5 % (Schedules 13D and 13G)',
  reads: 'primary_doc.xml of a Schedule 13D or 13G, or its full submission (.txt)',
  parse(text, fileName) {
    const element = elementText(text, 'edgarSubmission');
    if (!element) return refused('has no complete edgarSubmission: it is truncated or prose');
    // The XML is validated first, because the parser skips the elements after a damaged end tag.
    const validity = XMLValidator.validate(element);
    if (validity !== true) {
      const line = text.slice(0, text.indexOf(element)).split('\n').length - 1 + validity.err.line;
      return refused(`is not well-formed XML at line ${line}: ${validity.err.msg}`);
    }
    const document = readXml(element)?.edgarSubmission;
    const form = textAt(document, 'headerData', 'submissionType')?.trim();
    if (!form || !SCHEDULE.test(form)) {
      return refused(
        `is ${form ? `a Form ${form}` : 'of unknown form type'}, not a Schedule 13D or 13G`,
      );
    }
    const cover = objectAt(document, 'formData', 'coverPageHeader');
    const issuer = objectAt(cover, 'issuerInfo');
    const cik = cikAt(issuer, 'issuerCIK') ?? cikAt(issuer, 'issuerCik');
    const { accession, filing_date } = submissionHeader(text, fileName);
    const filers = listAt(document, 'headerData', 'filerInfo', 'filer');
    const persons = personsOf(document);
    const facts = collector();
    const transactions = transactionsOf(objectAt(document, 'formData'));
    const isExit = textAt(document, 'formData', 'items', 'item5', 'classOwnership5PercentOrLess');
    const record = {
      cik,
      accession,
      form,
      filing_date,
      signed_date: lastSignature(document),
      event_date: dayIn(
        textAt(cover, 'dateOfEvent') ?? textAt(cover, 'eventDateRequiresFilingThisStatement'),
      ),
      amendment: numberAt(cover, 'amendmentNo') ?? 0,
      filer_cik: cikAt(filers[0], 'filerCredentials', 'cik'),
      issuer_name: textAt(issuer, 'issuerName'),
      cusips: listOrNone(cusipsOf(issuer)),
      security_title: textAt(cover, 'securitiesClassTitle'),
      persons,
      purpose: textAt(document, 'formData', 'items1To7', 'item4', 'transactionPurpose')
        ?.trim()
        .slice(0, MAX_ITEM),
      transactions,
      acquirable_shares: acquirableIn(transactions ?? '', persons),
      is_exit: isExit === undefined ? undefined : isExit.trim().toUpperCase() === 'Y',
      source_url: cik && accession && filingUrl(cik, accession),
    };
    facts.add('large_stakes', 'file', record, { needsTicker: true });
    return facts.parsed();
  },
});

/**
 * Returns what a schedule says about the shares, in one text:
 * - how many shares are owned (item 5 of a Schedule 13D, item 4 of a Schedule 13G);
 * - how the shares were acquired (item 3 of a Schedule 13D);
 * - the recent transactions (item 5 of a Schedule 13D).
 */
function transactionsOf(form: unknown): string | undefined {
  const items = objectAt(form, 'items1To7');
  const texts = [
    textAt(form, 'items', 'item4', 'amountBeneficiallyOwned'),
    textAt(items, 'item3', 'fundsSource'),
    textAt(items, 'item5', 'percentageOfClassSecurities'),
    textAt(items, 'item5', 'transactionDesc'),
  ];
  const stated = texts.filter(
    (text) => text && !/^\s*(?:n\/a|none|not applicable)\W*$/i.test(text),
  );
  return stated.join(' ').replace(/\s+/g, ' ').trim().slice(0, MAX_ITEM) || undefined;
}

/**
 * Matches a number of shares, and later words about the right to acquire these shares. No other
 * number may stand between the number of shares and these words.
 */
const ACQUIRABLE =
  /\b([\d,]{4,15}) (?:[a-z]+ )?(?:shares|ADSs?)\b(?:(?! [\d,]{4,15} )[^;]){0,200}?(?:right to acquire|may acquire|issuable|acquirable|upon (?:the )?(?:exercise|conversion)|underlying)/gi;

/**
 * Returns the number of shares that a reporting person has the right to acquire, as stated in a
 * text. The stake of the person includes these shares. Therefore, a number above the largest stake
 * is ignored. Undefined if the text states several different numbers.
 */
function acquirableIn(text: string, persons: ReturnType<typeof personsOf>): number | undefined {
  const most = Math.max(0, ...persons.map(({ shares }) => shares ?? 0));
  const numbers = [...text.matchAll(ACQUIRABLE)].flatMap(({ index, 1: digits }) => {
    const shares = numberAt(digits) ?? 0;
    const isCounted = !/\b(?:exclud|not includ)\w*\b[^.;]{0,60}$/i.test(text.slice(0, index));
    return isCounted && shares > 0 && shares <= most ? shares : [];
  });
  return onlyOne(numbers);
}

function personsOf(document: unknown) {
  const persons = [
    ...listAt(document, 'formData', 'reportingPersons', 'reportingPersonInfo'),
    ...listAt(document, 'formData', 'coverPageHeaderReportingPersonDetails'),
  ];
  return persons.slice(0, MAX_PERSONS).map((person) => ({
    name: textAt(person, 'reportingPersonName')?.trim(),
    cik: cikAt(person, 'reportingPersonCIK') ?? cikAt(person, 'reportingCik'),
    shares:
      numberAt(person, 'aggregateAmountOwned') ??
      numberAt(person, 'reportingPersonBeneficiallyOwnedAggregateNumberOfShares'),
    ...powersOf(person),
    percent: percentOf(textAt(person, 'percentOfClass') ?? textAt(person, 'classPercent')),
    types: listAt(person, 'typeOfReportingPerson').flatMap((type) => textAt(type)?.trim() ?? []),
  }));
}

/**
 * Returns the numbers of shares that a person can vote or sell, alone (`sole`) or with others
 * (`shared`).
 */
function powersOf(person: unknown) {
  const nested = objectAt(person, 'reportingPersonBeneficiallyOwnedNumberOfShares');
  const power = (name: string) => numberAt(person, name) ?? numberAt(nested, name);
  return {
    sole_voting: power('soleVotingPower'),
    shared_voting: power('sharedVotingPower'),
    sole_dispositive: power('soleDispositivePower'),
    shared_dispositive: power('sharedDispositivePower'),
  };
}

/**
 * Returns the CUSIPs of the issuer. Since 2026, a schedule states a list of CUSIPs. Earlier
 * schedules state one CUSIP (`issuerCUSIP`, `issuerCusip`).
 */
function cusipsOf(issuer: unknown): readonly string[] {
  const several = listAt(issuer, 'issuerCusips', 'issuerCusipNumber');
  const stated = [...several, objectAt(issuer).issuerCUSIP, objectAt(issuer).issuerCusip];
  return stated.flatMap((cusip) => {
    const plain = textAt(cusip)?.trim().toUpperCase() ?? '';
    return /^[0-9A-Z]{9}$/.test(plain) && !/^0+$/.test(plain) ? [plain] : [];
  });
}

function lastSignature(document: unknown): string | undefined {
  const form = objectAt(document, 'formData');
  const signers = [
    ...listAt(form, 'signatureInfo', 'signaturePerson'),
    ...listAt(form, 'signatureInformation'),
  ];
  const days = signers.flatMap((signer) =>
    listAt(signer, 'signatureDetails').flatMap((one) => dayIn(textAt(one, 'date')) ?? []),
  );
  return days.sort().at(-1);
}

function dayIn(text: string | undefined): string | undefined {
  return dayFrom(text, 'MM/dd/yyyy');
}

/** Parses a percentage. Some filers add a percent sign. A number outside 0 to 100 is invalid. */
function percentOf(text: string | undefined): number | undefined {
  const percent = numberAt(text?.replace('%', '').trim());
  return percent !== undefined && percent >= 0 && percent <= 100 ? percent : undefined;
}
