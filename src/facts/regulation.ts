import * as z from 'zod';
import { date, flag, id, kind, name, number, optionalDate, text, texts, ticker } from './kind.ts';
import { statedIn } from './mentions.ts';

/**
 * The types of catalysts, each with a pattern that matches its names. In a type, `$1` is replaced
 * by group 1 of the pattern: an application such as `sNDA`, or a phase such as `2b`.
 */
const CATALYST_TYPES: readonly (readonly [type: string, words: RegExp])[] = [
  [
    'PDUFA Date',
    /^(?:FDA )?(?:PDUFA(?: (?:target )?(?:action )?(?:goal )?(?:date|decision))?|(?:target )?(?:action|goal) date|(?:approval )?decision)$/i,
  ],
  [
    'AdComm Meeting',
    /^(?:FDA )?ad(?:visory)?[ -]?com(?:m(?:ittee)?)?(?: (?:meeting|date|vote))?$/i,
  ],
  ['$1 Filing', /^(s?NDA|s?BLA|NDA\/BLA|MAA) (?:re)?(?:filing|submission)$/i],
  [
    'Phase $1 Readout',
    /^phase[ -]?(\d[ab]?(?:\/\d[ab]?)?|i{1,3}v?[ab]?) (?:(?:top-?line|interim|final) )?(?:top-?line|data|results?|read-?out)$/i,
  ],
  [
    'Trial Readout',
    /^(?:(?:clinical )?trial )?(?:(?:top-?line|interim|final|clinical) )?(?:top-?line|data|results?|read-?out)$/i,
  ],
  ['Data Presentation', /^(?:data|conference|poster|oral) presentation$/i],
  ['EMA Decision', /^(?:EMA|EC|European Commission|CHMP) (?:decision|opinion)$/i],
  ['Product Launch', /^(?:product|commercial|US|U\.S\.)? ?launch$/i],
];
const TYPES_LISTED =
  'PDUFA Date, AdComm Meeting, NDA Filing, BLA Filing, Phase 3 Readout (or another phase), Trial Readout, Data Presentation, EMA Decision, Product Launch';
const PHASES: Readonly<Record<string, string>> = { I: '1', II: '2', III: '3', IV: '4' };

/** Converts a name of a catalyst to its type. Unknown names are refused. */
const catalystType = name.transform((words, context) => {
  for (const [type, pattern] of CATALYST_TYPES) {
    const match = pattern.exec(words.replaceAll(/\s+/g, ' '));
    const part = match?.[1]?.toUpperCase().replace(/^S(?=NDA|BLA)/, 's') ?? '';
    const phase = part.toLowerCase().replace(/^[iv]+/, (one) => PHASES[one.toUpperCase()] ?? one);
    if (match) return type.replace('$1', type.startsWith('Phase') ? phase : part);
  }
  context.addIssue({ code: 'custom', message: `is not one of the types: ${TYPES_LISTED}` });
  return z.NEVER;
});

/**
 * The edition of the FDA's list that contains the record. It is a month or a day, such as
 * `2026-05`.
 */
const edition = text;

