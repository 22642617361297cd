import type { Sourced } from '../../store/facts-store.ts';

/** A program: a drug of a company in one indication. */
export type Program = Pick<
  Sourced<'programs'>,
  | 'ticker'
  | 'drug_name'
  | 'indication'
  | 'phase'
  | 'status'
  | 'mechanism'
  | 'drugType'
  | 'therapeuticArea'
  | 'lead_program'
  | 'nctIds'
  | 'biomarker_selected'
  | 'rare_disease'
  | 'updated_date'
> & {
  /** All names of the drug in the store: code, generic and brand. */
  readonly other_names?: readonly string[];
  /** The day on which the first trial of the program started. */
  readonly started?: string;
  /** The program as it was before FDA decisions changed its phase and status. */
  readonly undecided?: Program;
};
