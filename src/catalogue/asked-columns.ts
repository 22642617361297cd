import { invalidParameter, unknownColumns } from '../base/errors.ts';
import { folded, nearestValues } from '../domain/directory/nearness.ts';
import type { Endpoint } from './endpoint.ts';

/** Maximum number of columns that one request can name. */
const MAX_COLUMNS = 100;
/** Maximum number of suggestions for an unknown name. */
const MAX_PROPOSED = 2;

/**
 * Column and parameter names that have the same meaning in different tools. Each row lists
 * synonyms, in order of preference.
 */
const synonyms: readonly (readonly string[])[] = [
  'treatment indication indications condition disease',
  'drug_name drugname drug interventionname product asset leadasset',
  'company_name name company leadsponsorname sponsor issuer ticker symbol',
  'fund_name fund holder_name holder institution manager',
  'portfolio_pct weight_pct weight allocation',
  'phase stage',
  'formatteddate catdate pdufadate pdufa_date goal_date catalyst_date date',
  'decision_date approval_date published_date announceddate event_date date',
  'outcome decision result',
  'poa probabiity_of_approval probability_of_approval cumulative_pos probability',
  'success_probability pos probability_of_success probability',
  'designation_type designations designation regulatory_designations',
  'runway_months runway months_of_cash',
  'liquid_usd cash_usd cash_and_cash_equivalents cash',
  'monthly_burn_usd monthly_burn_rate burn burn_rate',
  'percentagechange change_pct move_pct move pct_change percent_change',
  'short_percent_of_float short_interest si_pct',
  'source_url url link',
  'catdatefrom datefrom decidedfrom announcedfrom expiryfrom since from after start start_date',
  'catdateto dateto decidedto expiryto until to before end end_date',
].map((row) => row.split(' ').map(folded));

/**
 * Parses the parameter `fields`, which is text or a list. Returns undefined if no columns are
 * requested.
 * @throws ServiceError 400 with a suggestion for each unknown name
 */
export function askedColumns(endpoint: Endpoint, value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  // Some assistants write a list as text: `["ticker","poa"]`.
  const asked: unknown =
    typeof value === 'string' ? value.replace(/[[\]"]/g, '').split(',') : value;
  const known = Object.keys(endpoint.fields);
  if (!Array.isArray(asked) || asked.length > MAX_COLUMNS || !asked.every(isText)) {
    throw invalidParameter(
      'fields',
      `column names, separated by commas or as a list, from ${known.join(', ')}`,
    );
  }
  const names = asked.map((name) => name.trim());
  requireColumns('fields', names, known);
  return names.length > 0 ? names : undefined;
}

/** @throws ServiceError 400 that lists the columns, with a suggestion for each unknown name */
export function requireColumns(
  parameter: string,
  names: readonly string[],
  known: readonly string[],
  /** The columns that the error message lists. */
  inWords = known,
): void {
  const missed = names.filter((name) => !known.includes(name));
  if (missed.length === 0) return;
  const meant = missed.map((name) => ({ name, nearest: nearestNames(known, name) }));
  throw unknownColumns(parameter, meant, inWords);
}

/**
 * Finds known names that are similar to an unknown name: the same name in a different case, a
 * synonym, or a similar spelling.
 */
export function nearestNames(known: readonly string[], name: string): readonly string[] {
  const asked = folded(name);
  const same = known.filter((one) => folded(one) === asked);
  if (same.length > 0) return same.slice(0, MAX_PROPOSED);
  const called = synonyms.filter((row) => row.includes(asked)).flat();
  const synonymous = [...new Set(called)].flatMap((one) =>
    known.filter((other) => folded(other) === one),
  );
  if (synonymous.length > 0) return synonymous.slice(0, MAX_PROPOSED);
  return nearestValues(known, name, MAX_PROPOSED);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
