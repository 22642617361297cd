import { DAYS_PER_YEAR } from '../constants.ts';
import tables from '../data/development-costs.json' with { type: 'json' };
import { daysBetween } from '../dates.ts';
import { CLINICAL_STAGES, type ClinicalStage, STAGES } from '../programs/development-stage.ts';

export type Modality = 'small_molecule' | 'biologic' | 'cell_or_gene_therapy';

export interface PlanInputs {
  readonly therapeuticArea: string;
  readonly modality: Modality;
  /** Start of the current stage. */
  readonly stage_start_date?: string | null;
  /** Known end of the current stage, such as a decision date or a readout. */
  readonly stage_end_date?: string | null;
  /** Planned or actual number of patients by stage. */
  readonly enrollment?: Readonly<Partial<Record<ClinicalStage, number>>>;
  readonly is_orphan?: boolean;
}

type ByArea = Readonly<Record<string, Readonly<Partial<Record<ClinicalStage, number>>>>>;

const ALL_AREAS = 'All indications';
/**
 * Our choice: if the end of the current stage is not known, at least this number of years remains.
 */
const MINIMUM_REMAINING_YEARS = 0.5;

interface StageCost {
  readonly usd: number;
  readonly source: string;
  readonly price_year: number | null;
}

/**
 * Schedules the stages that remain on `today`. The length of a stage depends on the area
 * (BIO/QLS/Informa 2021). If the enrollment is known, the cost of a stage is enrollment × cost per
 * patient (Sertkaya 2024, Table 1). If not, it is the cost per phase of the P2I model (PMC6139376,
 * Table 3). For the current stage, only the remaining part of the length and the cost is included.
 * The cost of an application is the FDA user fee. It is 0 if the application is already filed,
 * because the fee is due at filing. Our choice: applications for drugs with an orphan designation
 * are exempt from the fee.
 */
export function developmentPlan(
  current: ClinicalStage | 'approved',
  inputs: PlanInputs,
  today: string,
) {
  const remaining = CLINICAL_STAGES.filter(
    (stage) => STAGES.indexOf(stage) >= STAGES.indexOf(current),
  );
  let start_years = 0;
  return remaining.map((stage) => {
    const usual = cell(tables.phase_years.by_area, inputs.therapeuticArea, stage);
    const years = stage === current ? remainingYears(usual, inputs, today) : usual;
    const cost = stage === 'filing' ? applicationCost(current, inputs) : stageCost(stage, inputs);
    const planned = {
      stage,
      /** Start of the stage in years from today. */
      start_years,
      end_years: start_years + years,
      /** Remaining cost of the stage, US dollars. Our choice: not adjusted for inflation. */
      cost_usd: cost.usd * Math.min(1, years / usual),
      cost_source: cost.source,
      /**
       * The year whose prices `cost_usd` uses. Null if the source does not state this year, or if
       * there is no cost.
       */
      cost_price_year: cost.price_year,
    };
    start_years = planned.end_years;
    return planned;
  });
}

export type PlannedStage = ReturnType<typeof developmentPlan>[number];

/**
 * Determines the modality of a drug type such as "Monoclonal antibody" or "CAR-T". An unknown type
 * counts as a small molecule.
 */
export function modalityOf(drugType: string | null): Modality {
  const text = drugType ?? '';
  if (/car-?t|cell|gene therapy|gene edit|crispr|aav/i.test(text)) return 'cell_or_gene_therapy';
  return /antibod|mab|adc|protein|biologic|vaccine|enzyme|fusion/i.test(text)
    ? 'biologic'
    : 'small_molecule';
}

/**
 * The remaining years of the current stage. Our choice: if no future end and no start of the stage
 * is known, half of its usual length remains.
 */
function remainingYears(usual: number, inputs: PlanInputs, today: string): number {
  const end = inputs.stage_end_date;
  if (end && end > today) return yearsBetween(today, end);
  if (!inputs.stage_start_date) return usual / 2;
  const elapsed = Math.max(0, yearsBetween(inputs.stage_start_date, today));
  return Math.max(MINIMUM_REMAINING_YEARS, usual - elapsed);
}

function applicationCost(current: ClinicalStage | 'approved', inputs: PlanInputs): StageCost {
  const nothing = { usd: 0, price_year: null };
  if (current === 'filing')
    return { ...nothing, source: 'fee paid when the application was filed' };
  if (inputs.is_orphan) return { ...nothing, source: 'orphan designation: exempt from the fee' };
  const { value, source, price_year } = tables.application_fee_usd;
  return { usd: value, source, price_year };
}

function stageCost(stage: Exclude<ClinicalStage, 'filing'>, inputs: PlanInputs): StageCost {
  const patients = inputs.enrollment?.[stage];
  if (patients) {
    const { by_area, source, price_year } = tables.cost_per_patient_usd;
    return { usd: patients * cell(by_area, inputs.therapeuticArea, stage), source, price_year };
  }
  const { by_modality, source } = tables.cost_per_phase_usd;
  const { small_molecule, biologic } = by_modality;
  const usd = (inputs.modality === 'small_molecule' ? small_molecule : biologic)[stage];
  return { usd, source, price_year: null };
}

function cell(byArea: ByArea, therapeuticArea: string, stage: ClinicalStage): number {
  const area = Object.keys(byArea).find(
    (name) => name.toLowerCase() === therapeuticArea.trim().toLowerCase(),
  );
  return byArea[area ?? ALL_AREAS]?.[stage] ?? byArea[ALL_AREAS]![stage]!;
}

function yearsBetween(from: string, to: string): number {
  return daysBetween(from, to) / DAYS_PER_YEAR;
}
