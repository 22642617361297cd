import { describe, expect, it } from 'vitest';
import type { MentionType } from '../../../src/extract/mention.ts';
import { mentionsOf } from '../announced.ts';

/**
 * Words that take a statement away or make it history do so where they stand with others: each of
 * these texts has the words, at a place or beside a statement that they say nothing of.
 */
describe.each<[MentionType, readonly string[]]>([
  [
    'nda_bla_accepted',
    [
      'Under the plan the FDA accepted the NDA for zelvotinib.',
      'That day the FDA accepted the NDA for zelvotinib.',
      'Shares rose after FDA accepted the NDA for zelvotinib.',
    ],
  ],
  [
    'nda_bla_submitted',
    [
      'Ablenor submitted its NDA for zelvotinib and is on track.',
      'Ablenor submits its NDA for zelvotinib: 2026 in review',
      'Ablenor submitted its NDA based on Phase 3 findings.',
      'Ablenor submitted an NDA that seeks approval.',
      'Based on its trial Ablenor submitted its NDA.',
    ],
  ],
  [
    'approval',
    [
      'The FDA panel it backs The FDA approved zelvotinib.',
      'The FDA approved zelvotinib as expected.',
      'The FDA approved zelvotinib, which is based on RNA.',
      'Of two drugs FDA approved zelvotinib.',
      'As the first of its kind FDA approved zelvotinib.',
      'As the only one the FDA approved zelvotinib.',
    ],
  ],
  [
    'crl',
    [
      'Ablenor received a CRL on its request for approval.',
      'For the first time EMA rejected the MAA for zelvotinib.',
    ],
  ],
  ['withdrawn', ['At the FDA meeting Ablenor withdrew the BLA for zelvotinib.']],
  [
    'designation',
    [
      'FDA grants Orphan Drug designation to ABX-101 and names a priority review voucher',
      'FDA grants Orphan Drug designation to ABX-101, which is seeking priority review',
    ],
  ],
  [
    'exchange_deficiency',
    ['Ablenor received a Nasdaq notice of non-compliance and may receive another.'],
  ],
  [
    'licence',
    [
      'Corvexa or Ablenor entered into an exclusive license agreement.',
      'Ablenor, with a state license, secures global rights to ABX-101.',
    ],
  ],
  [
    'offering',
    [
      'Ablenor announced a public offering and intends to use the proceeds well.',
      'With a net loss behind it Ablenor announced a public offering.',
      'As it seeks growth Ablenor announced a public offering.',
      'Ablenor announced its public offering is subject to conditions.',
      'As expected Ablenor announced a public offering.',
    ],
  ],
  [
    'readout_expected',
    [
      'We plan to present topline data in Q2 2027.',
      'We expect topline data for a presentation in Q2 2027.',
    ],
  ],
  [
    'trial_result',
    [
      'Ablenor and Tindra announce positive topline results from the Phase 3 trial of ABX-101',
      'ABX-101 met its primary endpoint in the Phase 3 trial and more data are expected.',
      'ABX-101 met its primary endpoint in the Phase 3 trial, the DSMB said.',
      'ABX-101 met its primary endpoint in the Phase 3 trial and helps its sales goals.',
      'ABX-101 met its primary endpoint in the Phase 3 trial and its corporate objectives.',
      'ABX-101 met its primary endpoint in the Phase 3 trial with encouraging early data.',
    ],
  ],
  ['pdufa_date', ['The anticipated FDA decision on zelvotinib is due in March 2027.']],
])('%s', (type, texts) => {
  it.each(texts)('%s', (text) => {
    const found = mentionsOf(text).filter((mention) => mention.type === type);
    expect(found.map(({ status }) => status)).toEqual(['announced']);
  });
});
