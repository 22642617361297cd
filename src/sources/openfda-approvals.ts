import { cutList } from '../domain/cut-list.ts';
import { dayFrom, listAt, listOrNone, textAt } from './formats/untrusted.ts';
import type { HostRule } from './hosts.ts';
import { asksRenewal, openFdaResults, pagedOn, renewalRequest, renewed } from './openfda.ts';
import { type Application, eventsRequest, labelRequests } from './openfda-drugs.ts';
import { type Collector, type Connector, collector, refused } from './parsed.ts';
import { quarterOf } from './periods.ts';
import { type Product, productsText } from './products-text.ts';
import {
  fromParsed,
  type QueuedRequest,
  type ReadResult,
  type SourceContext,
  type SyncSource,
} from './source.ts';

const DRUGS = 'https://api.fda.gov/drug/drugsfda.json';

/** Approvals in Drugs@FDA. If openFDA has newer data, all pages are requested. */
export function openfdaApprovals(host: HostRule): SyncSource {
  return {
    name: 'openfda-approvals',
    title: 'openFDA: Drugs@FDA',
    fills: ['approvals'],
    host,
    schedule: '0 12 * * *',
    zone: 'UTC',
    maxAgeMs: 36 * 3_600_000,
    // Applicants are matched by company name.
    needsCompanies: true,
    alwaysRead: true,
    firstFill: () => ({ requests: 31, bytes: 30 * 700_000 }),
    asOf: (cursor) => cursor,
    plan: ({ now }) => [renewalRequest(DRUGS, now)],
    read({ text, headers, request }, context) {
      if (asksRenewal(request)) return renewed(DRUGS, text, context);
      return page(text, headers, request, context);
    },
  };
}

function page(
  text: string,
  headers: Readonly<Record<string, string>>,
  request: QueuedRequest,
  { companies, now }: SourceContext,
): ReadResult {
  const result = fromParsed(openfdaApprovalsConnector.parse(text, request.address));
  if (result.failed !== undefined) return result;
  const members = new Map(companies.universe.map(({ cik, rank }) => [cik, rank]));
  const records = (result.batches ?? []).flatMap((batch) => batch.records);
  const ours = records.flatMap((record): Application[] => {
    const cik = companies.cikOfName(String(record.sponsor_name ?? ''));
    if (cik === undefined || record.application_type === 'ANDA') return [];
    // Requests about a company that is not synced get the last rank. They stay queued until the
    // company is synced.
    const rank = members.get(cik) ?? members.size;
    return [{ number: String(record.application_number), cik, rank }];
  });
  const quarter = quarterOf(now);
  const next = pagedOn(request, headers);
  return {
    ...result,
    ...next,
    requests: [
      ...next.requests,
      ...labelRequests(ours, quarter),
      ...ours.map((one) => eventsRequest(one, quarter)),
    ],
  };
}

/**
 * Reads approvals in Drugs@FDA (openFDA drugsfda): the approved (AP) original submissions (ORIG) of
 * NDAs, BLAs and ANDAs. Each record also lists the approved supplements of the application.
 * `sponsor_name` is the current holder of the application. The original applicant may be another
 * company. Our choice: `submission_type` includes the class (`ORIG TYPE 1`), because an application
 * may have two original submissions.
 */
export const openfdaApprovalsConnector: Connector = {
  name: 'openfda-approvals',
  title: 'openFDA: Drugs@FDA',
  reads: 'JSON of api.fda.gov/drug/drugsfda.json',
  cut: { lists: ['results'], head: 'meta' },
  parse(text, _, before = 0) {
    const response = openFdaResults(text);
    if ('reason' in response) return refused(response.reason);
    const facts = collector();
    response.results.forEach((application, at) => {
      addApplication(facts, application, `result ${before + at + 1}`, response.updated);
    });
    return facts.parsed();
  },
};

