import { describe, expect, it, vi } from 'vitest';
import { createCalendars } from '../../../src/transports/feeds/calendars.ts';

describe('a calendar', () => {
  const event = {
    ticker: 'ABCQZ',
    drugname: 'zelvotinib',
    catalyst: 'PDUFA Date',
    formattedDate: '2027-03-15',
    catdate: '2027-03-15',
    createdDate: '2026/01/01',
  };
  function calendars(keep: () => Promise<void>) {
    const warned: unknown[][] = [];
    const made = createCalendars({
      accounts: { revisions: { known: async () => [], keep } } as never,
      service: {
        answer: async () => ({
          records: [JSON.stringify(event)],
          pagination: { total: 1 },
          source: { from: 'local store' },
          endpoint: {},
        }),
        source: () => ({ describe: () => ({ head: 'f00d' }) }),
      } as never,
      clock: () => Date.parse('2026-03-10T12:00:00Z'),
      log: { warn: (...words: unknown[]) => warned.push(words) } as never,
    });
    return { read: () => made.read('demo', 'https://x.invalid'), warned };
  }

  it('holds the events of its feed, and keeps what is new of them', async () => {
    const keep = vi.fn(async () => {});
    const { read, warned } = calendars(keep);
    const lines = (await read()).split('\r\n');
    expect(lines).toContain('SUMMARY:ABCQZ PDUFA Date: zelvotinib');
    expect(lines).toContain('X-WR-CALDESC:Newest hash in https://x.invalid/record: f00d');
    expect(lines).toContain('DTSTAMP:20260310T120000Z');
    expect(lines).toContain('URL;VALUE=URI:https://x.invalid/ticker/ABCQZ');
    expect(keep).toHaveBeenCalledOnce();
    expect(warned).toEqual([]);
  });

  it('is shown also where nothing can be kept, which the log says', async () => {
    const full = new Error('full');
    const { read, warned } = calendars(() => Promise.reject(full));
    expect(await read()).toContain('BEGIN:VEVENT');
    expect(warned).toEqual([[{ err: full }, 'revisions of calendar events could not be saved']]);
  });
});
