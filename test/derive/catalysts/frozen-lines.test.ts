import { expect, it } from 'vitest';
import { currentLines } from '../../../src/derive/catalysts/frozen-lines.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const approvals: FactsByKind = {
  companies: [{ ticker: 'AQZ', name: 'Abcora Therapeutics, Inc.', cik: '1234567' }],
  approvals: [
    {
      ticker: 'AQZ',
      drug_name: 'Zelvotinib',
      application_number: 'NDA1',
      application_type: 'NDA',
      submission_type: 'ORIG-1',
      approval_date: '2026-03-01',
    },
  ],
};

/** A goal date in the calendar, which a text stated on July 1, 2025. */
const planned = (more: object): FactsByKind => ({
  catalysts: [
    {
      _id: 'g',
      ticker: 'AQZ',
      drugname: 'Zelvotinib',
      catalyst: 'PDUFA Date',
      formattedDate: '2026-03-05',
      createdDate: '2025/07/01',
      evidence: 'A goal.',
      ...more,
    },
  ],
});

/** A text of August 1, 2025 with a statement that is too uncertain for the calendar. */
const text = (date: string, status = 'announced'): FactsByKind => {
  const published_date = '2025-08-01';
  const source_url = 'https://abcora.example/press';
  const about = { document_id: source_url, ticker: 'AQZ', published_date, source_url, form: '8-K' };
  const stated = {
    type: 'pdufa_date',
    date,
    precision: 'day',
    drug: 'zelvotinib',
    status,
  } as const;
  const rest = { confidence: 0.5, sentence: 'A goal.', detail: {} };
  return { mentions: [{ ...about, mentions: [{ ...stated, ...rest }] }] };
};

it.each<[string, FactsByKind, string | undefined]>([
  ['no goal date', {}, undefined],
  ['a goal date that a text stated', planned({}), '2025-07-01'],
  ['a goal date from no text', planned({ evidence: null }), undefined],
  [
    'the day of the text alone',
    planned({ createdDate: null, document_date: '2025-07-02' }),
    '2025-07-02',
  ],
  ['a readout', planned({ catalyst: 'Phase 3 Readout' }), undefined],
  ['another drug', planned({ drugname: 'Ormivotide' }), undefined],
  ['a goal date more than a year later', planned({ formattedDate: '2027-06-01' }), undefined],
  ['an uncertain statement', text('2026-03-05'), '2025-08-01'],
  ['an uncertain statement that was withdrawn', text('2026-03-05', 'withdrawn'), undefined],
  ['both, of which the earlier counts', { ...planned({}), ...text('2026-03-05') }, '2025-07-01'],
])(
  'the line of an approval states when a text first gave its goal date: %s',
  async (_, facts, day) => {
    const refresh = await refreshOf('2026-03-10', approvals, facts);
    const lines = currentLines(refresh) ?? [];
    const found = lines.filter(({ subject }) => subject === 'NDA1');
    expect(found.map(({ date_stated_on }) => date_stated_on)).toEqual([day]);
  },
);
