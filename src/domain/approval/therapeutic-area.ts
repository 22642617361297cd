import tables from '../data/therapeutic-areas.json' with { type: 'json' };
import { type Area, areaOf as publishedArea } from './success-rates.ts';

/** What a registration says of the disease that a trial treats. */
export interface RegisteredDisease {
  readonly conditions?: readonly string[] | null | undefined;
  /** The conditions as one text, where they are not known apart. */
  readonly Condition?: string | null | undefined;
  readonly BriefTitle?: string | null | undefined;
  readonly condition_mesh?: readonly { readonly term: string }[] | null | undefined;
  readonly condition_mesh_ancestors?: readonly { readonly term: string }[] | null | undefined;
  readonly condition_branches?: readonly { readonly code: string }[] | null | undefined;
  readonly intervention_mesh_ancestors?: readonly { readonly term: string }[] | null | undefined;
}

/**
 * The published therapeutic area of a disease by its name, or null. The table is
 * `data/therapeutic-areas.json`; the first of its rows that knows a word of the name wins, and what it
 * does not know may still be the name of an area.
 */
export function areaOfDisease(name: string | null | undefined): Area | null {
  if (!name) return null;
  return ROWS.find(({ pattern }) => pattern.test(name))?.area ?? publishedArea(name);
}

/**
 * The therapeutic area of a trial: of its first condition that has one, else of its Medical Subject
 * Headings, of their branches, of the headings above them, of its title, else of what its drugs do.
 *
 * Our choice of that order: words name one disease, while a heading stands in several branches
 * (spinal muscular atrophy is neurology and not the musculoskeletal branch that it shares).
 *
 * @param areaOf the area of a disease by its name
 * @returns null for a trial in healthy people whose title and drugs name no disease
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

/** How the rows of the table match: anywhere in a name, where a word begins, or a whole word. */
const ROWS = tables.terms.map(({ area, anywhere, stems, words }) => ({
  area: area as Area,
  pattern: new RegExp(
    [
      ...anywhere.map(escaped),
      ...stems.map((stem) => `\\b${escaped(stem)}`),
      ...words.map((word) => `\\b${escaped(word)}\\b`),
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

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
