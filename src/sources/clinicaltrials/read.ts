import { cutTo } from '../../base/foreign-text.ts';
import {
  dayFrom,
  isObject,
  joined,
  listAt,
  listOrNone,
  numberAt,
  objectAt,
  presentOf,
  readJson,
  textAt,
} from '../formats/untrusted.ts';
import { type Collector, type Connector, collector, refused } from '../parsed.ts';
import { postedResults } from './results.ts';

/**
 * Reads studies of ClinicalTrials.gov (API v2): a page, a list of studies, or one study. Each study
 * becomes a trial, a version of the trial as of its last update, and its posted results. Our
 * choice: CompletionDate is the primary completion date. If there is none, it is the study
 * completion date. Conditions and interventions are joined with commas. Outcomes contain commas, so
 * they are joined with semicolons.
 */
export const clinicaltrialsConnector: Connector = {
  name: 'clinicaltrials',
  title: 'ClinicalTrials.gov',
  reads: 'JSON of the API v2: a page of /studies, one study, or a list of studies',
  cut: { lists: ['studies'] },
  parse(text, _, before = 0) {
    if (/^\uFEFF?\s*<\?xml|^\s*<clinical_study/.test(text.slice(0, 1_000))) {
      return refused('is legacy ClinicalTrials.gov XML: fetch the study from the API v2');
    }
    const json = readJson(text);
    if ('reason' in json) return refused(json.reason);
    if (isLegacy(json.value)) {
      return refused('is a legacy ClinicalTrials.gov v1 file: fetch it from the API v2');
    }
    const studies = studiesOf(json.value);
    if (!studies)
      return refused('contains no studies in the format of the ClinicalTrials.gov API v2');
    const facts = collector();
    for (const [at, study] of studies.entries()) addStudy(facts, study, `study ${before + at + 1}`);
    return facts.parsed();
  },
};

function isLegacy(value: unknown): boolean {
  const one = Array.isArray(value) ? value[0] : value;
  if (!isObject(one)) return false;
  return ['FullStudiesResponse', 'StudyFieldsResponse', 'FullStudy', 'Study'].some((name) =>
    Object.hasOwn(one, name),
  );
}

function studiesOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  if (Array.isArray(value.studies)) return value.studies;
  return isObject(value.protocolSection) ? [value] : undefined;
}

