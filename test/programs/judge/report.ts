import { extractMentions } from '../../../src/extract/extract.ts';
import type { Mention, MentionStatus } from '../../../src/extract/mention.ts';
import { isReadLast, type LabelledText } from './labels.ts';
import { type Finding, scoreText } from './score.ts';

/** Texts of a set, what was emitted for each at a threshold, and what became of it. */
interface Judged {
  readonly text: LabelledText;
  readonly mentions: readonly Mention[];
  readonly findings: readonly Finding[];
}

const thresholds = [0.5, 0.8] as const;
/** Types with fewer labels are pooled. */
const MIN_LABELS = 20;

/** The report on some sets of labelled texts, as Markdown. */
export function reportOf(sets: Readonly<Record<string, readonly LabelledText[]>>): string {
  const parts = Object.entries(sets).flatMap(([name, texts]) => [
    { title: `${name}, read first`, texts: texts.filter((text) => !isReadLast(text)) },
    { title: `${name}, read last`, texts: texts.filter(isReadLast) },
  ]);
  const sections = parts.map(({ title, texts }) => section(title, texts));
  const errors = parts.map(({ title, texts }) => errorList(title, texts));
  return [
    '# What the extractor finds in labelled texts',
    '',
    'Written by `npm run judge`. The errors in all these texts have been read while rules were',
    'written, those of a quarter of the companies last: no figure here is one of unread texts, which',
    'the rules read less well. A half hit (right period, lower precision) counts half in recall.',
    'Types with fewer than 20 labels are pooled. What is emitted with another status than announced',
    'is neither credited nor punished, as the rules of the set have it.',
    '',
    ...sections,
    ...bandTable(parts.flatMap(({ texts }) => texts)),
    '## Errors at 0.5',
    '',
    ...errors,
  ].join('\n');
}

function judge(texts: readonly LabelledText[], threshold: number): readonly Judged[] {
  return texts.map((text) => {
    const mentions = extractMentions({
      text: text.text,
      published: text.published ?? undefined,
      ticker: text.ticker ?? undefined,
      company: text.company ?? undefined,
    }).filter(({ confidence }) => confidence >= threshold);
    return { text, mentions, findings: scoreText(text, mentions) };
  });
}

function section(title: string, texts: readonly LabelledText[]): string {
  const [low, high] = thresholds.map((threshold) => judge(texts, threshold));
  const types = [
    ...new Set(low!.flatMap(({ findings }) => findings.map(({ type }) => type))),
  ].sort();
  const labels = (type: string) =>
    low!.flatMap(({ findings }) => findings).filter((one) => one.type === type && one.label).length;
  const small = types.filter((type) => labels(type) < MIN_LABELS && type !== 'pdufa_date');
  const rows: [string, (finding: Finding) => boolean][] = [
    [
      'pdufa_date, exact day',
      ({ type, label, mention }) =>
        type === 'pdufa_date' && (label ?? mention)?.precision === 'day',
    ],
    ...types.map((type): [string, (finding: Finding) => boolean] => [
      type,
      (one) => one.type === type,
    ]),
    [`pooled (${small.length} types)`, ({ type }) => small.includes(type)],
    ['all but pdufa_date', ({ type }) => type !== 'pdufa_date'],
  ];
  return [
    `## ${title}: ${texts.length} texts`,
    '',
    '| | labels | precision 0.5 | recall 0.5 | precision 0.8 | recall 0.8 |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(([name, is]) => `| ${name} | ${cells(low!, high!, is)} |`),
    '',
    ...summary(low!, high!),
    ...statusTable(low!),
    '',
  ].join('\n');
}

function cells(
  low: readonly Judged[],
  high: readonly Judged[],
  is: (one: Finding) => boolean,
): string {
  const of = (judged: readonly Judged[]) =>
    counts(judged.flatMap(({ findings }) => findings).filter(is));
  const [a, b] = [of(low), of(high)];
  return [String(a.labels), a.precision, a.recall, b.precision, b.recall].join(' | ');
}

function counts(findings: readonly Finding[]) {
  const count = (...kinds: Finding['kind'][]) =>
    findings.filter(({ kind }) => kinds.includes(kind)).length;
  const found = count('hit', 'half');
  const labels = found + count('missed');
  const emitted = found + count('false', 'status');
  return {
    labels,
    precision: ratio(found, emitted),
    recall: ratio(count('hit') + count('half') / 2, labels),
  };
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}

