import { openfdaApprovals as approvals } from '../../ingest/connectors/openfda-approvals.ts';
import type { HostRule } from '../../sources/hosts.ts';
import { quarterOf } from '../../sources/periods.ts';
import {
  fromParsed,
  type QueuedRequest,
  type ReadResult,
  type SourceContext,
  type SyncSource,
} from '../../sources/source.ts';
import { type Application, eventsRequest, labelRequests } from './openfda-drugs.ts';
import { asksRenewal, pagedOn, renewalRequest, renewed } from './openfda-pages.ts';

const DRUGS = 'https://api.fda.gov/drug/drugsfda.json';

/** Approvals, all pages whenever openFDA says that its data are newer. */
export function openfdaApprovals(host: HostRule): SyncSource {
  return {
    name: 'openfda-approvals',
    title: 'openFDA: Drugs@FDA',
    fills: ['approvals'],
    host,
    schedule: '0 12 * * *',
    zone: 'UTC',
    promise: 36 * 3_600_000,
    // Applicants are told by the companies' names.
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
  const result = fromParsed(approvals.parse(text, request.address));
  if (result.failed !== undefined) return result;
  const members = new Map(companies.universe.map(({ cik, rank }) => [cik, rank]));
  const records = (result.batches ?? []).flatMap((batch) => batch.records);
  const ours = records.flatMap((record): Application[] => {
    const cik = companies.cikOfName(String(record.sponsor_name ?? ''));
    const rank = cik === undefined ? undefined : members.get(cik);
    if (cik === undefined || rank === undefined || record.application_type === 'ANDA') return [];
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
