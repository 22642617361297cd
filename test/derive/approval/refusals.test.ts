import { describe, expect, it } from 'vitest';
import { crls } from '../../../src/derive/approval/evidence.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-20';

const planned = (formattedDate: string, more: Partial<Fact<'catalysts'>> = {}) => ({
  ...{ ticker: 'ABCQZ', drugname: 'Abcamab', treatment: 'Asthma', catalyst: 'PDUFA Date' },
  ...{ stage: 'NDA/BLA', catdate: formattedDate, formattedDate, createdDate: '2026-01-05' },
  ...more,
});
const letter = (letter_date: string, drug_name: string | null = 'Abcamab') => ({
  ...{ ticker: 'ABCQZ', drug_name, letter_date, reasons: ['manufacturing'] },
});
const decision = (day: string, Decision: string) => ({
  ...{ Ticker: 'ABCQZ', Drug: 'Abcamab', Decision, 'PDUFA Date': day },
});

describe('a refusal', () => {
  const told = async (facts: object) => {
    const all = crls(await refreshOf(TODAY, facts as never));
    return all.map(({ drug_name, letter_date, reasons }) => [drug_name, letter_date, reasons]);
  };

  it('that the calendar alone tells counts as a letter, whole', async () => {
    const refresh = await refreshOf(TODAY, {
      catalysts: [planned('2026-09-01', { decision: 'CRL', source_url: 'https://a.example/' })],
    } as never);
    expect(crls(refresh)).toEqual([
      {
        ...{ ticker: 'ABCQZ', drug_name: 'Abcamab', names: ['Abcamab'], indication: 'Asthma' },
        ...{ letter_date: '2026-09-01', reasons: null },
        origin: { source: 'test', source_url: 'https://a.example/', source_date: '2026-09-01' },
      },
    ]);
  });

  it('of the calendar is that of a letter or a decision of the same week, and no other', async () => {
    const crl = { decision: 'Complete Response Letter' };
    const from = (day: string) =>
      told({ catalysts: [planned('2026-09-08', crl)], ...letters(day) });
    const letters = (day: string) => ({ complete_response_letters: [letter(day)] });
    expect(await from('2026-09-01')).toEqual([['Abcamab', '2026-09-01', ['manufacturing']]]);
    expect(await from('2026-08-31')).toEqual([
      ['Abcamab', '2026-08-31', ['manufacturing']],
      ['Abcamab', '2026-09-08', null],
    ]);
    const decided = (day: string) =>
      told({ catalysts: [planned('2026-09-08', crl)], decisions: [decision(day, 'CRL')] });
    expect(await decided('2026-09-15')).toEqual([['Abcamab', '2026-09-15', null]]);
    expect(await decided('2026-09-16')).toEqual([
      ['Abcamab', '2026-09-16', null],
      ['Abcamab', '2026-09-08', null],
    ]);
  });

  it('is none of what is ahead, approved, withdrawn, or no decision on a goal date', async () => {
    expect(
      await told({
        catalysts: [
          planned('2026-11-21', { decision: 'CRL' }),
          planned('2026-09-01', { decision: 'Approved' }),
          planned('2026-08-01', { decision: 'Withdrawn' }),
          planned('2026-07-01', { decision: 'CRL', catalyst: 'Phase 3 Readout' }),
        ],
        decisions: [decision('2026-06-01', 'Approved'), decision('2026-05-01', 'Withdrawn')],
      }),
    ).toEqual([]);
  });

  it('without a drug is one of its own where no other of its company is near', async () => {
    const catalysts = [planned('2026-09-08', { decision: 'CRL' })];
    const near = { catalysts, complete_response_letters: [letter('2026-09-01', null)] };
    expect(await told(near)).toEqual([['Abcamab', '2026-09-08', null]]);
    const far = { catalysts, complete_response_letters: [letter('2026-08-31', null)] };
    expect(await told(far)).toEqual([
      ['Abcamab', '2026-09-08', null],
      [null, '2026-08-31', ['manufacturing']],
    ]);
  });
});
