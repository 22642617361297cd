import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeHeader } from '../../src/transports/replies.ts';
import { callTool, clientOf } from '../support/mcp.ts';
import { type Started, startApp } from '../support/start-app.ts';

/**
 * What an answer about a past day says of the records whose date has moved since, on 2026-03-10,
 * through REST and MCP.
 */
const company = { ticker: 'ABCQZ', name: 'Abecedary Bio' };
const early = { ticker: 'EARQZ', name: 'Early Bio' };

const catalysts = [
  dated('moved', 'Somedrug', '2026-08-01'),
  dated('twice', 'Twicedrug', '2026-12-01', { catalyst: 'Phase 3 Readout', stage: 'Phase 3' }),
  dated('back', 'Backdrug', '2026-07-01'),
  dated('fixed', 'Fixeddrug', '2026-07-02'),
  dated('past', 'Pastdrug', '2026-02-01'),
  ...Array.from({ length: 12 }, (_, at) => ({
    ...dated(`many ${at}`, `Manydrug ${at}`, '2027-01-15'),
    ticker: 'MNYQZ',
  })),
];

const catalyst_changes = [
  moved('moved', '2025-06-20', '2026-05-01', '2026-08-01'),
  moved('twice', '2025-09-01', '2026-06-30', '2026-12-01'),
  moved('twice', '2025-05-02', '2026-03-31', '2026-06-30'),
  moved('back', '2025-06-20', '2026-07-01', '2026-09-01'),
  moved('back', '2025-07-20', '2026-09-01', '2026-07-01'),
  { ...moved('fixed', '2025-06-20', 'Phase 2', 'Phase 3'), field: 'stage' },
  moved('past', '2025-06-20', '2025-11-01', '2026-02-01'),
  ...Array.from({ length: 12 }, (_, at) =>
    moved(`many ${at}`, '2025-06-20', '2026-10-15', '2027-01-15'),
  ),
];

/** A goal date, and an approval that came 19 days before it. */
const mentions = [
  told('2025-05-07', 'pdufa_date', { date: '2026-03-01', precision: 'day' }),
  told('2026-02-10', 'approval', {}),
];

function told(published_date: string, type: string, more: object) {
  const about = { drug: 'zelvotinib', status: 'announced', confidence: 0.95, sentence: `${type}.` };
  const mention = { type, date: null, precision: null, detail: {}, ...about, ...more };
  const source_url = `https://earqz.example/${published_date}`;
  const document = { document_id: source_url, ticker: 'EARQZ', published_date, source_url };
  return { ...document, form: '8-K', mentions: [mention] };
}

function dated(_id: string, drugname: string, formattedDate: string, more = {}) {
  const common = { ticker: 'ABCQZ', catalyst: 'PDUFA Date', createdDate: '2025/04/01' };
  return { _id, ...common, drugname, catdate: formattedDate, formattedDate, ...more };
}

function moved(catalyst_id: string, changed_date: string, previous: string, next: string) {
  const change = { previous_value: previous, new_value: next };
  return { catalyst_id, changed_date, field: 'formattedDate', ...change };
}

let started: Started;
let client: Client;
beforeAll(async () => {
  started = await startApp({
    facts: { companies: [company, early], catalysts, catalyst_changes, mentions },
  });
  client = await clientOf(started.base, { headers: { 'X-API-Key': started.key } });
});
afterAll(async () => {
  await client.close();
  await started.close();
});

const SOMEDRUG = 'ABCQZ Somedrug: goal date was 2026-05-01 then, moved to 2026-08-01 on 2025-06-20';
const UNANSWERED =
  'Some goal dates have passed without a known outcome; market_analysis names them.';
const CASH = 'Cash_and_Cash_Equivalents is cash alone';

async function header(path: string, query: Record<string, string>): Promise<string> {
  const { status, headers } = await started.ask(path, query);
  expect(status).toBe(200);
  return headers.get(noticeHeader) ?? '';
}

/** The lines between the first one of a tool's text and its records. */
async function lines(name: string, query: Record<string, string>): Promise<readonly string[]> {
  const { text, envelope } = await callTool(client, name, { ...query, detail: 'full' });
  const head = text.split('\n\n')[0]!.split('\n').slice(1);
  // What all rows share is no notice.
  const told = head.filter((line) => !line.startsWith('In every row:'));
  expect(envelope.notices ?? []).toEqual(told);
  return told;
}

