import { fdaCrl } from '../../ingest/connectors/fda-crl.ts';
import type { HostRule } from '../../sources/hosts.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';
import { asksRenewal, pagedOn, renewalRequest, renewed } from './openfda-pages.ts';

const LETTERS = 'https://api.fda.gov/transparency/crl.json';

/** Complete response letters, all of them whenever openFDA says that its data are newer. */
export function openfdaCrl(host: HostRule): SyncSource {
  return {
    name: 'openfda-crl',
    title: 'openFDA: complete response letters',
    fills: ['complete_response_letters'],
    host,
    schedule: '15 12 * * *',
    zone: 'UTC',
    promise: 36 * 3_600_000,
    // Applicants are told by the companies' names.
    needsCompanies: true,
    alwaysRead: true,
    firstFill: () => ({ requests: 2, bytes: 1_200_000 }),
    asOf: (cursor) => cursor,
    plan: ({ now }) => [renewalRequest(LETTERS, now)],
    read({ text, headers, request }, context) {
      if (asksRenewal(request)) return renewed(LETTERS, text, context);
      const result = fromParsed(fdaCrl.parse(text, request.address));
      return result.failed === undefined ? { ...result, ...pagedOn(request, headers) } : result;
    },
  };
}
