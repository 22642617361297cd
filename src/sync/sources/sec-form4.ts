import { secForm4 as connector } from '../../ingest/connectors/sec-form4.ts';
import { sec } from '../../sources/hosts.ts';
import { fromParsed, type SyncSource } from '../../sources/source.ts';

/** Insiders' trades, from the forms that lists of filings name. */
export const secForm4: SyncSource = {
  name: 'sec-form4',
  title: 'SEC: insider transactions (forms 4 and 5)',
  fills: ['insider_transactions'],
  host: sec,
  schedule: '0 4 * * 0',
  zone: 'America/New_York',
  promise: 9 * 24 * 3_600_000,
  follows: 'sec-submissions',
  aboutOneCompany: true,
  firstFill: (companies) => ({ requests: companies * 8, bytes: companies * 8 * 3_000 }),
  plan: () => [],
  read: ({ text, request }) => fromParsed(connector.parse(text, request.address)),
};
