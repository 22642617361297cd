import { cutTo } from '../../base/foreign-text.ts';
import { cutList } from '../../domain/cut-list.ts';
import { daysBetween } from '../../domain/dates.ts';
import { dayReported, type Statement } from '../../domain/events/statement.ts';
import { groupBy } from '../../domain/group-by.ts';
import { anyOf } from '../../domain/patterns.ts';
import type { Refresh } from '../computation.ts';
import { type DrugIndex, drugIndex } from '../programs/drug-index.ts';
import { quotedStatements } from '../text-statements.ts';
import type { FdaDecision } from './fda-decision.ts';
import type { PublishedLetter } from './published-letters.ts';

/** Our choice: maximum number of days from a refusal to the company's comment on it. */
const COMMENT_DAYS = 45;
/** Forms of filings whose text the company writes. */
const OWN_FORM = /^(?:8-K|6-K|10-[KQ]|20-F|40-F|EX-99)/;
const OWN_WORDS = /\b(?:we|our|today announced|announced today)\b/i;
const CLASS = /\bclass (1|2|I{1,2})\b/i;
const RESUBMITTED = anyOf('i', /\bre-?submi/, /\bcomplete response to\b/, CLASS);

/** The statements of companies on refusals and submissions, by drug. */
export function refusalStatements(refresh: Refresh): DrugIndex<Statement> {
  const isPast = ({ status }: Statement) => status === 'announced' || status === 'historical';
  const statements = refresh
    .memo(quotedStatements)
    .filter((one) => /^(?:crl|nda_bla_)/.test(one.type) && isPast(one));
  return drugIndex(refresh, statements, ({ ticker, drug }) => ({ ticker, names: [drug] }));
}

/** The result of `refusalOf` for a decision that is not a refusal. */
export const noRefusal: ReturnType<typeof refusalOf> = {
  deficiencies: null,
  deficiency_kinds: null,
  deficiency_summary: null,
  fda_requests: null,
  resubmission_class: null,
  days_to_resubmission: null,
  days_to_outcome: null,
  next_decision: null,
  company_statement: null,
  company_statement_url: null,
  flags: [],
};

/**
 * The reasons for a refusal, and what the company and the FDA did afterwards.
 * `days_to_resubmission` and `days_to_outcome` are null if neither a decision nor a published
 * letter states the day of the refusal.
 * @param later the decisions on the same drug after the refusal, earliest first
 * @param statements the company's statements on the drug, earliest first
 */
export function refusalOf(
  { decided, is_undated }: Pick<FdaDecision, 'decided' | 'is_undated'>,
  letter: PublishedLetter | undefined,
  later: readonly FdaDecision[],
  statements: readonly Statement[],
) {
  const [next] = later;
  const daysTo = (day: string | undefined) =>
    (is_undated && !letter) || day === undefined ? null : daysBetween(decided, day);
  const again = statements.filter(
    ({ type, sentence, published }) =>
      type !== 'crl' &&
      RESUBMITTED.test(sentence) &&
      published > decided &&
      (next === undefined || published <= next.decided),
  );
  // The FDA accepts a resubmission about a month after it is submitted.
  const submitted = again.find(({ type }) => type === 'nda_bla_submitted');
  const kinds = letter ? [...new Set(letter.deficiencies.map(({ kind }) => kind))] : null;
  const stated = statedClass(again);
  const comment = statements.find(
    ({ type, published, form, sentence }) =>
      type === 'crl' &&
      published >= decided &&
      daysBetween(decided, published) <= COMMENT_DAYS &&
      // News sites write their headlines themselves, so these are not comments of the company.
      (OWN_FORM.test(form ?? '') || OWN_WORDS.test(sentence)),
  );
  const quoted = statements.filter(
    ({ type, document }) => type === 'crl' && document === comment?.document,
  );
  return {
    deficiencies: letter?.deficiencies ?? null,
    deficiency_kinds: kinds,
    deficiency_summary: shortList(summaryOf(letter?.deficiencies ?? [])),
    fda_requests: shortList(letter?.deficiencies.map(({ request }) => request)),
    resubmission_class: stated ?? classOf(kinds),
    days_to_resubmission: daysTo(submitted && dayReported(submitted)),
    days_to_outcome: daysTo(next?.decided),
    next_decision: next?.decision ?? null,
    company_statement: quoted.map(({ sentence }) => sentence).join(' ') || null,
    company_statement_url: comment?.source_url ?? null,
    flags: stated === null && kinds ? ['class_by_deficiencies'] : [],
  };
}

/** Matches the number of an item in a letter. */
const NUMBERED = /^\(?\w{1,2}[.)] /;

/**
 * Returns the sentences about deficiencies. Each sentence is prefixed with the kinds of its
 * deficiencies. If a numbered item begins with a request, the next sentence is added, because it
 * states the reason.
 */
function summaryOf(deficiencies: PublishedLetter['deficiencies']): readonly string[] {
  const stated = groupBy(deficiencies, ({ sentence }) => sentence ?? '');
  return [...stated].flatMap(([sentence, of]) => {
    const { context, request } = of[0]!;
    const isOrder =
      sentence === request && NUMBERED.test(sentence) && !NUMBERED.test(context ?? '');
    const reason = isOrder ? /^.+?[.;](?=\s|$)/.exec(context ?? '') : null;
    const told = reason ? `${sentence} ${reason[0]}` : sentence;
    return sentence ? `${of.map(({ kind }) => kind).join(', ')}: ${told}` : [];
  });
}

/**
 * Our choice: maximum number of sentences in a short list, and maximum number of characters of each
 * sentence. Few sentences in letters are longer.
 */
const SHORT = { sentences: 3, characters: 320 };

function shortList(sentences: readonly (string | null | undefined)[] = []): string | null {
  const distinct = [...new Set(sentences)].flatMap((one) => one ?? []);
  const short = distinct.map((one) => cutTo(one, SHORT.characters));
  return cutList(short, SHORT.sentences, 'more').join('; ') || null;
}

/** The resubmission class that a statement names. */
function statedClass(again: readonly Statement[]): number | null {
  const [word] = again.flatMap(({ sentence }) => CLASS.exec(sentence)?.[1] ?? []);
  if (word === undefined) return null;
  return word === '1' || word.toUpperCase() === 'I' ? 1 : 2;
}

/**
 * The review class of a resubmission (21 CFR 314.3). The class is 1 (review in two months) if only
 * the labeling is deficient, and 2 (six months) in all other cases.
 */
function classOf(kinds: readonly string[] | null): number | null {
  if (kinds === null) return null;
  return kinds.every((kind) => kind === 'labeling') ? 1 : 2;
}
