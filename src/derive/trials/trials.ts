import { searchWords } from '../../domain/directory/nearness.ts';
import { trialNameIn } from '../../domain/events/trial-name.ts';
import { indicationOf } from '../../domain/programs/indications.ts';
import { resultSentences } from '../../domain/trials/posted-results.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { type Collections, lazily } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { originOf } from '../origin.ts';
import { present } from '../rows.ts';
import { type TrialFile, trialFiles } from './trial-files.ts';

export const trialCollections = {
  trials: { from: ['trials'], rows: lazily(trials) },
  trialResults: { from: ['trial_results'], rows: lazily(trialResults) },
} satisfies Collections;

/** Registered trials with the ticker of the lead sponsor. Collaborators are not sponsors. */
function* trials({ facts, universe }: Refresh) {
  for (const trial of facts.each('trials')) {
    const ticker = universe.ticker(trial.ticker, trial.LeadSponsorName);
    yield present({
      ...trial,
      ticker,
      study_completion_date: trial.dates?.completion?.date,
      wording: wordingOf(trial),
      arms: armsText(trial),
      interventions: interventionsText(trial),
    });
  }
}

/** The arms of a trial as one text: `Zorba 5 mg (experimental): 5 mg once a day; Placebo (…)`. */
function armsText({ arms }: Sourced<'trials'>): string | null {
  const texts = (arms ?? []).map(({ label, role, description }) =>
    describedAs(label ?? 'Arm', role, description),
  );
  return texts.join('; ') || null;
}

/** The interventions of a trial as one text: `Zorba (drug): 5 mg once a day; Placebo (drug)`. */
function interventionsText({ interventions }: Sourced<'trials'>): string | null {
  const texts = (interventions ?? []).map(({ name, type, description }) =>
    describedAs(name, type, description),
  );
  return texts.join('; ') || null;
}

function describedAs(
  name: string,
  kind: string | null | undefined,
  description: string | null | undefined,
): string {
  const kinds = kind ? ` (${kind.toLowerCase().replaceAll('_', ' ')})` : '';
  return `${name}${kinds}${description ? `: ${description}` : ''}`;
}

/** Searchable words of a trial's names, sponsor, conditions and drugs. */
function wordingOf(trial: Sourced<'trials'>): string {
  const { BriefTitle, official_title, acronym, LeadSponsorName, interventions } = trial;
  const others = (interventions ?? []).flatMap(({ other_names }) => other_names ?? []);
  const titles = [acronym, BriefTitle, official_title, LeadSponsorName];
  return searchWords([...titles, trial.Condition, trial.InterventionName, ...others]);
}

/** Trial results that companies announced or the registry posted. */
function* trialResults(refresh: Refresh) {
  const numbers = numbersByName(refresh);
  for (const result of refresh.facts.all('trial_results')) {
    const [nctId, ...others] = numbers.get(nameOf(result)) ?? [];
    yield present({ ...result, nctId: result.nctId ?? (others.length > 0 ? null : nctId) });
  }
  yield* postedResults(refresh);
}

/**
 * Returns the key of an announced result: its company and the name of its trial. Undefined if the
 * result names no trial.
 */
function nameOf({ ticker, trial_title }: Sourced<'trial_results'>): string | undefined {
  const name = trialNameIn(trial_title);
  return name === null ? undefined : `${ticker} ${name}`;
}

/**
 * Maps the keys of announced results (see `nameOf`) to the registry numbers of the company's trials
 * with this name.
 */
function numbersByName({ facts, universe }: Refresh): ReadonlyMap<unknown, readonly string[]> {
  const numbers = new Map(
    facts.all('trial_results').map((result) => [nameOf(result), [] as string[]]),
  );
  numbers.delete(undefined);
  if (numbers.size === 0) return numbers;
  for (const { nctId, ticker, LeadSponsorName, BriefTitle, acronym } of facts.each('trials')) {
    const own = universe.ticker(ticker, LeadSponsorName);
    for (const word of new Set([acronym, ...(BriefTitle ?? '').split(/[\s(),:;]+/)]))
      numbers.get(`${own} ${word}`)?.push(nctId);
  }
  return numbers;
}

/**
 * Our choice: posted results are used from their posting date on. Results without a posting date
 * are omitted.
 */
function* postedResults(refresh: Refresh) {
  const files = refresh.memo(filesWithResults);
  for (const results of refresh.facts.each('posted_results')) {
    const { nctId, LeadSponsorName, BriefTitle, posted_date } = results;
    const file = files.get(nctId);
    const results_summary = resultSentences(results);
    if (!posted_date || results_summary.length === 0) continue;
    const indication = file && indicationOf(file.trial);
    yield present({
      nctId,
      ticker: file?.ticker ?? refresh.universe.ticker(null, LeadSponsorName),
      drug_name: file?.drug_name,
      trial_title: BriefTitle ?? nctId,
      phase: file?.trial.Phase,
      indications: file && (file.trial.conditions ?? (indication ? [indication] : undefined)),
      results_summary,
      secondary_results: results.secondary_results,
      safety_results: results.safety_results,
      published_date: posted_date,
      ...originOf('posted_results', results),
    });
  }
}

/** Trials with posted results, by registry number. */
function filesWithResults(refresh: Refresh) {
  const posted = new Set<string>();
  for (const { nctId } of refresh.facts.each('posted_results')) posted.add(nctId);
  const files = new Map<string, Pick<TrialFile, 'trial' | 'ticker' | 'drug_name'>>();
  for (const { trial, ticker, drug_name } of refresh.memo(trialFiles)) {
    if (posted.has(trial.nctId)) files.set(trial.nctId, { trial, ticker, drug_name });
  }
  return files;
}
