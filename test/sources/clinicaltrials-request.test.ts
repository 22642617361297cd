import { describe, expect, it } from 'vitest';
import { clinicaltrials } from '../../src/sources/clinicaltrials/request.ts';
import type { QueuedRequest, SourceContext } from '../../src/sources/source.ts';

const API = 'https://clinicaltrials.gov/api/v2';
const now = Date.parse('2026-03-10T13:00:00Z');

/** Builds the context of the source. Abacus is the only biotechnology company. */
const context = (cursor?: object) =>
  ({
    cursorOf: () => cursor && JSON.stringify(cursor),
    now,
    since: '2023-01-01',
    companies: { cikOfName: (name: string) => (name === 'Abacus Bio' ? '77' : undefined) },
  }) as unknown as SourceContext;

const filterOf = (address: string) => new URL(address).searchParams.get('filter.advanced');

function read(address: string, text: string, cursor?: object, more: object = {}) {
  const request = {
    address,
    version: '2026-03-10',
    lane: 3,
    about: null,
    chain: 'all',
    ...more,
  } as QueuedRequest;
  const status = 'status' in more ? more.status : 200;
  return clinicaltrials.read({ request, text, status } as never, context(cursor));
}

it('the plan requests active trials and then all at first, later only news of the registry', () => {
  const first = clinicaltrials.plan(context());
  expect(first.map(({ lane }) => lane)).toEqual(['registry', 'history']);
  const industry = 'AREA[LeadSponsorClass]INDUSTRY AND AREA[StudyType]INTERVENTIONAL';
  const active = 'RECRUITING OR ACTIVE_NOT_RECRUITING OR NOT_YET_RECRUITING';
  expect(first.map(({ address }) => filterOf(address))).toEqual([
    `${industry} AND AREA[Phase](PHASE2 OR PHASE3) AND AREA[OverallStatus](${active} OR ENROLLING_BY_INVITATION)`,
    industry,
  ]);
  for (const { address, expects, version } of first) {
    expect([expects, version]).toEqual(['json', '2026-03-10']);
    expect(address.startsWith(`${API}/studies?`)).toBe(true);
    const { fields, pageSize, countTotal } = Object.fromEntries(new URL(address).searchParams);
    expect([pageSize, countTotal]).toEqual(['1000', 'true']);
    expect(fields?.split(',')).toEqual([
      ...['IdentificationModule', 'StatusModule', 'SponsorCollaboratorsModule'],
      ...[
        'ConditionsModule',
        'BriefSummary',
        'DesignModule',
        'ArmsInterventionsModule',
        'OutcomesModule',
      ],
      ...['LocationCountry', 'ConditionBrowseModule', 'InterventionBrowseModule', 'HasResults'],
    ]);
  }
  expect(clinicaltrials.plan(context({ newest: '2026-03-09' }))).toEqual([
    { address: `${API}/version`, expects: 'json', lane: 'registry', version: '2026-03-10' },
  ]);
});

describe('news of the registry', () => {
  const version = (data: string) => JSON.stringify({ apiVersion: '2.0.5', dataTimestamp: data });
  const news = (text: string, cursor: object) => read(`${API}/version`, text, cursor);

  it('requests updates from two days before the newest known one', () => {
    const { cursor, requests = [] } = news(version('B'), { newest: '2026-03-08', data: 'A' });
    // The cursor moves with the pages of the updates.
    expect(cursor).toBeUndefined();
    expect(requests).toMatchObject([{ about: { data: 'B' }, chain: 'all' }]);
    expect(requests).toMatchObject([{ lane: 'registry', version: '2026-03-10', expects: 'json' }]);
    expect(filterOf(requests[0]!.address)).toContain('RANGE[2026-03-06,MAX]');
  });

  it('requests all updates if none is known, and none if the data are unchanged', () => {
    const { requests = [] } = news(version('B'), { newest: '' });
    expect(filterOf(requests[0]!.address)).toContain('RANGE[MIN,MAX]');
    expect(news(version('A'), { newest: '2026-03-08', data: 'A' })).toEqual({});
  });

  it('fails without a data timestamp', () => {
    expect(news('{"apiVersion":"2.0.5"}', { newest: '' })).toEqual({
      failed: 'has no dataTimestamp',
    });
    expect(news('<html>', { newest: '' })).toHaveProperty('failed');
  });
});

describe('a page of trials', () => {
  const study = (nctId: string, sponsor: string, updated: string) => ({
    protocolSection: {
      identificationModule: { nctId, briefTitle: `Study ${nctId}` },
      statusModule: { lastUpdatePostDateStruct: { date: updated } },
      sponsorCollaboratorsModule: { leadSponsor: { name: sponsor, class: 'INDUSTRY' } },
    },
  });
  const studies = [
    study('NCT00000001', 'Abacus Bio', '2026-03-09'),
    study('NCT00000002', 'Nobody Known', '2026-03-10'),
    study('NCT00000003', 'Abacus Bio', '2026-01-01'),
  ];
  const address = `${API}/studies?filter.advanced=x&pageSize=1000`;

  it('keeps the trials of known companies, and the newest update of all trials', () => {
    const found = read(address, JSON.stringify({ studies }), { newest: '2026-02-01', data: 'A' });
    const trials = found.batches?.find(({ kind }) => kind === 'trials')?.records;
    expect(trials?.map(({ nctId }) => nctId)).toEqual(['NCT00000001', 'NCT00000003']);
    expect(found.companies).toEqual([{ cik: '77', leadsTrial: true }]);
    expect(JSON.parse(found.cursor!)).toEqual({ newest: '2026-03-10', data: 'A' });
    expect(found.requests).toEqual([]);
    expect(clinicaltrials.asOf?.(found.cursor!)).toBe('2026-03-10');
    const older = read(address, JSON.stringify({ studies }), { newest: '2026-03-11' });
    expect(JSON.parse(older.cursor!)).toEqual({ newest: '2026-03-11' });
  });

  it.each([
    [3, 'registry'],
    [4, 'history'],
  ])('requests the next page in lane %i', (lane, named) => {
    const text = JSON.stringify({ studies, nextPageToken: 'p2' });
    const { requests } = read(address, text, undefined, { lane });
    const version = '2026-03-10';
    const next = { expects: 'json', lane: named, version, about: {}, continues: true };
    expect(requests).toEqual([{ ...next, address: `${address}&pageToken=p2` }]);
  });

  it('that has expired restarts its window, at most three times', () => {
    const died = `${address}&pageToken=p2`;
    const asked = (version: string, from = died) =>
      read(from, '', undefined, { status: 400, version, lane: 4 });
    expect(asked('2026-03-10')).toEqual({
      requests: [
        {
          address,
          expects: 'json',
          lane: 'history',
          version: '2026-03-10+',
          about: {},
          chain: 'all',
        },
      ],
    });
    expect(asked('2026-03-10++').requests).toMatchObject([{ version: '2026-03-10+++' }]);
    expect(asked('2026-03-10+++')).toEqual({
      failed: 'repeatedly says that the requested page has expired',
    });
    expect(asked('2026-03-10', address)).toEqual({ failed: 'says that the request is invalid' });
  });
});
