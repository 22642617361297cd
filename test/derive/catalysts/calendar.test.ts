import { describe, expect, it } from 'vitest';
import { OUTCOME_UNKNOWN } from '../../../src/catalogue/event-types.ts';
import { calendarHistory } from '../../../src/derive/catalysts/calendar.ts';
import { nextCatalystOn, nextCatalysts } from '../../../src/derive/catalysts/next-catalyst.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { catalyst, TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

const close = (date: string, price: number) => ({ ticker: 'DEVT', date, close: price });
const goal = (_id: string, more: Partial<Fact<'catalysts'>> = {}): Fact<'catalysts'> => ({
  _id,
  ticker: 'DEVT',
  drugname: _id,
  catalyst: 'PDUFA Date',
  createdDate: '2026/01/05',
  formattedDate: '2026-11-20',
  ...more,
});
const readout = (_id: string, day: string, more: Partial<Fact<'catalysts'>> = {}) =>
  goal(_id, { catalyst: 'Phase 3 Readout', catdate: day, formattedDate: day, ...more });

it('measures the move on the day of the decision, where it came before the goal date', async () => {
  const pdufa = (_id: string, decision_date: string | null) =>
    goal(_id, { formattedDate: '2026-06-12', createdDate: '2026/06/01', decision_date });
  const refresh = await refreshOf(TODAY, {
    catalysts: [pdufa('early', '2026-06-09'), pdufa('due', '2026-06-12'), pdufa('open', null)],
    prices: [close('2026-06-01', 10), close('2026-06-09', 15), close('2026-06-12', 14)],
  });
  // The move from a close of 10 is (15 − 10) ÷ 10 = 50 % on the decision date and (14 − 10) ÷ 10 =
  // 40 % on the goal date.
  const rows = new Map(calendarHistory(refresh).map((row) => [row._id, row]));
  expect(rows.get('early')).toMatchObject({ catalystDayPrice: 15, percentageChange: 50 });
  expect(rows.get('due')).toMatchObject({ catalystDayPrice: 14, percentageChange: 40 });
  expect(rows.get('open')).toMatchObject({ catalystDayPrice: 14, percentageChange: 40 });
});

it('says of a goal date that has passed that no outcome is known, where none is', async () => {
  const refresh = await refreshOf(TODAY, {
    catalysts: [
      goal('passed'),
      goal('decided', { decision: 'CRL' }),
      goal('of today', { formattedDate: TODAY }),
      goal('readout', { catalyst: 'Phase 3 Readout' }),
      goal('approved'),
      goal('withdrawn'),
      goal('undated', { decision: 'Withdrawn', decision_date: '2026-05-04' }),
    ],
    filing_events: [
      {
        ticker: 'DEVT',
        event: 'application_withdrawn',
        filed_at: '2026-03-02',
        drug_name: 'withdrawn',
      },
    ],
    approvals: [
      {
        ticker: 'DEVT',
        drug_name: 'approved',
        approval_date: '2026-11-18',
        application_type: 'NDA',
        submission_type: 'ORIG-1',
      },
    ],
  });
  const said = (words: string) =>
    calendarHistory(refresh)
      .filter((row) => String(row.market_analysis).includes(words))
      .map(({ _id }) => _id);
  // A row of today is served from tomorrow.
  expect(said(OUTCOME_UNKNOWN)).toEqual(['passed', 'of today']);
  expect(said('The application was withdrawn on 2026-03-02.')).toEqual(['withdrawn']);
  expect(said('The application was withdrawn on 2026-05-04.')).toEqual(['undated']);
});

it('says between which closes the share answered what is known to have happened', async () => {
  const day = '2026-06-12';
  const decided = { decision: 'CRL', decision_date: '2026-06-11', catdate: 'June 2026' };
  const refresh = await refreshOf(TODAY, {
    catalysts: [
      readout('read', day, { outcome: 'negative' }),
      readout('decided', day, decided),
      readout('vague', day, { outcome: 'negative', catdate: 'June 2026' }),
      readout('open', day),
    ],
    prices: [close('2026-06-10', 20), close('2026-06-11', 25), close('2026-06-12', 10)],
  });
  const said = new Map(
    calendarHistory(refresh).map((row) => [row._id, String(row.market_analysis)]),
  );
  // 10 / 25 = 0.4, and 25 / 20 = 1.25.
  const answer = 'The stock moved −60.0 % from the close on 2026-06-11 to the close on 2026-06-12.';
  expect(said.get('read')).toContain(answer);
  expect(said.get('decided')).toContain(
    'The stock moved +25.0 % from the close on 2026-06-10 to the close on 2026-06-11.',
  );
  expect(said.get('vague')).not.toContain('moved');
  expect(said.get('open')).not.toContain('moved');
});

it('tells how the share answered from the day after the event on', async () => {
  const answerOf = async (day: string) => {
    const catalysts = [readout('own', day, { outcome: 'positive' })];
    const prices = [close('2026-11-19', 10), close('2026-11-20', 12), close(TODAY, 15)];
    const [row] = calendarHistory(await refreshOf(TODAY, { catalysts, prices }));
    return /The stock moved .*$/.exec(String(row!.market_analysis))?.[0];
  };
  expect(await answerOf('2026-11-20')).toBe(
    'The stock moved +20.0 % from the close on 2026-11-19 to the close on 2026-11-20.',
  );
  expect(await answerOf(TODAY)).toBeUndefined();
});

it('keeps the date and the decision of a catalyst without a display date', async () => {
  const decided = { decision: 'Approved', decision_date: '2026-06-09' };
  const catalysts = [goal('past', { formattedDate: '2026-06-12', ...decided })];
  const [row] = calendarHistory(await refreshOf(TODAY, { catalysts }));
  expect(row).toMatchObject({ catdate: '2026-06-12' });
  expect(row?.market_analysis).toContain('FDA decision: Approved on 2026-06-09.');
});

describe('nextCatalysts', () => {
  it('takes the nearest, today included, and nothing of yesterday', async () => {
    const refresh = await refreshOf(TODAY, {
      catalysts: [
        catalyst('Phase 3 Readout', '2026-12-01', '2026/01/01'),
        catalyst('AdComm Meeting', '2026-11-21', '2026/01/01'),
        catalyst('Phase 2 Readout', '2026-11-20', '2026/01/01'),
      ],
    });
    expect(nextCatalysts(refresh).get('DEVT')?.catalyst).toBe('AdComm Meeting');
  });

  it('leaves out what was decided before its goal date', async () => {
    const decided = {
      ...catalyst('PDUFA Date', '2026-12-15', '2026/01/01'),
      decision: 'Approved',
      decision_date: '2026-11-10',
    };
    const refresh = await refreshOf(TODAY, { catalysts: [decided] });
    expect(nextCatalysts(refresh).has('DEVT')).toBe(false);
    // One day earlier, the event was still upcoming.
    expect(nextCatalystOn(refresh, 'DEVT', '2026-11-09')?.catalyst).toBe('PDUFA Date');
  });
});
