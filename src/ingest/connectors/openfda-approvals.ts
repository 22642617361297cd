import { dayFrom, listAt, textAt } from '../../sources/formats/untrusted.ts';
import { openFdaResults } from '../../sources/openfda.ts';
import { type Collector, type Connector, collector, refused } from '../../sources/parsed.ts';
import { listOrNone } from './parts.ts';

/**
 * Approvals of Drugs@FDA (openFDA drugsfda): the original submissions (ORIG) that were approved
 * (AP), of NDA, BLA and ANDA; supplements and tentative approvals are left out. `sponsor_name` is
 * the application's present holder, who need not be the one whom the FDA approved.
 *
 * Our choice: `submission_type` is the type with its class (`ORIG TYPE 1`), so that two original
 * submissions of one application stay apart.
 */
export const openfdaApprovals: Connector = {
  name: 'openfda-approvals',
  title: 'openFDA: Drugs@FDA',
  reads: 'JSON of api.fda.gov/drug/drugsfda.json',
  cut: { lists: ['results'] },
  parse(text, _, before = 0) {
    const response = openFdaResults(text);
    if ('reason' in response) return refused(response.reason);
    const found = collector();
    response.results.forEach((application, at) => {
      addApplication(found, application, `result ${before + at + 1}`);
    });
    return found.parsed();
  },
};

function addApplication(found: Collector, application: unknown, where: string): void {
  const application_number = textAt(application, 'application_number')?.replace(/\s+/g, '') ?? '';
  const [, application_type, digits] = /^(NDA|BLA|ANDA)(\d+)$/.exec(application_number) ?? [];
  if (!application_type) {
    found.problem(where, 'has no application_number of an NDA, BLA or ANDA');
    return;
  }
  for (const submission of listAt(application, 'submissions')) {
    const type = textAt(submission, 'submission_type')?.trim();
    if (type !== 'ORIG' || textAt(submission, 'submission_status')?.trim() !== 'AP') continue;
    const submissionClass = textAt(submission, 'submission_class_code')?.trim();
    found.add('approvals', application_number, {
      drug_name: drugName(application),
      approval_date: approvalDate(textAt(submission, 'submission_status_date')),
      application_type,
      submission_type: submissionClass ? `${type} ${submissionClass}` : type,
      submission_number: textAt(submission, 'submission_number'),
      review_designation: reviewWords.get(textAt(submission, 'review_priority')?.trim() ?? ''),
      application_number,
      active_ingredients: ingredients(application),
      is_orphan: isOrphan(submission) ? true : undefined,
      sponsor_name: textAt(application, 'sponsor_name'),
      source_url: `${OVERVIEW}&ApplNo=${digits}`,
    });
  }
}

const OVERVIEW = 'https://www.accessdata.fda.gov/scripts/cder/daf/index.cfm?event=overview.process';

function drugName(application: unknown): string | undefined {
  const [product] = listAt(application, 'products');
  const [brand] = listAt(application, 'openfda', 'brand_name');
  const [ingredient] = listAt(product, 'active_ingredients');
  return textAt(product, 'brand_name') ?? textAt(brand) ?? textAt(ingredient, 'name');
}

/** The names of all products' ingredients, each once. */
function ingredients(application: unknown): readonly string[] | undefined {
  const names = listAt(application, 'products').flatMap((product) =>
    listAt(product, 'active_ingredients').flatMap((one) => textAt(one, 'name')?.trim() ?? []),
  );
  return listOrNone([...new Set(names)]);
}

/** Orphan status is told of some approvals; its absence says nothing. */
function isOrphan(submission: unknown): boolean {
  return listAt(submission, 'submission_property_type').some(
    (property) => textAt(property, 'code')?.trim() === 'Orphan',
  );
}

/** 1900-01-01 stands in Drugs@FDA where the date is not known. */
function approvalDate(compact: string | undefined): string | undefined {
  const date = dayFrom(compact, 'yyyyMMdd');
  return date === '1900-01-01' ? undefined : date;
}

/** UNKNOWN, N/A and 901 REQUIRED or ORDER say nothing of the review's speed. */
const reviewWords: ReadonlyMap<string, string> = new Map([
  ['PRIORITY', 'Priority Review'],
  ['STANDARD', 'Standard'],
]);
