import { filingUrl } from '../domain/public-pages.ts';
import { htmlToText } from '../extract/html-to-text.ts';
import { dayInWords } from './formats/untrusted.ts';
import { type Connector, collector, type Parsed, refused } from './parsed.ts';
import { type Filing, filingRequest, filingSource, submissionHeader } from './sec-filings.ts';
import { aboutOf, fromParsed, type SyncRequest } from './source.ts';

/** Annual reports, whose covers list the registered securities. */
const ANNUAL = /^(?:20-F|40-F|10-K|10-KT)$/;
/** Number of characters at the start of a filing that are read. The cover is within them. */
const COVER_LENGTH = 60_000;

/** Number of shares per American depositary share, from cover pages of annual reports. */
export const secCovers = filingSource({
  name: 'sec-covers',
  title: 'SEC: depositary ratios on cover pages of annual reports',
  fills: ['depositary_ratios'],
  schedule: '0 6 * * 0',
  unverified: 'the cover page as the SEC renders it (R1.htm)',
  // A filing without inline XBRL has no R1.htm, so the SEC responds with status 404.
  accepts: [404],
  firstFill: (companies) => ({ requests: companies, bytes: companies * 20_000 }),
  read({ text, status, request }) {
    if (status === 404) return {};
    return fromParsed(coverOf(text, request.address, aboutOf(request).filed));
  },
});

/** Returns a request for the cover of the newest annual report. */
export function coverRequests(
  cik: string,
  rank: number,
  filings: readonly Filing[],
): readonly SyncRequest[] {
  const report = filings.find(({ form }) => ANNUAL.test(form));
  if (!report) return [];
  const address = `${filingUrl(cik, report.accession)}R1.htm`;
  return [filingRequest(report, { cik, rank }, { source: 'sec-covers', address, expects: 'page' })];
}

/**
 * Reads the number of shares per American depositary share from a cover. The text is `R1.htm` of a
 * filing, or a full submission (20-F, 40-F, 10-K, F-6). The number is 1 if the cover lists only
 * shares.
 */
export const secCoversConnector: Connector = {
  name: 'sec-covers',
  title: 'SEC: depositary ratios on cover pages of annual reports and Form F-6',
  reads:
    'R1.htm of a 20-F, 40-F or 10-K, or the full submission (.txt) of a 20-F, 40-F, 10-K or F-6',
  parse: (text, fileName) => coverOf(text, fileName, undefined),
};

/**
 * Reads a cover.
 * @param requested the filing date from the request, because `R1.htm` does not contain it
 */
function coverOf(text: string, fileName: string, requested: string | undefined): Parsed {
  const { filing_date, accession } = submissionHeader(text, fileName);
  const filed = filing_date ?? requested;
  const cover = htmlToText(text.slice(0, COVER_LENGTH)).replace(/\s+/g, ' ');
  const cik = /Central Index Key[:\s]*0*(\d{1,10})/i.exec(cover)?.[1];
  const form = /(?:Document Type|SUBMISSION TYPE:?|FORM)\s*(20-F|40-F|10-KT?|F-6\w*)/i.exec(cover);
  const ended = /Document Period End Date\s*(\w{3,9}\.? \d{1,2}, \d{4})/i.exec(cover)?.[1];
  const cover_date = filing_date ?? dayInWords(ended);
  if (!cik || !cover_date) return refused('is not the cover of a filing with a CIK and a date');
  const isDepositary = /american depositary/i.test(cover);
  if (!isDepositary && !/\b(?:common|ordinary) (?:shares?|stock)/i.test(cover)) {
    return refused('is a cover that lists no shares');
  }
  const facts = collector();
  const record = {
    cik,
    cover_date,
    filed,
    is_depositary: isDepositary,
    shares_per_depositary: isDepositary ? depositaryRatio(cover) : 1,
    form: form?.[1]?.toUpperCase(),
    source_url: accession && filingUrl(cik, accession),
  };
  facts.add('depositary_ratios', 'file', record, { needsTicker: true });
  return facts.parsed();
}

const COUNT =
  '((?:\\d[\\d,.]*(?:/\\d+)?|one[- ](?:half|third|quarter|fourth|fifth|tenth|twentieth|hundredth)|' +
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|' +
  'sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|' +
  'hundred|thousand|and|[- ])+))(?: \\(\\d[\\d,./]*\\))?';
const SHARES =
  '(?:of (?:one|an?) |fully[- ]paid |new |Class [A-Z] |Series [A-Z] )*(?:ordinary|common|preferred|registered|equity|bearer|B|A)[- ](?:share|stock)';
const DEPOSITARY = '(?:American Depositary (?:Shares?|Receipts?)|ADSs?|ADRs?)';
const REPRESENTS =
  'represent(?:s|ing)? (?:the right to receive |an? (?:ownership )?interests? in |beneficial )*';
const EACH = new RegExp(`\\beach\\b[^.;]{0,80}?\\b${REPRESENTS}${COUNT}\\s?${SHARES}`, 'i');
const SEVERAL = new RegExp(
  `${COUNT}\\s?${DEPOSITARY}(?: \\([^)]{1,40}\\))?,? ${REPRESENTS}${COUNT}\\s?${SHARES}`,
  'i',
);

/**
 * Returns the number of shares that one American depositary share represents. It is 8 for "each
 * representing eight Ordinary Shares", and 0.1 for "ten American depositary shares representing one
 * Class A ordinary share".
 */
export function depositaryRatio(text: string): number | undefined {
  const [, depositary = '', shares = ''] = SEVERAL.exec(text) ?? [];
  const [, each = ''] = EACH.exec(text) ?? [];
  const ratio = countOf(shares) / countOf(depositary);
  return ratio > 0 && Number.isFinite(ratio) ? ratio : countOf(each) || undefined;
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const parts: Readonly<Record<string, number>> = {
  half: 2,
  third: 3,
  quarter: 4,
  fourth: 4,
  fifth: 5,
  tenth: 10,
  twentieth: 20,
  hundredth: 100,
};

/** Parses a count in digits, in words or as a fraction. Returns 0 for other text. */
function countOf(text: string): number {
  const words = text.trim().toLowerCase();
  if (/^\d/.test(words)) {
    const [over = '', under = '1'] = words.replace(/,/g, '').replace(/\.$/, '').split('/');
    return Number(over) / Number(under);
  }
  let total = 0;
  for (const word of words.split(/[- ]+/)) {
    if (parts[word]) return 1 / parts[word];
    if (word === 'hundred' || word === 'thousand') total *= word === 'hundred' ? 100 : 1000;
    else if (small.includes(word)) total += small.indexOf(word);
    else if (tens.includes(word)) total += 10 * tens.indexOf(word);
  }
  return total;
}