describe('as_of', () => {
  it('says which date another one was then, and from when to when it moved', async () => {
    const query = { as_of: '2025-06-19', drug: 'somedrug' };
    expect(await header('/fdacalendar', query)).toMatch(new RegExp(`^${SOMEDRUG}\\. ${CASH}`));
    expect(await lines('fda_calendar', query)).toEqual([
      `${SOMEDRUG}.`,
      expect.stringContaining(CASH),
    ]);
  });

  it('says nothing of a move that had been made on that day', async () => {
    for (const as_of of ['2025-06-20', '2026-03-10']) {
      const query = { as_of, drug: 'somedrug' };
      expect(await header('/fdacalendar', query)).toMatch(new RegExp(`^${CASH}`));
      expect(await lines('fda_calendar', query)).toHaveLength(1);
    }
    expect(await header('/fdacalendar', { drug: 'somedrug' })).not.toContain('then');
  });

  it('names the first and the last of several moves, and what else than a goal date moved', async () => {
    const all = await header('/fdacalendar', { as_of: '2025-05-01', drug: 'twicedrug' });
    const subject = 'ABCQZ Twicedrug: date of Phase 3 Readout';
    expect(all).toContain(
      `${subject} was 2026-03-31 then, moved to 2026-06-30 on 2025-05-02 and to 2026-12-01 on 2025-09-01.`,
    );
    const later = await header('/fdacalendar', { as_of: '2025-05-02', drug: 'twicedrug' });
    expect(later).toContain(`${subject} was 2026-06-30 then, moved to 2026-12-01 on 2025-09-01.`);
  });

  it('says nothing where the date is the same again, or something else has changed', async () => {
    for (const drug of ['backdrug', 'fixeddrug']) {
      expect(await header('/fdacalendar', { as_of: '2025-06-01', drug })).not.toContain('then');
    }
    // Between its two moves, the date was another one.
    expect(await header('/fdacalendar', { as_of: '2025-07-01', drug: 'backdrug' })).toContain(
      'ABCQZ Backdrug: goal date was 2026-09-01 then, moved to 2026-07-01 on 2025-07-20.',
    );
  });

  it('says of an early decision that it was early, and moves no goal date', async () => {
    const [ticker, drug] = ['EARQZ', 'zelvotinib'];
    expect(await lines('fda_calendar_historical', { as_of: '2026-01-31', ticker })).toEqual([
      'EARQZ zelvotinib: goal date was 2026-03-01 then, decided early, on 2026-02-10.',
    ]);
    const dateOf = async (path: string, field: string) =>
      (await started.ask(path, { ticker })).body.result.map(
        (row: Readonly<Record<string, unknown>>) => row[field],
      );
    expect(await dateOf('/fdacalendar/historical', 'catdate')).toEqual(['2026-03-01']);
    expect(await dateOf('/pdufa/historical', 'PDUFA Date')).toEqual(['2026-03-01']);
    expect(await dateOf('/fda/decisions', 'decision_date')).toEqual(['2026-02-10']);
    expect(await dateOf('/fdacalendar/changes', 'days_moved')).toEqual([]);
    // Nor was it a coming event between the two days.
    const coming = await started.ask('/fdacalendar', { as_of: '2026-02-20', drug });
    expect(coming.body.result).toEqual([]);
  });

  it('says it of past events, too', async () => {
    expect(
      await lines('fda_calendar_historical', { as_of: '2025-05-15', ticker: 'ABCQZ' }),
    ).toEqual([
      'ABCQZ Pastdrug: goal date was 2025-11-01 then, moved to 2026-02-01 on 2025-06-20.',
      UNANSWERED,
    ]);
  });

  it('or not, an answer with a goal date that passed without a known outcome says so', async () => {
    expect(await lines('fda_calendar_historical', { ticker: 'ABCQZ' })).toEqual([UNANSWERED]);
    expect(await lines('fda_calendar_historical', { ticker: 'EARQZ' })).toEqual([]);
    expect(await lines('pdufa_historical', { ticker: 'ABCQZ' })).toContain(
      'ABCQZ is known; it has no past PDUFA decisions with a known outcome.',
    );
  });

  it('names what lay within the dates asked for and has moved out of them', async () => {
    const query = { as_of: '2025-06-01', catdateFrom: '2026-05', catdateTo: '2026-05' };
    const { body, headers } = await started.ask('/fdacalendar', query);
    expect(body.result).toEqual([]);
    const none = 'Nothing matches. Use fewer or broader filters.';
    expect(headers.get(noticeHeader)).toBe(`${SOMEDRUG}, out of the dates asked for. ${none}`);
    // Its other conditions hold as for every record.
    expect(await header('/fdacalendar', { ...query, ticker: 'MNYQZ' })).not.toContain('goal date');
    expect(await header('/fdacalendar', { ...query, drug: 'some' })).toContain(SOMEDRUG);
    expect(await header('/fdacalendar', { ...query, page: '2' })).toBe(none);
  });

  it('counts those that it does not name', async () => {
    const query = { as_of: '2025-06-01', ticker: 'MNYQZ' };
    const told = await lines('fda_calendar', query);
    expect(told.filter((line) => line.includes('was 2026-10-15 then'))).toHaveLength(10);
    expect(told[10]).toBe('2 more records had another date on 2025-06-01.');
    expect(await header('/fdacalendar', query)).toContain(told[10]);
  });
});
