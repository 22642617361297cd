import { type Credential, permitted } from '../access/access.ts';
import type { Directory, Entry } from '../domain/directory/directory.ts';
import { titleOf, trialTitle } from '../dossiers.ts';
import { ServiceError } from '../errors.ts';
import { fictional } from '../hints.ts';
import { type Lookup, lookupKinds } from '../lookup.ts';
import type { Answer, Service } from '../service.ts';

/** Results of one search. */
const MAX_RESULTS = 10;

/** A result as the assistants' search wants it: an id to fetch, a title, an address to cite. */
export interface SearchResult {
  readonly id: string;
  readonly title: string;
  readonly url: string;
}

interface SearchAnswer {
  readonly results: readonly SearchResult[];
  readonly notices?: readonly string[];
}

const outside = {
  ticker: 'Names of companies are outside your plan or bundle.',
  drug: 'Names of drugs are outside your plan or bundle.',
  trial: 'Numbers of trials are outside your plan or bundle.',
  fund: 'Names of funds are outside your plan or bundle.',
} as const;

/**
 * What bears the words of a query, as far as plan and bundle reach.
 *
 * @param origin the address of this server, `http://host:port`, where there is one
 * @throws ServiceError 401, 403 where no kind of name is reached, 429
 */
export async function search(
  service: Service,
  { names }: Lookup,
  credential: Credential,
  query: string,
  origin: string | undefined,
): Promise<SearchAnswer> {
  const account = service.account(credential);
  const numbers = [...new Set(query.toUpperCase().match(/NCT\d{8}/g) ?? [])].slice(0, MAX_RESULTS);
  const asked = lookupKinds.filter((kind) => kind !== 'trial' || numbers.length > 0);
  const { answers, source, scan, Note } = await service.answerAll(
    credential,
    numbers.map((value) => ({
      endpoint: names.trial,
      arguments: {},
      key: { field: 'nctId', value },
      isOurs: true,
    })),
    asked.map((kind) => names[kind]),
  );
  const reached = asked.filter((kind) => permitted(account, names[kind]));
  const kinds = reached.flatMap((kind) => (kind === 'trial' ? [] : kind));
  const directory = await source.directory();
  const entries = directory ? await scan(directory.search(query, kinds, MAX_RESULTS)) : [];
  const results = [
    ...answers.flatMap((one) => trialResult(one, source.demo, origin)),
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

function trialResult(
  answer: Answer | ServiceError,
  demo: boolean,
  origin: string | undefined,
): readonly SearchResult[] {
  if (answer instanceof ServiceError) return [];
  return answer.records.map((record) => {
    const { nctId, BriefTitle, ticker } = JSON.parse(record) as Readonly<Record<string, string>>;
    const title = trialTitle(`${nctId}${ticker ? ` (${ticker})` : ''}`, BriefTitle);
    return { id: `trial:${nctId}`, title, url: trialPage(String(nctId), demo, origin) };
  });
}

/** Where a reader finds it: at this server, or under its own name where it has no address. */
export function pageOf(id: string, origin: string | undefined): string {
  const [kind = '', ...key] = id.split(':');
  const name = encodeURIComponent(key.join(':'));
  if (origin === undefined) return `catalyst://${kind}/${name}`;
  return kind === 'ticker' ? `${origin}/ticker/${name}` : `${origin}/search?q=${name}`;
}

export function trialPage(nctId: string, demo: boolean, origin: string | undefined): string {
  return demo ? pageOf(`trial:${nctId}`, origin) : `https://clinicaltrials.gov/study/${nctId}`;
}
