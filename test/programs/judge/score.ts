import type { Mention, MentionType, Period } from '../../../src/extract/mention.ts';
import type { LabelledFact, LabelledText } from './fitting/labelled-text.ts';

/** The result for one label or one extracted statement. */
export interface Finding {
  readonly id: string;
  readonly kind: 'hit' | 'half' | 'missed' | 'false' | 'status' | 'ignored';
  readonly type: MentionType;
  readonly label?: LabelledFact;
  readonly mention?: Mention;
  readonly wrongDrug: boolean;
  readonly wrongOutcome: boolean;
}

/**
 * Compares the extracted announcements with the labels. A match has the same type and, if the label
 * has a date, the same date. An imprecise date matches if it overlaps with the same precision. A
 * lower precision counts half.
 */
export function scoreText(text: LabelledText, mentions: readonly Mention[]): readonly Finding[] {
  const emitted = mentions.filter(({ status }) => status === 'announced');
  const wanted = text.facts.filter(({ status }) => status === 'announced');
  const pairs = emitted
    .flatMap((mention) => wanted.map((label) => ({ mention, label, fit: fitOf(label, mention) })))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit);
  const usedMentions = new Set<Mention>();
  const usedLabels = new Set<LabelledFact>();
  const findings: Finding[] = [];
  for (const { mention, label, fit } of pairs) {
    if (usedMentions.has(mention) || usedLabels.has(label)) continue;
    usedMentions.add(mention);
    usedLabels.add(label);
    const kind = dateFit(label, mention) < 1 ? 'half' : 'hit';
    findings.push({
      id: text.id,
      kind: fit > 0 && isOptional(text, label) ? 'ignored' : kind,
      type: label.type,
      label,
      mention,
      wrongDrug: isWrongDrug(label, mention),
      wrongOutcome: isWrongOutcome(label, mention),
    });
  }
  for (const label of wanted.filter((one) => !usedLabels.has(one))) {
    const kind =
      isOptional(text, label) || statusAccepted(text, label, mentions) ? 'ignored' : 'missed';
    findings.push({
      id: text.id,
      kind,
      type: label.type,
      label,
      wrongDrug: false,
      wrongOutcome: false,
    });
  }
  for (const mention of emitted.filter((one) => !usedMentions.has(one))) {
    const background = text.facts.find(
      (label) =>
        label.status !== 'announced' && label.type === mention.type && dateFit(label, mention) > 0,
    );
    const accepted =
      background !== undefined &&
      /announced (?:accepted|or)|accepted/.test(
        `${background.detail?.note ?? ''} ${text.notes ?? ''}`,
      );
    const optional =
      optionalTypes(text).has(mention.type) || (background?.detail?.optional ?? false);
    findings.push({
      id: text.id,
      kind: accepted || optional ? 'ignored' : background ? 'status' : 'false',
      type: mention.type,
      mention,
      ...(background ? { label: background } : {}),
      wrongDrug: false,
      wrongOutcome: false,
    });
  }
  return findings;
}

/** Returns 0 if a statement does not match the label, and a higher value for a closer match. */
function fitOf(label: LabelledFact, mention: Mention): number {
  if (label.type !== mention.type) return 0;
  const date = dateFit(label, mention);
  if (date === 0) return 0;
  const which = label.detail?.which;
  const names =
    typeof which === 'string' && mention.detail.which
      ? sameWords(which, mention.detail.which)
      : true;
  return (
    date +
    (isWrongDrug(label, mention) ? 0 : 0.3) +
    (label.drug && mention.drug ? 0.1 : 0) +
    (names ? 0.3 : 0)
  );
}

function dateFit(label: LabelledFact, { date, precision }: Mention): number {
  if (label.date === null) return 1;
  if (date === null && /null accepted/.test(String(label.detail?.note))) return 1;
  if (date === null) return label.date_basis === 'today' || label.date_basis === 'relative' ? 1 : 0;
  if (typeof label.date === 'string') return label.date === date ? 1 : 0;
  const own: Period = typeof date === 'string' ? { from: date, to: date } : date;
  const from = label.date.from ?? '0000';
  const overlaps = own.from <= label.date.to && own.to >= from;
  if (!overlaps) return 0;
  if (label.precision === precision || label.date.from === null) return 1;
  if (label.date.from?.endsWith('-04-01') && label.date.to.endsWith('-09-30')) {
    const inside = own.from >= label.date.from && own.to <= label.date.to;
    return inside &&
      own.from <= `${own.from.slice(0, 4)}-07-01` &&
      own.to >= `${own.to.slice(0, 4)}-07-01`
      ? 1
      : 0.5;
  }
  return 0.5;
}

function isWrongDrug(label: LabelledFact, { drug }: Mention): boolean {
  if (!label.drug || !drug) return false;
  return !sameWords(label.drug, drug);
}

function isWrongOutcome(label: LabelledFact, { detail }: Mention): boolean {
  const wanted = label.detail?.outcome;
  if (label.type !== 'trial_result' || typeof wanted !== 'string' || wanted === 'unclear')
    return false;
  if (wanted === 'mixed') return detail.outcome === 'unclear';
  return detail.outcome !== wanted;
}

function sameWords(a: string, b: string): boolean {
  const words = (name: string) =>
    name
      .toLowerCase()
      .split(/[\s;,()/+]+/)
      .filter((word) => word.length > 2);
  const other = words(b);
  return words(a).some((word) =>
    other.some((one) => one === word || one.includes(word) || word.includes(one)),
  );
}

const codes: Readonly<Record<string, MentionType>> = {
  TR: 'trial_result',
  OF: 'offering',
  SU: 'nda_bla_submitted',
};

/** Returns the types that the label's notes mark as optional. */
function optionalTypes({ notes }: LabelledText): ReadonlySet<MentionType> {
  const found = [...(notes ?? '').matchAll(/\b(TR|OF|SU)\b[^.]{0,20}(?:optional|accepted)/g)];
  return new Set(found.map(([, code]) => codes[code!]!));
}

function isOptional(text: LabelledText, label: LabelledFact): boolean {
  return label.detail?.optional === true || optionalTypes(text).has(label.type);
}

function statusAccepted(
  { notes }: LabelledText,
  label: LabelledFact,
  mentions: readonly Mention[],
): boolean {
  if (!/historical accepted/.test(notes ?? '')) return false;
  return mentions.some(({ type, status }) => type === label.type && status === 'historical');
}
