import type { Member } from './company-notes.ts';
import { withoutMarkup } from './formats/markup.ts';
import { cikAt, dayFrom, listAt, numberAt, readJson, textAt } from './formats/untrusted.ts';
import { sec } from './hosts.ts';
import type { Reading } from './parsed.ts';
import { documentRequests } from './sec-documents.ts';
import { documentUrl, itemsOf } from './sec-filings.ts';
import { submissionsRequest } from './sec-submissions/request.ts';
import { aboutOf, type Lane, type SyncRequest, type SyncSource } from './source.ts';

/** The documents of a new report. */
export const secFilingIndex: SyncSource = {
  name: 'sec-filing-index',
  title: 'SEC: documents of new reports',
  fills: [],
  host: sec,
  schedule: '0 5 * * 0',
  zone: 'America/New_York',
  promise: 3 * 24 * 3_600_000,
  follows: 'sec-current',
  firstFill: () => ({ requests: 0, bytes: 0 }),
  plan: () => [],
  read({ text, request }) {
    const read = readIndexHeaders(text);
    if ('reason' in read) return { failed: read.reason };
    const { filed = '' } = aboutOf(request);
    const { subject: cik, version: accession } = request;
    return {
      requests: read.value.documents.flatMap(({ name, type = '' }) => {
        const address = cik === null ? undefined : documentUrl(cik, accession, name);
        if (cik === null || address === undefined) return [];
        return documentRequests({ address, cik, accession, type, filed }, 'fresh', 0);
      }),
    };
  },
};

/** A filing of a synced company, from a feed or index. */
export interface NewFiling {
  readonly accession: string;
  readonly form: string;
  readonly filing_date: string;
}

const reportForms = new Set(['8-K', '8-K/A', '6-K', '6-K/A']);

/**
 * Requests after a new filing: the company's updated list of filings, and the documents of a
 * report.
 */
export function newFilingRequests(
  { cik, rank }: Member,
  { accession, form, filing_date }: NewFiling,
  lane: Lane,
): readonly SyncRequest[] {
  const list = { ...submissionsRequest(cik, rank, accession), source: 'sec-submissions', lane };
  if (!reportForms.has(form)) return [list];
  const folder = `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}`;
  return [
    list,
    {
      source: 'sec-filing-index',
      address: `${folder}/${accession}-index-headers.html`,
      expects: 'page',
      lane,
      rank,
      subject: cik,
      about: { filed: filing_date },
      version: accession,
    },
  ];
}

export interface FilingIndex {
  readonly accession: string | undefined;
  readonly form: string | undefined;
  readonly filing_date: string | undefined;
  /** Distinct CIKs of filers, issuers and owners, without leading zeros. */
  readonly ciks: readonly string[];
  /** Items of an 8-K, such as `3.01`. */
  readonly items: readonly string[];
  readonly documents: readonly FiledDocument[];
}

interface FiledDocument {
  readonly name: string;
  /**
   * Type of the document, such as `8-K`, `EX-99.1` or `GRAPHIC`. A folder listing (index.json)
   * states no types.
   */
  readonly type: string | undefined;
  readonly description: string | undefined;
  /** Bytes. */
  readonly size: number | undefined;
}

/** Maximum number of documents of a filing. */
const MAX_DOCUMENTS = 2_000;

/**
 * Reads `{accession}-index-headers.html`: the header of the filing (SGML) and all its documents
 * with types. `index.json` may omit most documents.
 */
export function readIndexHeaders(text: string): Reading<FilingIndex> {
  const header = text.slice(0, text.search(/<\/SEC-HEADER>/) + 1 || undefined);
  const field = (name: string) =>
    new RegExp(`<${name}>([^\\r\\n<]{1,200})`).exec(header)?.[1]?.trim();
  const accession = /^\d{10}-\d{2}-\d{6}$/.exec(field('ACCESSION-NUMBER') ?? '')?.[0];
  if (!accession)
    return { reason: 'is not a page of index headers: the accession number is missing' };
  const blocks = text.split('&lt;DOCUMENT&gt;').slice(1, MAX_DOCUMENTS + 1);
  return {
    problems: [],
    value: {
      accession,
      form: field('TYPE'),
      filing_date: dayFrom(field('FILING-DATE'), 'yyyyMMdd'),
      ciks: uniqueCiks([...header.matchAll(/<CIK>(\d{1,10})/g)].map(([, digits]) => digits)),
      items: [...header.matchAll(/<ITEMS>([^\r\n<]{1,20})/g)].flatMap(([, item]) => itemsOf(item)),
      documents: blocks.flatMap((block) => {
        const value = (name: string) =>
          plain(new RegExp(`&lt;${name}&gt;([^\\r\\n]{1,400})`).exec(block)?.[1]);
        const name = value('FILENAME');
        return name
          ? [{ name, type: value('TYPE'), description: value('DESCRIPTION'), size: undefined }]
          : [];
      }),
    },
  };
}

