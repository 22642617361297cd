import { ServiceError } from '../base/errors.ts';
import type { Lookup, LookupKind } from '../catalogue/lookup.ts';
import type { Entry } from '../domain/directory/name-index.ts';
import { wordsIn } from '../domain/directory/nearness.ts';
import { type Credential, permitted } from './access/access.ts';
import type { Backend } from './backend.ts';
import type { Answer, Service } from './service.ts';

/** Trials that are looked for by their numbers at a time. */
const MAX_NUMBERS = 10;

/** Words of a query that titles are searched for. */
const MAX_WORDS = 20;

/** A trial that was found, as the registry's endpoint serves it. */
export type TrialRecord = Readonly<Record<string, string | null | undefined>>;

/** What bears the words of a query, as far as plan and bundle reach. */
export interface Found {
  /** Trials whose numbers the query names. */
  readonly numbered: readonly TrialRecord[];
  /** Companies, drugs and funds, the likeliest first. */
  readonly entries: readonly Entry[];
  /** Trials whose title and sponsor bear every word, those that end last first. */
  readonly titled: readonly TrialRecord[];
  /** What was looked for and plan or bundle do not reach, in whole sentences. */
  readonly notices: readonly string[];
  readonly source: Backend;
  readonly Note?: string;
}

const outside: Readonly<Record<LookupKind, string>> = {
  ticker: 'Names of companies are outside your plan or bundle.',
  drug: 'Names of drugs are outside your plan or bundle.',
  trial: 'Trials are outside your plan or bundle.',
  fund: 'Names of funds are outside your plan or bundle.',
};

/**
 * Looks for names: one request of the plan, and one of each endpoint that names come from. Trials by
 * their titles are looked for where no number is named.
 *
 * @param kinds of names that are wanted
 * @param most entries at most
 * @throws ServiceError 401, 403 where no kind of name is reached, 429
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
  const of = { endpoint: names.trial, arguments: {}, isOurs: true } as const;
  const words = wordsOf(query);
  const byTitle = numbers.length === 0 && words !== '' && service.source().knowsNames;
  const questions = [
    ...numbers.map((value) => ({ ...of, key: { field: 'nctId', value } })),
    ...(byTitle ? [{ ...of, words, fromEnd: true as const }] : []),
  ];
  const { answers, source, scan, Note } = await service.answerAll(
    credential,
    asked.includes('trial') ? questions : [],
    asked.map((kind) => names[kind]),
  );
  const reached = asked.filter((kind) => permitted(account, names[kind]));
  const listed = reached.flatMap((kind) => (kind === 'trial' ? [] : kind));
  const directory = await source.directory();
  const trials = answers.flatMap(recordsOf);
  return {
    numbered: byTitle ? [] : trials,
    entries: directory ? await scan(directory.search(query, listed, most)) : [],
    titled: byTitle ? trials.toReversed() : [],
    notices: asked.filter((kind) => !reached.includes(kind)).map((kind) => outside[kind]),
    source,
    ...(Note ? { Note } : {}),
  };
}

/** The words of a query by which titles are found: single letters alone say nothing. */
function wordsOf(query: string): string {
  const words = wordsIn(query).split(' ').slice(0, MAX_WORDS);
  return words.filter((word) => word.length > 1 || /\d/.test(word)).join(' ');
}

function recordsOf(answer: Answer | ServiceError): readonly TrialRecord[] {
  if (answer instanceof ServiceError) return [];
  return answer.records.map((record) => JSON.parse(record) as TrialRecord);
}
