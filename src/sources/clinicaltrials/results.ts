import { cutTo } from '../../base/foreign-text.ts';
import { outcomesText, type PostedOutcome } from '../../domain/trials/posted-results.ts';
import {
  isObject,
  listAt,
  listOrNone,
  numberAt,
  objectAt,
  presentOf,
  textAt,
} from '../formats/untrusted.ts';

/**
 * Maximum number of measurements per outcome. Some outcomes are large tables of laboratory values.
 */
const MAX_MEASUREMENTS = 2_000;
/**
 * Our choice: maximum number of outcomes in each of two texts, one about secondary outcomes and one
 * about safety outcomes.
 */
const MAX_OUTCOMES = 20;
/** Our choice: maximum characters of the texts about secondary and safety outcomes. */
const MAX_OUTCOMES_TEXT = { Secondary: 2_500, Safety: 4_000 };
/** Matches the title of an outcome about adverse events. */
const SAFETY = /\badverse (?:\w+ )?(?:event|reaction|effect)|\b(?:TE|TR)?S?AEs?\b|toxicit/i;
/** Matches words that relate an event to the treatment. */
const RELATED = /\brelat|attribut/i;
/** Matches words that call an event serious. */
const SERIOUS = /\bserious|\bS(?:TE)?AEs?\b/i;
/** Maximum characters of an analysis text that are searched for a significance level. */
const MAX_WORDS = 10_000;

/**
 * Reads the posted results of a study. Primary outcomes have groups, measurements and analyses.
 * Secondary outcomes are stored as one text, and outcomes about adverse events as another. Adverse
 * events and deaths are stored by group, and discontinuations by period and group. No field states
 * whether the trial succeeded, and success cannot be inferred from a p-value. A low p-value may
 * belong to one of several outcomes, to a historical comparison, or to a difference in the wrong
 * direction.
 * @param problem a function that receives a message if measurements are omitted
 * @returns undefined if the study has no posted results
 */
export function postedResults(
  study: unknown,
  problem: (reason: string) => void,
): Record<string, unknown> | undefined {
  const results = isObject(study) ? study.resultsSection : undefined;
  if (!isObject(results)) return undefined;
  const nctId = textAt(study, 'protocolSection', 'identificationModule', 'nctId') ?? '';
  const measures = listAt(results, 'outcomeMeasuresModule', 'outcomeMeasures');
  const ofType = (type: string) => measures.filter((one) => textAt(one, 'type') === type);
  const textOf = (some: readonly unknown[], kind: 'Secondary' | 'Safety') => {
    const outcomes = some.map((one) => outcomeOf(one, () => {}) as PostedOutcome);
    const shown = (kind === 'Safety' ? relatedFirst(outcomes) : outcomes).slice(0, MAX_OUTCOMES);
    return cutTo(outcomesText(shown, kind), MAX_OUTCOMES_TEXT[kind]) || undefined;
  };
  const safety = measures.filter((one) => SAFETY.test(textAt(one, 'title') ?? ''));
  const posted = ['protocolSection', 'statusModule', 'resultsFirstPostDateStruct', 'date'] as const;
  return {
    posted_date: textAt(study, ...posted),
    primary_outcomes: listOrNone(ofType('PRIMARY').map((one) => outcomeOf(one, problem))),
    secondary_results: textOf(ofType('SECONDARY'), 'Secondary'),
    safety_results: textOf(safety, 'Safety'),
    adverse_events: listOrNone(adverseEvents(objectAt(results, 'adverseEventsModule'))),
    discontinuations: listOrNone(discontinuations(objectAt(results, 'participantFlowModule'))),
    source_url: /^NCT\d{8}$/.test(nctId)
      ? `https://clinicaltrials.gov/study/${nctId}?tab=results`
      : undefined,
  };
}

/**
 * Sorts outcomes, and the measurements of each outcome. The order of events is: serious and related
 * to the treatment, other related, other serious, all others.
 */
function relatedFirst(outcomes: readonly PostedOutcome[]): readonly PostedOutcome[] {
  const rank = (...words: readonly (string | null | undefined)[]) => {
    const text = words.join(' ');
    return (RELATED.test(text) ? 0 : 2) + (SERIOUS.test(text) ? 0 : 1);
  };
  return outcomes
    .map((one) => ({
      ...one,
      measurements: one.measurements?.toSorted(
        (a, b) => rank(a.class, a.category) - rank(b.class, b.category),
      ),
    }))
    .sort((a, b) => rank(a.title) - rank(b.title));
}

