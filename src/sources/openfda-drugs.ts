import { cutTo } from '../base/foreign-text.ts';
import { groupBy, inParts } from '../domain/group-by.ts';
import {
  dayFrom,
  isObject,
  joined,
  listAt,
  listOrNone,
  numberAt,
  objectAt,
  textAt,
  type Untrusted,
} from './formats/untrusted.ts';
import type { HostRule } from './hosts.ts';
import { openFdaResults } from './openfda.ts';
import { type Collector, type Connector, collector, refused } from './parsed.ts';
import { fromParsed, type SyncRequest, type SyncSource } from './source.ts';

const EVENTS = 'https://api.fda.gov/drug/event.json';
const LABELS = 'https://api.fda.gov/drug/label.json';
const NEWEST_EVENTS = 100;
/** Maximum number of applications in one request for labels. */
const APPLICATIONS = 10;
/** Maximum number of labels in one response. */
const NEWEST_LABELS = 50;

/** An application of a synced company. */
export interface Application {
  /** Application number, such as `NDA021923`. */
  readonly number: string;
  readonly cik: string;
  readonly rank: number;
}

/** Properties of the sources whose requests are computed from the list of approvals. */
const followUp = {
  schedule: '30 12 * * *',
  zone: 'UTC',
  maxAgeMs: 100 * 24 * 3_600_000,
  follows: 'openfda-approvals',
  // Status code of a search without matches.
  accepts: [404],
  plan: () => [],
} as const;

/** Adverse events of the companies' drugs: the newest serious reports about each application. */
export function openfdaEvents(host: HostRule): SyncSource {
  return {
    ...followUp,
    name: 'openfda-events',
    title: 'openFDA: adverse events (FAERS)',
    fills: ['adverse_events'],
    host,
    firstFill: (companies) => ({ requests: companies, bytes: companies * 60_000 }),
    read: ({ text, request }) => fromParsed(openfdaEventsConnector.parse(text, request.address)),
  };
}

/** Labels of the companies' drugs, which state the approved indications. */
export function openfdaLabels(host: HostRule): SyncSource {
  return {
    ...followUp,
    name: 'openfda-labels',
    title: 'openFDA: drug labels',
    fills: ['drug_labels'],
    host,
    unverified: 'a response with the labels of several applications',
    firstFill: (companies) => {
      const requests = Math.ceil(companies / 3);
      return { requests, bytes: requests * 500_000 };
    },
    read: ({ text, request }) => fromParsed(openfdaLabelsConnector.parse(text, request.address)),
  };
}

export function eventsRequest({ number, cik, rank }: Application, version: string): SyncRequest {
  const search = `patient.drug.openfda.application_number:"${number}"+AND+serious:1`;
  const query = `search=${quoted(search)}&sort=receivedate:desc&limit=${NEWEST_EVENTS}`;
  return {
    source: 'openfda-events',
    address: `${EVENTS}?${query}`,
    expects: 'json',
    lane: 'slow',
    rank,
    subject: cik,
    version,
  };
}

/**
 * Returns requests for labels. Labels are requested before adverse events, which need more
 * requests. Our choice: each request is for ten applications and asks for their newest fifty
 * labels.
 */
export function labelRequests(
  applications: readonly Application[],
  version: string,
): readonly SyncRequest[] {
  const companies = [...groupBy(applications, ({ cik }) => cik)];
  const parts = companies.flatMap(([cik, own]) =>
    [...inParts(own, APPLICATIONS)].map((some) => ({ cik, some })),
  );
  return parts.map(({ cik, some }) => {
    const search = some.map(({ number }) => `openfda.application_number:"${number}"`).join('+');
    const query = `search=${quoted(search)}&sort=effective_time:desc&limit=${NEWEST_LABELS}`;
    return {
      source: 'openfda-labels',
      address: `${LABELS}?${query}`,
      expects: 'json',
      lane: 'slow',
      rank: BEFORE_EVENTS,
      subject: cik,
      version,
    };
  });
}

const BEFORE_EVENTS = -1;

function quoted(search: string): string {
  return search.replaceAll('"', '%22');
}

/**
 * Reads labels (openFDA drug/label) by application number: the approved indications, and parts of
 * other sections. Repackagers also have labels for an application. openFDA marks the label of the
 * original packager (`is_original_packager`), but the mark may be missing.
 */
export const openfdaLabelsConnector: Connector = {
  name: 'openfda-labels',
  title: 'openFDA: drug labels',
  reads: 'JSON of api.fda.gov/drug/label.json',
  parse(text) {
    const response = openFdaResults(text);
    if ('reason' in response) return refused(response.reason);
    const facts = collector();
    const { results } = response;
    for (const [at, label] of results.entries()) addLabel(facts, label, `result ${at + 1}`);
    return facts.parsed();
  },
};

