import { dayAt } from '../base/clock.ts';
import financialTags from '../domain/data/financial-tags.json' with { type: 'json' };
import { cikAt, isObject, listAt, objectAt, readJson, textAt } from './formats/untrusted.ts';
import { type Collector, type Connector, collector, refused } from './parsed.ts';
import { type Filing, filingRequest, filingSource } from './sec-filings.ts';
import { aboutOf, fromParsed, mapRecords, type QueuedRequest, type SyncRequest } from './source.ts';

const MINUTE = 60_000;
/** Figures of this many years are stored. */
const KEPT_YEARS = 6;
const YEAR = 366 * 24 * 60 * MINUTE;

/**
 * Financial figures of each company. They are requested when the list of filings contains a new
 * report.
 */
export const secCompanyfacts = filingSource({
  name: 'sec-companyfacts',
  title: 'SEC: company facts (XBRL)',
  fills: ['financial_facts'],
  schedule: '0 3 * * 0',
  firstFill: (companies) => ({ requests: companies, bytes: companies * 140_000 }),
  read({ text, request }, { now }) {
    const result = fromParsed(secCompanyfactsConnector.parse(text, request.address));
    const oldest = dayAt(now - KEPT_YEARS * YEAR);
    const requests = isStated(text, request.version) ? [] : [againTomorrow(request, now)];
    return {
      ...mapRecords(result, (record) => (String(record.end) >= oldest ? [record] : [])),
      requests,
    };
  },
});

/**
 * Returns a request for the figures of a company after a new report. On the day of the report, it
 * is sent ten minutes later, because EDGAR needs some minutes to process the report.
 */
export function factsRequest(cik: string, rank: number, filing: Filing, now: number): SyncRequest {
  const address = `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik.padStart(10, '0')}.json`;
  const file = { source: 'sec-companyfacts', address, expects: 'json' } as const;
  return {
    ...filingRequest(filing, { cik, rank }, file),
    lane: 'companies',
    notBefore: filing.filing_date >= dayAt(now) ? now + 10 * MINUTE : 0,
  };
}

function isStated(text: string, version: string): boolean {
  const [accession = '', again] = version.split(' ');
  return again !== undefined || text.includes(`"${accession}"`);
}

/**
 * Requests the figures a second time on the next day, because the SEC may publish the figures of a
 * report a day late. There is no third request. Many 6-K reports contain no figures, so missing
 * figures usually do not exist.
 */
function againTomorrow(request: QueuedRequest, now: number): SyncRequest {
  const { address, subject, rank, version } = request;
  return {
    address,
    expects: 'json',
    lane: 'companies',
    rank,
    about: aboutOf(request),
    version: `${version} again`,
    notBefore: now + 24 * 60 * MINUTE,
    ...(subject === null ? {} : { subject }),
  };
}

/**
 * Reads XBRL figures of one company (SEC companyfacts): each value of each filing. Restated and
 * repeated values are kept, so that the values known on a past day can be determined. `fy`, `fp`
 * and `frame` are omitted, because they describe the filing and not the value. The file contains
 * only the CIK, so the ticker is looked up later.
 */
export const secCompanyfactsConnector: Connector = {
  name: 'sec-companyfacts',
  title: 'SEC: company facts (XBRL)',
  reads: 'JSON of data.sec.gov/api/xbrl/companyfacts/CIK##########.json',
  parse(text) {
    const json = readJson(text);
    if ('reason' in json) return refused(json.reason);
    const { value } = json;
    const cik = cikAt(value, 'cik');
    if (!cik || !isObject(value) || !isObject(value.facts)) {
      return refused('is not an SEC companyfacts file: cik or facts is missing');
    }
    const facts = collector();
    for (const [taxonomy, tags] of Object.entries(value.facts)) {
      for (const tag of Object.keys(objectAt(tags)).filter((one) => usedTags.has(one))) {
        const units = objectAt(tags, tag, 'units');
        for (const unit of Object.keys(units)) {
          addValues(facts, listAt(units, unit), { cik, taxonomy, tag, unit });
        }
      }
    }
    return facts.parsed();
  },
};

/** Only the tags that formulas use are stored, because companies report thousands of tags. */
const usedTags = new Set(Object.values(financialTags.concepts).flat());

function addValues(
  facts: Collector,
  values: readonly unknown[],
  of: Readonly<Record<'cik' | 'taxonomy' | 'tag' | 'unit', string>>,
): void {
  values.forEach((fact, at) => {
    const record = {
      ...of,
      start: textAt(fact, 'start'),
      end: textAt(fact, 'end'),
      value: isObject(fact) ? fact.val : undefined,
      form: textAt(fact, 'form'),
      filed: textAt(fact, 'filed'),
      accession: textAt(fact, 'accn'),
    };
    const where = `${of.taxonomy}:${of.tag} ${of.unit} ${at + 1}`;
    facts.add('financial_facts', where, record, { needsTicker: true });
  });
}
