import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { scoreApproval } from '../../../src/domain/approval/approval.ts';
import { isApproval } from '../../../src/domain/approval/observed-rates.ts';
import { remainingTransitions } from '../../../src/domain/approval/success-rates.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import type { Forecast } from '../../../src/domain/forecast-quality.ts';
import { trialOutcome } from '../../../src/domain/trials/trial-outcomes.ts';

/** A forecast for one of the method's cases, which are the rows of the calibration table. */
interface CaseForecast extends Forecast {
  readonly group: string;
}

const samples = fileURLToPath(new URL('../../../../shared/samples/', import.meta.url));
const read = (path: string) =>
  existsSync(`${samples}${path}`) ? readFileSync(`${samples}${path}`, 'utf8') : undefined;

interface Decision {
  readonly ticker: string;
  readonly product: string;
  readonly date: string;
  readonly indication?: string | undefined;
  readonly approved: boolean;
}

/**
 * Returns the FDA decisions of the samples without duplicates, or undefined if the samples are
 * missing.
 */
function readDecisions(): readonly Decision[] | undefined {
  const files = ['pdufa/pdufa_outcomes_2020_2026_condensed.csv', 'pdufa/pdufa_2025_events.csv'];
  const texts = files.map(read);
  if (texts.includes(undefined)) return undefined;
  const rows = texts.flatMap(
    (text) => parse(text!, { columns: true, skip_empty_lines: true }) as Record<string, string>[],
  );
  const decisions = rows.flatMap((row) => {
    const approved = isApproval(row.actual_outcome ?? row.outcome);
    const date = row.pdufa_date ?? row.pdufa_target_date;
    if (approved === null || !date || !row.ticker || !row.product) return [];
    const { ticker, product, indication } = row;
    return [{ ticker, product, date, indication, approved }];
  });
  // The second file repeats decisions of the first file with their indication.
  return decisions.filter(
    (one, index) =>
      !decisions
        .slice(index + 1)
        .some(({ ticker, date }) => ticker === one.ticker && date === one.date),
  );
}

interface Vote {
  readonly meeting_date: string;
  readonly ticker?: string;
  readonly question_type?: string;
  readonly vote_yes: number;
  readonly vote_no: number;
}

/**
 * Returns the probability of approval on the day before each decision of the samples. The inputs
 * are the same as in the service: the area if an indication is named, earlier refusals of the
 * product, and advisory committee votes of the previous year.
 */
export function approvalForecasts(): readonly CaseForecast[] | undefined {
  const decisions = readDecisions();
  const votesFile = read('pdufa/adcom_outcomes.json');
  if (!decisions || !votesFile) return undefined;
  const { records } = JSON.parse(votesFile) as { records: readonly Vote[] };
  return decisions.flatMap((decision) => {
    const crls = decisions
      .filter(
        (other) => !other.approved && other.date < decision.date && isSameDrug(other, decision),
      )
      .map(({ date }) => ({ letter_date: date }));
    const votes = records
      .filter(({ ticker, question_type, meeting_date }) => {
        const inTime =
          meeting_date < decision.date && meeting_date > shiftDays(decision.date, -365);
        return ticker === decision.ticker && question_type === 'APPROVAL' && inTime;
      })
      .map(({ meeting_date, vote_yes, vote_no }) => ({
        meeting_date,
        votes_yes: vote_yes,
        votes_no: vote_no,
      }));
    const catalyst = {
      catalyst: 'PDUFA Date',
      formattedDate: decision.date,
      therapeuticArea: decision.indication,
    };
    const { poa } = scoreApproval(catalyst, { crls, votes }, shiftDays(decision.date, -1));
    if (poa === null) return [];
    const group =
      crls.length > 0 ? 'after a CRL' : votes.length > 0 ? 'after a vote' : 'first review';
    return [{ forecast: poa / 100, outcome: decision.approved ? 1 : 0, group } as const];
  });
}

function isSameDrug(a: Decision, b: Decision): boolean {
  return a.ticker === b.ticker && a.product.toLowerCase() === b.product.toLowerCase();
}

/** Returns the published approval rate of applications over all indications, 0–1. */
export function publishedApprovalRate(): number {
  return remainingTransitions(null, 'filing').reduce((all, { rate }) => all * rate, 1);
}

interface TrialLabel {
  readonly phase: string;
  readonly binary_outcome: 0 | 1 | null;
  readonly public_disclosure_date: string;
}

/** Returns a forecast for each labeled trial of Phase 1 to 3, based on its phase only. */
export function trialForecasts(): readonly CaseForecast[] | undefined {
  const file = read('ctgov_derived/clinical_outcome_labels_v2.json');
  if (file === undefined) return undefined;
  const { labels } = JSON.parse(file) as { labels: readonly TrialLabel[] };
  return labels.flatMap(({ phase, binary_outcome: outcome, public_disclosure_date: day }) => {
    const forecast = trialOutcome({ phase }, day).success_probability;
    if (outcome === null || forecast === null || !/^phase[123]$/.test(phase)) return [];
    return [{ forecast, outcome, group: phase }];
  });
}
