import { cutTo } from '../base/foreign-text.ts';
import { readCells, underHeader } from './formats/table.ts';
import { dayFrom, listOrNone } from './formats/untrusted.ts';
import { editionIn } from './orange-book.ts';
import { type Connector, collector, type Parsed, refused } from './parsed.ts';

/**
 * Reads orphan designations (FDA, Office of Orphan Products Development) from an export of the
 * FDA's search. The export is a CSV, or an `.xls` that contains an HTML table. The `.xls` layout
 * follows public descriptions and was not verified with a file. A designation with several approved
 * indications has several rows, which become one record. The export does not state its day, so the
 * day is read from the file name. If the file name contains none, the day is unknown.
 */
export const orphanDesignations: Connector = {
  name: 'orphan-designations',
  title: 'FDA: orphan designations',
  reads: "the export of the FDA's search for orphan designations (.csv or .xls)",
  parse(text, fileName) {
    const isHtml = /^\uFEFF?\s*</.test(text.slice(0, 1_000));
    const rows = isHtml ? tableRows(text) : readCells(text);
    const head = rows?.findIndex((row) => row.includes('Date Designated')) ?? -1;
    if (!rows || head < 0) return refused('is not a table of orphan designations');
    return parseRows(rows[head] ?? [], rows.slice(head + 1), head + 2, editionIn(fileName));
  },
};

function parseRows(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  firstLine: number,
  edition: string | undefined,
): Parsed {
  const facts = collector();
  const designations = new Map<string, Designation>();
  const cellsOf = underHeader(header);
  rows.forEach((row, at) => {
    const cell = cellsOf(row);
    const day = (column: string) =>
      dayFrom(cell(column), 'MM/dd/yyyy') ?? dayFrom(cell(column), 'yyyy-MM-dd');
    const record = {
      drug_name: cell('Generic Name') ?? cell('Trade Name'),
      trade_name: cell('Trade Name'),
      designation_type: 'Orphan Drug',
      designation_date: day('Date Designated'),
      indication: cell('Orphan Designation'),
      status: statusOf(cell('Orphan Designation Status') ?? ''),
      sponsor_name: cell('Sponsor Company'),
      source_url: pageOf(cell('CF Grid Key')),
    };
    const { drug_name, designation_date, indication, sponsor_name } = record;
    const where = `row ${firstLine + at}`;
    if (!drug_name || !designation_date) {
      facts.problem(where, 'has no drug or no designation date');
      return;
    }
    const key = JSON.stringify([drug_name, designation_date, indication, sponsor_name]);
    const held: Designation = designations.get(key) ?? { where };
    const { status_date, exclusivity_ends, approved_indications, ...other } = held;
    const ended = day('Date Designation Withdrawn or Revoked') ?? day('Marketing Approval Date');
    designations.set(key, {
      ...record,
      ...other,
      status_date: inOrder([status_date, ended]).at(-1),
      exclusivity_ends: inOrder([...(exclusivity_ends ?? []), day('Exclusivity End Date')]),
      approved_indications: inOrder([
        ...(approved_indications ?? []),
        approvedIndication(
          cell('Approved Labeled Indication'),
          day('Marketing Approval Date'),
          day('Exclusivity End Date'),
        ),
      ]),
    });
  });
  for (const one of designations.values()) {
    const { where, exclusivity_ends, approved_indications, ...record } = one;
    facts.add('designations', where, {
      ...record,
      exclusivity_ends: listOrNone(exclusivity_ends ?? []),
      approved_indications: listOrNone(approved_indications ?? []),
      edition,
    });
  }
  return facts.parsed();
}

/**
 * Returns the URL of a designation on the FDA's website. Some exports write the key as `531016.0`.
 */
function pageOf(key: string | undefined): string | undefined {
  const [, number] = /^(\d+)(?:\.0)?$/.exec(key ?? '') ?? [];
  const page = 'https://www.accessdata.fda.gov/scripts/opdlisting/oopd/detailedIndex.cfm';
  return number && `${page}?cfgridkey=${number}`;
}

interface Designation {
  readonly where: string;
  readonly status_date?: string | undefined;
  readonly exclusivity_ends?: readonly string[] | undefined;
  readonly approved_indications?: readonly string[] | undefined;
}

/** Sorts texts, and removes duplicates and undefined values. */
function inOrder(days: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(days.filter((day) => day !== undefined))].sort();
}

/**
 * Describes an approved indication: `approved 2023-05-03, exclusive to 2030-05-03: for children`.
 */
function approvedIndication(indication?: string, approved?: string, ends?: string) {
  const days = [
    approved && `approved ${approved}`,
    ends ? `exclusive to ${ends}` : 'no exclusivity',
  ];
  return indication && `${days.filter(Boolean).join(', ')}: ${cutTo(indication, MAX_INDICATION)}`;
}

/** A longer approved indication is cut to this many characters. */
const MAX_INDICATION = 400;

/**
 * Converts a status. `Designated/Approved/Designation Withdrawn or Revoked` is a designation that
 * has ended.
 */
function statusOf(words: string): string | undefined {
  if (/withdrawn|revoked/i.test(words)) return 'Withdrawn';
  if (/approved/i.test(words)) return 'Approved';
  return /designated/i.test(words) ? 'Granted' : undefined;
}

/** Returns the rows of the HTML table in an `.xls` export, each as a list of cells. */
function tableRows(html: string): readonly (readonly string[])[] {
  return html
    .split(/<tr[\s>]/i)
    .slice(1)
    .map((row) =>
      row
        .split(/<t[dh][^>]{0,200}>/i)
        .slice(1)
        .map((cell) =>
          (cell.split(/<\/t[dh]>/i)[0] ?? '')
            .replace(/<[^<>]{1,400}>/g, ' ')
            .replaceAll('&nbsp;', ' ')
            .replaceAll('&amp;', '&')
            .replace(/\s+/g, ' ')
            .trim(),
        ),
    );
}
