import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeHeader } from '../../src/transports/replies.ts';
import { type Started, startApp } from '../support/start-app.ts';

/** What is said of a known company without records where some records map to no company. */
const companies = [
  { ticker: 'HALQZ', name: 'Haloquent Nordisk A/S' },
  { ticker: 'BRVQZ', name: 'Brevilane Bio, Inc.' },
];

const approvals = [
  { drug_name: 'HALOVY', approval_date: '2025-06-04', sponsor_name: 'HALO' },
  { drug_name: 'BREVIRA', approval_date: '2025-05-02', sponsor_name: 'BREVILANE BIO' },
].map((one) => ({ ...one, application_type: 'NDA', submission_type: 'ORIG' }));

const designations = [
  { drug_name: 'Breviplan', designation_type: 'Orphan', sponsor_name: 'Brevilane Bio' },
];

const deals = [
  { acquirer: 'Some Private House', target: 'Brevilane Bio', dealType: 'licensing' },
].map((deal) => ({ ...deal, status: 'announced', announcedDate: '2026-01-05' }));

let started: Started;
beforeAll(async () => {
  started = await startApp({ facts: { companies, approvals, designations, deals } });
});
afterAll(() => started.close());

async function said(path: string, query: Record<string, string>): Promise<string | null> {
  const { status, headers } = await started.ask(path, query);
  expect(status).toBe(200);
  return headers.get(noticeHeader);
}

const SOME =
  'Some approvals have no ticker, because the name of their company is unknown: omit ticker out';

describe('where records bear no ticker', () => {
  it('a known company is not said to have none, and how to look is said', async () => {
    expect(await said('/fda/approvals', { ticker: 'HALQZ' })).toBe(
      `HALQZ is known; no approvals have its ticker. ${SOME} and filter by drug.`,
    );
    const found = await started.ask('/fda/approvals', { drug: 'halovy' });
    expect(found.body.result).toMatchObject([{ drug_name: 'HALOVY' }]);
  });

  it('a drug that is asked for already is not asked for again', async () => {
    expect(await said('/fda/approvals', { ticker: 'HALQZ', drug: 'halovy' })).toBe(
      `HALQZ is known; no approvals with drug=halovy have its ticker. ${SOME}.`,
    );
  });

  it('it is said once of several companies, and of one that is missing among them', async () => {
    expect(await said('/fda/decisions', { ticker: 'HALQZ,BRVQZ' })).toBe(
      `HALQZ is known; no FDA decisions have its ticker. ${SOME.replace('approvals', 'FDA decisions')} and filter by drug.`,
    );
  });

  it('a buyer without a ticker counts for the parameter of buyers alone', async () => {
    expect(await said('/ma/deals', { acquirerTicker: 'BRVQZ' })).toBe(
      'BRVQZ is known; no deals have its ticker. Some deals have no ticker, because the name of their company is unknown: omit acquirerTicker out.',
    );
    expect(await said('/ma/deals', { targetTicker: 'HALQZ' })).toBe(
      'HALQZ is known; it has no deals.',
    );
  });
});

describe('where nothing of the kind lies', () => {
  it('what nothing has brought of any company says nothing of one', async () => {
    expect(await said('/analyst/ratings', { ticker: 'HALQZ' })).toBe(
      'HALQZ is known. No analyst ratings data loaded yet for any company.',
    );
  });

  it('a company without records has none', async () => {
    expect(await said('/fda/designations', { ticker: 'HALQZ' })).toBe(
      'HALQZ is known; it has no designations.',
    );
  });

  it('nothing is said of a company that has records', async () => {
    expect(await said('/fda/approvals', { ticker: 'BRVQZ' })).toBeNull();
  });
});