function addApplication(
  facts: Collector,
  application: unknown,
  where: string,
  edition: string | undefined,
): void {
  const application_number = textAt(application, 'application_number')?.replace(/\s+/g, '') ?? '';
  const [, application_type, digits] = /^(NDA|BLA|ANDA)(\d+)$/.exec(application_number) ?? [];
  if (!application_type) {
    facts.problem(where, 'has no application_number of an NDA, BLA or ANDA');
    return;
  }
  const supplements = supplementsOf(application);
  for (const submission of listAt(application, 'submissions')) {
    const type = textAt(submission, 'submission_type')?.trim();
    if (type !== 'ORIG' || textAt(submission, 'submission_status')?.trim() !== 'AP') continue;
    const submissionClass = textAt(submission, 'submission_class_code')?.trim();
    facts.add('approvals', application_number, {
      drug_name: drugName(application),
      approval_date: approvalDate(textAt(submission, 'submission_status_date')),
      application_type,
      submission_type: submissionClass ? `${type} ${submissionClass}` : type,
      submission_number: textAt(submission, 'submission_number'),
      review_designation: reviewWords.get(textAt(submission, 'review_priority')?.trim() ?? ''),
      marketing_status: marketingStatus(application),
      application_number,
      active_ingredients: ingredients(application),
      products: productsText(listAt(application, 'products').map(productOf)),
      is_orphan: isOrphan(submission) ? true : undefined,
      ...supplements,
      sponsor_name: textAt(application, 'sponsor_name'),
      edition,
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

function productOf(product: unknown): Product {
  const strengths = listAt(product, 'active_ingredients').map((one) => textAt(one, 'strength'));
  return {
    name: textAt(product, 'brand_name'),
    form: textAt(product, 'dosage_form')?.toLowerCase(),
    route: textAt(product, 'route')?.toLowerCase(),
    strength: strengths.filter(Boolean).join(' / '),
    ended:
      textAt(product, 'marketing_status')?.trim() === 'Discontinued' ? 'discontinued' : undefined,
  };
}

/** Returns the distinct names of the ingredients in all products. */
function ingredients(application: unknown): readonly string[] | undefined {
  const names = listAt(application, 'products').flatMap((product) =>
    listAt(product, 'active_ingredients').flatMap((one) => textAt(one, 'name')?.trim() ?? []),
  );
  return listOrNone([...new Set(names)]);
}

/**
 * Returns the status of the first product that is not discontinued, or `Discontinued` if all
 * products are.
 */
function marketingStatus(application: unknown): string | undefined {
  const all = listAt(application, 'products').map((one) => textAt(one, 'marketing_status')?.trim());
  return all.find((one) => one && one !== 'Discontinued') ?? all[0];
}

/**
 * Whether a submission is marked as an orphan drug. Some orphan drugs lack the mark, so false means
 * unknown.
 */
function isOrphan(submission: unknown): boolean {
  return listAt(submission, 'submission_property_type').some(
    (property) => textAt(property, 'code')?.trim() === 'Orphan',
  );
}

/**
 * Our choice: maximum number of supplements in a list. Efficacy supplements are in one list, and
 * all other supplements are in a second list.
 */
const MAX_SUPPLEMENTS = 40;

/**
 * Returns two lists of approved supplements, newest first. Efficacy supplements are listed with
 * their review: `S-015 2020-07-10 Priority Review; S-012 2019-03-01 Standard`. Other supplements
 * are listed with their class: `S-021 2023-09-22 labeling`.
 */
function supplementsOf(application: unknown) {
  const codeOf = (one: unknown, name: string) => textAt(one, `submission_${name}`)?.trim();
  const [efficacy, others]: [string[][], string[][]] = [[], []];
  for (const one of listAt(application, 'submissions')) {
    if (codeOf(one, 'type') !== 'SUPPL' || codeOf(one, 'status') !== 'AP') continue;
    const day = approvalDate(codeOf(one, 'status_date')) ?? '';
    const name = `S-${codeOf(one, 'number')?.padStart(3, '0') ?? '?'}`;
    if (codeOf(one, 'class_code') === 'EFFICACY') {
      const review = reviewWords.get(textAt(one, 'review_priority')?.trim() ?? '');
      efficacy.push([day, name, review ?? '']);
    } else {
      others.push([day, name, codeOf(one, 'class_code_description')?.toLowerCase() ?? '']);
    }
  }
  return { efficacy_supplements: listed(efficacy), other_supplements: listed(others) };
}

function listed(supplements: readonly string[][]): string | undefined {
  const texts = supplements
    .toSorted()
    .toReversed()
    .map(([day, name, type]) => [name, day, type].filter(Boolean).join(' '));
  return textAt(cutList(texts, MAX_SUPPLEMENTS, 'earlier').join('; '));
}

/** Converts a date such as `20200710`. Drugs@FDA uses 1900-01-01 for unknown dates. */
function approvalDate(compact: string | undefined): string | undefined {
  const date = dayFrom(compact, 'yyyyMMdd');
  return date === '1900-01-01' ? undefined : date;
}

/** Review priorities by code. The codes UNKNOWN, N/A, 901 REQUIRED and ORDER state no priority. */
const reviewWords: ReadonlyMap<string, string> = new Map([
  ['PRIORITY', 'Priority Review'],
  ['STANDARD', 'Standard'],
]);