/** What the set is asked besides: silence where there is nothing, right drugs, right tickers. */
function summary(low: readonly Judged[], high: readonly Judged[]): readonly string[] {
  return [low, high].map((judged, index) => {
    const silent = judged.filter(
      ({ text }) => !text.facts.some(({ status }) => status === 'announced'),
    );
    const loud = silent.filter(({ findings }) =>
      findings.some(({ kind }) => kind === 'false' || kind === 'status'),
    );
    const hits = judged
      .flatMap(({ findings }) => findings)
      .filter(({ kind }) => kind === 'hit' || kind === 'half');
    const named = hits.filter(({ label, mention }) => label?.drug && mention?.drug);
    const outcomes = hits.filter(({ type }) => type === 'trial_result');
    const tickers = judged.flatMap(({ text, mentions }) =>
      mentions.filter(({ ticker }) => ticker !== null && ticker !== text.ticker),
    );
    const unsourced = judged.flatMap(({ mentions }) =>
      mentions.filter(({ sentence }) => sentence === ''),
    );
    return [
      `At ${thresholds[index]}: texts without an announced fact that yield one ${loud.length} of ${silent.length};`,
      `wrong drug ${named.filter(({ wrongDrug }) => wrongDrug).length} of ${named.length};`,
      `wrong outcome ${outcomes.filter(({ wrongOutcome }) => wrongOutcome).length} of ${outcomes.length};`,
      `wrong ticker ${tickers.length}; without a sentence ${unsourced.length}.\n`,
    ].join(' ');
  });
}

/** Lower ends of the bands of confidence, the last of which are served. */
const bands = [0.5, 0.6, 0.7, 0.8, 0.9] as const;

/** How much of what is emitted as announced is right, by confidence. */
function bandTable(texts: readonly LabelledText[]): readonly string[] {
  const emitted = judge(texts, thresholds[0])
    .flatMap(({ findings }) => findings)
    .filter(({ mention, kind }) => mention && kind !== 'ignored');
  const rows = bands.map((from, index) => {
    const to = bands[index + 1] ?? Number.POSITIVE_INFINITY;
    const inside = emitted.filter(
      ({ mention }) => mention!.confidence >= from && mention!.confidence < to,
    );
    const right = inside.filter(({ kind }) => kind === 'hit' || kind === 'half');
    const name = to > 1 ? `${from} and above` : `${from} to below ${to}`;
    const wrongDrugs = right.filter(({ wrongDrug }) => wrongDrug).length;
    return `| ${name} | ${inside.length} | ${ratio(right.length, inside.length)} | ${wrongDrugs} |`;
  });
  return [
    '## By confidence',
    '',
    'Emitted as announced, all texts. What is below 0.8 waits and is not served.',
    '',
    '| confidence | emitted | precision | wrong drug |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ];
}

/** By status of the label: what was emitted as announced, with that status, or not at all. */
function statusTable(judged: readonly Judged[]): readonly string[] {
  const statuses: readonly MentionStatus[] = [
    'announced',
    'historical',
    'conditional',
    'negated',
    'other_company',
  ];
  const rows = statuses.map((status) => {
    const labels = judged.flatMap(({ text, mentions }) =>
      text.facts
        .filter((label) => label.status === status)
        .map((label) => mentions.filter(({ type }) => type === label.type)),
    );
    const same = labels.filter((mentions) => mentions.some((one) => one.status === status)).length;
    const announced = labels.filter((mentions) =>
      mentions.some((one) => one.status === 'announced'),
    ).length;
    return `| ${status} | ${labels.length} | ${same} | ${announced} | ${labels.filter(({ length }) => length === 0).length} |`;
  });
  return [
    '| status of the label | labels | type emitted with it | type emitted as announced | type not emitted |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
}

/** Places of errors only: the texts themselves stay where they are. */
function errorList(title: string, texts: readonly LabelledText[]): string {
  const lines = judge(texts, 0.5).flatMap(({ findings }) => findings.flatMap(errorLine));
  return [`### ${title}`, '', ...lines, ''].join('\n');
}

function errorLine({
  id,
  kind,
  type,
  label,
  mention,
  wrongDrug,
  wrongOutcome,
}: Finding): readonly string[] {
  const date = (value: unknown) =>
    typeof value === 'string' ? value : value ? JSON.stringify(value) : 'no date';
  if (kind === 'ignored') return [];
  if (kind === 'missed') return [`- ${id}: missed ${type}, ${date(label?.date)}`];
  if (kind === 'false')
    return [`- ${id}: false ${type}, ${date(mention?.date)}, confidence ${mention?.confidence}`];
  if (kind === 'status') return [`- ${id}: ${type} announced, is ${label?.status}`];
  const remarks = [
    ...(kind === 'half' ? [`${date(mention?.date)} for ${date(label?.date)}`] : []),
    ...(wrongDrug ? [`drug ${mention?.drug} for ${label?.drug}`] : []),
    ...(wrongOutcome ? [`outcome ${mention?.detail.outcome} for ${label?.detail?.outcome}`] : []),
  ];
  return remarks.length > 0 ? [`- ${id}: ${type}: ${remarks.join('; ')}`] : [];
}