function addStudy(facts: Collector, study: unknown, where: string): void {
  const protocol = objectAt(study, 'protocolSection');
  const nctId = textAt(protocol, 'identificationModule', 'nctId');
  if (!nctId) {
    facts.problem(where, 'has no nctId');
    return;
  }
  const status = (...path: string[]) => textAt(protocol, 'statusModule', ...path);
  const sponsor = objectAt(protocol, 'sponsorCollaboratorsModule', 'leadSponsor');
  const updatedAt = status('lastUpdatePostDateStruct', 'date');
  const primaryCompletion = status('primaryCompletionDateStruct', 'date');
  const design = {
    phase: phaseOf(listAt(protocol, 'designModule', 'phases')),
    enrollment: numberAt(protocol, 'designModule', 'enrollmentInfo', 'count'),
    outcomes: measures(study, 'primaryOutcomes'),
    countries: countriesOf(objectAt(protocol, 'contactsLocationsModule')),
  };
  // A suspended study may have resumed. If a study has a status but no stop reason, null therefore
  // deletes the stored stop reason. If it has no status, undefined keeps the stored stop reason.
  const none = status('overallStatus') === undefined ? undefined : null;
  const whyStopped = status('whyStopped') ?? none;
  const state = { status: status('overallStatus'), why_stopped: whyStopped };
  const named = {
    nctId,
    LeadSponsorName: textAt(sponsor, 'name'),
    BriefTitle: textAt(protocol, 'identificationModule', 'briefTitle'),
    updatedAt,
  };
  facts.add('trials', nctId, {
    ...named,
    acronym: textAt(protocol, 'identificationModule', 'acronym'),
    official_title: textAt(protocol, 'identificationModule', 'officialTitle'),
    lead_sponsor_class: textAt(sponsor, 'class'),
    CompletionDate: primaryCompletion ?? status('completionDateStruct', 'date'),
    Phase: design.phase,
    primaryOutcomes: design.outcomes,
    primary_endpoint: endpointsOf(study),
    secondaryOutcomes: measures(study, 'secondaryOutcomes'),
    ...state,
    start_date: status('startDateStruct', 'date'),
    first_posted_date: status('studyFirstPostDateStruct', 'date'),
    ...designOf(objectAt(protocol, 'designModule', 'designInfo')),
    countries: listOrNone(design.countries),
    enrollment: design.enrollment,
    enrollment_type: textAt(protocol, 'designModule', 'enrollmentInfo', 'type'),
    results_posted_date: status('resultsFirstPostDateStruct', 'date'),
    study_type: textAt(protocol, 'designModule', 'studyType'),
    has_results: hasResults(study),
    dates: datesOf(objectAt(protocol, 'statusModule')),
    collaborators: listOrNone(
      listAt(protocol, 'sponsorCollaboratorsModule', 'collaborators')
        .filter((one) => textAt(one, 'name'))
        .map((one) => presentOf({ name: textAt(one, 'name'), class: textAt(one, 'class') })),
    ),
    brief_summary: startOf(textAt(protocol, 'descriptionModule', 'briefSummary'), MAX_SUMMARY),
    ...conditionsOf(study),
    ...interventionsOf(objectAt(protocol, 'armsInterventionsModule')),
    ...meshOf(study, 'condition'),
    ...meshOf(study, 'intervention'),
  });
  const results = postedResults(study, (reason) => facts.problem(nctId, reason));
  if (results) facts.add('posted_results', nctId, { ...named, ...results });
  const version_date = dayFrom(updatedAt, 'yyyy-MM-dd');
  if (!version_date) return;
  facts.add('trial_versions', nctId, {
    nctId,
    version_date,
    ...state,
    phase: design.phase,
    enrollment: design.enrollment,
    primary_completion_date: primaryCompletion,
    primary_completion_date_type: status('primaryCompletionDateStruct', 'type'),
    primary_outcomes: design.outcomes,
    countries: design.countries.length > 0 ? design.countries.length : undefined,
  });
}

function designOf(info: unknown): object {
  return {
    allocation: textAt(info, 'allocation'),
    masking: textAt(info, 'maskingInfo', 'masking'),
    intervention_model: textAt(info, 'interventionModel'),
    primary_purpose: textAt(info, 'primaryPurpose'),
  };
}

/** Returns the distinct countries of the sites of a trial, sorted. */
function countriesOf(module: unknown): readonly string[] {
  const named = listAt(module, 'locations').flatMap((site) => textAt(site, 'country') ?? []);
  return [...new Set(named)].sort();
}

function measures(study: unknown, list: string): string | undefined {
  return joined(
    outcomesIn(study, list).map((outcome) => textAt(outcome, 'measure')),
    '; ',
  );
}

/** Returns the primary outcomes with their time frames: `Change in weight [24 weeks]; Safety`. */
function endpointsOf(study: unknown): string | undefined {
  const endpoints = outcomesIn(study, 'primaryOutcomes').map((outcome) => {
    const [measure, frame] = [textAt(outcome, 'measure'), textAt(outcome, 'timeFrame')];
    return measure && frame ? `${measure} [${frame}]` : measure;
  });
  return joined(endpoints, '; ');
}

function outcomesIn(study: unknown, list: string): readonly unknown[] {
  return listAt(study, 'protocolSection', 'outcomesModule', list);
}

/**
 * Converts `["PHASE1", "PHASE2"]` to `Phase 1/Phase 2`, and `["NA"]` to `N/A`. Trials of devices or
 * behavior have the phase `NA`.
 */
function phaseOf(phases: readonly unknown[]): string | undefined {
  const words = phases.map((phase) => {
    const word = textAt(phase);
    if (word === 'NA') return 'N/A';
    return word?.replace(/^EARLY_/, 'Early ').replace(/PHASE(\d)/, 'Phase $1');
  });
  return joined(words, '/');
}

/**
 * Whether the registry has posted results of the trial. Undefined if the response does not say so.
 */
