import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { dayOf, shiftYears } from '../../domain/dates.ts';
import { CUT_PCT, PUSH_DAYS } from '../../domain/trials/constants.ts';
import {
  clinicalHolds,
  dateChanges,
  endpointChanges,
  enrollmentChanges,
  isClinicalHold,
  isStopped,
  statusChanges,
  statusOf,
} from '../../domain/trials/trial-versions.ts';
import type { Refresh } from '../computation.ts';
import { type TrialFile, trialFiles } from '../trials/trial-files.ts';
import { confirmed, quoted, ROUTINE_YEARS, sentence, stated, type TimelineEvent } from './event.ts';

type Step = Pick<TimelineEvent, 'type' | 'what'> & { readonly date: string | null | undefined };

/** Events of companies' registered trials in recent years, such as starts and changes of status. */
export function* trialEvents(refresh: Refresh): Generator<TimelineEvent, undefined> {
  const since = shiftYears(refresh.today, -ROUTINE_YEARS);
  for (const file of refresh.memo(trialFiles)) {
    const { ticker, drug_name: drug, trial, origin } = file;
    if (ticker === null) continue;
    const { nctId } = trial;
    for (const { type, date, what } of stepsOf(file)) {
      if (!date || date < since || date > refresh.today) continue;
      const event = { type, ticker, drug, date, what: `${nctId}: ${what}`, key: [nctId, what] };
      yield confirmed({ ...origin, source_date: date }, event);
    }
  }
}

function stepsOf({ trial, history }: TrialFile): readonly Step[] {
  const { versions } = history;
  const isBegun = !/^(NOT_YET_RECRUITING|WITHDRAWN)$/.test(statusOf(trial.status ?? ''));
  const name = sentence(trial.Phase, ' trial', trial.Condition && ` in ${trial.Condition}`).trim();
  return [
    ...(isBegun
      ? [{ type: 'trial_started', date: lastDayOf(history.start_date), what: `${name} started` }]
      : []),
    ...statusChanges(versions).map(statusStep),
    ...clinicalHolds(versions).map(({ lifted_date }) => ({
      type: 'hold_lifted',
      date: lifted_date,
      what: 'clinical hold lifted: the trial continues',
    })),
    ...dateChanges(versions)
      .filter(({ slip_days }) => Math.abs(slip_days) > PUSH_DAYS)
      .map(({ changed_date, previous_value, new_value }) => ({
        type: 'trial_changed',
        date: changed_date,
        what: `primary completion moved from ${previous_value} to ${new_value}`,
      })),
    ...enrollmentChanges(versions)
      .filter(({ cut_pct }) => Math.abs(cut_pct) >= CUT_PCT)
      .map(({ changed_date, previous_value, new_value }) => ({
        type: 'trial_changed',
        date: changed_date,
        what: `enrollment changed from ${previous_value} to ${new_value} participants`,
      })),
    ...endpointChanges(history, versions).map(({ changed_date, timing }) => ({
      type: 'trial_changed',
      date: changed_date,
      what: `primary outcome changed ${timing.replace('_', ' ')}`,
    })),
    {
      type: 'results_posted',
      date: dayOf(history.results_posted_date),
      what: 'results posted on ClinicalTrials.gov',
    },
  ] as readonly Step[];
}

function statusStep(change: ReturnType<typeof statusChanges>[number]): Step {
  const { changed_date: date, previous_value, new_value, why_stopped } = change;
  const status = statusOf(new_value);
  const words = status.toLowerCase().replaceAll('_', ' ');
  const why = why_stopped && isStopped(new_value) ? `: ${why_stopped}` : '';
  if (isClinicalHold(change)) return { type: 'hold_placed', date, what: `trial ${words}${why}` };
  if (isStopped(new_value)) return { type: 'trial_stopped', date, what: `trial ${words}${why}` };
  if (status === 'COMPLETED') return { type: 'trial_completed', date, what: 'trial completed' };
  const before = statusOf(previous_value).toLowerCase().replaceAll('_', ' ');
  return { type: 'trial_changed', date, what: `status ${before}, now ${words}` };
}

/** Announced results of trials. */
export function resultEvents({ facts }: Refresh): readonly TimelineEvent[] {
  return facts.all('trial_results').map((fact) =>
    stated('trial_results', fact, {
      type: 'results_announced',
      ticker: fact.ticker,
      drug: fact.drug_name ?? null,
      date: dayOf(fact.published_date) ?? null,
      what: quoted(
        'results_announced',
        sentence(fact.outcome && `Result ${fact.outcome}: `, fact.trial_title),
        fact.evidence,
      ),
      key: [fact.trial_title, fact.published_date],
    }),
  );
}