function addLabel(facts: Collector, label: unknown, where: string): void {
  const words = (field: string) =>
    listOrNone(listAt(label, 'openfda', field).flatMap((word) => textAt(word)?.trim() ?? []));
  const [original] = listAt(label, 'openfda', 'is_original_packager');
  const set_id = textAt(label, 'set_id')?.trim();
  if (!isObject(label) || !set_id) {
    facts.problem(where, 'has no set_id');
    return;
  }
  const start = (field: string, heading?: string, most = START_LENGTH) => {
    const section = sectionOf(label, field, heading);
    return section && cutTo(section, most);
  };
  facts.add('drug_labels', where, {
    set_id,
    label_version: numberAt(label, 'version'),
    effective_date: dayFrom(textAt(label, 'effective_time'), 'yyyyMMdd'),
    application_numbers: words('application_number'),
    brand_names: words('brand_name'),
    generic_names: words('generic_name'),
    manufacturers: words('manufacturer_name'),
    is_original_packager: original === true ? true : undefined,
    indication: sectionOf(label, 'indications_and_usage', 'INDICATIONS?(?: (?:AND|&) USAGE)?'),
    has_boxed_warning: textAt(listAt(label, 'boxed_warning')[0]) ? true : undefined,
    boxed_warning: start('boxed_warning', '(?:BOXED )?WARNINGS?'),
    dosage: start('dosage_and_administration', 'DOSAGE(?: (?:AND|&) ADMINISTRATION)?'),
    strengths:
      start('dosage_forms_and_strengths', 'DOSAGE FORMS (?:AND|&) STRENGTHS') ??
      start('active_ingredient', 'ACTIVE INGREDIENTS?'),
    warnings:
      start('warnings', 'WARNINGS?') ??
      start('warnings_and_cautions', 'WARNINGS (?:AND|&) PRECAUTIONS'),
    contraindications: start('contraindications'),
    adverse_reactions: sentencesWith(
      /\b(?:common|frequent)/i,
      sectionOf(label, 'adverse_reactions'),
      4_000,
    ),
    pharmacokinetics: sentencesWith(
      /half-li(?:fe|ves)|\bfood\b|\bmeals?\b|\bfast(?:ed|ing)\b/i,
      sectionOf(label, 'pharmacokinetics') ?? sectionOf(label, 'clinical_pharmacology'),
    ),
    pregnancy: start('pregnancy'),
    pediatric_use: start('pediatric_use', undefined, 3_000),
    mechanism_of_action: start('mechanism_of_action'),
    clinical_studies: start('clinical_studies', undefined, 15_000),
    source_url: `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${encodeURIComponent(set_id)}`,
  });
}

/**
 * Returns the text of a section of a label. The heading and the references to other sections are
 * removed.
 * @param heading a pattern of the heading; needed if the heading differs from the name of the field
 */
function sectionOf(
  label: unknown,
  field: string,
  heading = field.replaceAll('_', ' '),
): string | undefined {
  const section = textAt(listAt(label, field)[0])?.replace(/\s+/g, ' ').trim();
  return textAt(
    section
      ?.replace(new RegExp(`^(?:\\d{1,2}\\.?\\d? )?${heading}:? `, 'i'), '')
      .replace(/ ?\[see [^\]]{1,200}\]/gi, '')
      .trim(),
  );
}

/**
 * Our choice: a longer section is cut to this many characters unless the field has its own maximum.
 */
const START_LENGTH = 1_500;

/**
 * Returns the sentences of a section that match `words`. `…` replaces the other sentences. If no
 * sentence matches, returns the start of the section.
 */
function sentencesWith(words: RegExp, section = '', most = START_LENGTH): string | undefined {
  const all = section.split(SENTENCES).map((one) => (words.test(one) ? one : '…'));
  const kept = all.filter((one, at) => one !== '…' || all[at - 1] !== '…');
  const text = kept.some((one) => one !== '…') ? kept.join(' ') : section;
  return text ? cutTo(text, most) : undefined;
}

/**
 * Matches the space between two sentences, or before "Most common". The text before "Most common"
 * may be a list without a final period.
 */
const SENTENCES = /(?<=[.)]) (?=[A-Z]|\d{1,2}\.\d )| (?=(?:The m|M)ost (?:common|frequent))/;

/**
 * Reads adverse events (openFDA drug/event, from FAERS): one record per suspect drug and reaction
 * of a report. If a file contains several versions of a report, the newest is used. Our choice: the
 * manufacturer is set only if openFDA states exactly one for the drug. For a generic drug, openFDA
 * states dozens of manufacturers.
 */
