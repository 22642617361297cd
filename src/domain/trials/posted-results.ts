import type { Fact } from '../../facts/fact-kinds.ts';
import { cutList, others } from '../cut-list.ts';
import { USUAL_LEVEL } from './constants.ts';

type Absent = null | undefined;

export type PostedResults = Pick<
  Fact<'posted_results'>,
  'primary_outcomes' | 'adverse_events' | 'discontinuations'
>;
/** The item type of a list that may be absent. */
type Part<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;
export type PostedOutcome = Part<PostedResults['primary_outcomes']>;
type PostedMeasurement = Part<PostedOutcome['measurements']>;
type PostedAnalysis = Part<PostedOutcome['analyses']>;
type PostedEvents = Part<PostedResults['adverse_events']>;
type PostedFlow = Part<PostedResults['discontinuations']>;

/** Maximum numbers of entries shown from long tables. The study's page shows all entries. */
const MAX_OUTCOMES = 10;
const MAX_MEASUREMENTS = { Primary: 12, Secondary: 12, Safety: 24 };
const MAX_ANALYSES = 6;
const MAX_GROUPS = 12;
const MORE_GROUPS = 'more groups: see the source';

/**
 * Formats posted results as sentences: each primary outcome with its groups, measurements and
 * analyses, then the serious adverse events, other adverse events, deaths and discontinuations of
 * each group. A p-value is shown with the significance level of its analysis. The registry does not
 * state whether an endpoint was met.
 */
export function resultSentences(results: PostedResults): readonly string[] {
  const outcomes = results.primary_outcomes ?? [];
  return [
    ...outcomes.slice(0, MAX_OUTCOMES).flatMap((one) => outcomeSentences(one, 'Primary')),
    ...others(outcomes.length - MAX_OUTCOMES, 'more primary outcomes: see the source'),
    ...eventSentences(results.adverse_events ?? []),
    ...flowSentences(results.discontinuations ?? []),
  ];
}

/**
 * Whether posted results met the primary endpoint. Each primary outcome with p-values must have at
 * least one p-value at or below the significance level of its analysis. Our choice: one of several
 * analyses of an outcome is enough. The registry does not state the direction of a difference, so a
 * significant harm is also reported as met.
 * @returns null if no p-value is conclusive, or if only some primary outcomes were met
 */
export function primaryEndpointMet({ primary_outcomes }: PostedResults): boolean | null {
  const judged = (primary_outcomes ?? []).flatMap(({ analyses }) => {
    const verdicts = (analyses ?? []).map(isSignificant).filter((one) => one !== undefined);
    return verdicts.length > 0 ? [verdicts.includes(true)] : [];
  });
  const met = new Set(judged);
  return met.size === 1 ? judged[0]! : null;
}

function isSignificant(one: PostedAnalysis): boolean | undefined {
  if (typeof one.within_stated_level === 'boolean') return one.within_stated_level;
  if (!isNumber(one.p_value) || isNumber(one.stated_level)) return undefined;
  if (one.p_relation === '>') return one.p_value >= USUAL_LEVEL ? false : undefined;
  if (one.p_relation === '<') return one.p_value <= USUAL_LEVEL ? true : undefined;
  return one.p_value <= USUAL_LEVEL;
}

/** Formats outcomes as one text with their groups, measurements and analyses. */
export function outcomesText(outcomes: readonly PostedOutcome[], kind: OutcomeKind): string {
  return outcomes.flatMap((one) => outcomeSentences(one, kind)).join('. ');
}

type OutcomeKind = keyof typeof MAX_MEASUREMENTS;

function outcomeSentences(outcome: PostedOutcome, kind: OutcomeKind): readonly string[] {
  const groups = new Map((outcome.groups ?? []).map((group) => [group.id, group]));
  const nameOf = (id: string) => groups.get(id)?.title ?? id;
  const measured = outcome.measurements ?? [];
  const analyses = outcome.analyses ?? [];
  const frame = outcome.time_frame ? ` (${outcome.time_frame})` : '';
  const unit = [worded(outcome.measure), outcome.unit].filter(Boolean).join(', ');
  const values = measured.map((one) => {
    const n = groups.get(one.group)?.participants;
    const where = [one.class, one.category].filter(Boolean).join(', ');
    const named = `${nameOf(one.group)}${isNumber(n) ? ` (n = ${n})` : ''}`;
    return `${named}${where ? `, ${where}` : ''}: ${measurementText(one, outcome.spread)}`;
  });
  const most = MAX_MEASUREMENTS[kind];
  const table = cutList(values, most, 'more measurements: see the source').join('; ');
  const analyzed = analyses.map((one) => analysisSentence(one, nameOf));
  return [
    `${kind} outcome: ${outcome.title ?? 'without a title'}${frame}${unit ? ` [${unit}]` : ''}${table ? `. ${table}` : ''}`,
    ...cutList(analyzed, MAX_ANALYSES, 'more analyses: see the source'),
  ];
}

