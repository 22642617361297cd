import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf, slashedOf } from './days.ts';
import type { World } from './model.ts';
import { drugName } from './names.ts';
import { type Random, randomOf } from './random.ts';

/** Records about companies that are not in the universe, so that nothing joins to a name. */
interface Strays {
  readonly catalysts: readonly Fact<'catalysts'>[];
  readonly decisions: readonly Fact<'decisions'>[];
  readonly designations: readonly Fact<'designations'>[];
  readonly approvals: readonly Fact<'approvals'>[];
  readonly letters: readonly Fact<'complete_response_letters'>[];
}

const tickers = ['JJJQZ', 'YYYQZ', 'ZZZQZ'];
const sponsor = 'PRIVATE LABORATORIES VENN & SØNNER';

export function straysOf(world: World): Strays {
  const random = randomOf(world.seed, 'strays');
  const taken = new Set<string>();
  const drugs = Array.from({ length: 12 }, () => drugName(['tinib', 'mab'], taken, random));
  const days = drugs.map(() => world.today - random.integer(5, 900));
  return {
    catalysts: drugs
      .slice(0, 5)
      .map((drug, at) => catalyst(drug, days[at]! + 500, at, world.today)),
    decisions: drugs.slice(5, 9).map((drug, at) => decision(drug, days[at + 5]!, at)),
    designations: drugs.map((drug, at) => designation(drug, days[at]!, at, random)),
    approvals: drugs.slice(5, 9).map((drug, at) => approval(drug, days[at + 5]!, at)),
    letters: [redactedLetter(world.today - 120)],
  };
}

function catalyst(drug: string, day: Day, at: number, today: Day): Fact<'catalysts'> {
  const past = day < today;
  return {
    _id: `stray-${at}`,
    ticker: tickers[at % tickers.length]!,
    drugname: drug,
    catalyst: at % 2 === 0 ? 'Phase 2 Readout' : 'Data presentation',
    stage: 'Phase 2',
    treatment: 'Chronic Cough',
    catdate: isoOf(day),
    formattedDate: isoOf(day),
    createdDate: slashedOf(day - 500),
    ...(past ? { outcome: 'mixed' } : {}),
  };
}

function decision(drug: string, day: Day, at: number): Fact<'decisions'> {
  return {
    _id: `stray-decision-${at}`,
    Ticker: tickers[at % tickers.length]!,
    Drug: drug,
    Indication: 'Chronic Cough',
    'PDUFA Date': isoOf(day),
    Decision: 'Approved',
    decision_date: isoOf(day),
  };
}

/** A letter that does not say which drug it refuses. */
function redactedLetter(day: Day): Fact<'complete_response_letters'> {
  return {
    letter_id: 'CRL_NDA980099.pdf',
    ticker: tickers[1]!,
    letter_date: isoOf(day),
    application_number: 'NDA980099',
  };
}

function designation(drug: string, day: Day, at: number, random: Random): Fact<'designations'> {
  return {
    ...(at % 3 === 0 ? { ticker: tickers[0]! } : {}),
    drug_name: drug,
    designation_type: random.pick(['Orphan Drug', 'Fast Track']),
    designation_date: isoOf(day),
    indication: 'Chronic Cough',
    status: 'Designated',
    sponsor_name: sponsor,
  };
}

function approval(drug: string, day: Day, at: number): Fact<'approvals'> {
  return {
    ...(at === 0 ? {} : { ticker: tickers[at % tickers.length]! }),
    drug_name: drug.toUpperCase(),
    approval_date: isoOf(day),
    application_type: 'NDA',
    submission_type: 'ORIG',
    application_number: `NDA98${String(at).padStart(4, '0')}`,
    sponsor_name: sponsor,
  };
}
