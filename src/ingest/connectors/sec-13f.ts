import {
  cikAt,
  dayFrom,
  listAt,
  numberAt,
  objectAt,
  textAt,
  webPage,
} from '../../sources/formats/untrusted.ts';
import { elementText, readXml } from '../../sources/formats/xml.ts';
import { type Connector, collector, refused } from '../../sources/parsed.ts';
import { filingUrl, submissionHeader } from './sec-submission.ts';

/**
 * Positions of a fund (SEC form 13F-HR and its amendments), from the full submission, which holds
 * the cover page and the information table together. Rows and values stay as reported: whether
 * values are dollars or thousands of them is judged against prices, not by the date alone, and the
 * rows of one CUSIP are summed, where positions are computed.
 */
export const sec13f: Connector = {
  name: 'sec-13f',
  title: 'SEC: fund positions (13F)',
  reads: 'the full submission of a 13F-HR (.txt, .nc)',
  parse(text, fileName) {
    const page = webPage(text);
    if (page) return refused(page);
    const cover = readXml(elementText(text, 'edgarSubmission') ?? '')?.edgarSubmission;
    const element = elementText(text, 'informationTable');
    const form = textAt(cover, 'headerData', 'submissionType')?.trim() ?? '';
    if (form.startsWith('13F-NT')) return refused('is a notice (13F-NT), which has no positions');
    if (!cover && element) {
      return refused('is an information table alone: import the full submission (.txt)');
    }
    if (!cover) return refused('holds no complete cover page of a 13F');
    if (!element) return refused('is a cover page without its complete information table');
    const table = readXml(element)?.informationTable;
    if (table === undefined) return refused('is not well-formed XML');
    return filingOf(cover, table, { form, ...submissionHeader(text, fileName) });
  },
};

interface Filing {
  readonly form: string;
  readonly accession: string | undefined;
  readonly filing_date: string | undefined;
}

function filingOf(cover: unknown, table: unknown, filing: Filing) {
  const found = collector();
  const page = objectAt(cover, 'formData', 'coverPage');
  const cik = cikAt(cover, 'headerData', 'filerInfo', 'filer', 'credentials', 'cik');
  const rows = listAt(table, 'infoTable');
  const positions = rows.flatMap((row, at) => {
    const position = positionOf(row);
    if (position.value === undefined) found.problem(`row ${at + 1}`, 'has no value');
    return position.value === undefined ? [] : [position];
  });
  const stated = numberAt(cover, 'formData', 'summaryPage', 'tableEntryTotal');
  if (stated !== undefined && stated !== rows.length) {
    found.problem('summary page', `states ${stated} rows; the table has ${rows.length}`);
  }
  found.add('fund_filings', 'file', {
    ...filing,
    cik,
    fund_name: textAt(page, 'filingManager', 'name'),
    report_date: dayFrom(textAt(page, 'reportCalendarOrQuarter'), 'MM-dd-yyyy'),
    amendment_type: textAt(page, 'amendmentInfo', 'amendmentType')?.trim(),
    positions,
    table_value_total: numberAt(cover, 'formData', 'summaryPage', 'tableValueTotal'),
    source_url: cik && filing.accession && filingUrl(cik, filing.accession),
  });
  return found.parsed();
}

/** A CUSIP has nine characters: leading zeros that a spreadsheet dropped are put back. */
function positionOf(row: unknown) {
  const amount = objectAt(row, 'shrsOrPrnAmt');
  return {
    cusip: textAt(row, 'cusip')?.trim().toUpperCase().padStart(9, '0'),
    issuer: textAt(row, 'nameOfIssuer'),
    title_of_class: textAt(row, 'titleOfClass'),
    value: numberAt(row, 'value'),
    shares: numberAt(amount, 'sshPrnamt'),
    share_type: textAt(amount, 'sshPrnamtType')?.trim().toUpperCase(),
    put_call: textAt(row, 'putCall')?.trim(),
  };
}
