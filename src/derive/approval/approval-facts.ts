import { cutTo } from '../../base/foreign-text.ts';
import { dayOf } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Refresh } from '../computation.ts';
import { type FieldOrigin, fieldOrigins, originOf, sourceDate } from '../origin.ts';
import { type FdaDecision, type OtherDecision, readIn } from './fda-decision.ts';

/** An approval. It is imported, or it is derived from exclusivities or a label. */
export type ApprovalFact = Partial<Sourced<'approvals'>> & {
  readonly source: string;
  /** The origins of the fields that do not come from the same list as the approval. */
  readonly known?: readonly FieldOrigin[];
};

/**
 * The approvals in the store. If Drugs@FDA and the Purple Book list the same application, the
 * Drugs@FDA record is used and `reference_product` is added from the Purple Book. If no approval of
 * an application is imported, an approval is derived from the application's exclusivities or label:
 * - The drug name comes from an exclusivity or, if none states it, from the label. It is absent if
 *   neither states it.
 * - The approval date comes from an exclusivity. It is null if no exclusivity states it.
 * Drugs under an OTC monograph come last.
 */
export function approvalFacts({ facts, memo }: Refresh): readonly ApprovalFact[] {
  const all = facts.all('approvals');
  const isListed = ({ source }: ApprovalFact) => source === 'purple-book';
  const listed = new Map(all.filter(isListed).map((one) => [one.application_number, one]));
  const registered = new Set(
    all.flatMap((one) => (isListed(one) || !isOriginal(one) ? [] : one.application_number)),
  );
  const stated = all
    .filter((one) => !isListed(one) || !registered.has(one.application_number))
    .map((one): ApprovalFact => {
      const other = listed.get(one.application_number);
      if (!other?.reference_product) return one;
      const joined = { reference_product: other.reference_product };
      return { ...one, ...joined, known: fieldOrigins(originOf('approvals', other), joined) };
    });
  const known = new Set(stated.map(({ application_number }) => application_number));
  const first = groupBy(
    facts.all('exclusivities').filter((one) => !known.has(one.application_number)),
    ({ application_number }) => application_number,
  );
  const labels = memo(labelsByApplication);
  const unlisted = [...labels.keys()].filter((number) => !known.has(number) && !first.has(number));
  const others = [...first.keys(), ...unlisted].map((application_number) => {
    const rights = first.get(application_number) ?? [];
    const label = labels.get(application_number);
    const right = rights.find((one) => one.drug_name && one.approval_date) ?? rights[0];
    const { approval_date, source } = { approval_date: null, ...(right ?? label!) };
    const { source_url } = right ? originOf('exclusivities', right) : label!;
    return {
      application_number,
      drug_name: right?.drug_name ?? label?.brand_names?.[0] ?? label?.generic_names?.[0],
      active_ingredients: right?.active_ingredients ?? label?.generic_names,
      sponsor_name: right?.sponsor_name ?? label?.manufacturers?.[0],
      approval_date,
      application_type: application_number.slice(0, 3),
      submission_type: 'ORIG',
      products: label?.strengths,
      edition: right?.edition,
      document_date: right ? null : label?.effective_date,
      source,
      source_url,
    };
  });
  return [...stated, ...others, ...monographDrugs(facts.all('drug_labels'))];
}

/** Matches the number of an OTC monograph in a label: `M013`, formerly `part341`. */
const MONOGRAPH = /^(?:M|part)\d{3}/i;

/**
 * Drugs that are sold under an OTC monograph, which replaces an application. They have no approval
 * date.
 */
function monographDrugs(labels: readonly Sourced<'drug_labels'>[]): readonly ApprovalFact[] {
  return labels.flatMap((label) => {
    const application_number = label.application_numbers?.find((one) => MONOGRAPH.test(one));
    if (!application_number) return [];
    return {
      application_number,
      application_type: 'OTC monograph',
      drug_name: label.brand_names?.[0] ?? label.generic_names?.[0],
      active_ingredients: label.generic_names,
      sponsor_name: label.manufacturers?.[0],
      products: label.strengths,
      document_date: label.effective_date,
      source: label.source,
      source_url: label.source_url,
      ...labelFields(label),
    };
  });
}

