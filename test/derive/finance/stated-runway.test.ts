import { describe, expect, it } from 'vitest';
import { cashRunway } from '../../../src/derive/finance/financial-health.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { asServed } from '../as-served.ts';
import { refreshOf } from '../refresh-of.ts';

type Mention = Fact<'mentions'>['mentions'][number];

const stated = (from: string, to: string, bound: string, more: Partial<Mention> = {}): Mention => ({
  type: 'stated_runway',
  date: { from, to },
  status: 'announced',
  tier: 'confirmed',
  confidence: 0.9,
  sentence: `Cash lasts ${bound} it.`,
  detail: { bound },
  ...more,
});

/** The texts of one day. */
const on = (...mentions: readonly Mention[]) => ({ '2026-11-10': mentions });

/** A balance sheet of September: the fiscal year ends then. The next catalyst is on 2028-01-10. */
const rowOf = async (
  documents: Readonly<Record<string, readonly Mention[]>>,
  title: string | null = null,
) => {
  const refresh = await refreshOf('2026-11-21', {
    companies: [{ ticker: 'AAAQZ', name: 'AAAQZ Inc' }],
    catalysts: [
      { ticker: 'AAAQZ', drugname: 'Zel', catalyst: 'PDUFA Date', formattedDate: '2028-01-10' },
    ],
    financial_facts: [
      {
        ticker: 'AAAQZ',
        taxonomy: 'us-gaap',
        tag: 'Assets',
        unit: 'USD',
        value: 1e8,
        end: '2026-09-30',
        filed: '2026-11-15',
        form: '10-K',
      },
    ],
    mentions: Object.entries(documents).map(([published_date, mentions]) => ({
      document_id: published_date,
      ticker: 'AAAQZ',
      form: 'EX-99.1',
      published_date,
      title,
      source_url: `https://filings.example/${published_date}`,
      mentions: [...mentions],
    })),
  });
  const [row] = asServed('cashRunway', cashRunway(refresh));
  return row!;
};

describe('a runway that the company states', () => {
  it('is shown beside the computed one with its day, sentence, form and URL', async () => {
    expect(await rowOf(on(stated('2028-01-01', '2028-06-30', 'into')))).toMatchObject({
      cash_out_date: null,
      covers_next_catalyst: null,
      stated_until: '2028-01-01',
      stated_covers_next_catalyst: false,
      stated_date: '2026-11-10',
      stated_by: 'EX-99.1',
      stated_conditions: null,
      stated_sentence: 'Cash lasts into it.',
      stated_url: 'https://filings.example/2026-11-10',
    });
  });

  it.each([
    ['Abcora 3Q25 update', 'Cash lasts into it. (title: 3Q25)'],
    [
      'Abcora reports third quarter 2025 results',
      'Cash lasts into it. (title: third quarter 2025)',
    ],
    ['Abcora Q&A', 'Cash lasts into it.'],
  ])('has the period of its title: %s', async (title, stated_sentence) => {
    const documents = on(stated('2028-01-01', '2028-06-30', 'into'));
    expect(await rowOf(documents, title)).toMatchObject({ stated_sentence });
  });

  it('through a period lasts until its end', async () => {
    expect(await rowOf(on(stated('2028-01-01', '2028-06-30', 'through')))).toMatchObject({
      stated_until: '2028-06-30',
      stated_covers_next_catalyst: true,
    });
  });

  it('in a fiscal year ends with that year', async () => {
    // Fiscal 2028 lasts from October 2027 to September 2028.
    const fiscal = (bound: string) =>
      rowOf(on(stated('2028-01-01', '2028-12-31', bound, { detail: { bound, fiscal: true } })));
    expect((await fiscal('through')).stated_until).toBe('2028-09-30');
    expect((await fiscal('into')).stated_until).toBe('2027-10-01');
  });

  it('is the newest one, the one with fewer conditions first', async () => {
    const conditional = stated('2029-01-01', '2029-12-31', 'into', {
      detail: { bound: 'into', conditions: 'later proceeds' },
    });
    const plain = stated('2028-07-01', '2028-12-31', 'into');
    const until = async (...args: Parameters<typeof rowOf>) => (await rowOf(...args)).stated_until;
    const older = stated('2027-01-01', '2027-12-31', 'into');
    const both = { '2026-08-10': [older], ...on(conditional, plain) };
    expect(await until(both)).toBe('2028-07-01');
    expect(await rowOf(on(conditional))).toMatchObject({
      stated_until: '2029-01-01',
      stated_conditions: 'later proceeds',
    });
    expect(await until(on({ ...plain, status: 'conditional' }))).toBeNull();
  });
});

it('of more than a year ago is marked, and is not compared with the next catalyst', async () => {
  const plain = stated('2028-07-01', '2028-12-31', 'into');
  const row = await rowOf({ '2025-11-20': [plain] });
  expect(row).toMatchObject({ stated_until: '2028-07-01', stated_covers_next_catalyst: null });
  expect(row.flags).toContain('old_statement');
  expect((await rowOf({ '2025-11-21': [plain] })).flags).not.toContain('old_statement');
});

it('serves a stated runway without any figures of the company, with its own source', async () => {
  const refresh = await refreshOf('2026-11-21', {
    companies: [{ ticker: 'AAAQZ', name: 'AAAQZ Inc' }],
    mentions: [
      {
        document_id: 'd',
        ticker: 'AAAQZ',
        form: 'EX-99.1',
        published_date: '2026-11-10',
        source_url: 'https://filings.example/d',
        mentions: [stated('2028-01-01', '2028-06-30', 'through')],
      },
    ],
  });
  expect(asServed('cashRunway', cashRunway(refresh))).toMatchObject([
    {
      ticker: 'AAAQZ',
      runway_months: null,
      stated_until: '2028-06-30',
      source_url: 'https://filings.example/d',
      source_date: '2026-11-10',
      flags: ['no_filing', 'no_catalyst'],
    },
  ]);
});
