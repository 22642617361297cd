import { daysBetween } from '../../domain/dates.ts';
import type { FoundDate } from '../date-grammar.ts';
import type { SourceText } from '../mention.ts';
import type { Reading } from '../sentence-reading.ts';

/**
 * Converts a sentence to the tokens that the text models read. Words are in lower case, without the
 * endings of plural and tense. Dates, drugs, the company, agencies and amounts are replaced by a
 * tag in capitals, such as DRUG.
 */

const TOKEN = /\d[\d.,]*|[A-Za-z]+(?:['’-][A-Za-z]+)*\d*|[%$€£:;,.()?|–-]/g;
const AGENCIES: ReadonlySet<string> = new Set(
  'EMA EC SFDA MHRA NMPA PMDA MHLW ANVISA TGA Swissmedic CDSCO MFDS COFEPRIS CHMP'.split(' '),
);
const EXCHANGES: ReadonlySet<string> = new Set('nasdaq nyse tsx tsxv cse lse asx aim'.split(' '));
const SCALES: ReadonlySet<string> = new Set('million billion M B bn mn k thousand'.split(' '));
const CODE = /^[A-Z]{1,6}-?[A-Z]?\d{2,6}[A-Z]?$/;
const PHASE: ReadonlySet<string> = new Set(['Phase', 'phase', 'P']);
const PHASE_NUMBER = /^(?:[1-4][abc]?|I{1,3}|IV|[1-4])$/;
const MAX_TOKENS = 200;

interface MaskedSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly date?: FoundDate;
}

/** The masked words of a sentence. */
export interface MaskedWords {
  readonly words: readonly string[];
  /**
   * Maps each date to its index in `words`. A date after the first `MAX_TOKENS` words is missing.
   */
  readonly indexOf: ReadonlyMap<FoundDate, number>;
}

export function maskedWords(
  reading: Reading,
  { published, company }: Pick<SourceText, 'published' | 'company'>,
): MaskedWords {
  const spans = spansOf(reading, published);
  const name = companyWord(company);
  const words: string[] = [];
  const indexOf = new Map<FoundDate, number>();
  let next = 0;
  let masked: MaskedSpan | undefined;
  let end = 0;
  for (const token of reading.text.match(TOKEN) ?? []) {
    const index = reading.text.indexOf(token, end);
    end = index + token.length;
    while (next < spans.length && spans[next]!.end <= index) next += 1;
    const span = spans[next];
    if (span && span.start <= index) {
      if (span === masked) continue;
      masked = span;
      if (span.date) indexOf.set(span.date, words.length);
      words.push(span.kind);
    } else addToken(words, token, name);
    if (words.length >= MAX_TOKENS) break;
  }
  return { words, indexOf };
}

function spansOf({ dates, names }: Reading, published: string | undefined): readonly MaskedSpan[] {
  const dated = dates.map((date) => {
    return { start: date.start, end: date.end, kind: dateKind(date, published), date };
  });
  const named = names
    .filter(({ start, end }) => !dates.some((date) => date.start < end && date.end > start))
    .map(({ start, end }) => ({ start, end, kind: 'DRUG' }));
  return [...dated, ...named].sort((a, b) => a.start - b.start);
}

const RECENT_DAYS = 60;

/** Classifies a date by comparing it to the publication date. */
export function dateKind({ basis, from, to, precision }: FoundDate, published: string | undefined) {
  if (basis === 'today') return 'TODAY';
  if (published === undefined) return 'DATE';
  if (to < published) return daysBetween(to, published) > RECENT_DAYS ? 'PAST' : 'RECENT';
  return from <= published ? `NOW-${precision}` : 'FUTURE';
}

function addToken(words: string[], token: string, company: string | undefined): void {
  const last = words.at(-1);
  if (/^\d/.test(token)) {
    if (last === '$') words[words.length - 1] = 'MONEY';
    else if (last === 'PHASE' || (last !== undefined && PHASE.has(last))) return;
    else words.push('NUMBER');
    return;
  }
  if (token === '%' && last === 'NUMBER') words[words.length - 1] = 'PERCENT';
  else if (token === '€' || token === '£') words.push('$');
  else if (last === 'MONEY' && SCALES.has(token)) return;
  else if (AGENCIES.has(token)) words.push('AGENCY');
  else if (PHASE.has(token)) words.push('PHASE');
  else if (last === 'PHASE' && PHASE_NUMBER.test(token)) return;
  else if (token.startsWith('NCT')) words.push('TRIAL');
  else if (CODE.test(token)) words.push('DRUG');
  else {
    const small = token.toLowerCase();
    if (EXCHANGES.has(small)) words.push('EXCHANGE');
    else words.push(small === company ? 'COMPANY' : stem(small));
  }
}

/** Removes endings of plural and tense. */
function stem(word: string): string {
  if (word.endsWith("'s") || word.endsWith('’s')) return word.slice(0, -2);
  if (word.length >= 6 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length >= 5 && word.endsWith('ed')) return word.slice(0, -2);
  if (word.length >= 6 && word.endsWith('es')) return word.slice(0, -2);
  return word.length >= 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

const IGNORED = /^(?:the|first|bio|new|american|united|.{0,3})$/;

/** The word that texts usually use for a company: the first word of its name, in lower case. */
function companyWord(company: string | undefined): string | undefined {
  const first = company?.split(/[ ,]/)[0]?.toLowerCase();
  return first === undefined || IGNORED.test(first) ? undefined : first;
}