export const openfdaEventsConnector: Connector = {
  name: 'openfda-events',
  title: 'openFDA: adverse events (FAERS)',
  reads: 'JSON of api.fda.gov/drug/event.json, requested without the parameter `count`',
  cut: { lists: ['results'] },
  parse(text, _, before = 0) {
    const response = openFdaResults(text);
    if ('reason' in response) return refused(response.reason);
    const facts = collector();
    for (const report of newestVersions(facts, response.results, before)) addReport(facts, report);
    return facts.parsed();
  },
};

function newestVersions(
  facts: Collector,
  results: readonly unknown[],
  before: number,
): Iterable<unknown> {
  const newest = new Map<string, unknown>();
  const version = (report: unknown) => numberAt(report, 'safetyreportversion') ?? 0;
  for (const [at, report] of results.entries()) {
    const id = textAt(report, 'safetyreportid');
    if (!id) facts.problem(`result ${before + at + 1}`, 'has no safetyreportid');
    else if (!newest.has(id) || version(report) > version(newest.get(id))) newest.set(id, report);
  }
  return newest.values();
}

function addReport(facts: Collector, report: unknown): void {
  const report_id = textAt(report, 'safetyreportid') ?? '';
  const shared = {
    event_date: dayFrom(textAt(report, 'receivedate'), 'yyyyMMdd'),
    updated_date: dayFrom(textAt(report, 'receiptdate'), 'yyyyMMdd'),
    severity: severityOf(report),
    patient_age_years: ageOf(report),
    patient_sex: sexes.get(textAt(report, 'patient', 'patientsex') ?? ''),
    report_type: reportTypes.get(textAt(report, 'reporttype') ?? ''),
    reporter_country:
      textAt(report, 'primarysource', 'reportercountry') ?? textAt(report, 'primarysourcecountry'),
    reporter_qualification: qualifications.get(
      textAt(report, 'primarysource', 'qualification') ?? '',
    ),
    report_id,
    report_version: numberAt(report, 'safetyreportversion'),
    source_url: `${SEARCH}safetyreportid:%22${encodeURIComponent(report_id)}%22`,
  };
  const reactions = new Map(
    listAt(report, 'patient', 'reaction').map((reaction) => [
      textAt(reaction, 'reactionmeddrapt'),
      outcomeOf(report, reaction),
    ]),
  );
  for (const drug of suspectDrugs(report)) {
    for (const [adverse_event, outcome] of reactions) {
      const record = { ...drug, adverse_event, outcome, ...shared };
      facts.add('adverse_events', `report ${report_id}`, record);
    }
  }
}

const SEARCH = 'https://api.fda.gov/drug/event.json?search=';

/** Returns the distinct suspect drugs in a report, with their manufacturers and indications. */
function suspectDrugs(report: unknown) {
  const suspects = listAt(report, 'patient', 'drug').filter(
    (drug) => textAt(drug, 'drugcharacterization') === '1',
  );
  const byName = groupBy(suspects, (drug) => drugName(drug) ?? '');
  return Array.from(byName, ([drug_name, doses]) => {
    const indications = doses.flatMap((dose) => textAt(dose, 'drugindication')?.trim() ?? []);
    const dose = joined([...new Set(doses.map(doseOf))], ' | ');
    return {
      drug_name,
      manufacturer: manufacturerOf(objectAt(doses.at(-1), 'openfda')),
      indication: [...new Set(indications)].join('; ') || undefined,
      dose: dose && cutTo(dose, MAX_DOSE),
    };
  }).filter(({ drug_name }) => drug_name);
}

/**
 * Describes how a drug was given: the dosage text, the dosage form, the route, and the first and
 * last day of the treatment. If there is no dosage text, the number and unit of a dose are used.
 */
function doseOf(drug: unknown): string | undefined {
  const given = (field: string) => textAt(drug, field)?.trim();
  const stated = given('drugdosagetext');
  const unit = UNITS[Number(given('drugstructuredosageunit'))];
  const number = given('drugstructuredosagenumb');
  const dose = [
    (stated !== 'UNK' && stated) || (number && unit && `${number} ${unit}`),
    given('drugdosageform'),
    routes.get(given('drugadministrationroute') ?? ''),
    periodOf(given('drugstartdate'), given('drugenddate')),
  ];
  return dose.filter(Boolean).join('; ') || undefined;
}

/**
 * Formats the start and end of a treatment: `from 2012-08 to 2012-09-14`. Each is a day, month or
 * year.
 */
function periodOf(...ends: readonly (string | undefined)[]): string {
  const shown = ends.map((end = '', at) => {
    const [, ...parts] = /^(\d{4})(\d\d)?(\d\d)?$/.exec(end) ?? [];
    return parts.length > 0 && `${at === 0 ? 'from' : 'to'} ${parts.filter(Boolean).join('-')}`;
  });
  return shown.filter(Boolean).join(' ');
}

