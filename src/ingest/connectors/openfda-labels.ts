import { dayFrom, isObject, listAt, numberAt, textAt } from '../../sources/formats/untrusted.ts';
import { openFdaResults } from '../../sources/openfda.ts';
import { type Collector, type Connector, collector, refused } from '../../sources/parsed.ts';
import { listOrNone } from './parts.ts';

/**
 * What a drug is approved for (openFDA drug/label): the section on indications in full, by
 * application number. Repackagers have labels of their own for the same application: openFDA marks
 * the original packager's, and nothing is said where it does not.
 */
export const openfdaLabels: Connector = {
  name: 'openfda-labels',
  title: 'openFDA: drug labels',
  reads: 'JSON of api.fda.gov/drug/label.json',
  parse(text) {
    const response = openFdaResults(text);
    if ('reason' in response) return refused(response.reason);
    const found = collector();
    response.results.forEach((label, at) => {
      addLabel(found, label, `result ${at + 1}`);
    });
    return found.parsed();
  },
};

function addLabel(found: Collector, label: unknown, where: string): void {
  const words = (field: string) =>
    listOrNone(listAt(label, 'openfda', field).flatMap((word) => textAt(word)?.trim() ?? []));
  const [original] = listAt(label, 'openfda', 'is_original_packager');
  const set_id = textAt(label, 'set_id')?.trim();
  if (!isObject(label) || !set_id) {
    found.problem(where, 'has no set_id');
    return;
  }
  found.add('drug_labels', where, {
    set_id,
    label_version: numberAt(label, 'version'),
    effective_date: dayFrom(textAt(label, 'effective_time'), 'yyyyMMdd'),
    application_numbers: words('application_number'),
    brand_names: words('brand_name'),
    generic_names: words('generic_name'),
    manufacturers: words('manufacturer_name'),
    is_original_packager: original === true ? true : undefined,
    indication: indicationOf(label),
    has_boxed_warning: textAt(listAt(label, 'boxed_warning')[0]) ? true : undefined,
    source_url: `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${encodeURIComponent(set_id)}`,
  });
}

/** The section without its heading and without pointers to other sections. */
function indicationOf(label: unknown): string | undefined {
  const section = textAt(listAt(label, 'indications_and_usage')[0])?.replace(/\s+/g, ' ').trim();
  return textAt(
    section
      ?.replace(/^(?:\d{1,2}\.?\d? )?INDICATIONS?(?: (?:AND|&) USAGE)?:? /i, '')
      .replace(/ ?\[see [^\]]{1,200}\]/gi, '')
      .trim(),
  );
}
