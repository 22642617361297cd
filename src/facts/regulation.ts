import { date, flag, id, kind, name, number, optionalDate, text, texts, ticker } from './kind.ts';
import { statedIn } from './mentions.ts';

/** Synonyms of catalyst types by which tools find them. */
const CATALYST_SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/^(?:FDA )?PDUFA(?: (?:target )?(?:action )?(?:goal )?(?:date|decision))?$/i, 'PDUFA Date'],
  [/^(?:FDA )?ad(?:visory)? ?comm(?:ittee)?(?: (?:meeting|date))?$/i, 'AdComm Meeting'],
  [/^(NDA|BLA) (?:filing|submission)$/i, '$1 Filing'],
];

function catalystType(words: string): string {
  const [pattern, type] = CATALYST_SYNONYMS.find(([one]) => one.test(words)) ?? [];
  return pattern && type ? words.replace(pattern, type) : words;
}

export const regulatoryFacts = {
  programs: kind(
    'Development programs: a drug in an indication',
    {
      ticker,
      drug_name: name,
      indication: name,
      /**
       * Stage of the program: `Preclinical`, `Phase 1`, `Phase 1/2`, `Phase 2`, `Phase 3`,
       * `NDA/BLA`, `Approved`.
       */
      phase: text,
      /** Status of the program: `Active`, `On hold`, `Terminated`. */
      status: text,
      mechanism: text,
      drugType: text,
      therapeuticArea: text,
      lead_program: flag,
      nctIds: texts,
      biomarker_selected: flag,
      rare_disease: flag,
      /** The day from which the program is known in this form. */
      updated_date: optionalDate,
    },
    ['ticker', 'drug_name', 'indication'],
    { version: 'updated_date', knownFrom: ['updated_date'] },
  ),
  catalysts: kind(
    'Past and upcoming events with dates',
    {
      _id: id,
      ticker,
      drugname: text,
      /**
       * Type of catalyst, such as `PDUFA Date`, `NDA Filing`, `BLA Filing`, `AdComm Meeting` or
       * `Phase 3 Readout`.
       */
      catalyst: name.transform(catalystType),
      stage: text,
      treatment: text,
      description: text,
      /** Date as a display string: `2026-03-14`, `Mar 2026`, `Q1 2026`. */
      catdate: text,
      /** The day, or the last day of the period, in `catdate`. */
      formattedDate: date,
      /** The day on which the event was first known, `YYYY/MM/DD`. */
      createdDate: text,
      regulatory_designations: text,
      therapeuticArea: text,
      drugType: text,
      /** The FDA's decision, if it has decided. */
      decision: text,
      decision_date: optionalDate,
      /** Result of a readout: `positive`, `negative` or `mixed`. */
      outcome: text,
      nctId: text,
      ...statedIn,
    },
    ['ticker', 'drugname', 'catalyst', 'treatment', 'createdDate'],
    { id: '_id', knownFrom: ['createdDate'] },
  ),
  catalyst_changes: kind(
    'Changes of a catalyst after it was first known',
    {
      catalyst_id: name,
      changed_date: date,
      field: name,
      previous_value: text,
      new_value: text,
      ...statedIn,
    },
    ['catalyst_id', 'changed_date', 'field'],
    { knownFrom: ['changed_date'] },
  ),
  decisions: kind(
    'FDA decisions on applications',
    {
      _id: id,
      Ticker: ticker,
      /** The company's CIK, which does not change with the ticker. */
      cik: id,
      Drug: text,
      Indication: text,
      'PDUFA Date': date,
      /** The FDA's decision, such as `Approved`, `CRL` or `Withdrawn`. */
      Decision: text,
      decision_date: optionalDate,
      application_type: text,
      ...statedIn,
    },
    ['Ticker', 'Drug', 'Indication', 'PDUFA Date'],
    { id: '_id', knownFrom: ['decision_date', 'PDUFA Date'] },
  ),
  designations: kind(
    'FDA designations',
    {
      ticker: ticker.nullish(),
      drug_name: text,
      designation_type: name,
      designation_date: text,
      indication: text,
      nctId: text,
      status: text,
      sponsor_name: text,
      ...statedIn,
    },
    ['ticker', 'drug_name', 'designation_type', 'indication', 'designation_date'],
    { knownFrom: ['designation_date'] },
  ),
  approvals: kind(
    'FDA approvals',
    {
      ticker: ticker.nullish(),
      drug_name: text,
      approval_date: text,
      indication: text,
      application_type: text,
      submission_type: text,
      review_designation: text,
      /** `Discontinued` if no product of the application is marketed. */
      marketing_status: text,
      application_number: text,
      submission_number: text,
      active_ingredients: texts,
      /** Orphan status. Absent if the source does not state it. */
      is_orphan: flag,
      sponsor_name: text,
      ...statedIn,
    },
    [
      'application_number',
      'submission_type',
      'submission_number',
      'ticker',
      'drug_name',
      'approval_date',
    ],
    { knownFrom: ['approval_date'] },
  ),
  adcomm_votes: kind(
    'Votes of FDA advisory committees',
    {
      ticker,
      drug_name: name,
      indication: text,
      meeting_date: date,
      votes_yes: number,
      votes_no: number,
      votes_abstain: number,
      ...statedIn,
    },
    ['ticker', 'drug_name', 'meeting_date'],
    { knownFrom: ['meeting_date'] },
  ),
  complete_response_letters: kind(
    'Complete response letters',
    {
      /** Identifies a complete response letter that does not name its drug. */
      letter_id: id,
      ticker,
      /** Name of the drug. Absent if the letter does not name it. */
      drug_name: name.nullish(),
      indication: text,
      letter_date: date,
      /** Reasons for the refusal: `efficacy`, `safety`, `manufacturing`, `labeling` … */
      reasons: texts,
      application_number: text,
      generic_name: text,
      /** The day of the corrected letter. `letter_date` is the day of the refusal. */
      corrected_date: optionalDate,
      other_application_numbers: texts,
      ...statedIn,
    },
    ['ticker', 'drug_name', 'letter_date'],
    { id: 'letter_id', knownFrom: ['letter_date'] },
  ),
  advisory_meetings: kind(
    'Announced advisory committee meetings, most of which name no company',
    {
      /** URL path or document number of the announcement. */
      meeting_id: name,
      committee: text,
      center: text,
      start_date: optionalDate,
      end_date: optionalDate,
      /** Status of the meeting: `scheduled`, `postponed`, `cancelled` or `amended`. */
      status: text,
      title: name,
      /** The agenda in the wording of the announcement. */
      discusses: text,
      application_numbers: texts,
      published_date: optionalDate,
      source_url: text,
    },
    ['meeting_id'],
    { knownFrom: ['published_date'] },
  ),
  drug_labels: kind(
    'Drug labels with the approved indications',
    {
      set_id: name,
      label_version: number,
      effective_date: optionalDate,
      application_numbers: texts,
      brand_names: texts,
      generic_names: texts,
      manufacturers: texts,
      /** False for the label of a repackager. */
      is_original_packager: flag,
      indication: text,
      has_boxed_warning: flag,
      source_url: text,
    },
    ['set_id'],
    { version: 'label_version', knownFrom: ['effective_date'] },
  ),
} as const;