function outcomeOf(outcome: unknown, problem: (reason: string) => void): object {
  const measurements = measurementsOf(outcome);
  if (measurements.length > MAX_MEASUREMENTS) {
    const { length } = measurements;
    problem(`has ${length} measurements of one outcome: the first ${MAX_MEASUREMENTS} are kept`);
  }
  return presentOf({
    title: textAt(outcome, 'title'),
    time_frame: textAt(outcome, 'timeFrame'),
    unit: textAt(outcome, 'unitOfMeasure'),
    measure: textAt(outcome, 'paramType'),
    spread: textAt(outcome, 'dispersionType'),
    groups: listOrNone(groupsOf(outcome)),
    measurements: listOrNone(measurements.slice(0, MAX_MEASUREMENTS)),
    analyses: listOrNone(listAt(outcome, 'analyses').map(analysisOf)),
  });
}

function groupsOf(outcome: unknown): readonly object[] {
  const [ofParticipants] = listAt(outcome, 'denoms').filter(
    (denom) => textAt(denom, 'units') === 'Participants',
  );
  const counts = listAt(ofParticipants, 'counts');
  return listAt(outcome, 'groups')
    .filter((group) => textAt(group, 'id'))
    .map((group) => {
      const id = textAt(group, 'id');
      const count = counts.find((one) => textAt(one, 'groupId') === id);
      const participants = numberAt(count, 'value');
      return presentOf({ id, title: textAt(group, 'title'), participants });
    });
}

function measurementsOf(outcome: unknown): readonly object[] {
  return listAt(outcome, 'classes').flatMap((one) =>
    listAt(one, 'categories').flatMap((category) =>
      listAt(category, 'measurements')
        .filter((measurement) => textAt(measurement, 'groupId'))
        .map((measurement) => {
          const value = numberAt(measurement, 'value');
          return presentOf({
            group: textAt(measurement, 'groupId'),
            class: textAt(one, 'title'),
            category: textAt(category, 'title'),
            value,
            value_text: value === undefined ? textAt(measurement, 'value') : undefined,
            spread: numberAt(measurement, 'spread'),
            lower: numberAt(measurement, 'lowerLimit'),
            upper: numberAt(measurement, 'upperLimit'),
          });
        }),
    ),
  );
}

function analysisOf(analysis: unknown): object {
  const p = pValueOf(textAt(analysis, 'pValue'));
  const stated_level = statedLevel(analysis);
  return presentOf({
    groups: listOrNone(listAt(analysis, 'groupIds').flatMap((id) => textAt(id) ?? [])),
    method: textAt(analysis, 'statisticalMethod'),
    test: textAt(analysis, 'nonInferiorityType'),
    p_value_text: textAt(analysis, 'pValue'),
    p_value: p?.value,
    p_relation: p?.relation,
    stated_level,
    within_stated_level: p && stated_level !== undefined ? isWithin(p, stated_level) : undefined,
    estimate: textAt(analysis, 'paramType'),
    estimate_value: numberAt(analysis, 'paramValue'),
    ci_percent: numberAt(analysis, 'ciPctValue'),
    ci_lower: numberAt(analysis, 'ciLowerLimit'),
    ci_upper: numberAt(analysis, 'ciUpperLimit'),
  });
}

export interface PValue {
  /** A number from 0 to 1. */
  readonly value: number;
  /** The relation in front of the number. `≤` is stored as `<`, and `≥` as `>`. */
  readonly relation: '<' | '=' | '>';
}

/**
 * Parses a p-value as registered, such as `<0.001`, `=0.05`, `p = .03`, `> 0.9999` or `0,03`.
 *
 * @returns undefined for words (`NS`), two numbers or a number outside 0–1
 */
export function pValueOf(text: string | undefined): PValue | undefined {
  const [, sign = '', digits = ''] =
    /^(?:p(?:[- ]?value)?\s?)?([<>=≤≥~]{0,2})\s?([\d.,]{1,20}(?:e-?\d{1,3})?)$/i.exec(
      text?.trim().replace(/\s+/g, ' ') ?? '',
    ) ?? [];
  const value = numberAt(digits.replace(/^(0?),(?=\d)/, '0.'));
  if (value === undefined || value < 0 || value > 1) return undefined;
  if (sign === '' || sign === '=') return { value, relation: '=' };
  if (['<', '≤', '<='].includes(sign)) return { value, relation: '<' };
  return ['>', '≥', '>='].includes(sign) ? { value, relation: '>' } : undefined;
}

