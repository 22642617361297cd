import { webPage } from '../../sources/formats/untrusted.ts';
import { type Connector, collector, refused } from '../../sources/parsed.ts';

/**
 * The SEC's official list of 13(f) securities as text: CUSIPs with issuer and class, without
 * tickers. Lines have 80 characters: 1–9 CUSIP, 10 `*` where options exist, 11–40 issuer, 41–67
 * class, 68–70 `*A*` added or `*D*` deleted. This layout was not seen in a file; several independent
 * public readers of the lists of 2024 to 2026 state it alike. Rows of calls and puts have CUSIPs
 * that belong to no security and are left out, as are deleted ones.
 */
export const sec13fList: Connector = {
  name: 'sec-13f-list',
  title: 'SEC: official list of 13(f) securities',
  reads: 'the text sec.gov/files/investment/13flist####q#.txt, under its own name',
  parse(text, fileName) {
    const page = webPage(text);
    if (page) return refused(page);
    const [, year, quarter] = /13flist(\d{4})q([1-4])/i.exec(fileName) ?? [];
    const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    if (!lines.some((line) => securityOf(line) !== undefined)) {
      return refused('is no list of 13(f) securities: no line has a CUSIP with its check digit');
    }
    if (!year || !quarter) return refused('names no quarter: name the file 13flist2026q1.txt');
    const seen_date = `${year}-${ends[quarter]}`;
    const found = collector();
    lines.forEach((line, at) => {
      if (line.trim() === '') return;
      const where = `line ${at + 1}`;
      if (/^(?:CALL|PUT)$/.test(line.slice(40, 67).trim())) return;
      if (line.slice(67, 70) === '*D*') return;
      const security = securityOf(line);
      if (security) found.add('securities', where, { ...security, seen_date });
      else found.problem(where, 'has no CUSIP with its check digit, or no issuer');
    });
    return found.parsed();
  },
};

const ends: Readonly<Record<string, string>> = {
  '1': '03-31',
  '2': '06-30',
  '3': '09-30',
  '4': '12-31',
};

function securityOf(line: string) {
  const cusip = line.slice(0, 9).toUpperCase();
  const name = line.slice(10, 40).trim();
  if (name === '' || !hasCheckDigit(cusip)) return undefined;
  return { cusip, name, class_title: line.slice(40, 67).trim() || undefined };
}

/** Modulus 10 double add double (CUSIP Global Services): letters are 10–35, `*@#` 36–38. */
function hasCheckDigit(cusip: string): boolean {
  if (!/^[A-Z0-9*@#]{8}\d$/.test(cusip)) return false;
  const values = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#';
  const sum = [...cusip.slice(0, 8)].reduce((total, character, at) => {
    const value = values.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(cusip[8]);
}
