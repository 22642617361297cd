import { ServiceError } from '../base/errors.ts';
import type { Lookup, LookupKind } from '../catalogue/lookup.ts';
import { rowsIn } from '../catalogue/query.ts';
import type { IndexedEntry } from '../domain/directory/name-index.ts';
import { beginningIn, queryWords, wordsIn } from '../domain/directory/nearness.ts';
import { type Credential, permitted } from './access/access.ts';
import { requiredWords } from './asked-query.ts';
import type { Backend } from './backend.ts';
import type { Answer, Service } from './service.ts';

/** Maximum number of NCT numbers that are looked up in one search. */
const MAX_NUMBERS = 10;

/**
 * Matches words that are in many titles. A search ignores these words if the query has other words.
 */
const COMMON =
  /^(?:an?|and|at|by|for|from|in|of|on|or|the|to|vs|with|patients?|phas|stud(?:y|i)|trial)$/;

/** Matches a code name, such as `AVXS-101` or `NK510`. */
const CODE = /(?<![\p{L}\p{N}-])\p{L}{2,}-?\d[\p{L}\p{N}-]*/gu;
const MAX_CODES = 3;
/** Our choice: a code name is rare if at most this many trials have it. */
const MAX_RARE = 25;

/** A found trial or text, with the fields of the endpoint that serves it. */
export type FoundRecord = Readonly<Record<string, string | null | undefined>>;

/** A found record with the number of query words that it contains. */
interface Hit {
  readonly record: FoundRecord;
  readonly hits: number;
}

/**
 * The result of a search for names. It contains only names and records that the caller's plan and
 * bundle include.
 */
export interface Found {
  /** Trials whose NCT numbers are in the query. */
  readonly numbered: readonly FoundRecord[];
  /** Companies, drugs and funds, best match first. */
  readonly entries: readonly IndexedEntry[];
  /**
   * Trials that contain a rare code name of the query come first. Next come the trials that contain
   * every word of the query. If no trial contains every word, the trials that contain the most
   * words come next. Trials with the same number of words are sorted by completion date, latest
   * first.
   */
  readonly titled: readonly Hit[];
  /**
   * Texts that contain every word of the query, newest first. If no text contains every word,
   * this list has the texts that contain the most words.
   */
  readonly texts: readonly Hit[];
  /** The words of the query that were searched in trials and texts. */
  readonly words: readonly string[];
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
 * Searches for names. A search counts as one request toward the plan limit, and as one request
 * toward the limit of each endpoint that provides names. If the query contains no NCT number,
 * trials are searched by title.
 * @param kinds the kinds of names to search
 * @param most the maximum number of results
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
  const byTitle = numbers.length === 0 && words.length > 0 && service.source().knowsNames;
  const titles = [words, ...codesIn(query)].map((some) => ({
    ...of,
    words: some,
    fromEnd: true as const,
  }));
  const trialQuestions = [
    ...numbers.map((value) => ({ ...of, key: { field: 'nctId', value } })),
    ...(byTitle ? titles : []),
  ];
  const textQuestions = byTitle ? [{ ...of, words, endpoint: names.text }] : [];
  const ofTrials = asked.includes('trial') ? trialQuestions : [];
  const { answers, source, scan, Note } = await service.answerAll(
    credential,
    [...ofTrials, ...(asked.includes('text') ? textQuestions : [])],
    asked.map((kind) => names[kind]),
  );
  const reached = asked.filter((kind) => permitted(account, names[kind]));
  const listed = reached.flatMap((kind) => (kind === 'trial' || kind === 'text' ? [] : kind));
  const directory = await source.directory();
  const trials = answers.slice(0, ofTrials.length);
  return {
    numbered: byTitle ? [] : trials.flatMap(recordsOf),
    entries: directory ? await scan(directory.search(query, listed, most)) : [],
    titled: byTitle ? titledIn(trials, words, query) : [],
    texts: answers.slice(ofTrials.length).flatMap(hitsIn).sort(byHits),
    words,
    notices: asked.filter((kind) => !reached.includes(kind)).map((kind) => outside[kind]),
    source,
    ...(Note ? { Note } : {}),
  };
}

/**
 * Returns the words of a query that are searched in trials and texts. Single letters are ignored.
 * The words in `COMMON` are ignored if the query has other words.
 */
function wordsOf(query: string): readonly string[] {
  const words = queryWords(query);
  const long = words.filter((word) => word.length > 1 || /\d/.test(word));
  const rare = long.filter((word) => !COMMON.test(word));
  return rare.length > 0 ? rare : long;
}

/** Returns the words of each code name in a query, or none if the query has no other words. */
function codesIn(query: string): readonly (readonly string[])[] {
  const codes = query.replace(CODE, '').trim() === '' ? [] : (query.match(CODE) ?? []);
  return codes.slice(0, MAX_CODES).map(queryWords);
}

/**
 * Returns the found trials, those with the most query words first. Our choice: a trial with a rare
 * code name comes before all trials without one. Trials with a rare code name and the same number
 * of query words are sorted by the number of pairs of adjacent query words, such as `phase 1`.
 * @param answers the answer for all words, and then the answers for the code names
 */
function titledIn(
  [first, ...coded]: readonly (Answer | ServiceError)[],
  words: readonly string[],
  query: string,
): readonly Hit[] {
  const asked = wordsIn(query).split(' ');
  const pairs = asked.slice(1).map((word, at) => ` ${asked[at]} ${word} `);
  const rare = coded.filter(
    (one) => !(one instanceof ServiceError) && one.pagination.total <= MAX_RARE,
  );
  const weighed = rare.flatMap(hitsIn).map(({ record, hits }) => {
    const text = textOf(record);
    const paired = pairs.filter((pair) => text.includes(pair)).length / 100;
    return { record, hits: words.length + Math.max(hits, beginningIn(words, text)) + paired };
  });
  const all = [...(first ? hitsIn(first) : []).toReversed(), ...weighed.toReversed()].sort(byHits);
  const best = new Map(all.toReversed().map((hit) => [hit.record.nctId, hit]));
  return all.filter((hit) => best.get(hit.record.nctId) === hit);
}

/** The words of a record, with a space before and after each word. */
function textOf(record: FoundRecord): string {
  return ` ${wordsIn(Object.values(record).join(' '))} `;
}

/** The records of an answer, each with the number of search words that it contains. */
function hitsIn(answer: Answer | ServiceError): readonly Hit[] {
  if (answer instanceof ServiceError) return [];
  const { all, least } = requiredWords(answer.query)!;
  return recordsOf(answer).map((record) => ({
    record,
    hits: Math.max(least, beginningIn(all, textOf(record))),
  }));
}

function byHits(one: Hit, other: Hit): number {
  return other.hits - one.hits;
}

function recordsOf(answer: Answer | ServiceError): readonly FoundRecord[] {
  if (answer instanceof ServiceError) return [];
  return rowsIn(answer) as readonly FoundRecord[];
}
