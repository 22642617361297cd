import * as z from 'zod';
import {
  date,
  flag,
  kind,
  meshBranches,
  meshTerms,
  name,
  number,
  parts,
  registeredDate,
  text,
  texts,
  ticker,
} from './kind.ts';
import { statedIn } from './mentions.ts';

export const trialFacts = {
  trials: kind(
    'Clinical trials, newest registered version',
    () => ({
      nctId: name,
      /** URL of the trial's page. Absent if the page is on ClinicalTrials.gov. */
      source_url: text,
      LeadSponsorName: text,
      /** Date as registered: `YYYY-MM-DD` or `YYYY-MM`. */
      CompletionDate: text,
      Condition: text,
      InterventionName: text,
      BriefTitle: text,
      official_title: text,
      acronym: text,
      Phase: text,
      ticker: ticker.nullish(),
      primaryOutcomes: text,
      secondaryOutcomes: text,
      /** Primary outcomes with their time frames: `Change in weight [24 weeks]; Safety`. */
      primary_endpoint: text,
      updatedAt: text,
      status: text,
      start_date: text,
      /** The day on which the registry first published the trial and its design. */
      first_posted_date: text,
      enrollment: number,
      /** `ACTUAL` or `ESTIMATED`. */
      enrollment_type: text,
      /** Allocation: `RANDOMIZED`, `NON_RANDOMIZED`, `NA` (one arm). */
      allocation: text,
      /** Masking: `NONE`, `SINGLE`, `DOUBLE`, `TRIPLE`, `QUADRUPLE`. */
      masking: text,
      /** Intervention model: `PARALLEL`, `CROSSOVER`, `SINGLE_GROUP`, `SEQUENTIAL`, `FACTORIAL`. */
      intervention_model: text,
      /** Primary purpose, such as `TREATMENT`, `PREVENTION`, `DIAGNOSTIC` or `BASIC_SCIENCE`. */
      primary_purpose: text,
      /** Countries that have trial sites, sorted and without duplicates. */
      countries: texts,
      why_stopped: text,
      /** Class of the sponsor, such as `INDUSTRY`, `NIH` or `OTHER`. */
      lead_sponsor_class: text,
      results_posted_date: text,
      /**
       * Study type: `INTERVENTIONAL`, `OBSERVATIONAL`, `EXPANDED_ACCESS`. Only interventional
       * studies have phases.
       */
      study_type: text,
      has_results: flag,
      /** Collaborators: participating organizations other than the sponsor. */
      collaborators: parts({ name, class: text }),
      dates: z
        .looseObject({
          start: registeredDate,
          primary_completion: registeredDate,
          completion: registeredDate,
          results_posted: registeredDate,
        })
        .nullish(),
      /** The first characters of the summary that the sponsor wrote. */
      brief_summary: text,
      conditions: texts,
      condition_mesh: meshTerms,
      condition_mesh_ancestors: meshTerms,
      condition_branches: meshBranches,
      intervention_mesh: meshTerms,
      intervention_mesh_ancestors: meshTerms,
      intervention_branches: meshBranches,
      interventions: parts({
        name,
        /**
         * Intervention type, such as `DRUG`, `BIOLOGICAL`, `GENETIC`, `COMBINATION_PRODUCT` or
         * `PROCEDURE`.
         */
        type: text,
        /** The first characters of the description, which often contain the dose. */
        description: text,
        /** Other names of the intervention: codes, generic names and brands. */
        other_names: texts,
        /** Roles of the arms that receive the intervention. */
        arm_roles: texts,
      }),
      arms: parts({
        label: text,
        /**
         * Role of the arm, such as `EXPERIMENTAL`, `ACTIVE_COMPARATOR`, `PLACEBO_COMPARATOR` or
         * `NO_INTERVENTION`.
         */
        role: text,
        /** The first characters of the description, which often contain the dose. */
        description: text,
        /**
         * The names of the arm's interventions. Each is the `name` of an entry in `interventions`.
         */
        interventions: texts,
      }),
    }),
    ['nctId'],
    {
      version: 'updatedAt',
      knownFrom: ['updatedAt'],
      knownLater: {
        has_results: ['results_posted_date'],
        results_posted_date: ['results_posted_date'],
      },
    },
  ),
  trial_versions: kind(
    'Past versions of a trial, one per update',
    () => ({
      nctId: name,
      version_date: date,
      status: text,
      phase: text,
      enrollment: number,
      primary_completion_date: text,
      /** Type of the date: `ACTUAL` or `ESTIMATED`. */
      primary_completion_date_type: text,
      primary_outcomes: text,
      why_stopped: text,
      /** Number of countries with sites. */
      countries: number,
    }),
    ['nctId', 'version_date'],
    { knownFrom: ['version_date'] },
  ),
  posted_results: kind(
    'Results that the trial registry posts: numbers, without a statement of success or failure',
    () => ({
      nctId: name,
      LeadSponsorName: text,
      BriefTitle: text,
      posted_date: text,
      /** The day of the last update. It may be later than the posting of the results. */
      updatedAt: text,
      /** The secondary outcomes as one text. */
      secondary_results: text,
      /**
       * The outcomes about adverse events as one text. They may be primary, secondary or other
       * outcomes.
       */
      safety_results: text,
      primary_outcomes: parts({
        title: text,
        time_frame: text,
        unit: text,
        /** Type of measurement, such as `MEAN` or `NUMBER`. */
        measure: text,
        /** Type of dispersion, such as `Standard Deviation` or `95% Confidence Interval`. */
        spread: text,
        groups: parts({ id: name, title: text, participants: number }),
        measurements: parts({
          group: name,
          class: text,
          category: text,
          /**
           * The measured value. Null if it is not a number; `value_text` then contains the text.
           */
          value: number,
          value_text: text,
          spread: number,
          lower: number,
          upper: number,
        }),
        analyses: parts({
          groups: texts,
          method: text,
          /** Type of analysis: `SUPERIORITY`, `NON_INFERIORITY`, `EQUIVALENCE`, `OTHER`. */
          test: text,
          p_value_text: text,
          p_value: number,
          /** Relation of the true p-value to `p_value`: `<`, `=` or `>`. */
          p_relation: text,
          /**
           * Significance level that the analysis states. Absent if the analysis states none or
           * several.
           */
          stated_level: number,
          /**
           * Whether the p-value is at or below the stated significance level. Absent if this cannot
           * be determined. For example, the p-value `<0.1` may be above or below the level 0.05.
           */
          within_stated_level: flag,
          estimate: text,
          estimate_value: number,
          ci_percent: number,
          ci_lower: number,
          ci_upper: number,
        }),
      }),
      adverse_events: parts({
        group: name,
        title: text,
        serious_affected: number,
        serious_at_risk: number,
        /** Participants with adverse events that are not serious. */
        other_affected: number,
        other_at_risk: number,
        deaths: number,
        deaths_at_risk: number,
      }),
      discontinuations: parts({
        period: text,
        group: name,
        title: text,
        started: number,
        completed: number,
        not_completed: number,
        reasons: parts({ reason: name, participants: number }),
      }),
      source_url: text,
    }),
    ['nctId'],
    {
      version: 'updatedAt',
      knownFrom: ['posted_date'],
      knownLater: { updatedAt: ['updatedAt'] },
    },
  ),
  trial_labels: kind(
    'Labeled outcomes of trials',
    () => ({
      nctId: name,
      label: z.enum(['success', 'failure'], { error: 'is neither success nor failure' }),
      /** Name and version of the data set that contains the label. */
      source: name,
      /** The first day on which the outcome is known. */
      date,
    }),
    ['nctId', 'source'],
    { knownFrom: ['date'] },
  ),
  trial_results: kind(
    'Announcements of trial results',
    () => ({
      ticker,
      drug_name: text,
      trial_title: name,
      phase: text,
      indications: texts,
      results_summary: texts,
      published_date: text,
      nctId: text,
      /** Outcome of the trial: `positive`, `negative`, `mixed`. */
      outcome: text,
      ...statedIn,
    }),
    ['ticker', 'trial_title', 'published_date'],
    { knownFrom: ['published_date'] },
  ),
  adverse_events: kind(
    'Adverse events, one record per drug and reaction',
    () => ({
      ticker: ticker.nullish(),
      drug_name: text,
      /** The conditions for which the patient took the drug. */
      indication: text,
      /**
       * The dose as reported, the dosage form, the route and the dates of the treatment: `10 MG,
       * QD; TABLET; oral; from 2012-08 to 2012-09-14`.
       */
      dose: text,
      /** The day on which the FDA first received the report. */
      event_date: text,
      /** The day on which the FDA received the newest information in the report. */
      updated_date: text,
      adverse_event: text,
      severity: text,
      outcome: text,
      patient_age_years: number,
      /** `male` or `female`. */
      patient_sex: text,
      report_type: text,
      /** Country of the reporter, as a code or a name. */
      reporter_country: text,
      /** Profession of the reporter. */
      reporter_qualification: text,
      report_id: text,
      report_version: number,
      manufacturer: text,
      source_url: text,
    }),
    ['report_id', 'ticker', 'drug_name', 'adverse_event', 'event_date'],
    {
      version: 'report_version',
      knownFrom: ['event_date'],
      knownLater: { updated_date: ['updated_date'] },
    },
  ),
} as const;
