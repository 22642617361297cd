import { type Cells, readCells, underHeader } from './formats/table.ts';
import { dayFrom, type Untrusted } from './formats/untrusted.ts';
import { beginOf } from './orange-book.ts';
import { collector, dataConnector, refused } from './parsed.ts';
import { type Product, productsText } from './products-text.ts';

/** The codes of the exclusivities. Each key is the name of the column with the end date. */
const EXCLUSIVITIES = {
  'Ref. Product Exclusivity Exp. Date': 'REF',
  'Orphan Exclusivity Exp. Date': 'ODE',
  'First Interchangeable Exclusivity Exp. Date': 'FIE',
  'Exclusivity Expiration Date': 'EXC',
} as const;
/** The earliest year in which an exclusivity of a biologic can end. */
const FIRST_YEAR = 1990;

/**
 * Reads the monthly CSV of the Purple Book. It contains approvals and exclusivities of biologics,
 * their products, and the reference products of biosimilars. An application becomes one record with
 * the earliest approval date of its original products. The dates of its other products are in
 * `products`. Products that were added by a supplement do not become approval records. If Drugs@FDA
 * also lists the application, a refresh joins the two records.
 * The file states years with two digits. An approval cannot be later than the release of the file.
 * Therefore, in a file of 2026, `9-Mar-12` is a day in 2012, and `13-Feb-36` is a day in 1936.
 * Exclusivities end between 1990 and 2089.
 */
export const purpleBook = dataConnector({
  name: 'purple-book',
  title: 'FDA: Purple Book (biologics, biosimilars, exclusivities)',
  reads: 'the monthly CSV of purplebooksearch.fda.gov/downloads',
  parse(text) {
    const rows = readCells(text) ?? [];
    const [, month, released] = /- ([A-Z][a-z]+) (\d{4})/.exec(rows[0]?.[0] ?? '') ?? [];
    const edition = dayFrom(`${month?.slice(0, 3)} ${released}`, 'MMM yyyy')?.slice(0, 7);
    const heads = rows.flatMap((row, at) => (row.includes('BLA Number') ? [at] : []));
    const head = heads.at(-1);
    if (head === undefined || !released)
      return refused('is not a monthly table of the Purple Book');
    const facts = collector();
    const originals = new Map<string, Approval>();
    const products = new Map<string, Product[]>();
    const rights = new Map<string, Right>();
    const cellsOf = underHeader(rows[head] ?? []);
    rows.slice(head + 1).forEach((row, at) => {
      const cell = cellsOf(row);
      for (const [key, right] of exclusivitiesOf(cell)) rights.set(key, rights.get(key) ?? right);
      const number = productOf(cell)?.application_number;
      const product = presentationOf(cell, Number(released));
      if (number) products.set(number, [...(products.get(number) ?? []), product]);
      if (cell('Submission Type') !== 'Original') return;
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
    for (const [number, approval] of originals) {
      facts.add('approvals', number, {
        ...approval,
        products: productsText(products.get(number) ?? [], approval.approval_date),
        edition,
      });
    }
    for (const [key, right] of rights) {
      const original = originals.get(right.application_number);
      const isOriginal = original?.drug_name === right.drug_name;
      const approval_date = isOriginal ? original?.approval_date : undefined;
      facts.add('exclusivities', key, { ...right, approval_date, edition });
    }
    return facts.parsed();
  },
});

interface Right extends Untrusted {
  readonly application_number: string;
}

interface Approval extends Right {
  readonly drug_name: string;
  readonly approval_date: string;
}

function approvalOf(cell: Cells, released: number): Approval | undefined {
  const product = productOf(cell);
  const approval_date = dayOf(cell('Approval Date'), released);
  const { drug_name } = product ?? {};
  if (!product || !approval_date || !drug_name) return undefined;
  return {
    ...product,
    drug_name,
    approval_date,
    application_type: 'BLA',
    submission_type: 'ORIG',
    submission_number: '1',
    reference_product: referenceOf(cell),
  };
}

/**
 * Describes the reference product of a biosimilar: its brand name, with the proper name in
 * parentheses, and whether the biosimilar is interchangeable.
 */
function referenceOf(cell: Cells): string | undefined {
  const nameIn = (column: string) => cell(column)?.replace(/^N\/A$/i, '') || undefined;
  const brand = nameIn('Ref. Product Proprietary Name');
  const proper = nameIn('Ref. Product Proper Name');
  const name = brand && proper ? `${brand} (${proper})` : (brand ?? proper);
  const isInterchangeable = /interchangeable/i.test(cell('BLA Type') ?? '');
  return name && isInterchangeable ? `${name}, interchangeable` : name;
}

function presentationOf(cell: Cells, released: number): Product {
  return {
    approved: dayOf(cell('Approval Date'), released),
    name: cell('Proprietary Name'),
    form: cell('Dosage Form'),
    route: cell('Route of Administration'),
    strength: [cell('Strength'), cell('Product Presentation')].filter(Boolean).join(' '),
    ended: endOf(cell),
  };
}

function endOf(cell: Cells): string | undefined {
  const licensure = cell('Licensure') ?? '';
  if (/revoked/i.test(licensure)) return `license ${licensure.toLowerCase()}`;
  return /^disc/i.test(cell('Marketing Status') ?? '') ? 'discontinued' : undefined;
}

/**
 * Returns the product of a row. Several products, such as Prolia and Xgeva, may have one
 * application.
 */
function productOf(cell: Cells) {
  const number = /^\d{5,6}$/.exec(cell('BLA Number') ?? '')?.[0];
  const proper = cell('Proper Name');
  if (!number) return undefined;
  return {
    application_number: `BLA${number.padStart(6, '0')}`,
    drug_name: cell('Proprietary Name') ?? proper,
    active_ingredients: proper ? [proper] : undefined,
    sponsor_name: cell('Applicant'),
    source_url: 'https://purplebooksearch.fda.gov/',
  };
}

function exclusivitiesOf(cell: Cells): readonly (readonly [key: string, right: Right])[] {
  const product = productOf(cell);
  return Object.entries(EXCLUSIVITIES).flatMap(([column, code]) => {
    const expires = dayOf(cell(column), FIRST_YEAR + 99);
    if (!product || !expires) return [];
    const listed_date = beginOf(code, expires);
    const right = { ...product, type: 'exclusivity', code, expires, listed_date };
    return [[`${product.application_number} ${code} ${expires}`, right] as const];
  });
}

/**
 * Parses a day with a two-digit year.
 * @param released the latest possible year
 */
function dayOf(text: string | undefined, released: number): string | undefined {
  const [, day = '', month = '', digits = ''] =
    /^(\d{1,2})-([A-Z][a-z]{2})-(\d{2})$/.exec(text ?? '') ?? [];
  if (digits === '') return undefined;
  const century = Math.floor(released / 100) * 100;
  const year = century + Number(digits) > released ? century - 100 : century;
  return dayFrom(`${year + Number(digits)} ${month} ${day.padStart(2, '0')}`, 'yyyy MMM dd');
}
