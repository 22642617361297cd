import { type Credential, permitted } from '../access/access.ts';
import type { Directory, Entry } from '../domain/directory/directory.ts';
import { unknownId, unknownTicker } from '../errors.ts';
import { onOneLine } from '../foreign-text.ts';
import { fictional, unknownCompany } from '../hints.ts';
import { type Lookup, type LookupKind, lookupKinds, type Subject } from '../lookup.ts';
import { quotePattern } from '../patterns.ts';
import type { Gathered, Service } from '../service.ts';
import type { Source } from '../sources/source.ts';
import { dossierText } from './dossier-text.ts';

/** Results of one search. */
const MAX_RESULTS = 10;
/** Companies that are named beside a drug. */
const MAX_OWNERS = 3;

/** A result as the assistants' search wants it: an id to fetch, a title, an address to cite. */
interface SearchResult {
  readonly id: string;
  readonly title: string;
  readonly url: string;
}

interface SearchAnswer {
  readonly results: readonly SearchResult[];
  readonly notices?: readonly string[];
}

/** A dossier as the assistants' fetch wants it. */
interface Document extends SearchResult {
  readonly text: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Names to ids, and ids to dossiers. */
export interface Lookups {
  /** @param origin the address of this server, `http://host:port`, where there is one */
  search(credential: Credential, query: string, origin?: string): Promise<SearchAnswer>;
  /** @throws ServiceError 404 for an id of nothing */
  fetch(credential: Credential, id: string, origin?: string): Promise<Document>;
}

export function createLookups(service: Service, lookup: Lookup): Lookups {
  return {
    search: (credential, query, origin) => search(service, lookup, credential, query, origin),
    fetch: (credential, id, origin) => fetchDossier(service, lookup, credential, id, origin),
  };
}

const outside = {
  ticker: 'Names of companies are outside your plan or bundle.',
  drug: 'Names of drugs are outside your plan or bundle.',
  trial: 'Numbers of trials are outside your plan or bundle.',
  fund: 'Names of funds are outside your plan or bundle.',
} as const;

async function search(
  service: Service,
  { names }: Lookup,
  credential: Credential,
  query: string,
  origin: string | undefined,
): Promise<SearchAnswer> {
  const account = service.account(credential);
  const numbers = [...new Set(query.toUpperCase().match(/NCT\d{8}/g) ?? [])].slice(0, MAX_RESULTS);
  const asked = lookupKinds.filter((kind) => kind !== 'trial' || numbers.length > 0);
  const { found, source, Note } = await service.gather(
    credential,
    numbers.map((value) => ({
      endpoint: names.trial,
      arguments: {},
      key: { field: 'nctId', value },
    })),
    asked.map((kind) => names[kind]),
  );
  const reached = asked.filter((kind) => permitted(account, names[kind]));
  const kinds = reached.flatMap((kind) => (kind === 'trial' ? [] : kind));
  const directory = await source.directory();
  const entries = directory?.search(query, kinds, MAX_RESULTS) ?? [];
  const results = [
    ...found.flatMap((one) => trialResult(one, source.demo, origin)),
    ...entriesOnce(entries).map((entry) => resultOf(entry, directory, origin)),
  ].slice(0, MAX_RESULTS);
  const missed =
    results.length === 0 ? [`Nothing here is called ${JSON.stringify(query.slice(0, 40))}.`] : [];
  const notices = [
    ...missed,
    ...(source.demo && results.length === 0 ? [fictional] : []),
    ...asked.filter((kind) => !reached.includes(kind)).map((kind) => outside[kind]),
    ...(Note && results.length > 0 ? [Note] : []),
  ];
  return { results, ...(notices.length > 0 ? { notices } : {}) };
}

/** A drug that several companies have is one result. */
function entriesOnce(entries: readonly Entry[]): readonly Entry[] {
  const once = new Map(entries.toReversed().map((entry) => [idOf(entry), entry]));
  return entries.filter((entry) => once.get(idOf(entry)) === entry);
}

function idOf({ kind, key }: Entry): string {
  return `${kind}:${key}`;
}

function resultOf(
  entry: Entry,
  directory: Directory | undefined,
  origin: string | undefined,
): SearchResult {
  const id = idOf(entry);
  return { id, title: titleOf(entry, directory), url: pageOf(id, origin) };
}

/** `O'Halquocept Therapeutics plc (HAUQZ)`, `belaqutinib, drug of CAMQZ (…): Asthma`. */
function titleOf({ kind, key, name, about = [] }: Entry, directory: Directory | undefined): string {
  if (kind === 'ticker') return onOneLine(`${name} (${key})`);
  if (kind === 'fund') return onOneLine(`${name}, fund`);
  const owners = (directory?.drugs(key) ?? []).map(({ ticker = '' }) => {
    const company = directory?.company(ticker);
    return company ? `${ticker} (${company.name})` : ticker;
  });
  const named = [...new Set(owners)].slice(0, MAX_OWNERS).join(', ');
  return onOneLine(`${name}, drug of ${named}${about[0] ? `: ${about[0]}` : ''}`);
}

function trialResult(
  gathered: Gathered,
  demo: boolean,
  origin: string | undefined,
): readonly SearchResult[] {
  if ('refusal' in gathered) return [];
  return gathered.page.records.map((record) => {
    const { nctId, BriefTitle, ticker } = JSON.parse(record) as Readonly<Record<string, string>>;
    const title = trialTitle(`${nctId}${ticker ? ` (${ticker})` : ''}`, BriefTitle);
    return { id: `trial:${nctId}`, title, url: trialPage(String(nctId), demo, origin) };
  });
}

/** Where a reader finds it: at this server, or under its own name where it has no address. */
function pageOf(id: string, origin: string | undefined): string {
  const [kind = '', ...key] = id.split(':');
  const name = encodeURIComponent(key.join(':'));
  return origin === undefined ? `catalyst://${kind}/${name}` : `${origin}/#${kind}:${name}`;
}

function trialPage(nctId: string, demo: boolean, origin: string | undefined): string {
  return demo ? pageOf(`trial:${nctId}`, origin) : `https://clinicaltrials.gov/study/${nctId}`;
}

async function fetchDossier(
  service: Service,
  { dossiers }: Lookup,
  credential: Credential,
  id: string,
  origin: string | undefined,
): Promise<Document> {
  service.account(credential);
  const about = await identified(id, service.source());
  const { kind, key } = about;
  const parts = dossiers[kind].map((part) => ({ ...part, given: part.ask(about) }));
  const { found, source, Note } = await service.gather(
    credential,
    parts.map(({ endpoint, given, key: field, fromEnd }) => ({
      endpoint,
      arguments: given,
      ...(field ? { key: { field, value: key } } : {}),
      ...(fromEnd ? { fromEnd } : {}),
    })),
  );
  const asked = parts.map((part, at) => ({ ...part, gathered: found[at]! }));
  if (asked.every(({ gathered }) => isEmpty(gathered))) throw unknownId(id, searchHint(source));
  const { from, asOf } = source.describe();
  const whole = `${kind}:${key}`;
  return {
    id: whole,
    title: titleFound(found, about),
    text: [...(Note ? [`Note: ${Note}`] : []), dossierText(asked)].join('\n\n'),
    url: kind === 'trial' ? trialPage(key, source.demo, origin) : pageOf(whole, origin),
    metadata: { kind, source: from, ...(asOf ? { as_of: asOf } : {}), ...(Note ? { Note } : {}) },
  };
}

/** A trial is called as it is registered. */
function titleFound(found: readonly Gathered[], { kind, title }: Identified): string {
  const [first] = found;
  const record = first && 'page' in first ? first.page.records[0] : undefined;
  if (kind !== 'trial' || record === undefined) return title;
  const { BriefTitle } = JSON.parse(record) as Readonly<Record<string, string>>;
  return trialTitle(title, BriefTitle);
}

function trialTitle(name: string, registered: string | undefined): string {
  return registered ? onOneLine(`${name}: ${registered}`) : name;
}

function isEmpty(gathered: Gathered): boolean {
  return 'page' in gathered && gathered.page.records.length === 0;
}

interface Identified extends Subject {
  readonly kind: LookupKind;
  readonly title: string;
}

/**
 * What an id stands for. Our choice: an id without its kind is an NCT number or a ticker.
 *
 * @throws ServiceError 404 for an id of nothing
 */
async function identified(id: string, source: Source): Promise<Identified> {
  const [, stated, rest] = /^(ticker|drug|trial|fund):(.+)$/s.exec(id.trim()) ?? [];
  const given = (rest ?? id).trim();
  const isTrial = /^NCT\d{8}$/i.test(given);
  const kind = (stated ?? (isTrial ? 'trial' : 'ticker')) as LookupKind;
  const directory = await source.directory();
  if (kind === 'trial') {
    if (!isTrial) throw unknownId(id, searchHint(source));
    const key = given.toUpperCase();
    return { kind, key, title: key, pattern: key };
  }
  if (kind === 'ticker') {
    const key = given.toUpperCase();
    const company = directory?.company(key);
    if (directory && !company) {
      throw unknownTicker(unknownCompany(directory, given), searchHint(source));
    }
    return { kind, key, title: company ? titleOf(company, directory) : key, pattern: key };
  }
  const entry = kind === 'drug' ? directory?.drugs(given)[0] : directory?.fund(given);
  if (!entry) throw unknownId(id, searchHint(source));
  const title = titleOf(entry, directory);
  return { kind, key: entry.key, title, pattern: patternOf(entry.name) };
}

/** A pattern that finds a name as it stands, the name itself where it has no sign of a pattern. */
function patternOf(name: string): string {
  return /^[\w ,-]+$/.test(name) ? name : quotePattern(name);
}

function searchHint({ demo }: Source): string {
  return demo ? fictional : 'search finds ids by name.';
}
