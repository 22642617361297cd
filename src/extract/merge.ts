import { type Mention, type MentionDetail, type Period, UNNAMED_AGENCY } from './mention.ts';
import { withHistory } from './overtaken.ts';

/**
 * Statuses in order of priority. If mentions of one fact are merged, the first of their statuses is
 * kept.
 */
const strength = ['announced', 'historical', 'other_company', 'conditional', 'negated'] as const;

/**
 * Merges repeated mentions of a fact in headline, body and summary. Only mentions with the status
 * of the highest priority are candidates, and the candidate with the highest confidence is kept.
 * The details of the other mentions are added to the kept mention. If two sentences state different
 * goal dates for the same drug and indication, both goal dates become `reported`, because one may
 * be wrong.
 */
export function mergeMentions(
  mentions: readonly Mention[],
  published: string | undefined,
): readonly Mention[] {
  const kept: Mention[] = [];
  const ordered = mentions.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      b.confidence - a.confidence ||
      Number(b.date !== null) - Number(a.date !== null),
  );
  for (const mention of ordered) {
    const at = kept.findIndex((other) => same(other, mention));
    if (at < 0) kept.push(mention);
    else kept[at] = joined(kept[at]!, mention);
  }
  const plans = kept.filter((mention) => !kept.some((other) => isVaguer(mention, other)));
  const inOrder = new Map(mentions.map((mention, index) => [mention.sentence, index]));
  const inText = plans
    .map((mention) =>
      contradicted(mention, kept)
        ? { ...mention, confidence: round(mention.confidence - 0.3), tier: 'reported' as const }
        : mention,
    )
    .toSorted((a, b) => (inOrder.get(a.sentence) ?? 0) - (inOrder.get(b.sentence) ?? 0));
  return withHistory(inText, sameDrug, published);
}

function rank({ status }: Mention): number {
  return strength.indexOf(status);
}

function same(a: Mention, b: Mention): boolean {
  if (a.type !== b.type || !sameDrug(a, b) || !sameDate(a, b)) return false;
  if (a.type === 'approval' && !sameAgency(a.detail, b.detail)) return false;
  if (a.type === 'designation') return a.detail.which === b.detail.which;
  if (a.status !== b.status && a.date === null && b.date === null) return sameDetail(a, b);
  return a.status === b.status ? sameDetail(a, b) : a.date !== null && b.date !== null;
}

/**
 * Whether two approvals can be by the same agency. An approval that names no agency can be by any
 * agency.
 */
function sameAgency({ agency: one }: MentionDetail, { agency: other }: MentionDetail): boolean {
  return one === other || one === UNNAMED_AGENCY || other === UNNAMED_AGENCY;
}

/**
 * Whether two mentions can be about the same date. If only one of them has a date, both must have
 * the same status. The dates of two plans must be equal. Other dates must overlap.
 */
function sameDate(a: Mention, b: Mention): boolean {
  if (a.date === null || b.date === null) return a.status === b.status || a.date === b.date;
  if (planTypes.has(a.type)) return JSON.stringify(a.date) === JSON.stringify(b.date);
  const [first, second] = [periodOf(a.date), periodOf(b.date)];
  return first.from <= second.to && second.from <= first.to;
}

/**
 * Types of plans. For these types, different periods are different plans. For other types, "in
 * February" and "on February 10" are one event.
 */
const planTypes: ReadonlySet<Mention['type']> = new Set([
  'pdufa_date',
  'readout_expected',
  'filing_expected',
  'adcomm_date',
]);

/**
 * Whether `a` is a less precise mention of the same plan than `b`. For example, `a` is "later this
 * year" and `b` is "in the fourth quarter".
 */
function isVaguer(a: Mention, b: Mention): boolean {
  if (!planTypes.has(a.type) || a.type !== b.type || a.status !== b.status || a === b) return false;
  if (a.date_basis !== 'relative' || a.precision !== 'year' || b.precision === 'year') return false;
  if (a.date === null || b.date === null || !sameDrug(a, b)) return false;
  const [wide, narrow] = [periodOf(a.date), periodOf(b.date)];
  return narrow.from >= wide.from && narrow.to <= wide.to;
}

function periodOf(date: string | Period): Period {
  return typeof date === 'string' ? { from: date, to: date } : date;
}

function sameDrug(a: Pick<Mention, 'drug'>, b: Pick<Mention, 'drug'>): boolean {
  if (a.drug === null || b.drug === null) return true;
  const words = (name: string) =>
    name
      .toLowerCase()
      .split(/[\s()/]+/)
      .filter((word) => word.length > 2);
  const other = new Set(words(b.drug));
  return words(a.drug).some((word) => other.has(word));
}

function sameDetail(a: Mention, b: Mention): boolean {
  const { outcome: first, trial } = a.detail;
  const { outcome: second, trial: otherTrial } = b.detail;
  if (trial && otherTrial && trial !== otherTrial) return false;
  const decided = (outcome: string | undefined) => outcome !== undefined && outcome !== 'unclear';
  if (a.type === 'readout_expected') return true;
  // A drug can meet the primary endpoint and miss a secondary endpoint.
  const isMixed = a.type === 'trial_result' && /secondary/i.test(`${a.sentence} ${b.sentence}`);
  return !(decided(first) && decided(second) && first !== second) || isMixed;
}

/**
 * The details that a mention adds to another mention. If the two mentions state different amounts,
 * no numbers are added, because one amount may be only a tranche.
 */
function detailOf({ detail }: Mention, { detail: { amount } }: Mention): Mention['detail'] {
  const isPart = amount !== undefined && detail.amount !== undefined && detail.amount !== amount;
  const words = Object.entries(detail).filter(([, value]) => typeof value !== 'number');
  return isPart ? Object.fromEntries(words) : detail;
}

function joined(first: Mention, second: Mention): Mention {
  const outcomes = new Set([first.detail.outcome, second.detail.outcome]);
  const outcome =
    outcomes.has('met') && outcomes.has('not_met')
      ? 'mixed'
      : [...outcomes].find((value) => value && value !== 'unclear');
  const dated = first.date !== null ? first : second;
  const { agency: mine, ...own } = first.detail;
  const { agency: theirs, ...added } = detailOf(second, first);
  const agency = mine === UNNAMED_AGENCY ? theirs : mine;
  return {
    ...first,
    date: dated.date,
    precision: dated.precision,
    date_basis: dated.date_basis,
    drug: first.drug ?? second.drug,
    drug_from: first.drug_from ?? second.drug_from,
    indication: first.indication ?? second.indication,
    detail: { ...(agency ? { agency } : {}), ...added, ...own, ...(outcome ? { outcome } : {}) },
  };
}

function contradicted(mention: Mention, all: readonly Mention[]): boolean {
  if (
    mention.type !== 'pdufa_date' ||
    mention.status !== 'announced' ||
    mention.precision !== 'day'
  )
    return false;
  return all.some(
    (other) =>
      other !== mention &&
      other.type === 'pdufa_date' &&
      other.status === 'announced' &&
      other.precision === 'day' &&
      other.date !== mention.date &&
      // Two goal dates in one sentence belong to two applications, so neither is in doubt.
      other.sentence !== mention.sentence &&
      other.drug !== null &&
      mention.drug !== null &&
      other.drug_from === 'sentence' &&
      mention.drug_from === 'sentence' &&
      other.indication !== null &&
      other.indication === mention.indication &&
      sameDrug(other, mention),
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