function hasResults(study: unknown): boolean | undefined {
  const value = isObject(study) ? study.hasResults : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

function datesOf(status: unknown): object | undefined {
  const dates = presentOf({
    start: registeredDate(objectAt(status, 'startDateStruct')),
    primary_completion: registeredDate(objectAt(status, 'primaryCompletionDateStruct')),
    completion: registeredDate(objectAt(status, 'completionDateStruct')),
    results_posted: registeredDate(objectAt(status, 'resultsFirstPostDateStruct')),
  });
  return Object.keys(dates).length > 0 ? dates : undefined;
}

function registeredDate(struct: unknown): object | undefined {
  const date = textAt(struct, 'date')?.trim();
  const isDay = dayFrom(date, 'yyyy-MM-dd') !== undefined;
  if (!date || !(isDay || dayFrom(date, 'yyyy-MM'))) return undefined;
  return presentOf({ date, precision: isDay ? 'day' : 'month', type: textAt(struct, 'type') });
}

function conditionsOf(study: unknown): object {
  const conditions = listAt(study, 'protocolSection', 'conditionsModule', 'conditions').flatMap(
    (condition) => textAt(condition) ?? [],
  );
  return { Condition: joined(conditions, ', '), conditions: listOrNone(conditions) };
}

/**
 * Returns the arms and the interventions of a trial. Each intervention has its type, and the roles
 * of the arms that receive it.
 */
function interventionsOf(module: unknown): object {
  const groups = listAt(module, 'armGroups');
  const interventions = listAt(module, 'interventions').filter((one) => textAt(one, 'name'));
  return {
    InterventionName: joined(
      interventions.map((one) => textAt(one, 'name')),
      ', ',
    ),
    interventions: listOrNone(
      interventions.map((one) => {
        const labels = new Set(listAt(one, 'armGroupLabels').map((label) => textAt(label)));
        const receiving = groups.filter((group) => labels.has(textAt(group, 'label')));
        return presentOf({
          name: textAt(one, 'name'),
          type: textAt(one, 'type'),
          description: startOf(textAt(one, 'description')),
          other_names: listOrNone(listAt(one, 'otherNames').flatMap((n) => textAt(n) ?? [])),
          arm_roles: listOrNone([
            ...new Set(receiving.flatMap((group) => textAt(group, 'type') ?? [])),
          ]),
        });
      }),
    ),
    arms: listOrNone(
      groups.map((group) =>
        presentOf({
          label: textAt(group, 'label'),
          role: textAt(group, 'type'),
          description: startOf(textAt(group, 'description')),
          interventions: listOrNone(listAt(group, 'interventionNames').flatMap(armIntervention)),
        }),
      ),
    ),
  };
}

/** Our choice: a longer summary is cut to this many characters. */
const MAX_SUMMARY = 1_200;
/** Our choice: a longer description of an arm or intervention is cut to this many characters. */
const MAX_DESCRIPTION = 240;

function startOf(text: string | undefined, most = MAX_DESCRIPTION): string | undefined {
  return text && cutTo(text.replaceAll(/\s+/g, ' '), most);
}

/**
 * Returns the name of an intervention that an arm lists. The registry puts the type before the
 * name, as in `Biological: Zorbamab`. The type is removed.
 */
function armIntervention(named: unknown): readonly string[] {
  const text = textAt(named);
  return text ? [text.replace(/^[A-Z][A-Za-z /]{2,30}: /, '')] : [];
}

/**
 * Returns the MeSH terms that the registry assigned to the conditions or interventions of a trial,
 * with the ancestors of these terms. Records from before 2025 also contain the branches of the MeSH
 * tree.
 */
function meshOf(study: unknown, of: 'condition' | 'intervention'): object {
  const module = objectAt(study, 'derivedSection', `${of}BrowseModule`);
  const terms = (list: string) =>
    listOrNone(
      listAt(module, list)
        .filter((one) => textAt(one, 'term'))
        .map((one) => presentOf({ id: textAt(one, 'id'), term: textAt(one, 'term') })),
    );
  const branches = listAt(module, 'browseBranches').filter((one) => {
    const code = textAt(one, 'abbrev');
    return code !== undefined && code !== 'All';
  });
  return {
    [`${of}_mesh`]: terms('meshes'),
    [`${of}_mesh_ancestors`]: terms('ancestors'),
    [`${of}_branches`]: listOrNone(
      branches.map((one) => presentOf({ code: textAt(one, 'abbrev'), name: textAt(one, 'name') })),
    ),
  };
}
