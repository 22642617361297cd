import { shiftMonths } from '../domain/dates.ts';
import { EXCLUSIVITY_TERMS } from '../domain/valuation/exclusivity.ts';
import { type Cells, readOnce, underHeader } from './formats/table.ts';
import { dayFrom, listOrNone } from './formats/untrusted.ts';
import { fdaPages } from './hosts.ts';
import { collector, dataConnector, refused } from './parsed.ts';
import { weekOf } from './periods.ts';
import { fromParsed, type SyncSource } from './source.ts';

/** Patents and exclusivities of small molecules, from the monthly file of the FDA. */
export const orangeBook: SyncSource = {
  name: 'orange-book',
  title: 'FDA: Orange Book (patents and exclusivities of drugs)',
  fills: ['exclusivities'],
  host: fdaPages,
  schedule: '10 7 * * 1',
  zone: 'UTC',
  maxAgeMs: 9 * 24 * 3_600_000,
  unverified:
    'the URL and the layout of the zip file (the patent and exclusivity tables are verified)',
  firstFill: () => ({ requests: 1, bytes: 1_000_000 }),
  sieve: () => ({
    members: [/(?:^|\/)products\.txt$/i, /(?:^|\/)exclusivity\.txt$/i, /(?:^|\/)patent\.txt$/i],
    separator: '~',
    keeps: (header) => {
      const type = header.indexOf('Appl_Type');
      return (cells) => cells[type] === 'N';
    },
  }),
  plan: ({ now }) => [
    {
      address: 'https://www.fda.gov/media/76860/download',
      expects: 'zip',
      lane: 'history',
      version: weekOf(now),
    },
  ],
  read: ({ text }) => fromParsed(orangeBookConnector.parse(text, '', 0)),
};

/**
 * Reads patents and exclusivities of new drug applications (Orange Book). The FDA removes expired
 * rows from the file, but records of earlier files stay in the store. If several products of an
 * application have the same patent or exclusivity, they become one record. The record describes the
 * product that was approved first: its name, ingredients, applicant and approval date. Generics
 * (`A`) are omitted. Our choice: an exclusivity with a fixed term counts as public from the first
 * day of the term. The month of the edition is read from the file name. The name of a downloaded
 * file usually contains no month. The edition is then unknown.
 */
export const orangeBookConnector = dataConnector({
  name: 'orange-book',
  title: 'FDA: Orange Book (patents and exclusivities of drugs)',
  reads:
    'exclusivity.txt or patent.txt from the zip file on fda.gov, or both joined into one text. Names of drugs are in products.txt, which may be joined too',
  parse(text, fileName) {
    const facts = collector();
    const listed = new Map<string, Listed>();
    const products = new Map<string, Product>();
    const dayOf = readOnce((day) => dayFrom(padded(day), 'MMM dd, yyyy'));
    let cellsOf: ((row: readonly string[]) => Cells) | undefined;
    text.split(/\r?\n/).forEach((line, at) => {
      const row = line
        .replace(/^\uFEFF/, '')
        .split('~')
        .map((cell) => cell.trim());
      if (row.includes('Appl_No')) cellsOf = underHeader(row);
      else if (cellsOf && line.trim() !== '') {
        const cell = cellsOf(row);
        if (cell('Appl_Type') === 'A') return;
        if (cell('Trade_Name')) {
          addProduct(products, cell, dayOf);
          return;
        }
        const one = listedIn(cell, dayOf);
        if (one) add(listed, one);
        else facts.problem(`line ${at + 1}`, 'has no application, code or date');
      }
    });
    if (!cellsOf) return refused('is not a table of the Orange Book: its header is different');
    const edition = editionIn(fileName);
    for (const [key, one] of listed) {
      const product = products.get(one.application_number);
      facts.add('exclusivities', key, { ...one, ...product, edition });
    }
    return facts.parsed();
  },
});

