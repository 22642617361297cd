import { type Cells, readCells, underHeader } from './formats/table.ts';
import { dayFrom, type Untrusted, webPage } from './formats/untrusted.ts';
import { type Connector, collector, refused } from './parsed.ts';

/**
 * Reads approvals of biologics by the Center for Biologics (CBER) from the monthly CSV of the
 * Purple Book. Approvals by the Center for Drugs (CDER) are omitted because Drugs@FDA contains
 * them. An application has one record with the earliest date of its original products.
 * Years have two digits. A year later than the release belongs to the previous century: `13-Feb-36`
 * is 1936.
 */
export const purpleBook: Connector = {
  name: 'purple-book',
  title: 'FDA: Purple Book (biologics of CBER)',
  reads: 'the monthly CSV of purplebooksearch.fda.gov/downloads',
  parse(text) {
    const page = webPage(text);
    if (page) return refused(page);
    const rows = readCells(text, ',') ?? [];
    const released = /- [A-Z][a-z]+ (\d{4})/.exec(rows[0]?.[0] ?? '')?.[1];
    const heads = rows.flatMap((row, at) => (row.includes('BLA Number') ? [at] : []));
    const head = heads.at(-1);
    if (head === undefined || !released)
      return refused('is not a monthly table of the Purple Book');
    const facts = collector();
    const originals = new Map<string, Approval>();
    const cellsOf = underHeader(rows[head] ?? []);
    rows.slice(head + 1).forEach((row, at) => {
      const cell = cellsOf(row);
      if (cell('Center') !== 'CBER' || cell('Submission Type') !== 'Original') return;
      const approval = approvalOf(cell, Number(released));
      if (!approval) {
        facts.problem(`row ${head + at + 2}`, 'has no BLA number, name or approval date');
        return;
      }
      const known = originals.get(approval.application_number);
      if (!known || approval.approval_date < known.approval_date) {
        originals.set(approval.application_number, approval);
      }
    });
    for (const [number, approval] of originals) facts.add('approvals', number, approval);
    return facts.parsed();
  },
};

interface Approval extends Untrusted {
  readonly application_number: string;
  readonly approval_date: string;
}

function approvalOf(cell: Cells, released: number): Approval | undefined {
  const number = /^\d{5,6}$/.exec(cell('BLA Number') ?? '')?.[0];
  const approval_date = dayOf(cell('Approval Date'), released);
  const drug_name = cell('Proprietary Name') ?? cell('Proper Name');
  if (!number || !approval_date || !drug_name) return undefined;
  const proper = cell('Proper Name');
  return {
    drug_name,
    approval_date,
    application_type: 'BLA',
    submission_type: 'ORIG',
    submission_number: '1',
    application_number: `BLA${number}`,
    active_ingredients: proper ? [proper] : undefined,
    sponsor_name: cell('Applicant'),
    source_url: 'https://purplebooksearch.fda.gov/',
  };
}

function dayOf(text: string | undefined, released: number): string | undefined {
  const [, day = '', month = '', digits = ''] =
    /^(\d{1,2})-([A-Z][a-z]{2})-(\d{2})$/.exec(text ?? '') ?? [];
  if (digits === '') return undefined;
  const century = Math.floor(released / 100) * 100;
  const year = century + Number(digits) > released ? century - 100 : century;
  return dayFrom(`${year + Number(digits)} ${month} ${day.padStart(2, '0')}`, 'yyyy MMM dd');
}