/** Maximum characters of the text that lists a drug's distinct doses in a report. */
const MAX_DOSE = 300;

/**
 * Returns the brand name in openFDA that equals the reported name. If there is none, returns the
 * first brand name in openFDA. If openFDA states no brand name, returns the reported name.
 */
function drugName(drug: unknown): string | undefined {
  const reported = textAt(drug, 'medicinalproduct')
    ?.trim()
    .replace(/[.\s]+$/, '');
  const brands = listAt(drug, 'openfda', 'brand_name').flatMap((brand) => textAt(brand) ?? []);
  const same = brands.find((brand) => brand.toUpperCase() === reported?.toUpperCase());
  return same ?? brands[0] ?? (reported || undefined);
}

function manufacturerOf(openfda: Untrusted): string | undefined {
  const names = new Set(listAt(openfda, 'manufacturer_name').map((name) => textAt(name)));
  return names.size === 1 ? [...names][0] : undefined;
}

/**
 * Fields of a report that state its severity, worst first. The value of such a field is "1", or the
 * field is absent. The field `serious` is different: 1 is serious, and 2 is not.
 */
const severities = [
  ['seriousnessdeath', 'death'],
  ['seriousnesslifethreatening', 'life-threatening'],
  ['seriousnessdisabling', 'disabling'],
  ['seriousnesshospitalization', 'hospitalization'],
  ['seriousnesscongenitalanomali', 'congenital anomaly'],
  ['seriousnessother', 'other serious'],
] as const;

function severityOf(report: unknown): string | undefined {
  const worst = severities.find(([flag]) => textAt(report, flag) === '1');
  if (worst) return worst[1];
  const serious = textAt(report, 'serious');
  if (serious === '1') return 'other serious';
  return serious === '2' ? 'non-serious' : undefined;
}

/**
 * Returns the outcome of a reaction. If the outcome is unknown, returns a death or hospitalization
 * that the report states.
 */
function outcomeOf(report: unknown, reaction: unknown): string | undefined {
  const outcome = outcomes.get(textAt(reaction, 'reactionoutcome') ?? '');
  if (outcome && outcome !== 'unknown') return outcome;
  if (textAt(report, 'seriousnessdeath') === '1') return 'death';
  if (textAt(report, 'seriousnesshospitalization') === '1') return 'hospitalization';
  return outcome;
}

/**
 * Returns the age of the patient in years. Reports state it in decades, years, months, weeks, days
 * or hours.
 */
function ageOf(report: unknown): number | undefined {
  const age = numberAt(report, 'patient', 'patientonsetage');
  const perYear = unitsPerYear.get(textAt(report, 'patient', 'patientonsetageunit') ?? '');
  return age === undefined || !perYear ? undefined : age / perYear;
}

const unitsPerYear: ReadonlyMap<string, number> = new Map([
  ['800', 0.1],
  ['801', 1],
  ['802', 12],
  ['803', 365.25 / 7],
  ['804', 365.25],
  ['805', 24 * 365.25],
]);

/**
 * Units of doses. The position of a unit in this list is its code in ICH E2B(R2). The list starts
 * with an empty text, because there is no code 0.
 */
const UNITS =
  ' kg g mg µg ng pg mg/kg µg/kg mg/m² µg/m² l ml µl Bq GBq MBq kBq Ci mCi µCi nCi mol mmol µmol IU kIU MIU IU/kg mEq %'.split(
    ' ',
  );

/** Routes of administration by their code in ICH E2B(R2). Rare routes are left out. */
const routes: ReadonlyMap<string, string> = new Map([
  ['030', 'intramuscular'],
  ['037', 'intrathecal'],
  ['040', 'intravenous'],
  ['041', 'intravenous'],
  ['042', 'intravenous'],
  ['045', 'nasal'],
  ['047', 'ophthalmic'],
  ['048', 'oral'],
  ['055', 'inhalation'],
  ['058', 'subcutaneous'],
  ['060', 'sublingual'],
  ['061', 'topical'],
  ['062', 'transdermal'],
]);

/** Maps codes to words. The first word has the code 1. */
function byCode(...words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(words.map((word, at) => [String(at + 1), word]));
}

const sexes = byCode('male', 'female');
const outcomes = byCode(
  'recovered',
  'recovering',
  'not recovered',
  'recovered with sequelae',
  'death',
  'unknown',
);
const reportTypes = byCode('spontaneous', 'study', 'other', 'not available');
const qualifications = byCode(
  'physician',
  'pharmacist',
  'other health professional',
  'lawyer',
  'consumer',
);
