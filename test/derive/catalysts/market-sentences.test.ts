import { describe, expect, it } from 'vitest';
import { calendarCollections, calendarHistory } from '../../../src/derive/catalysts/calendar.ts';
import { calendarChangeCollections } from '../../../src/derive/catalysts/calendar-changes.ts';
import { catalystAnalysis } from '../../../src/derive/catalysts/company-outlooks.ts';
import { dateMoves } from '../../../src/derive/catalysts/date-moves.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import type { Sourced } from '../../../src/store/facts-store.ts';
import { TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const EVENT: Fact<'catalysts'> = {
  _id: 'own',
  ticker: 'DEVT',
  drugname: 'devtinib',
  catalyst: 'Phase 3 Readout',
  treatment: 'Melanoma',
  formattedDate: '2027-06-30',
  createdDate: '2026/03/01',
};
const close = (date: string, price: number, ticker = 'DEVT') => ({ ticker, date, close: price });

async function marketOf(facts: FactsByKind): Promise<string | undefined> {
  const refresh = await refreshOf(TODAY, { catalysts: [EVENT], ...facts });
  return refresh.memo(catalystAnalysis).get('own')!.market_analysis;
}

describe('the price', () => {
  const shares: Fact<'financial_facts'> = {
    ...{ ticker: 'DEVT', taxonomy: 'dei', tag: 'EntityCommonStockSharesOutstanding' },
    ...{ unit: 'shares', end: '2026-11-01', filed: '2026-11-05', value: 1_234_500 },
  };

  it('is the last close of ten days, with the market value where shares are known', async () => {
    const at = (date: string) => marketOf({ prices: [close(date, 100)] });
    expect(await at('2026-11-11')).toBe('Closed at $100.00 on 2026-11-11.');
    expect(await at('2026-11-10')).toBeUndefined();
    expect(await at('2026-11-22')).toBeUndefined();
    // 1,234,500 × 100 = 123.45 million, to three digits.
    expect(await marketOf({ prices: [close(TODAY, 100)], financial_facts: [shares] })).toBe(
      'Closed at $100.00 on 2026-11-21, a market value of $123M.',
    );
  });
});

describe('the sales', () => {
  const program: Fact<'programs'> = {
    ...{ ticker: 'DEVT', drug_name: 'devtinib', indication: 'Melanoma', phase: 'Phase 2' },
    updated_date: '2026-01-01',
  };
  const assumed = (assumed_date: string | undefined): Fact<'sales_assumptions'> => ({
    ...{ ticker: 'DEVT', drug_name: 'devtinib', indication: 'Melanoma' },
    ...{ peak_sales_usd: 1_500_000_000 },
    ...(assumed_date ? { assumed_date } : {}),
  });

  it.each([
    [TODAY, `Peak sales of $1.5B a year are assumed (${TODAY}).`],
    ['2026-11-22', undefined],
    [undefined, undefined],
  ])('assumed on %s', async (day, sentence) => {
    expect(await marketOf({ programs: [program], sales_assumptions: [assumed(day)] })).toBe(
      sentence,
    );
  });
});

describe('rivals', () => {
  const rival = (ticker: string, phase: string, more = {}): Fact<'programs'> => ({
    ...{ ticker, drug_name: `${ticker.toLowerCase()}tinib`, indication: ' melanoma', phase },
    ...{ updated_date: '2026-05-06', ...more },
  });

  it('are programs of others that are active in the indication and known on the day', async () => {
    const programs = [
      rival('AAAQZ', 'Phase 1'),
      rival('BBBQZ', 'Phase 3', { updated_date: TODAY }),
      rival('CCCQZ', 'Phase 2'),
      rival('DEVT', 'Approved'),
      rival('DDDQZ', 'Approved', { indication: 'Glioma' }),
      rival('EEEQZ', 'Approved', { status: 'Discontinued' }),
      rival('FFFQZ', 'Approved', { updated_date: '2026-11-22' }),
      rival('GGGQZ', 'Approved', { updated_date: null }),
    ];
    expect(await marketOf({ programs })).toBe(
      '3 programs of other companies in Melanoma; the furthest is bbbqztinib ' +
        `(BBBQZ, Phase 3 since ${TODAY}).`,
    );
    expect(await marketOf({ programs: programs.slice(0, 1) })).toBe(
      'One program of other companies in Melanoma; the furthest is aaaqztinib ' +
        '(AAAQZ, Phase 1 since 2026-05-06).',
    );
    const otherwise = rival('AAAQZ', 'Phase 1', { indication: 'Metastatic Melanoma or Glioma' });
    expect(await marketOf({ programs: [otherwise, rival('AAAQZ', 'Phase 2')] })).toBe(
      'One program of other companies in Melanoma; the furthest is aaaqztinib ' +
        '(AAAQZ, Phase 2 since 2026-05-06).',
    );
  });
});

describe('the closes of an event', () => {
  const rowOf = async (event: Partial<Fact<'catalysts'>>, prices: Fact<'prices'>[]) => {
    const past = { ...EVENT, formattedDate: '2026-06-12', createdDate: '2026/06/01' };
    const facts = { catalysts: [{ ...past, ...event } as Fact<'catalysts'>], prices };
    const [row] = calendarHistory(await refreshOf(TODAY, facts));
    const { createdDayPrice, catalystDayPrice, percentageChange } = row!;
    return [createdDayPrice, catalystDayPrice, percentageChange];
  };

  it('are the last one up to the day of creation and the first one from the event on', async () => {
    // (13.3333 − 12) ÷ 12 = 11.11 %.
    const around = [close('2026-05-29', 12), close('2026-06-15', 13.3333)];
    expect(await rowOf({}, around)).toEqual([12, 13.3333, 11.11]);
    // A week stands for a day, and no more.
    expect(await rowOf({}, [close('2026-05-25', 12), close('2026-06-19', 6)])).toEqual([
      12, 6, -50,
    ]);
    expect(await rowOf({}, [close('2026-05-24', 12), close('2026-06-20', 6)])).toEqual([
      ...[null, null, null],
    ]);
    expect(await rowOf({ createdDate: null }, around)).toEqual([null, 13.3333, null]);
    expect(await rowOf({}, around.slice(0, 1))).toEqual([12, null, null]);
    expect(await rowOf({}, [close('2026-05-29', 0), around[1]!])).toEqual([0, 13.3333, null]);
    expect(await rowOf({}, [])).toEqual([null, null, null]);
  });
});

it('names the company of a catalyst, and its identifier where the fact has none', async () => {
  const companies = [{ ticker: 'DEVT', name: 'Developer Therapeutics' }];
  const { _id: _, ...unnumbered } = EVENT;
  const catalysts = [EVENT, { ...unnumbered, ticker: 'LONE', drugname: 'lonetinib' }];
  const refresh = await refreshOf(TODAY, { companies, catalysts });
  const [known, alone] = calendarHistory(refresh);
  expect(known).toMatchObject({ _id: 'own', name: ['Developer Therapeutics'] });
  expect(alone).toMatchObject({ _id: expect.stringMatching(/\w{8}/), name: [] });
  const [shown, other] = calendarCollections.calendar.rows(refresh);
  expect(shown).toMatchObject({ name: 'Developer Therapeutics', ticker: 'DEVT' });
  expect(other).not.toHaveProperty('name');
});

describe('moves of a date', () => {
  const change = (changed_date: string, more: Partial<Fact<'catalyst_changes'>> = {}) => ({
    ...{ catalyst_id: 'own', changed_date, field: 'formattedDate' },
    ...{ previous_value: '2027-01-15', new_value: '2027-06-30', ...more },
  });

  it('are told under the drug and what is dated, earliest first', async () => {
    const refresh = await refreshOf(TODAY, {
      catalysts: [EVENT],
      catalyst_changes: [
        change('2026-09-01'),
        change('2026-04-01', { previous_value: '2026-12-01', new_value: '2027-01-15' }),
        change('2026-05-01', { field: 'outcome' }),
        change('2026-05-02', { previous_value: null }),
        change('2026-05-03', { new_value: null }),
        change('2026-05-04', { catalyst_id: 'another' }),
      ],
    });
    const named = (more: Partial<Sourced<'catalysts'>>) =>
      dateMoves(refresh, 'own', { ...EVENT, source: 'test', ...more } as Sourced<'catalysts'>);
    const subject = 'DEVT devtinib: date of Phase 3 Readout';
    const is_decision = false;
    expect(named({})).toEqual([
      {
        ...{ subject, moved_on: '2026-04-01', is_decision },
        ...{ moved_from: '2026-12-01', moved_to: '2027-01-15' },
      },
      {
        ...{ subject, moved_on: '2026-09-01', is_decision },
        ...{ moved_from: '2027-01-15', moved_to: '2027-06-30' },
      },
    ]);
    const subjectOf = (more: Partial<Sourced<'catalysts'>>) => named(more)![0]!.subject;
    expect(subjectOf({ catalyst: 'pdufa date' })).toBe('DEVT devtinib: goal date');
    expect(subjectOf({ drugname: null })).toBe('DEVT: date of Phase 3 Readout');
    expect(subjectOf({ drugname: 'x'.repeat(31) })).toBe(
      `DEVT ${'x'.repeat(30)}: date of Phase 3 Readout`,
    );
    expect(dateMoves(refresh, 'unmoved', { ...EVENT, source: 'test' })).toBeUndefined();
  });

  it('are listed with their catalyst, whole', async () => {
    const refresh = await refreshOf(TODAY, {
      catalysts: [
        EVENT,
        { ...EVENT, _id: 'bare', drugname: null, treatment: null, ticker: 'LONE' },
      ],
      catalyst_changes: [
        change('2026-09-01'),
        change('2026-09-02', { catalyst_id: 'bare', previous_value: 'mid-2027' }),
        change('2026-09-03', { catalyst_id: 'unknown' }),
        change('2026-09-04', { field: 'outcome' }),
      ],
    });
    const moves = calendarChangeCollections.calendarChanges.rows(refresh);
    expect(moves.toSorted((a, b) => (a.changed_date < b.changed_date ? -1 : 1))).toEqual([
      {
        ticker: 'DEVT',
        drugname: 'devtinib',
        catalyst: 'Phase 3 Readout',
        treatment: 'Melanoma',
        previous_date: '2027-01-15',
        new_date: '2027-06-30',
        // 16 days of January, then 28, 31, 30, 31 and 30.
        days_moved: 166,
        changed_date: '2026-09-01',
        current_date: '2027-06-30',
        source: 'test',
      },
      {
        ticker: 'LONE',
        drugname: null,
        catalyst: 'Phase 3 Readout',
        treatment: null,
        previous_date: null,
        new_date: '2027-06-30',
        days_moved: null,
        changed_date: '2026-09-02',
        current_date: '2027-06-30',
        source: 'test',
      },
    ]);
  });
});