export const regulatoryFacts = {
  programs: kind(
    'Development programs; each program is a drug in one indication',
    () => ({
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
      /** The day from which the stage and the status of the program are known. */
      updated_date: optionalDate,
    }),
    ['ticker', 'drug_name', 'indication'],
    { version: 'updated_date', knownFrom: ['updated_date'] },
  ),
  catalysts: kind(
    'Past and upcoming events with dates',
    () => ({
      _id: id,
      ticker,
      drugname: text,
      /**
       * Type of the event: `PDUFA Date`, `NDA Filing`, `BLA Filing`, `AdComm Meeting`, `Phase 3
       * Readout` and others.
       */
      catalyst: catalystType,
      stage: text,
      treatment: text,
      description: text,
      /**
       * Date as a display string: `2026-03-14`, `Mar 2026`, `Q1 2026`. If absent, `formattedDate`
       * is displayed.
       */
      catdate: text,
      /**
       * The day of `catdate`, or the last day of its period. It is computed from `catdate` if an
       * imported record lacks it.
       */
      formattedDate: date,
      /** The day on which the event was first known, `YYYY/MM/DD`. */
      createdDate: text,
      regulatory_designations: text,
      therapeuticArea: text,
      drugType: text,
      /** The FDA's decision. Absent until the FDA has decided. */
      decision: text,
      decision_date: optionalDate,
      /** Result of a readout: `positive`, `negative` or `mixed`. */
      outcome: text,
      nctId: text,
      ...statedIn,
    }),
    ['ticker', 'drugname', 'catalyst', 'treatment', 'createdDate'],
    {
      id: '_id',
      knownFrom: ['createdDate'],
      // Our choice: if no source states when a decision or outcome became known, the date of the
      // event is used.
      knownLater: {
        decision: ['decision_date', 'formattedDate'],
        decision_date: ['decision_date'],
        outcome: ['formattedDate'],
      },
    },
  ),
  catalyst_changes: kind(
    'Changes to catalysts that were already known',
    () => ({
      catalyst_id: name,
      changed_date: date,
      field: name,
      previous_value: text,
      new_value: text,
      ...statedIn,
    }),
    ['catalyst_id', 'changed_date', 'field'],
    { knownFrom: ['changed_date'] },
  ),
  decisions: kind(
    'FDA decisions on applications',
    () => ({
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
    }),
    ['Ticker', 'Drug', 'Indication', 'PDUFA Date'],
    { id: '_id', knownFrom: ['decision_date', 'PDUFA Date'] },
  ),
  designations: kind(
    'FDA designations',
    () => ({
      ticker: ticker.nullish(),
      drug_name: text,
      designation_type: name,
      designation_date: text,
      indication: text,
      nctId: text,
      status: text,
      /**
       * The day from which `status` applies. For a withdrawn designation, this is the day of the
       * withdrawal. For other designations, it is the day of the drug's newest approval.
       */
      status_date: optionalDate,
      trade_name: text,
      /** The days on which the orphan exclusivities of the approved drug end, `YYYY-MM-DD`. */
      exclusivity_ends: texts,
      /**
       * The approved indications, each with its approval date and the end of its orphan
       * exclusivity: `approved 2023-05-03, exclusive to 2030-05-03: for children`.
       */
      approved_indications: texts,
      sponsor_name: text,
      edition,
      ...statedIn,
    }),
    ['ticker', 'drug_name', 'designation_type', 'indication', 'designation_date'],
    {
      knownFrom: ['designation_date'],
      knownLater: {
        status: ['status_date'],
        exclusivity_ends: ['status_date'],
        approved_indications: ['status_date'],
        edition: ['edition'],
      },
    },
  ),
  approvals: kind(
    'FDA approvals',
    () => ({
      ticker: ticker.nullish(),
      drug_name: text,
      approval_date: text,
      indication: text,
      application_type: text,
      submission_type: text,
      review_designation: text,
      /** Marketing status: `Discontinued` if no product of the application is marketed. */
      marketing_status: text,
      application_number: text,
      submission_number: text,
      active_ingredients: texts,
      /** Dosage forms, routes and strengths of the products, as one text. */
      products: text,
      /** The reference product of a biosimilar. */
      reference_product: text,
      /** Orphan status. Absent if the source does not state it. */
      is_orphan: flag,
      /** The approved efficacy supplements of the application, newest first: number and date. */
      efficacy_supplements: text,
      /** The other approved supplements, newest first: number, date and class. */
      other_supplements: text,
      sponsor_name: text,
      edition,
      ...statedIn,
    }),
    [
      'application_number',
      'submission_type',
      'submission_number',
      'ticker',
      'drug_name',
      'approval_date',
    ],
    { knownFrom: ['approval_date'], knownLater: { edition: ['edition'] } },
  ),
  exclusivities: kind(
    'Patents and exclusivities of approved drugs (Orange Book, Purple Book)',
    () => ({
      /** Application number, such as `NDA211962` or `BLA125554`. */
      application_number: name,
      /** Type of protection: `patent` or `exclusivity`. */
      type: name,
      /**
       * For a patent, its number, with `*PED` for a pediatric extension. For an exclusivity, its
       * code, such as `NCE`, `ODE-193`, `PED`, `GAIN` or `REF`.
       */
      code: name,
      expires: date,
      /**
       * Whether a patent claims the substance. `is_product` says whether it claims the product, and
       * `use_codes` identifies the uses that it claims.
       */
      is_substance: flag,
      is_product: flag,
      use_codes: texts,
      is_delisted: flag,
      product_numbers: texts,
      /** For a patent, the day on which it was submitted. For an exclusivity, its first day. */
      listed_date: optionalDate,
      /**
       * Name of the product. `drug_name`, `active_ingredients`, `sponsor_name` and `approval_date`
       * are absent if the Orange Book was imported without products.
       */
      drug_name: text,
      active_ingredients: texts,
      sponsor_name: text,
      approval_date: optionalDate,
      edition,
      source_url: text,
    }),
    ['application_number', 'type', 'code', 'expires'],
    { knownFrom: ['listed_date'], knownLater: { edition: ['edition'] } },
  ),
  adcomm_votes: kind(
    'Votes of FDA advisory committees',
    () => ({
      ticker,
      drug_name: name,
      indication: text,
      meeting_date: date,
      votes_yes: number,
      votes_no: number,
      votes_abstain: number,
      /** The question that the FDA put to the committee. */
      question: text,
      ...statedIn,
    }),
    ['ticker', 'drug_name', 'meeting_date'],
    { knownFrom: ['meeting_date'] },
  ),
  complete_response_letters: kind(
    'Complete response letters',
    () => ({
      /** Identifies a complete response letter that does not name its drug. */
      letter_id: id,
      ticker,
      /** Name of the drug. Absent if the letter does not name it. */
      drug_name: name.nullish(),
      indication: text,
      letter_date: date,
      /** Reasons for the refusal, such as `efficacy`, `safety`, `manufacturing` or `labeling`. */
      reasons: texts,
      application_number: text,
      generic_name: text,
      /**
       * The day of a later, corrected version of the letter. `letter_date` is the day of the
       * refusal.
       */
      corrected_date: optionalDate,
      /** The date of the earliest FDA list of published letters that includes this letter. */
      first_listed: optionalDate,
      other_application_numbers: texts,
      /** ID of the letter's text among `news`. Absent if the text is not stored. */
      text_id: text,
      ...statedIn,
    }),
    ['ticker', 'drug_name', 'letter_date'],
    {
      id: 'letter_id',
      knownFrom: ['first_listed', 'letter_date'],
      knownLater: { corrected_date: ['corrected_date'] },
      earliest: 'first_listed',
    },
  ),
  letter_deficiencies: kind(
    'Deficiencies cited in published complete response letters',
    () => ({
      /**
       * File name of the letter. If the source states no file name, the application and the date of
       * the letter are used.
       */
      letter_id: name,
      ticker,
      drug_name: text,
      application_number: text,
      letter_date: date,
      /** The date of the earliest FDA list of published letters that includes this letter. */
      first_listed: date,
      deficiencies: z
        .array(
          z.looseObject({
            /**
             * Kind of deficiency, such as `product_quality`, `facility`, `clinical`, `statistical`
             * or `nonclinical`.
             */
            kind: name,
            /** The heading of the section; null for reasons without headings. */
            heading: text,
            /** The first sentence that states the deficiency; null if it is redacted. */
            sentence: text,
            /** The sentences after `sentence` in the section, at most 600 characters. */
            context: text,
            /** The first sentence that asks for a trial, data or an inspection. */
            request: text,
          }),
        )
        .max(200),
    }),
    ['letter_id'],
    { knownFrom: ['first_listed', 'letter_date'], earliest: 'first_listed' },
  ),
  advisory_meetings: kind(
    'Announcements of advisory committee meetings; most announcements name no company',
    () => ({
      /** URL path of the announcement, or its document number if it is a notice. */
      meeting_id: name,
      committee: text,
      center: text,
      start_date: optionalDate,
      end_date: optionalDate,
      /** The hours of the meeting, as worded in the announcement. */
      hours: text,
      /** Status of the meeting: `scheduled`, `postponed`, `cancelled` or `amended`. */
      status: text,
      title: name,
      /** The agenda, as worded in the announcement. */
      discusses: text,
      application_numbers: texts,
      published_date: optionalDate,
      /**
       * The day of the last change. The FDA's calendar states this day instead of a day of
       * publication.
       */
      updated_date: optionalDate,
      source_url: text,
    }),
    ['meeting_id'],
    { knownFrom: ['published_date', 'updated_date'] },
  ),
  drug_labels: kind(
    'Drug labels with the approved indications',
    () => ({
      set_id: name,
      label_version: number,
      effective_date: optionalDate,
      application_numbers: texts,
      brand_names: texts,
      generic_names: texts,
      manufacturers: texts,
      /** Whether the label is from the original packager. False for a label of a repackager. */
      is_original_packager: flag,
      indication: text,
      has_boxed_warning: flag,
      /** The start of the boxed warning. */
      boxed_warning: text,
      /** The start of the section on dosage. */
      dosage: text,
      /**
       * The start of the section on dosage forms and strengths. If the label has no such section,
       * it is the start of the section on active ingredients.
       */
      strengths: text,
      /**
       * `warnings`, `contraindications` and `pregnancy` are the starts of the sections on these
       * subjects.
       */
      warnings: text,
      contraindications: text,
      pregnancy: text,
      /** Sentences about the most common adverse reactions. */
      adverse_reactions: text,
      /** Sentences about the half-life and about the effect of food. */
      pharmacokinetics: text,
      /** The start of the section on use in children, at most 3,000 characters. */
      pediatric_use: text,
      /** The start of the section on the mechanism of action. */
      mechanism_of_action: text,
      /** The start of the section on clinical studies, at most 15,000 characters. */
      clinical_studies: text,
      source_url: text,
    }),
    ['set_id'],
    { version: 'label_version', knownFrom: ['effective_date'] },
  ),
} as const;