/** Returns the month or day that a file name contains: `2026-05`, `2026-05-14`. */
export function editionIn(fileName: string): string | undefined {
  return /\d{4}-\d{2}(?:-\d{2})?(?=\D|$)/.exec(fileName)?.[0];
}

type Listed = NonNullable<ReturnType<typeof listedIn>>;

type Product = ReturnType<typeof productIn>;

/** Adds a product. Only the product of an application that was approved first is kept. */
function addProduct(products: Map<string, Product>, cell: Cells, dayOf: DayOf): void {
  const number = applicationIn(cell);
  if (!number) return;
  const [one, other] = [productIn(cell, dayOf), products.get(number)];
  // Products without an approval date were approved before 1982, so they come first.
  if (other && (other.approval_date ?? '') <= (one.approval_date ?? '')) return;
  products.set(number, one);
}

function productIn(cell: Cells, dayOf: DayOf) {
  return {
    drug_name: cell('Trade_Name'),
    active_ingredients: listOrNone(cell('Ingredient')?.split(/; */) ?? []),
    sponsor_name: cell('Applicant_Full_Name') ?? cell('Applicant'),
    approval_date: dayOf(cell('Approval_Date') ?? ''),
  };
}

/** Returns the application number of a row: `NDA021234`. */
function applicationIn(cell: Cells): string | undefined {
  const number = /^\d{5,6}$/.exec(cell('Appl_No') ?? '')?.[0].padStart(6, '0');
  return cell('Appl_Type') === 'N' && number ? `NDA${number}` : undefined;
}

type DayOf = (text: string) => string | undefined;

function listedIn(cell: Cells, dayOf: DayOf) {
  const application_number = applicationIn(cell);
  const patent = cell('Patent_No');
  const code = patent ?? cell('Exclusivity_Code');
  const expires = dayOf(cell('Patent_Expire_Date_Text') ?? cell('Exclusivity_Date') ?? '');
  if (!application_number || !code || !expires) return undefined;
  const isMarked = (column: string) => (patent ? cell(column) === 'Y' : undefined);
  const product = cell('Product_No');
  const use = cell('Patent_Use_Code');
  return {
    application_number,
    type: patent ? 'patent' : 'exclusivity',
    code,
    expires,
    is_substance: isMarked('Drug_Substance_Flag'),
    is_product: isMarked('Drug_Product_Flag'),
    is_delisted: isMarked('Delist_Flag'),
    use_codes: listOrNone(use ? [use] : []),
    product_numbers: listOrNone(product ? [product] : []),
    listed_date: patent ? dayOf(cell('Submission_Date') ?? '') : beginOf(code, expires),
  };
}

/** Merges a row into the record with the same application, code and date. */
function add(listed: Map<string, Listed>, one: Listed): void {
  const key = [one.application_number, one.code, one.expires].join(' ');
  const other = listed.get(key);
  if (!other) {
    listed.set(key, one);
    return;
  }
  const union = (field: 'use_codes' | 'product_numbers') =>
    listOrNone([...new Set([...(other[field] ?? []), ...(one[field] ?? [])])].sort());
  listed.set(key, {
    ...other,
    is_substance: other.is_substance || one.is_substance,
    is_product: other.is_product || one.is_product,
    // A patent counts as delisted only if the FDA lists it as delisted for every product.
    is_delisted: other.is_delisted && one.is_delisted,
    use_codes: union('use_codes'),
    product_numbers: union('product_numbers'),
    listed_date: [other.listed_date, one.listed_date].filter((day) => day !== undefined).sort()[0],
  });
}

/** Returns the first day of an exclusivity. Undefined for codes that extend other exclusivities. */
export function beginOf(code: string, expires: string): string | undefined {
  const months = EXCLUSIVITY_TERMS[code.replace(/[-*].*$/, '')]?.months;
  return months === undefined ? undefined : shiftMonths(expires, -months);
}

/** Adds a zero to a day with one digit: `Mar 5, 2033` becomes `Mar 05, 2033`. */
function padded(day: string): string {
  return day.replace(/ (\d),/, ' 0$1,');
}
