import type { Companies } from './company-notes.ts';
import { type LinkedFiles, linkedFiles, pageRequest } from './data-sets.ts';
import { sec } from './hosts.ts';
import { collector, dataConnector, refused } from './parsed.ts';
import { quarterEnd, quarterName, quarterOf } from './periods.ts';
import { fromParsed, mapRecords, type SyncSource } from './source.ts';

const lists: LinkedFiles = {
  page: 'https://www.sec.gov/rules-regulations/staff-guidance/official-list-section-13f-securities',
  file: /^https:\/\/www\.sec\.gov\/files\/[\w/-]{1,200}\/13flist(\d{4}q[1-4])[\w-]{0,20}\.txt$/,
  expects: 'text',
};
/**
 * Number of earlier quarters whose lists are also read, because they contain securities that no
 * longer exist.
 */
const QUARTERS_BACK = 1;

/** CUSIPs of synced companies' shares. Companies are matched by issuer name. */
export const sec13fList: SyncSource = {
  name: 'sec-13f-list',
  title: 'SEC: official list of 13(f) securities',
  fills: ['securities'],
  host: sec,
  schedule: '15 1 * * 0',
  maxAgeMs: 9 * 24 * 3_600_000,
  unverified:
    'the page that links to the lists, and the layout of a list. The layout comes from public programs that read the lists of 2024 to 2026',
  needsCompanies: true,
  firstFill: () => ({ requests: 3, bytes: 1_200_000 }),
  plan: ({ now }) => [pageRequest(lists, now)],
  read({ text, request }, { companies, now }) {
    if (request.address === lists.page) {
      return linkedFiles(text, request, lists, {
        from: quarterName(quarterOf(now, QUARTERS_BACK)),
      });
    }
    const result = fromParsed(sec13fListConnector.parse(text, request.address));
    return mapRecords(result, (record) => underTicker(record, companies));
  },
};

const SHARES = /^(?:COM(?:MON)?|ORD|SHS|CL [A-Z]|(?:SPON(?:SORED)?|SPONSORED)? ?AD[SR])\b/i;

/**
 * Adds the issuer's ticker to a security. Our choice: a security is kept only if it is a share or a
 * depositary receipt, and if its issuer's name matches exactly one synced company.
 */
function underTicker(
  record: Readonly<Record<string, unknown>>,
  { cikOfName, tickerOfCik, universe }: Companies,
): readonly Readonly<Record<string, unknown>>[] {
  if (!SHARES.test(String(record.class_title ?? ''))) return [];
  const cik = cikOfName(String(record.name));
  const ticker = cik === undefined ? undefined : tickerOfCik(cik);
  const belongs = universe.some((member) => member.cik === cik);
  return ticker !== undefined && belongs ? [{ ...record, ticker }] : [];
}

/**
 * Reads the SEC's official list of 13(f) securities as text: CUSIPs with issuer and class. Lines
 * have 80 characters. Characters 1–9 are the CUSIP, 11–40 the issuer, and 41–67 the class.
 * Character 10 is `*` if options exist. Characters 68–70 are `*A*` if the security was added, and
 * `*D*` if it was deleted. The layout follows other public programs and was not verified with a
 * file. Deleted rows, calls and puts are omitted.
 */
export const sec13fListConnector = dataConnector({
  name: 'sec-13f-list',
  title: 'SEC: official list of 13(f) securities',
  reads: 'the text sec.gov/files/investment/13flist####q#.txt, under its original name',
  parse(text, fileName) {
    const [, year, quarter] = /13flist(\d{4})q([1-4])/i.exec(fileName) ?? [];
    const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    if (!lines.some((line) => securityOf(line) !== undefined)) {
      return refused(
        'is not a list of 13(f) securities: no line has a CUSIP with a valid check digit',
      );
    }
    if (!year || !quarter) return refused('has no quarter: name the file 13flist2026q1.txt');
    const seen_date = quarterEnd(year, quarter);
    const facts = collector();
    lines.forEach((line, at) => {
      if (line.trim() === '') return;
      const where = `line ${at + 1}`;
      if (/^(?:CALL|PUT)$/.test(line.slice(40, 67).trim())) return;
      if (line.slice(67, 70) === '*D*') return;
      const security = securityOf(line);
      if (security) facts.add('securities', where, { ...security, seen_date });
      else facts.problem(where, 'has no CUSIP with a valid check digit, or no issuer');
    });
    return facts.parsed();
  },
});

function securityOf(line: string) {
  const cusip = line.slice(0, 9).toUpperCase();
  const name = line.slice(10, 40).trim();
  if (name === '' || !hasCheckDigit(cusip)) return undefined;
  return { cusip, name, class_title: line.slice(40, 67).trim() || undefined };
}

/**
 * Whether a CUSIP has the right check digit. The method is "modulus 10 double add double" (CUSIP
 * Global Services). Letters count as 10–35, and `*@#` as 36–38.
 */
function hasCheckDigit(cusip: string): boolean {
  if (!/^[A-Z0-9*@#]{8}\d$/.test(cusip)) return false;
  const values = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#';
  const sum = [...cusip.slice(0, 8)].reduce((total, character, at) => {
    const value = values.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(cusip[8]);
}
