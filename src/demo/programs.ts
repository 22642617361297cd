import type { Company } from './companies.ts';
import medicine from './data/medicine.json' with { type: 'json' };
import type { Day } from './days.ts';
import { drugName } from './names.ts';
import type { Random } from './random.ts';

export type Phase = 'Phase 1' | 'Phase 2' | 'Phase 3';
export type Result = 'positive' | 'negative' | 'mixed';

export const stages = ['Phase 1', 'Phase 2', 'Phase 3', 'NDA/BLA', 'Approved'] as const;
export type Stage = (typeof stages)[number];

/** The main clinical trial of one phase. */
export interface TrialRun {
  readonly phase: Phase;
  readonly nctId: string;
  readonly start: Day;
  readonly readout: Day;
  /** The day of the readout in the original plan. */
  readonly planned: Day;
  /** The day on which a delay of the readout was announced. */
  readonly slippedOn: Day;
  readonly enrollment: number;
  /** A clinical hold. `until` is null while the hold applies. */
  readonly hold: { readonly from: Day; readonly until: Day | null } | null;
  /** Result of the trial; null before the readout. */
  result: Result | null;
}

export type Program = ReturnType<typeof newProgram>;

/**
 * A real disease, and the classes of drugs that treat it. The fictional drugs belong to these
 * classes.
 */
export interface Indication {
  readonly area: string;
  readonly disease: string;
  readonly rare: boolean;
  /** Usual primary endpoint of a trial in this disease. */
  readonly endpoint: string;
  /** Mechanisms of drugs for this disease, by modality. All diseases of a family share one list. */
  readonly mechanisms: Readonly<Partial<Record<string, readonly string[]>>>;
}

export const indications: readonly Indication[] = medicine.families.flatMap(
  ({ common, rare, ...family }) =>
    [...common, ...rare].map((disease) => ({
      ...family,
      disease,
      rare: (rare as readonly string[]).includes(disease),
    })),
);

/**
 * Returns one of the modalities that suit an indication. `share` is a random number from 0 to 1
 * that selects the modality by its frequency.
 */
function modalityAt(share: number, { mechanisms }: Indication) {
  const fitting = medicine.modalities.filter(({ drugType }) => drugType in mechanisms);
  const tickets = fitting.flatMap((one) => Array.from({ length: one.share }, () => one));
  return tickets[Math.floor(share * tickets.length)]!;
}

/** Creates a program: a drug of a company in one indication. */
export function newProgram(company: Company, at: number, random: Random, taken: Set<string>) {
  const indication = random.pick(indications);
  const isOncology = indication.area === 'Oncology';
  const { drugType, stems, biologic } = modalityAt(random.unit(), indication);
  return {
    ticker: company.ticker,
    at,
    drug: drugName(stems, taken, random),
    code: `${company.ticker.slice(0, 3)}-${100 * (at + 1) + random.integer(1, 60)}`,
    brand: drugName('brand', taken, random),
    indication,
    drugType,
    mechanism: random.pick(indication.mechanisms[drugType]!),
    biologic,
    biomarker: isOncology && random.chance(0.4),
    priority: random.chance(indication.rare || isOncology ? 0.6 : 0.2),
    /** True if the program is an additional indication of a marketed drug. */
    expansion: false,
    application: `${biologic ? 'BLA' : 'NDA'}${900_000 + company.at * 10 + at}`,
    // `addHistory` sets the following fields.
    runs: [] as TrialRun[],
    phase: 'Phase 1' as Stage,
    /** Day on which the program reached its current phase. */
    since: 0,
    approved: null as Day | null,
    failed: null as Day | null,
    /** True for the company's most advanced active program. */
    lead: at === 0,
  };
}

export function named({ ticker, drug, indication }: Program) {
  return { ticker, drug_name: drug, indication: indication.disease };
}

/**
 * Creates a program for the same drug in another disease that the mechanism of the drug may treat.
 * Returns undefined if the mechanism treats no other disease.
 */
export function expansionOf(program: Program, at: number): Program | undefined {
  const { mechanisms, disease } = program.indication;
  const indication = indications.find(
    (one) => one.mechanisms === mechanisms && one.disease !== disease,
  );
  const progress = { runs: [], approved: null, failed: null, lead: false };
  return indication && { ...program, at, indication, expansion: true, ...progress };
}
