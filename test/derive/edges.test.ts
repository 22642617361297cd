import { describe, expect, it, onTestFinished } from 'vitest';
import { insiderSummary, insiderTransactions } from '../../src/derive/ownership/insiders.ts';
import { catalystOn } from '../../src/derive/point-in-time.ts';
import type { Fact } from '../../src/facts/fact-kinds.ts';
import { dateChange } from '../support/date-change.ts';
import { startApp } from '../support/start-app.ts';
import { TODAY } from './developer.ts';
import { refreshOf } from './refresh-of.ts';

it('a grant is named by its security, and derivatives are no open-market trades', async () => {
  const trade = (line: number, more: Partial<Fact<'insider_transactions'>>) => ({
    ticker: 'DEVT',
    accession: 'one',
    line,
    owner_name: 'Zorba Alexis',
    shares: 100,
    transaction_date: '2026-11-02',
    filing_date: '2026-11-03',
    price_usd: 5,
    ...more,
  });
  const option = { is_derivative: true, security_title: 'Stock Option' };
  const refresh = await refreshOf(TODAY, {
    insider_transactions: [
      trade(1, { transaction_code: 'P' }),
      trade(2, { transaction_code: 'A', is_unit_grant: true }),
      trade(3, { transaction_code: 'A', ...option }),
      trade(4, { transaction_code: 'P', ...option }),
      trade(5, { transaction_code: 'A' }),
    ],
  });
  const rows = [...insiderTransactions(refresh)].map((row) => [row.line, row.transaction_type]);
  expect(Object.fromEntries(rows)).toEqual({
    1: 'Open-market purchase',
    2: 'Grant: restricted stock units',
    3: 'Grant: Stock Option',
    4: 'Open-market purchase',
    5: 'Grant or award',
  });
  expect(insiderSummary(refresh)[0]).toMatchObject({ buys: 1, buy_value_usd: 500 });
});

it('the calendar points to cash_runway only if it returns records', async () => {
  const started = await startApp();
  onTestFinished(() => started.close());
  const said = 'cash_runway shows the runway with investments and debt.';
  const full = await started.ask('/fdacalendar');
  expect(full.headers.get('catalyst-notice')).toContain(said);
  const none = await started.ask('/fdacalendar', { ticker: 'NOBODYQZ' });
  expect(none.body.result).toEqual([]);
  expect(none.headers.get('catalyst-notice') ?? '').not.toContain(said);
  const { app, key } = started;
  const answer = JSON.parse(await app.toolbox.callTool({ key }, 'fda_calendar', {}));
  expect(JSON.stringify(answer)).toContain(said);
});

describe('a catalyst whose date moved later', () => {
  const text = {
    description: 'Now in May',
    evidence: 'We expect data in May.',
    confidence: 0.9,
    source_url: 'https://a.example/',
    date_precision: 'month',
  };
  const later = '2026-05-31';
  const known = { _id: 'c1', ticker: 'ABCQZ', catalyst: 'Phase 3 Readout', stage: 'Phase 3' };
  const none = Object.fromEntries(Object.keys(text).map((field) => [field, null]));
  const { evidence: _, ...unquoted } = text;

  it.each([
    // On the day of a change its date is known, and the text that states it.
    ['2026-04-01', text, { catdate: 'May 2026', formattedDate: later, ...text }],
    ['2026-03-31', text, { catdate: '2026-02-28', formattedDate: '2026-02-28', ...none }],
    ['2026-01-31', text, { catdate: '2025-12-31', formattedDate: '2025-12-31', ...none }],
    // Without a quotation, the description does not come from the text of the later date.
    ['2026-03-31', unquoted, { catdate: '2026-02-28', formattedDate: '2026-02-28', ...unquoted }],
  ])('had on %s the date and the text of that day', async (day, stated, had) => {
    const now = { createdDate: '2025/01/05', catdate: 'May 2026', formattedDate: later };
    const catalyst = { ...known, ...now, ...stated };
    const changes = [
      dateChange('c1', '2026-02-01', '2025-12-31', '2026-02-28'),
      dateChange('c1', '2026-04-01', '2026-02-28', later),
    ];
    const { facts } = await refreshOf(day, {
      catalysts: [catalyst],
      catalyst_changes: changes,
    } as never);
    for (const then of [facts.all('catalysts')[0], catalystOn(catalyst as never, day, changes)]) {
      expect(then).toMatchObject({ ...known, ...had });
    }
  });
});
