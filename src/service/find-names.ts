import { ServiceError } from '../base/errors.ts';
import type { Lookup, LookupKind } from '../catalogue/lookup.ts';
import { rowsIn } from '../catalogue/query.ts';
import type { Entry } from '../domain/directory/name-index.ts';
import { wordsIn } from '../domain/directory/nearness.ts';
import { type Credential, permitted } from './access/access.ts';
import type { Backend } from './backend.ts';
import type { Answer, Service } from './service.ts';

/** Maximum number of trials to look up by number in one search. */
const MAX_NUMBERS = 10;

/** Maximum number of words of a query that are searched in trial titles. */
const MAX_WORDS = 20;

/** A found trial with the fields of catalyst_sync, or a found text with the fields of news. */
export type FoundRecord = Readonly<Record<string, string | null | undefined>>;

/** The result of a search for names, limited to the caller's plan and bundle. */
export interface Found {
  /** Trials whose numbers the query contains. */
  readonly numbered: readonly FoundRecord[];
  /** Companies, drugs and funds, best match first. */
  readonly entries: readonly Entry[];
  /**
   * Trials whose title and sponsor together contain every word of the query, latest completion date
   * first.
   */
  readonly titled: readonly FoundRecord[];
  /** Texts whose title and opening together contain every word of the query, newest first. */
  readonly texts: readonly FoundRecord[];
  /** Complete sentences about kinds of names that the plan or bundle does not include. */
  readonly notices: readonly string[];
  readonly source: Backend;
  readonly Note?: string;
}

const outside: Readonly<Record<LookupKind, string>> = {
  ticker: 'Your plan or bundle does not include names of companies.',
  drug: 'Your plan or bundle does not include names of drugs.',
  trial: 'Your plan or bundle does not include trials.',
  fund: 'Your plan or bundle does not include names of funds.',
  text: 'Your plan or bundle does not include texts.',
};

/**
 * Searches for names. A search counts as one request in the limit of the plan, and as one request
 * in the limit of each endpoint that provides names. If the query contains no NCT number, trials
 * are searched by title.
 * @param kinds of names to search
 * @param most maximum number of results
 * @throws ServiceError 401, 429; 403 if no kind of name is permitted
 */
export async function findNames(
  service: Service,
  { names }: Lookup,
  credential: Credential,
  query: string,
  { kinds, most }: { readonly kinds: readonly LookupKind[]; readonly most: number },
): Promise<Found> {
  const account = service.account(credential);
  const numbers = [...new Set(query.toUpperCase().match(/NCT\d{8}/g) ?? [])].slice(0, MAX_NUMBERS);
  const asked = kinds.filter((kind) => service.source().serves(names[kind]));
  const of = { endpoint: names.trial, arguments: {}, isInternal: true } as const;
  const words = wordsOf(query);
  const byTitle = numbers.length === 0 && words !== '' && service.source().knowsNames;
  const trialQuestions = [
    ...numbers.map((value) => ({ ...of, key: { field: 'nctId', value } })),
    ...(byTitle ? [{ ...of, words, fromEnd: true as const }] : []),
  ];
  const textQuestions = byTitle ? [{ ...of, endpoint: names.text, words }] : [];
  const ofTrials = asked.includes('trial') ? trialQuestions : [];
  const { answers, source, scan, Note } = await service.answerAll(
    credential,
    [...ofTrials, ...(asked.includes('text') ? textQuestions : [])],
    asked.map((kind) => names[kind]),
  );
  const reached = asked.filter((kind) => permitted(account, names[kind]));
  const listed = reached.flatMap((kind) => (kind === 'trial' || kind === 'text' ? [] : kind));
  const directory = await source.directory();
  const trials = answers.slice(0, ofTrials.length).flatMap(recordsOf);
  return {
    numbered: byTitle ? [] : trials,
    entries: directory ? await scan(directory.search(query, listed, most)) : [],
    titled: byTitle ? trials.toReversed() : [],
    texts: answers.slice(ofTrials.length).flatMap(recordsOf),
    notices: asked.filter((kind) => !reached.includes(kind)).map((kind) => outside[kind]),
    source,
    ...(Note ? { Note } : {}),
  };
}

/** Returns the words of a query that are searched in trial titles. Single letters are ignored. */
function wordsOf(query: string): string {
  const words = wordsIn(query).split(' ').slice(0, MAX_WORDS);
  return words.filter((word) => word.length > 1 || /\d/.test(word)).join(' ');
}

function recordsOf(answer: Answer | ServiceError): readonly FoundRecord[] {
  if (answer instanceof ServiceError) return [];
  return rowsIn(answer) as readonly FoundRecord[];
}
