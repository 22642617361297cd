import {
  dayFrom,
  listAt,
  numberAt,
  objectAt,
  textAt,
  type Untrusted,
} from '../../sources/formats/untrusted.ts';
import { openFdaResults } from '../../sources/openfda.ts';
import { type Collector, type Connector, collector, refused } from '../../sources/parsed.ts';

/**
 * Adverse events (openFDA drug/event, from FAERS): one record for each suspect drug and each
 * reaction of a report. Drugs taken beside (concomitant, interacting) do not count. Of a report's
 * versions in one file the highest stands.
 *
 * Our choice: the manufacturer is named only where openFDA knows exactly one for the drug, because
 * generics list dozens of firms and the first of them is not the one of the report.
 */
export const openfdaEvents: Connector = {
  name: 'openfda-events',
  title: 'openFDA: adverse events (FAERS)',
  reads: 'JSON of api.fda.gov/drug/event.json, without count=',
  cut: { lists: ['results'] },
  parse(text, _, before = 0) {
    const response = openFdaResults(text);
    if ('reason' in response) return refused(response.reason);
    const found = collector();
    for (const report of newestVersions(found, response.results, before)) addReport(found, report);
    return found.parsed();
  },
};

function newestVersions(
  found: Collector,
  results: readonly unknown[],
  before: number,
): Iterable<unknown> {
  const newest = new Map<string, unknown>();
  const version = (report: unknown) => numberAt(report, 'safetyreportversion') ?? 0;
  for (const [at, report] of results.entries()) {
    const id = textAt(report, 'safetyreportid');
    if (!id) found.problem(`result ${before + at + 1}`, 'has no safetyreportid');
    else if (!newest.has(id) || version(report) > version(newest.get(id))) newest.set(id, report);
  }
  return newest.values();
}

function addReport(found: Collector, report: unknown): void {
  const report_id = textAt(report, 'safetyreportid') ?? '';
  const shared = {
    event_date: dayFrom(textAt(report, 'receivedate'), 'yyyyMMdd'),
    severity: severityOf(report),
    report_type: reportTypes.get(textAt(report, 'reporttype') ?? ''),
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
  for (const [drug_name, manufacturer] of suspectDrugs(report)) {
    for (const [adverse_event, outcome] of reactions) {
      const record = { drug_name, manufacturer, adverse_event, outcome, ...shared };
      found.add('adverse_events', `report ${report_id}`, record);
    }
  }
}

const SEARCH = 'https://api.fda.gov/drug/event.json?search=';

/** Each suspect drug once, however many of its doses the report lists, with its manufacturer. */
function suspectDrugs(report: unknown): ReadonlyMap<string, string | undefined> {
  const drugs = listAt(report, 'patient', 'drug')
    .filter((drug) => textAt(drug, 'drugcharacterization') === '1')
    .flatMap((drug) => {
      const name = drugName(drug);
      return name ? [[name, manufacturerOf(objectAt(drug, 'openfda'))] as const] : [];
    });
  return new Map(drugs);
}

/** The brand as openFDA spells it, the reported one before the list's first; else as reported. */
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

/** Worst first. A flag is "1" or absent; `serious` is 1 (serious) or 2 (not). */
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

/** The reaction's own outcome; where it is not known, the gravest that the report states. */
function outcomeOf(report: unknown, reaction: unknown): string | undefined {
  const outcome = outcomes.get(textAt(reaction, 'reactionoutcome') ?? '');
  if (outcome && outcome !== 'unknown') return outcome;
  if (textAt(report, 'seriousnessdeath') === '1') return 'death';
  if (textAt(report, 'seriousnesshospitalization') === '1') return 'hospitalization';
  return outcome;
}

const outcomes: ReadonlyMap<string, string> = new Map([
  ['1', 'recovered'],
  ['2', 'recovering'],
  ['3', 'not recovered'],
  ['4', 'recovered with sequelae'],
  ['5', 'death'],
  ['6', 'unknown'],
]);

const reportTypes: ReadonlyMap<string, string> = new Map([
  ['1', 'spontaneous'],
  ['2', 'study'],
  ['3', 'other'],
  ['4', 'not available'],
]);