/** Maximum characters of each label section in the record of an approval. */
const MAX_SECTION = 900;
const SECTIONS = [
  'boxed_warning',
  'dosage',
  'warnings',
  'contraindications',
  'pregnancy',
  'adverse_reactions',
  'pharmacokinetics',
  'pediatric_use',
  'mechanism_of_action',
  'clinical_studies',
] as const;

/** The fields of an approval that come from the drug's label. */
export function labelFields(label: Sourced<'drug_labels'> | undefined) {
  if (!label) return { known: [] };
  const start = (section: string | null | undefined) => section && cutTo(section, MAX_SECTION);
  const sections = {
    label_date: label.effective_date,
    label_indication: start(label.indication),
    ...Object.fromEntries(SECTIONS.map((name) => [name, start(label[name])])),
    label_text: textOf(label),
  };
  const known = fieldOrigins(originOf('drug_labels', label), sections);
  return { ...sections, label_url: label.source_url, known };
}

/** All stored sections of a label as one text. `fetch` finds passages in this text. */
function textOf({ indication, ...label }: Sourced<'drug_labels'>): string | null {
  const sections = [
    ['indications', indication] as const,
    ...SECTIONS.map((name) => [name, label[name]] as const),
  ];
  const stated = sections.flatMap(([name, text]) =>
    text ? `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}: ${text}` : [],
  );
  return stated.join(' ') || null;
}

/**
 * One label per application of a new drug or biologic. It is the newest label of the original
 * packager. If there is none, it is the newest label of any packager.
 */
export function labelsByApplication({ facts }: Refresh) {
  const labels = new Map<string, Sourced<'drug_labels'>>();
  const rank = (one: Sourced<'drug_labels'> | undefined) =>
    one ? `${one.is_original_packager ? 1 : 0} ${one.effective_date ?? ''}` : '';
  for (const label of facts.each('drug_labels')) {
    for (const number of label.application_numbers ?? []) {
      if (!/^(?:NDA|BLA)/.test(number) || rank(label) <= rank(labels.get(number))) continue;
      labels.set(number, label);
    }
  }
  return labels;
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
      // The approval was known before the edition of the list that `origin` dates.
      ...(fact.edition ? { known_from: sourceDate('approvals', fact) ?? decided } : {}),
    };
  });
}

/** The supplement number that a register states for an approval. Empty for an original approval. */
function supplementIn(fact: ApprovalFact): Pick<FdaDecision, 'supplement'> {
  const { submission_type, submission_number } = fact;
  if (!submission_type || isOriginal(fact)) return {};
  return {
    supplement: submission_number ? `S-${submission_number.padStart(3, '0')}` : 'supplement',
  };
}

/**
 * Whether an approval is for a new drug, biologic or indication. Our choice: the result is true for
 * an approval that was read only in a press release or filing, because these texts do not state the
 * application type.
 */
function isNewUse(fact: ApprovalFact): boolean {
  const { application_type, submission_type, evidence } = fact;
  if (evidence && !application_type && !submission_type) return true;
  return (
    /^(NDA|BLA)$/.test(application_type ?? '') && /^ORIG|efficacy/i.test(submission_type ?? '')
  );
}

/** Whether an approval is of the original application, and not of a supplement. */
export function isOriginal({ submission_type }: Pick<ApprovalFact, 'submission_type'>): boolean {
  return /^ORIG/i.test(submission_type ?? '');
}

/**
 * The names of an approved drug. Our choice: if the drug has only one active ingredient, the name
 * of this ingredient is included.
 */
export function approvedNames(
  fact: Partial<Pick<ApprovalFact, 'drug_name' | 'active_ingredients'>>,
): readonly string[] {
  const [ingredient, ...others] = fact.active_ingredients ?? [];
  const generic = others.length === 0 && ingredient ? [ingredient] : [];
  return fact.drug_name ? [fact.drug_name, ...generic] : generic;
}
