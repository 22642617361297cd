import { dayOf } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { originOf } from '../origin.ts';
import { type FdaDecision, type OtherDecision, readIn } from './fda-decision.ts';

/** A record of an approval. */
export type ApprovalFact = Partial<Sourced<'approvals'>> & { readonly source: string };

/**
 * The approvals in the store. If the approvals of an application are not imported, its first
 * approval is taken from the exclusivities of the Purple Book, which state the product and the
 * approval date. The exclusivities of the Orange Book state neither, so the drug of such an approval
 * is the drug on a label of the application, or unknown.
 */
export function approvalFacts({ facts }: Refresh): readonly ApprovalFact[] {
  const stated = facts.all('approvals');
  const known = new Set(stated.map(({ application_number }) => application_number));
  const first = groupBy(
    facts.all('exclusivities').filter((one) => !known.has(one.application_number)),
    ({ application_number }) => application_number,
  );
  const labeled = new Map<string, string>();
  for (const { application_numbers, brand_names } of facts.each('drug_labels')) {
    for (const number of application_numbers ?? []) {
      if (brand_names?.[0]) labeled.set(number, brand_names[0]);
    }
  }
  const others = [...first].map(([application_number, rights]) => {
    const right = rights.find((one) => one.drug_name && one.approval_date) ?? rights[0]!;
    const { active_ingredients, sponsor_name, approval_date, source, source_url } = right;
    return {
      application_number,
      drug_name: right.drug_name ?? labeled.get(application_number),
      active_ingredients,
      sponsor_name,
      approval_date,
      application_type: application_number.slice(0, 3),
      submission_type: 'ORIG',
      source,
      source_url,
    };
  });
  return [...stated, ...others];
}

/** Approvals of new drugs, biologics and indications, for all applicants. */
export function newDrugApprovals(refresh: Refresh): readonly (FdaDecision | OtherDecision)[] {
  const { memo, universe } = refresh;
  return memo(approvalFacts).flatMap((fact) => {
    const decided = dayOf(fact.approval_date);
    if (!fact.drug_name || !decided || !isNewUse(fact)) return [];
    return {
      fact_kind: 'approvals',
      ticker: universe.ticker(fact.ticker, fact.sponsor_name) ?? null,
      applicant: fact.sponsor_name ?? null,
      drug: fact.drug_name,
      names: approvedNames(fact),
      indication: fact.indication ?? null,
      decision: 'Approved',
      decided,
      goal_date: null,
      application_number: fact.application_number ?? null,
      application_type: fact.application_type ?? null,
      review_designation: fact.review_designation ?? null,
      ...supplementIn(fact),
      ...(/discontinued/i.test(fact.marketing_status ?? '') ? { is_discontinued: true } : {}),
      ...readIn(fact),
      origin: originOf('approvals', fact),
    };
  });
}

/** The number of a supplement that a register states. */
function supplementIn(fact: ApprovalFact): Pick<FdaDecision, 'supplement'> {
  const { submission_type, submission_number } = fact;
  if (!submission_type || isOriginal(fact)) return {};
  return {
    supplement: submission_number ? `S-${submission_number.padStart(3, '0')}` : 'supplement',
  };
}

/**
 * Whether an approval is for a new drug, biologic or indication. Our choice: an approval that only
 * a text reports is taken to be for a new drug, biologic or indication, because texts do not state
 * the type of the application.
 */
function isNewUse(fact: ApprovalFact): boolean {
  const { application_type, submission_type, evidence } = fact;
  if (evidence && !application_type && !submission_type) return true;
  return (
    /^(NDA|BLA)$/.test(application_type ?? '') && /^ORIG|efficacy/i.test(submission_type ?? '')
  );
}

/** Whether an approval is the first of its application. */
export function isOriginal({ submission_type }: Pick<ApprovalFact, 'submission_type'>): boolean {
  return /^ORIG/i.test(submission_type ?? '');
}

/**
 * The names of an approved drug. Our choice: the active ingredient is a name of the drug if the
 * drug has only one active ingredient.
 */
export function approvedNames(fact: {
  readonly drug_name?: string | null | undefined;
  readonly active_ingredients?: readonly string[] | null | undefined;
}): readonly string[] {
  const [ingredient, ...others] = fact.active_ingredients ?? [];
  const generic = others.length === 0 && ingredient ? [ingredient] : [];
  return fact.drug_name ? [fact.drug_name, ...generic] : generic;
}
