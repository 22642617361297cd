import { describe, expect, it } from 'vitest';
import type { MentionType } from '../../../src/extract/mention.ts';
import { mentionsOf } from '../announced.ts';

/** Where the confidence of a wording begins: of a plain one, and of those that say less. */
const [PLAIN, FIRM, LOOSE, WEAK, DOUBTFUL] = [0.95, 0.9, 0.85, 0.8, 0.75];
/** What a month or a longer period takes away. */
const PERIOD = 0.1;
const USD = { currency: 'USD' };

type Wording = readonly [text: string, confidence: number, detail: object];

/** How sure each wording is, and what it says beyond its type. */
describe.each<[MentionType, readonly Wording[]]>([
  [
    'approval',
    [
      ['The FDA has approved biosimilar ABX-101.', PLAIN, { kind: 'biosimilar' }],
      ['Ablenor receives FDA approval of biosimilar ABX-101', PLAIN, { kind: 'biosimilar' }],
      ['ABX-101 was approved by the EMA.', PLAIN, { agency: 'EU' }],
      ['FDA approval of biosimilar ABX-101', LOOSE, { kind: 'biosimilar' }],
      ['Ablenor gets a green light, biosimilar ABX-101 is here', LOOSE, { kind: 'biosimilar' }],
      ['Zelvotinib Approved in Japan', LOOSE, { agency: 'Japan' }],
      ['FDA gives nod to biosimilar ABX-101', LOOSE, { kind: 'biosimilar' }],
      ['FDA says yes to biosimilar ABX-101', LOOSE, { kind: 'biosimilar' }],
      ['The agency has expanded the use of ABX-101.', LOOSE, { kind: 'label' }],
      [
        'Health Canada issued a Notice of Compliance for ABX-101.',
        LOOSE,
        { agency: 'Health Canada' },
      ],
      [
        'Shares of Ablenor jump after FDA approval, biosimilar ABX-101 is here.',
        WEAK,
        { kind: 'biosimilar' },
      ],
      ['Regulators in Japan have approved ABX-101.', LOOSE, { agency: 'Japan' }],
      ['FDA clears Ablenor biosimilar drug ABX-101', DOUBTFUL, { kind: 'biosimilar' }],
      ['FDA approval boosts biosimilar ABX-101', WEAK, { kind: 'biosimilar' }],
      ['Ablenor Announces Approval of Australian drug ABX-101', LOOSE, { agency: 'TGA' }],
      ['The EU approval is based on results of ABX-101.', WEAK, { agency: 'EU' }],
      [
        'The EC has extended the marketing authorization for ABX-101.',
        PLAIN,
        { agency: 'EU', kind: 'label' },
      ],
      ['ABX-101 becomes the first biosimilar approved for gout.', LOOSE, { kind: 'biosimilar' }],
    ],
  ],
  [
    'acquisition',
    [
      [
        'The company has signed a binding share purchase agreement to acquire Ablenor for $2 billion.',
        PLAIN,
        { target: 'Ablenor', amount: 2e9, ...USD },
      ],
      ['Ablenor announces merger agreement valued at $300 million', PLAIN, { amount: 3e8, ...USD }],
      ['It tells of their recent acquisition of Ablenor.', PLAIN, { target: 'Ablenor' }],
    ],
  ],
  [
    'designation',
    [
      ['Fast Track designation granted to ABX-101', PLAIN, { which: 'Fast Track' }],
      ['The FDA designated ABX-101 as an orphan drug.', PLAIN, { which: 'Orphan Drug' }],
      ['ABX-101 has Priority Review and a PDUFA date.', LOOSE, { which: 'Priority Review' }],
      ['ABX-101 holds Orphan Drug designation.', PLAIN, { which: 'Orphan Drug' }],
      ['Ablenor receives Fast Track for ABX-101', LOOSE, { which: 'Fast Track' }],
      [
        'The EMA adopted a positive opinion on ABX-101 as an orphan medicinal product.',
        PLAIN,
        { which: 'Orphan Drug', agency: 'EU' },
      ],
    ],
  ],
  [
    'nda_bla_submitted',
    [
      ['Submission of an sBLA for ABX-101', LOOSE, {}],
      ['Announces Regulatory Supplemental Submission of ABX-101 in Argentina', LOOSE, {}],
      ['Ablenor announces its regulatory filing of ABX-101', LOOSE, {}],
      ['Ablenor submitted its NDA for ABX-101.', PLAIN, {}],
    ],
  ],
  [
    'exchange_deficiency',
    [
      ['The Nasdaq staff has determined to delist the shares.', FIRM, { exchange: 'Nasdaq' }],
      ['Ablenor received a Nasdaq notice of non-compliance.', PLAIN, { exchange: 'Nasdaq' }],
    ],
  ],
  [
    'reverse_split',
    [
      [
        'A reverse stock split at a ratio of 1-for-20 is effective on December 1, 2026.',
        PLAIN,
        { ratio: '1-for-20' },
      ],
    ],
  ],
  [
    'filing_expected',
    [
      ['Ablenor now expects to file on March 5, 2027, the NDA 2H27', LOOSE, {}],
      [
        'Ablenor hoped to submit its application this year but now expects to file by March 5, 2027.',
        LOOSE,
        {},
      ],
      ['An MAA for ABX-101 will follow on March 5, 2027.', FIRM, {}],
      ['We plan to submit an NDA for ABX-101 on March 5, 2027.', PLAIN, {}],
    ],
  ],
  ['hold_lifted', [['ABX-101 is cleared to resume dosing.', LOOSE, {}]]],
  ['clinical_hold', [['The IND for ABX-101 was placed on hold.', FIRM, {}]]],
  [
    'licence',
    [
      [
        'Ablenor inks pact for rights to ABX-101 with Corvexa for $30 million upfront',
        LOOSE,
        { counterparty: 'Corvexa', upfront: 3e7, amount: 3e7, ...USD },
      ],
      [
        'Corvexa has licensed ABX-101 from Ablenor for $30 million upfront.',
        LOOSE,
        { upfront: 3e7, amount: 3e7, ...USD },
      ],
      ['Ablenor in-licenses ABX-101 with Corvexa', LOOSE, { counterparty: 'Corvexa' }],
      [
        'Later Ablenor, a maker of pills licensed ABX-101 to Corvexa for $30 million upfront',
        LOOSE,
        { upfront: 3e7, amount: 3e7, ...USD },
      ],
      [
        'Ablenor obtained exclusive worldwide rights to ABX-101 for $5 million.',
        LOOSE,
        { amount: 5e6, ...USD },
      ],
      [
        'Ablenor entered into a strategic agreement with Corvexa for development and commercialization of ABX-101.',
        PLAIN,
        { counterparty: 'Corvexa' },
      ],
      ['Ablenor secures rights to ABX-101 with Corvexa', LOOSE, { counterparty: 'Corvexa' }],
      [
        'Ablenor announced a collaboration with Corvexa on ABX-101, with $100 million upfront.',
        LOOSE,
        { counterparty: 'Corvexa', upfront: 1e8, amount: 1e8, ...USD },
      ],
      [
        'Ablenor partners with Corvexa to commercialize ABX-101',
        DOUBTFUL,
        { counterparty: 'Corvexa' },
      ],
      [
        'Ablenor strikes a $900M deal with Corvexa for ABX-101',
        WEAK,
        { counterparty: 'Corvexa', amount: 9e8, ...USD },
      ],
      ['Corvexa opts in on ABX-101 for $5 million', LOOSE, { amount: 5e6, ...USD }],
      [
        'Corvexa exercised its exclusive option to co-develop ABX-101 with Ablenor for $5 million.',
        PLAIN,
        { counterparty: 'Ablenor', amount: 5e6, ...USD },
      ],
      [
        'Ablenor entered into a collaboration with Corvexa to co-develop ABX-101.',
        LOOSE,
        { counterparty: 'Corvexa' },
      ],
    ],
  ],
  [
    'offering',
    [
      [
        'Ablenor entered into an underwriting agreement with Jones, as representative of the several underwriters named in it, for a public offering.',
        PLAIN,
        { kind: 'public' },
      ],
      [
        `Ablenor entered into an underwriting agreement with Jones, ${'Smith and Sons, '.repeat(9)}for a public offering.`,
        PLAIN,
        { kind: 'public' },
      ],
      [
        'Ablenor is to raise $50 million via PIPE.',
        PLAIN,
        { kind: 'private placement', amount: 5e7, ...USD },
      ],
      ['Ablenor wants to raise $50 million in a share sale.', PLAIN, { amount: 5e7, ...USD }],
      [
        'Ablenor expects to receive gross proceeds of $40 million from the private placement.',
        LOOSE,
        { kind: 'private placement', amount: 4e7, ...USD },
      ],
    ],
  ],
  [
    'readout_expected',
    [
      ['March 5, 2027: topline data from the Phase 2 trial', FIRM, {}],
      ['Q1 2027: topline data from the Phase 2 trial', FIRM - PERIOD, {}],
    ],
  ],
  [
    'trial_result',
    [
      [
        'ABX-101 showed a statistically significant effect on the primary endpoint.',
        PLAIN,
        { outcome: 'met' },
      ],
      ['Ablenor Announces Results From Phase 3 trial of ABX-101', LOOSE, { outcome: 'unclear' }],
      ['A Phase 3 Win for ABX-101', LOOSE, { outcome: 'unclear' }],
      [
        'Today the trial showed that ABX-101 helps: efficacy and more.',
        WEAK,
        { outcome: 'unclear' },
      ],
      [
        'Today the RISE trial of ABX-101 showed a significant improvement.',
        WEAK,
        { outcome: 'unclear', trial: 'RISE' },
      ],
      ['ABX-101 shows 62% response rate in Phase 2 trial', WEAK, { outcome: 'unclear' }],
      ['ABX-101 significantly reduced LDL-C in two Phase 3 trials', WEAK, { outcome: 'unclear' }],
      ['Positive Results for ABX-101', LOOSE, { outcome: 'unclear' }],
    ],
  ],
  [
    'pdufa_date',
    [
      ['The FDA accepted the NDA for ABX-101. A decision is expected by March 5, 2027.', LOOSE, {}],
      ['The agency now expects to make a decision on ABX-101 by March 5, 2027.', FIRM, {}],
      [
        'The agency, which had set another date for its review of the whole of the application of Ablenor for ABX-101, now expects to make a decision by March 5, 2027.',
        FIRM,
        {},
      ],
      ['The PDUFA date of ABX-101 is March 5, 2027.', PLAIN, {}],
    ],
  ],
])('%s', (type, wordings) => {
  it.each(wordings)('%s: %d, %j', (text, confidence, detail) => {
    const [found] = mentionsOf(text).filter((mention) => mention.type === type);
    expect(found).toMatchObject({ confidence });
    expect(found!.detail).toEqual(detail);
  });
});
