import { groupBy } from '../group-by.ts';
import { type DrugIdentity, identifyDrugs } from '../programs/drug-identity.ts';
import { nameKey, namesWithin } from '../programs/drug-names.ts';
import type { Statement } from './statement.ts';

/** A statement with the drug that it is about, where it can be told. */
export interface Assigned {
  readonly statement: Statement;
  /** One key a drug of a company, whatever its name in the text. */
  readonly drugKey: string | null;
  /** The name under which the drug is shown. */
  readonly drug: string | null;
}

/** The names of each drug that a company develops, one list a program. */
export type CompanyDrugs = readonly (readonly string[])[];

export interface AssignedDrugs {
  readonly assigned: readonly Assigned[];
  /** The key of a drug by any of its names. */
  drugKey(name: string): string;
}

/**
 * Tells the drug of each statement of one company: as the statement names it, else the only one
 * that its document names, else the only one that the company has. Our choice: a drug that a text
 * names and no register knows is a drug of the company too.
 */
export function assignDrugs(
  statements: readonly Statement[],
  programs: CompanyDrugs,
): AssignedDrugs {
  const named = statements.filter(({ drug }) => drug !== null);
  const lists = [...named.map(({ drug }) => namesOf(drug!)), ...programs.map((names) => names)];
  const identities = identifyDrugs(lists);
  const ofStatement = new Map(named.map((one, at) => [one, identities[at]!]));
  const only = onlyOne(identities);
  const byDocument = groupBy(named, ({ document }) => document);
  const keys = new Map(
    identities.flatMap((one) => one.names.map((name) => [nameKey(name), keyOf(one)])),
  );
  const assigned = statements.map((statement) => {
    const identity =
      ofStatement.get(statement) ??
      onlyOne((byDocument.get(statement.document) ?? []).map((one) => ofStatement.get(one)!)) ??
      only;
    return {
      statement,
      drugKey: identity ? keyOf(identity) : null,
      drug: identity?.name ?? null,
    };
  });
  const drugKey = (name: string) =>
    namesOf(name)
      .map((one) => keys.get(nameKey(one)))
      .find((key) => key !== undefined) ?? nameKey(name);
  return { assigned, drugKey };
}

/** The key under which all names of a drug meet. */
function keyOf({ names, name }: DrugIdentity): string {
  return [...names, name].map(nameKey).sort()[0]!;
}

function onlyOne(identities: readonly DrugIdentity[]): DrugIdentity | undefined {
  const byKey = new Map(identities.map((one) => [keyOf(one), one]));
  return byKey.size === 1 ? [...byKey.values()][0] : undefined;
}

/** `ZELVORA (zelvoratinib)` has two names; what is no name stands as it is. */
export function namesOf(drug: string): readonly string[] {
  const names = namesWithin(drug);
  return names.length > 0 ? names : [drug];
}
