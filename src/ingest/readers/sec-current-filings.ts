import { cikAt, dayFrom, listAt, textAt, webPage } from '../../sources/formats/untrusted.ts';
import { hasEnd, readXml } from '../../sources/formats/xml.ts';
import { itemsOf } from '../../sources/sec-filings.ts';
import type { Reading } from './reading.ts';

/** A filing of the feed of latest filings, once for each company or person that it names. */
export interface CurrentFiling {
  readonly accession: string;
  /** The form itself: asked for `4`, the feed gives 424B2 and 497K too. */
  readonly form: string;
  readonly filing_date: string;
  /** When the SEC accepted it, ISO in UTC. */
  readonly accepted_at: string | undefined;
  readonly cik: string;
  readonly name: string;
  /** `Filer`, `Issuer`, `Reporting`, `Subject`, `Filed by`. */
  readonly role: string;
  /** Items of an 8-K: `3.01`. */
  readonly items: readonly string[];
}

/**
 * Reads `browse-edgar?action=getcurrent&output=atom`, latest first. Beyond its last page the SEC
 * answers with a web page, which is refused.
 */
export function readCurrentFilings(text: string): Reading<readonly CurrentFiling[]> {
  const page = webPage(text);
  if (page) return { reason: page };
  const [feed] = listAt(readXml(text), 'feed');
  if (!feed) return { reason: 'is no Atom feed of filings' };
  if (!hasEnd(text, 'feed')) return { reason: 'is cut off: its feed has no end' };
  const entries = listAt(feed, 'entry').map(filingOf);
  return {
    value: entries.filter((entry) => entry !== undefined),
    problems: entries.flatMap((entry, at) =>
      entry ? [] : [{ where: `entry ${at + 1}`, reason: 'names no form, company or filing' }],
    ),
  };
}

/** Titles say `8-K - Zorba Bio, Inc. (0001999555) (Filer)`; summaries are HTML, once escaped. */
function filingOf(entry: unknown): CurrentFiling | undefined {
  const form = textAt(entry, 'category', '@term')?.trim();
  const summary = textAt(entry, 'summary', '#text') ?? '';
  const [, named = '', digits, role] =
    /^(.{1,400}) \((\d{10})\) \(([A-Za-z ]{1,30})\)$/.exec(textAt(entry, 'title')?.trim() ?? '') ??
    [];
  const cik = cikAt({ cik: digits }, 'cik');
  const accession = /accession-number=(\d{10}-\d{2}-\d{6})/.exec(textAt(entry, 'id') ?? '')?.[1];
  const filed = /Filed:<\/b>\s*(\d{4}-\d{2}-\d{2})/.exec(summary)?.[1];
  const filing_date = dayFrom(filed, 'yyyy-MM-dd');
  if (!form || !cik || !role || !accession || !filing_date) return undefined;
  return {
    accession,
    form,
    filing_date,
    accepted_at: momentOf(textAt(entry, 'updated')),
    cik,
    name: named.startsWith(`${form} - `) ? named.slice(form.length + 3) : named,
    role,
    items: itemsOf(summary.match(/Item \d{1,2}\.\d{2}/g)?.join(' ')),
  };
}

function momentOf(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
