import { type Collector, type Connector, collector, refused } from './connector.ts';
import { dayFrom, isObject, joined, listAt, numberAt, readJson, textAt } from './untrusted.ts';

/**
 * Studies of ClinicalTrials.gov (API v2): a page, a list of studies or one study. Each study that
 * names its number becomes a trial, whichever of its modules are missing, and the version of the
 * trial that its last update date stands for. Texts and dates stay as registered.
 *
 * Our choice: CompletionDate is the primary completion date, which is when the result can be read,
 * and the study's completion date only where there is none. Conditions and interventions are
 * joined with a comma, outcomes with a semicolon, because outcomes hold commas themselves.
 */
export const clinicaltrials: Connector = {
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
    if (!studies) return refused('holds no studies of the ClinicalTrials.gov API v2');
    const found = collector();
    studies.forEach((study, at) => {
      addStudy(found, study, `study ${before + at + 1}`);
    });
    return found.parsed();
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

function addStudy(found: Collector, study: unknown, where: string): void {
  const module = (name: string, ...path: string[]) => ['protocolSection', name, ...path] as const;
  const nctId = textAt(study, ...module('identificationModule', 'nctId'));
  if (!nctId) {
    found.problem(where, 'has no nctId');
    return;
  }
  const status = (...path: string[]) => textAt(study, ...module('statusModule', ...path));
  const sponsor = module('sponsorCollaboratorsModule', 'leadSponsor');
  const arms = listAt(study, ...module('armsInterventionsModule', 'interventions'));
  const updatedAt = status('lastUpdatePostDateStruct', 'date');
  const primaryCompletion = status('primaryCompletionDateStruct', 'date');
  const design = {
    phase: phaseOf(listAt(study, ...module('designModule', 'phases'))),
    enrollment: numberAt(study, ...module('designModule', 'enrollmentInfo', 'count')),
    outcomes: measures(study, 'primaryOutcomes'),
  };
  // A study that goes on again has no reason any more, which a file without its status cannot tell.
  const none = status('overallStatus') === undefined ? undefined : null;
  const whyStopped = status('whyStopped') ?? none;
  const state = { status: status('overallStatus'), why_stopped: whyStopped };
  found.add('trials', nctId, {
    nctId,
    LeadSponsorName: textAt(study, ...sponsor, 'name'),
    lead_sponsor_class: textAt(study, ...sponsor, 'class'),
    CompletionDate: primaryCompletion ?? status('completionDateStruct', 'date'),
    Condition: joined(listAt(study, ...module('conditionsModule', 'conditions')), ', '),
    InterventionName: joined(
      arms.map((arm) => textAt(arm, 'name')),
      ', ',
    ),
    BriefTitle: textAt(study, ...module('identificationModule', 'briefTitle')),
    Phase: design.phase,
    primaryOutcomes: design.outcomes,
    secondaryOutcomes: measures(study, 'secondaryOutcomes'),
    updatedAt,
    ...state,
    start_date: status('startDateStruct', 'date'),
    enrollment: design.enrollment,
    results_posted_date: status('resultsFirstPostDateStruct', 'date'),
  });
  const version_date = dayFrom(updatedAt, 'yyyy-MM-dd');
  if (!version_date) return;
  found.add('trial_versions', nctId, {
    nctId,
    version_date,
    ...state,
    phase: design.phase,
    enrollment: design.enrollment,
    primary_completion_date: primaryCompletion,
    primary_outcomes: design.outcomes,
  });
}

function measures(study: unknown, list: string): string | undefined {
  const outcomes = listAt(study, 'protocolSection', 'outcomesModule', list);
  return joined(
    outcomes.map((outcome) => textAt(outcome, 'measure')),
    '; ',
  );
}

/** `["PHASE1", "PHASE2"]` is `Phase 1/Phase 2`; `["NA"]`, of devices and behaviour, is `N/A`. */
function phaseOf(phases: readonly unknown[]): string | undefined {
  const words = phases.map((phase) => {
    const word = textAt(phase);
    if (word === 'NA') return 'N/A';
    return word?.replace(/^EARLY_/, 'Early ').replace(/PHASE(\d)/, 'Phase $1');
  });
  return joined(words, '/');
}