/**
 * Reads `{accession}-index.html` (or `.htm`): the web page of a filing with tables of its
 * documents.
 */
export function readFilingPage(text: string): Reading<FilingIndex> {
  const accession = /EDGAR Filing Documents for (\d{10}-\d{2}-\d{6})/.exec(text)?.[1];
  if (!accession) return { reason: "is not a page of a filing's documents" };
  const info = (head: string) =>
    new RegExp(`<div class="infoHead">${head}</div>\\s{0,40}<div class="info">([^<]{1,100})`).exec(
      text,
    )?.[1];
  const items = /<div class="infoHead">Items<\/div>\s{0,40}<div class="info">(.{1,4000}?)<\/div>/s;
  const rows = text.split(/<tr[\s>]/i).slice(1, MAX_DOCUMENTS + 1);
  return {
    problems: [],
    value: {
      accession,
      form: plain(/<strong>Form ([^<]{1,40})<\/strong>/.exec(text)?.[1]),
      filing_date: dayFrom(info('Filing Date')?.trim(), 'yyyy-MM-dd'),
      ciks: uniqueCiks([...text.matchAll(/CIK=(\d{10})/g)].map(([, digits]) => digits)),
      items: itemsOf(
        items
          .exec(text)?.[1]
          ?.match(/Item \d{1,2}\.\d{2}/g)
          ?.join(' '),
      ),
      documents: rows.flatMap(documentOfRow),
    },
  };
}

/**
 * The columns are sequence, description, document, type and size. The full submission has no type.
 */
function documentOfRow(row: string): readonly FiledDocument[] {
  const [, description, link, type, size] = row
    .split(/<td[^>]{0,100}>/i)
    .slice(1)
    .map((cell) => cell.split(/<\/td>/i)[0]);
  const name = /\/Archives\/edgar\/data\/\d{1,10}\/\d{18}\/([^"/?]{1,200})"/.exec(link ?? '')?.[1];
  const kind = plain(type);
  if (!name || !kind) return [];
  const bytes = plain(size);
  return [
    {
      name: decoded(name),
      type: kind,
      description: plain(description),
      size: bytes && /^\d{1,12}$/.test(bytes) ? Number(bytes) : undefined,
    },
  ];
}

/**
 * Reads `index.json` of a folder. It contains names and sizes without types, and may be incomplete.
 */
export function readFolder(text: string): Reading<FilingIndex> {
  const json = readJson(text);
  if ('reason' in json) return json;
  const items = listAt(json.value, 'directory', 'item');
  const folder = /\/(\d{10})(\d{2})(\d{6})\/?$/.exec(textAt(json.value, 'directory', 'name') ?? '');
  if (items.length === 0) return { reason: "is not a listing of a filing's folder" };
  return {
    problems: [],
    value: {
      accession: folder?.slice(1).join('-'),
      form: undefined,
      filing_date: undefined,
      ciks: [],
      items: [],
      documents: items.slice(0, MAX_DOCUMENTS).flatMap((item) => {
        const name = textAt(item, 'name')?.trim();
        const size = numberAt(item, 'size');
        return name
          ? [
              {
                name,
                type: undefined,
                description: undefined,
                size: size ? Number(size) : undefined,
              },
            ]
          : [];
      }),
    },
  };
}

function uniqueCiks(digits: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(digits.flatMap((cik) => cikAt({ cik }, 'cik') ?? []))];
}

/** Text of a cell; undefined if empty. */
function plain(html: string | undefined): string | undefined {
  return (html && withoutMarkup(html)) || undefined;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
