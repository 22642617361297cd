import { describe, expect, it } from 'vitest';
import { fdaDecisions } from '../../../src/derive/approval/decisions.ts';
import { poaScores } from '../../../src/derive/approval/program-approvals.ts';
import { pipeline } from '../../../src/derive/programs/pipeline.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-02-01';

/** The application that is scored: 91.9 % in oncology, 71 of 151 = 47.0 % after a letter. */
const GOAL: Fact<'catalysts'> = {
  ...{ ticker: 'CORQZ', drugname: 'relacorant', catalyst: 'PDUFA Date', stage: 'NDA/BLA' },
  ...{ treatment: 'Ovarian cancer', formattedDate: '2026-07-11', createdDate: '2026/01/22' },
};
const LETTER: Fact<'complete_response_letters'> = {
  ...{ ticker: 'CORQZ', drug_name: 'relacorant', letter_date: '2025-12-30' },
  application_number: 'NDA900398',
};
const OTHER = 'Hypercortisolism';
const UNKNOWN = 'letter_of_unknown_indication';

async function told(today: string, facts: FactsByKind) {
  const companies = [{ ticker: 'CORQZ', name: 'Corqora Therapeutics' }];
  const refresh = await refreshOf(today, { companies, catalysts: [GOAL] }, facts);
  const score = poaScores(refresh).find(({ formattedDate }) => formattedDate === '2026-07-11');
  const program = pipeline(refresh).find(({ indication }) => indication === 'Ovarian cancer');
  const refusals = fdaDecisions(refresh).filter(({ decision }) => decision === 'CRL');
  return {
    ...{ poa: score?.poa, flags: score?.flags, status: program?.status },
    refused: refusals.map(({ indication }) => indication),
  };
}

describe('a letter that states no indication', () => {
  const complete_response_letters = [LETTER];

  it('counts, and a flag says so, where nothing tells of which application it is', async () => {
    expect(await told(TODAY, { complete_response_letters })).toMatchObject({
      ...{ poa: 47, flags: [UNKNOWN], refused: [null] },
    });
  });

  const elsewhere: readonly (readonly [string, FactsByKind])[] = [
    [
      'of a goal date that it answers',
      {
        catalysts: [
          {
            ...{ ...GOAL, treatment: OTHER },
            ...{ formattedDate: '2025-12-31', createdDate: '2025/03/01' },
          },
        ],
      },
    ],
    [
      'of a decision in the same week',
      {
        decisions: [
          {
            ...{ Ticker: 'CORQZ', Drug: 'relacorant', Indication: OTHER },
            ...{ 'PDUFA Date': '2026-01-05', Decision: 'CRL' },
          },
        ],
      },
    ],
    [
      'in the label of its application',
      {
        drug_labels: [
          {
            ...{ set_id: 'a', brand_name: 'Corlo', application_numbers: ['NDA900398'] },
            indication: 'Corlo is indicated for adults with hypercortisolism.',
          },
        ],
      },
    ],
  ];

  it.each(elsewhere)('is none of another indication than the one %s', async (_, facts) => {
    expect(await told(TODAY, { ...facts, complete_response_letters })).toMatchObject({
      ...{ poa: 91.9, flags: [] },
    });
  });

  it('is none of what a goal date says that was set after it, nor long before', async () => {
    const goal = { ...GOAL, treatment: OTHER, createdDate: '2025/03/01' };
    for (const more of [
      { formattedDate: '2026-02-10', createdDate: '2025/12/31' },
      { formattedDate: '2026-04-30' },
      { formattedDate: '2025-11-29' },
    ]) {
      const catalysts = [{ ...goal, ...more }];
      expect(await told(TODAY, { catalysts, complete_response_letters })).toMatchObject({
        ...{ poa: 47, flags: [UNKNOWN] },
      });
    }
  });

  it('is of the application that its own goal date says, without a flag', async () => {
    const first = { ...GOAL, formattedDate: '2025-12-31', createdDate: '2025/03/01' };
    const facts = { catalysts: [first], complete_response_letters };
    expect(await told(TODAY, facts)).toMatchObject({
      ...{ poa: 47, flags: [], refused: ['Ovarian cancer'] },
    });
  });

  it('takes it from the headline of the week that tells it', async () => {
    const mentions = [
      headline('2026-01-01', { drug: null, indication: OTHER }),
      headline('2026-01-02', { drug: 'relacorant' }),
      // The company in place of the drug.
      headline('2026-01-02', { drug: 'Corqora' }),
    ];
    expect(await told(TODAY, { mentions, complete_response_letters })).toMatchObject({
      ...{ poa: 91.9, flags: [], refused: [OTHER] },
    });
  });
});

it('a program is not rejected where a later goal date has passed without a known outcome', async () => {
  const letters = (letter_date: string) => ({
    complete_response_letters: [{ ...LETTER, letter_date }],
  });
  // More than 120 days before the goal date, and as many.
  expect((await told('2026-08-01', letters('2026-03-12'))).status).not.toBe('Rejected');
  expect((await told('2026-08-01', letters('2026-03-13'))).status).toBe('Rejected');
});

function headline(published_date: string, more: object): Fact<'mentions'> {
  const about = { status: 'announced', confidence: 0.95, sentence: 'A CRL.', detail: {} };
  const mention = { type: 'crl', date: null, precision: null, drug: null, ...about, ...more };
  const source_url = `https://corqz.example/${published_date}/${JSON.stringify(more).length}`;
  const document = { document_id: source_url, ticker: 'CORQZ', published_date, source_url };
  return { ...document, form: 'EX-99.1', mentions: [mention] };
}
