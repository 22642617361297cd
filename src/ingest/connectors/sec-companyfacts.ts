import financialTags from '../../domain/data/financial-tags.json' with { type: 'json' };
import {
  cikAt,
  isObject,
  listAt,
  objectAt,
  readJson,
  textAt,
} from '../../sources/formats/untrusted.ts';
import { type Collector, type Connector, collector, refused } from '../../sources/parsed.ts';

/**
 * XBRL figures of one company (SEC companyfacts): each value as each filing stated it, restated and
 * repeated ones too, so that what was known on a day can be told. `fy`, `fp` and `frame` describe
 * the filing, not the fact, and are left out. The file knows the CIK alone: its records need their
 * ticker.
 */
export const secCompanyfacts: Connector = {
  name: 'sec-companyfacts',
  title: 'SEC: company facts (XBRL)',
  reads: 'JSON of data.sec.gov/api/xbrl/companyfacts/CIK##########.json',
  parse(text) {
    const json = readJson(text);
    if ('reason' in json) return refused(json.reason);
    const { value } = json;
    const cik = cikAt(value, 'cik');
    if (!cik || !isObject(value) || !isObject(value.facts)) {
      return refused("is none of the SEC's companyfacts: it lacks cik or facts");
    }
    const found = collector();
    for (const [taxonomy, tags] of Object.entries(value.facts)) {
      for (const tag of Object.keys(objectAt(tags)).filter(isUsed)) {
        const units = objectAt(tags, tag, 'units');
        for (const unit of Object.keys(units)) {
          addValues(found, listAt(units, unit), { cik, taxonomy, tag, unit });
        }
      }
    }
    return found.parsed();
  },
};

/** Of thousands of tags a company, only those from which something is computed are kept. */
const usedTags = new Set(Object.values(financialTags.concepts).flat());

function isUsed(tag: string): boolean {
  return usedTags.has(tag);
}

function addValues(found: Collector, values: readonly unknown[], of: Named): void {
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
    found.add('financial_facts', where, record, { needsTicker: true });
  });
}

interface Named {
  readonly cik: string;
  readonly taxonomy: string;
  readonly tag: string;
  readonly unit: string;
}