/**
 * Whether a p-value is at or below a significance level. Undefined if both answers are possible, as
 * for the p-value `<0.1` and the level 0.05.
 */
function isWithin(p: PValue, level: number): boolean | undefined {
  if (p.relation === '=') return p.value <= level;
  if (p.relation === '<') return p.value <= level || undefined;
  return p.value >= level ? false : undefined;
}

const wordsOfAnalysis = [
  'statisticalComment',
  'pValueComment',
  'groupDescription',
  'nonInferiorityComment',
  'estimateComment',
  'otherAnalysisDescription',
];

const share = String.raw`(0?\.\d{1,6}|\d{1,2}(?:\.\d{1,4})? ?%)(?! ?(?:mg|mcg|µg|g|ml|iu)\b)`;
const level = String.raw`(?<![-\w])(?:significance level|level of significance|alpha|α)`;
const levels = [
  new RegExp(
    String.raw`${level}(?: level| value)?(?: \([^()]{1,20}\))?(?: (?:of|at|was|is|set|to|equal)){0,4} ?[=:≤<]? ?${share}`,
    'gi',
  ),
  new RegExp(String.raw`(?<![\d.])${share} (?:\(?(?:one|two|1|2)-sided\)? )?${level}`, 'gi'),
];

/**
 * Returns the significance level that the texts of an analysis state, such as `at the 0.05
 * significance level`. Percentages of confidence intervals are ignored. Undefined if the texts
 * state none, or several different ones.
 */
function statedLevel(analysis: unknown): number | undefined {
  const words = wordsOfAnalysis
    .map((field) => textAt(analysis, field) ?? '')
    .join(' . ')
    .slice(0, MAX_WORDS)
    .replace(/\s+/g, ' ');
  const stated = new Set(
    levels
      .flatMap((pattern) => [...words.matchAll(pattern)])
      .map(([, digits = '']) =>
        digits.endsWith('%') ? Number.parseFloat(digits) / 100 : Number(digits),
      )
      .filter((found) => found > 0),
  );
  return stated.size === 1 ? [...stated][0] : undefined;
}

function adverseEvents(module: unknown): readonly object[] {
  return listAt(module, 'eventGroups')
    .filter((group) => textAt(group, 'id'))
    .map((group) =>
      presentOf({
        group: textAt(group, 'id'),
        title: textAt(group, 'title'),
        serious_affected: numberAt(group, 'seriousNumAffected'),
        serious_at_risk: numberAt(group, 'seriousNumAtRisk'),
        other_affected: numberAt(group, 'otherNumAffected'),
        other_at_risk: numberAt(group, 'otherNumAtRisk'),
        deaths: numberAt(group, 'deathsNumAffected'),
        deaths_at_risk: numberAt(group, 'deathsNumAtRisk'),
      }),
    );
}

/**
 * Returns the discontinuations by period and group. The numbers of several periods must not be
 * added, because the same participants continue from one period to the next.
 */
function discontinuations(module: unknown): readonly object[] {
  const groups = listAt(module, 'groups').filter((group) => textAt(group, 'id'));
  return listAt(module, 'periods').flatMap((period) =>
    groups.map((group) => {
      const id = textAt(group, 'id');
      const of = (list: unknown, counts: string) =>
        numberAt(
          listAt(list, counts).find((one) => textAt(one, 'groupId') === id),
          'numSubjects',
        );
      const milestone = (type: string) =>
        of(
          listAt(period, 'milestones').find((one) => textAt(one, 'type') === type),
          'achievements',
        );
      return presentOf({
        period: textAt(period, 'title'),
        group: id,
        title: textAt(group, 'title'),
        started: milestone('STARTED'),
        completed: milestone('COMPLETED'),
        not_completed: milestone('NOT COMPLETED'),
        reasons: listOrNone(
          listAt(period, 'dropWithdraws').flatMap((one) => {
            const reason = textAt(one, 'type');
            const participants = of(one, 'reasons');
            return reason && participants ? [{ reason, participants }] : [];
          }),
        ),
      });
    }),
  );
}
