import { wilsonInterval } from '../../../src/domain/approval/odds.ts';
import type { Mention, Tier } from '../../../src/extract/mention.ts';
import { table } from '../../docs/table.ts';
import type { LabelledText } from './fitting/labelled-text.ts';
import { type Finding, scoreText } from './score.ts';

/** A labeled text and the statements found in it. */
export interface ReadText {
  readonly label: LabelledText;
  readonly mentions: readonly Mention[];
}

const tiers: readonly (readonly [name: string, tiers: readonly (Tier | null)[]])[] = [
  ['confirmed', ['confirmed']],
  ['confirmed and reported', ['confirmed', 'reported']],
];
/** Lower bounds of the confidence groups. */
const bins = [0, 0.5, 0.8, 0.9] as const;

/** Builds the Markdown section on precision and recall. */
export function tiersReport(texts: readonly ReadText[]): readonly string[] {
  const found = tiers.map(([name, some]) => [name, findingsOf(texts, some)] as const);
  const types = [...new Set(found.flatMap(([, all]) => all.flat().map(({ type }) => type)))].sort();
  const cells = types.map((type) =>
    found.map(([, all]) => countsOf(all.flat().filter((one) => one.type === type)).join(' / ')),
  );
  return [
    table(
      ['', 'precision', 'recall', 'texts without a fact from which a fact was read', 'wrong drug'],
      found.map(([name, all]) => [name, ...tierCells(texts, all)]),
    ),
    '',
    table(
      ['right / wrong / missed', 'confirmed', 'confirmed and reported'],
      types.map((type, index) => [type, ...cells[index]!]),
    ),
    '',
    calibration(found.at(-1)![1].flat()),
  ];
}

/** Returns the findings of each text, without optional labels. */
function findingsOf(
  texts: readonly ReadText[],
  some: readonly (Tier | null)[],
): readonly (readonly Finding[])[] {
  return texts.map(({ label, mentions }) => {
    const own = mentions.filter(
      ({ tier, status }) => status !== 'announced' || some.includes(tier),
    );
    return scoreText(label, own).filter(({ kind }) => kind !== 'ignored');
  });
}

function countsOf(findings: readonly Finding[]): readonly [number, number, number] {
  const count = (...kinds: readonly Finding['kind'][]) =>
    findings.filter(({ kind }) => kinds.includes(kind)).length;
  return [count('hit', 'half'), count('false', 'status'), count('missed')];
}

function tierCells(
  texts: readonly ReadText[],
  all: readonly (readonly Finding[])[],
): readonly string[] {
  const [right, wrong, missed] = countsOf(all.flat());
  const silent = texts.flatMap(({ label }, index) =>
    label.facts.some(({ status }) => status === 'announced') ? [] : [all[index]!],
  );
  const loud = silent.filter((findings) => findings.length > 0).length;
  const drugs = all.flat().filter(({ label, mention }) => label?.drug && mention?.drug);
  return [
    share(right, right + wrong),
    share(right, right + missed),
    `${loud} of ${silent.length}`,
    `${drugs.filter(({ wrongDrug }) => wrongDrug).length} of ${drugs.length}`,
  ];
}

/** Shows the mean confidence, the share of correct statements, and its 95 % interval. */
function calibration(findings: readonly Finding[]): string {
  const emitted = findings.filter(({ mention }) => mention);
  const rows = bins.map((from, index) => {
    const to = bins[index + 1] ?? Number.POSITIVE_INFINITY;
    const inside = emitted.filter(
      ({ mention }) => mention!.confidence >= from && mention!.confidence < to,
    );
    const [right] = countsOf(inside);
    const sum = inside.reduce((all, { mention }) => all + mention!.confidence, 0);
    const { low, high } = wilsonInterval(right / inside.length, inside.length);
    const interval = inside.length > 0 ? `${low.toFixed(3)} to ${high.toFixed(3)}` : '–';
    const name = to > 1 ? `${from} and above` : `${from} to below ${to}`;
    return [
      name,
      String(inside.length),
      share(sum, inside.length),
      share(right, inside.length),
      interval,
    ];
  });
  return table(['confidence', 'mentions', 'mean', 'right', '95 % interval'], rows);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}
