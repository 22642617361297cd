import tables from '../data/therapeutic-areas.json' with { type: 'json' };
import { escapeRegExp } from '../patterns.ts';
import { type Area, areaOf as publishedArea } from './success-rates.ts';

/** The fields of a trial's registration that describe the disease. */
export interface RegisteredDisease {
  readonly conditions?: readonly string[] | null | undefined;
  /** The conditions as one comma-separated text, used if `conditions` is absent. */
  readonly Condition?: string | null | undefined;
  readonly BriefTitle?: string | null | undefined;
  readonly condition_mesh?: readonly { readonly term: string }[] | null | undefined;
  readonly condition_mesh_ancestors?: readonly { readonly term: string }[] | null | undefined;
  readonly condition_branches?: readonly { readonly code: string }[] | null | undefined;
  readonly intervention_mesh_ancestors?: readonly { readonly term: string }[] | null | undefined;
}

/**
 * The published therapeutic area of a disease name, or null. The first matching row of
 * `data/therapeutic-areas.json` is used. If no row matches, the name itself may contain the name of
 * an area.
 */
export function areaOfDisease(name: string | null | undefined): Area | null {
  if (!name) return null;
  return ROWS.find(({ pattern }) => pattern.test(name))?.area ?? publishedArea(name);
}

/**
 * The therapeutic area of a trial. The first of these sources that gives an area is used:
 * 1. the conditions and their Medical Subject Headings (MeSH);
 * 2. the MeSH branches of these headings;
 * 3. the broader headings and the title;
 * 4. the pharmacologic actions of the drugs.
 *
 * Our choice: headings are tried before branches, because a heading can be in several branches.
 * @param areaOf a function that maps a disease name to its area
 * @returns null if no source gives an area, as for trials with healthy volunteers
 */
export function areaOfTrial(trial: RegisteredDisease, areaOf = areaOfDisease): Area | null {
  const conditions = trial.conditions ?? splitList(trial.Condition);
  const terms = (list: readonly { readonly term: string }[] | null | undefined) =>
    (list ?? []).map(({ term }) => term);
  return (
    firstArea([...conditions, ...terms(trial.condition_mesh)], areaOf) ??
    areaOfBranches(trial.condition_branches ?? []) ??
    firstArea([...terms(trial.condition_mesh_ancestors), trial.BriefTitle ?? ''], areaOf) ??
    areaOfActions(terms(trial.intervention_mesh_ancestors))
  );
}

/**
 * The pattern of each area. Its terms in `anywhere` match anywhere in a name, those in `stems`
 * match at the start of a word, and those in `words` match as whole words.
 */
const ROWS = tables.terms.map(({ area, anywhere, stems, words }) => ({
  area: area as Area,
  pattern: new RegExp(
    [
      ...anywhere.map(escapeRegExp),
      ...stems.map((stem) => `\\b${escapeRegExp(stem)}`),
      ...words.map((word) => `\\b${escapeRegExp(word)}\\b`),
    ].join('|'),
    'i',
  ),
}));

function firstArea(names: readonly string[], areaOf: typeof areaOfDisease): Area | null {
  for (const name of names) {
    const area = areaOf(name);
    if (area) return area;
  }
  return null;
}

function areaOfBranches(branches: readonly { readonly code: string }[]): Area | null {
  const codes = new Set(branches.map(({ code }) => code));
  return (tables.branches.find(({ code }) => codes.has(code))?.area ?? null) as Area | null;
}

function areaOfActions(headings: readonly string[]): Area | null {
  const found = tables.actions.find(({ heading }) => headings.includes(heading));
  return (found?.area ?? null) as Area | null;
}

function splitList(list: string | null | undefined): readonly string[] {
  return (list ?? '').split(',').filter((part) => part.trim() !== '');
}
