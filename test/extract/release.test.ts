import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { announcedIn, mentionsOf } from './announced.ts';

describe('a complete release', () => {
  const text = readFileSync(new URL('../fixtures/extract/release.txt', import.meta.url), 'utf8');
  const source = { published: '2026-11-12', company: 'Corvane Therapeutics' };

  const confirmed = mentionsOf(text, source).filter(({ tier }) => tier === 'confirmed');

  it('confirms no background', () => {
    const news = [
      'designation HLM-204',
      'filing_expected CVN-118',
      'nda_bla_accepted CVN-118',
      'offering null',
      'pdufa_date CVN-118',
      'readout_expected HLM-204',
      'stated_runway null',
    ];
    const told = confirmed.map(({ type, drug }) => `${type} ${drug}`);
    expect(news).toEqual(expect.arrayContaining(told));
    expect(told).toEqual(
      expect.arrayContaining(['pdufa_date CVN-118', 'readout_expected HLM-204']),
    );
  });

  it('announces all of its news, with the ticker of its company', () => {
    expect(announcedIn(text, source)).toEqual(
      expect.arrayContaining([
        'designation 2026-11-01..2026-11-30 HLM-204',
        'filing_expected 2027-01-01..2027-06-30 CVN-118',
        'nda_bla_accepted 2026-10-01..2026-10-31 CVN-118',
        'offering 2026-10-01..2026-10-31 -',
        'pdufa_date 2027-06-11 CVN-118',
        'readout_expected 2027-01-01..2027-03-31 HLM-204',
      ]),
    );
    expect(new Set(confirmed.map(({ ticker }) => ticker))).toEqual(new Set(['CVNQZ']));
  });
});

it('a dateline is not the date of an event in its sentence', () => {
  const announced = (text: string) =>
    announcedIn(`BOSTON, Nov. 12, 2026 (GLOBE NEWSWIRE) -- ${text}`);
  expect(announced('The FDA approved CVN-118 for the treatment of asthma.')).toEqual([
    'approval - CVN-118',
  ]);
  expect(announced('The FDA approved CVN-118 on November 10, 2026 for asthma.')).toEqual([
    'approval 2026-11-10 CVN-118',
  ]);
});