function measurementText(one: PostedMeasurement, spread: string | Absent): string {
  const value = one.value ?? one.value_text ?? 'not stated';
  const around = [
    isNumber(one.spread) ? `${worded(spread) || 'spread'} ${one.spread}` : '',
    isNumber(one.lower) || isNumber(one.upper)
      ? `${isNumber(one.spread) ? '' : `${worded(spread)} `}${one.lower ?? '?'} to ${one.upper ?? '?'}`.trim()
      : '',
  ].filter(Boolean);
  return `${value}${around.length > 0 ? ` (${around.join(', ')})` : ''}`;
}

function analysisSentence(one: PostedAnalysis, nameOf: (id: string) => string): string {
  const compared = (one.groups ?? []).map(nameOf).join(' against ');
  const interval =
    isNumber(one.ci_lower) || isNumber(one.ci_upper)
      ? ` (${isNumber(one.ci_percent) ? `${one.ci_percent} % ` : ''}CI ${one.ci_lower ?? 'open'} to ${one.ci_upper ?? 'open'})`
      : '';
  const parts = [
    isNumber(one.estimate_value)
      ? `${one.estimate ?? 'estimate'} ${one.estimate_value}${interval}`
      : '',
    pValueText(one),
    [one.method, worded(one.test)].filter(Boolean).join(', '),
  ].filter(Boolean);
  return `Analysis${compared ? ` of ${compared}` : ''}: ${parts.join('; ') || 'without numbers'}`;
}

function pValueText(one: PostedAnalysis): string {
  const stated = one.p_value_text?.trim();
  if (!stated) return '';
  const text = isNumber(one.p_value) ? `p ${one.p_relation ?? '='} ${one.p_value}` : `p: ${stated}`;
  if (!isNumber(one.stated_level)) return `${text}, no level stated`;
  if (one.within_stated_level === true)
    return `${text}, at or below the stated level of ${one.stated_level}`;
  if (one.within_stated_level === false)
    return `${text}, above the stated level of ${one.stated_level}`;
  return `${text}, stated level ${one.stated_level}`;
}

function eventSentences(groups: readonly PostedEvents[]): readonly string[] {
  const counted = (title: string, affected: keyof PostedEvents, at_risk: keyof PostedEvents) => {
    const known = groups.filter((one) => isNumber(one[affected]));
    const texts = known.map((one) => {
      const all = one[at_risk];
      return `${one.title ?? one.group}: ${one[affected]}${isNumber(all) ? ` of ${all}` : ''}`;
    });
    const shown = cutList(texts, MAX_GROUPS, MORE_GROUPS).join('; ');
    return texts.length > 0 ? [`${title}: ${shown}`] : [];
  };
  return [
    ...counted('Participants with serious adverse events', 'serious_affected', 'serious_at_risk'),
    ...counted('Participants with other adverse events', 'other_affected', 'other_at_risk'),
    ...counted('Deaths', 'deaths', 'deaths_at_risk'),
  ];
}

/**
 * Formats, for each period, the number of participants who did not complete it. The numbers are not
 * added up, because a participant can be in several periods.
 */
function flowSentences(flows: readonly PostedFlow[]): readonly string[] {
  const known = flows.filter((one) => isNumber(one.not_completed));
  const texts = known.map((one) => {
    const reasons = (one.reasons ?? []).map(
      ({ reason, participants }) => `${reason} ${participants}`,
    );
    const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
    const of = isNumber(one.started) ? ` of ${one.started}` : '';
    const period = one.period ? `${one.period}, ` : '';
    return `${period}${one.title ?? one.group}: ${one.not_completed}${of}${why}`;
  });
  const list = cutList(texts, MAX_GROUPS, MORE_GROUPS).join('; ');
  return list ? [`Participants who did not complete: ${list}`] : [];
}

/** Converts `COUNT_OF_PARTICIPANTS` to `count of participants`. Other texts stay unchanged. */
function worded(text: string | Absent): string {
  return /^[A-Z_]+$/.test(text ?? '') ? text!.toLowerCase().replaceAll('_', ' ') : (text ?? '');
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
