import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { type DrugIdentity, identifyDrugs } from '../programs/drug-identity.ts';
import { nameKey, namesWithin } from '../programs/drug-names.ts';
import { dayReported, type Statement } from './statement.ts';

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
 * Tells the drug of each statement of one company: as the statement names it, else the one whose
 * registered name stands in its sentence, else that of the same decision told elsewhere, else the
 * only one that its document names, else the only one that the company has. Our choice: a company whose drugs no register and no import lists may
 * have more than its texts have named so far.
 */
export function assignDrugs(
  statements: readonly Statement[],
  programs: CompanyDrugs,
): AssignedDrugs {
  const named = statements.filter(({ drug }) => drug !== null);
  // One drug is named hundreds of times.
  const texts = [...new Set(named.map(({ drug }) => drug!))];
  const lists = [...new Map(programs.map((names) => [names.join('\n'), names])).values()];
  const identities = identifyDrugs([...texts.map(namesOf), ...lists]).map(keyed);
  const known = identities.slice(texts.length);
  const byText = new Map(texts.map((text, at) => [text, identities[at]!]));
  const identityOf = ({ drug }: Statement) => (drug === null ? undefined : byText.get(drug));
  const only = known.length > 0 ? onlyOne(identities) : undefined;
  const byDocument = groupBy(named, ({ document }) => document);
  const inDocument = ({ document }: Statement) =>
    onlyOne((byDocument.get(document) ?? []).map((one) => identityOf(one)!));
  const decisions = groupBy(
    named.filter((one) => decides.has(one.type) && one.status === 'announced' && isBeside(one)),
    ({ type }) => type,
  );
  const inDecision = (statement: Statement) =>
    onlyOne(
      (decisions.get(statement.type) ?? [])
        .filter((one) => isSameDecision(one, statement))
        .map((one) => identityOf(one)!),
    );
  const assigned = statements.map((statement) => {
    const own = identityOf(statement);
    const identity =
      (isBeside(statement) ? own : undefined) ??
      inSentence(statement, known) ??
      inDecision(statement) ??
      own ??
      inDocument(statement) ??
      only;
    return { statement, drugKey: identity?.key ?? null, drug: identity?.name ?? null };
  });
  const keys = new Map(
    identities.flatMap(({ names, key }) => names.map((name) => [nameKey(name), key])),
  );
  const drugKey = (name: string) =>
    namesOf(name)
      .map((one) => keys.get(nameKey(one)))
      .find((key) => key !== undefined) ?? nameKey(name);
  return { assigned: withIndications(assigned), drugKey };
}

/**
 * What a document says of a drug's indication in one sentence holds for its other sentences, but
 * of two like statements of one sentence only for the first: the second has another, not read.
 */
function withIndications(assigned: readonly Assigned[]): readonly Assigned[] {
  const placeOf = ({ statement, drugKey }: Assigned) => `${statement.document} ${drugKey}`;
  const stated = groupBy(
    assigned.filter(({ statement, drugKey }) => drugKey !== null && statement.indication !== null),
    placeOf,
  );
  return assigned.map((one) => {
    if (one.statement.indication !== null) return one;
    const elsewhere = (stated.get(placeOf(one)) ?? []).map(({ statement }) => statement);
    const said = new Set(elsewhere.map(({ indication }) => indication));
    const isBesideAnother = elsewhere.some(
      ({ type, sentence }) => type === one.statement.type && sentence === one.statement.sentence,
    );
    const [indication = null] = said;
    return said.size === 1 && !isBesideAnother
      ? { ...one, statement: { ...one.statement, indication } }
      : one;
  });
}

/** Whether the drug's name stands in the statement's own sentence. */
function isBeside({ drug_from }: Statement): boolean {
  return drug_from !== 'text';
}

/** What an agency decides on one drug: a company that tells it twice tells of one decision. */
const decides: ReadonlySet<string> = new Set(['approval', 'crl']);
/** Our choice: days between the reports of one decision, as between sources of a refusal. */
const SAME_DECISION_DAYS = 7;

function isSameDecision(one: Statement, other: Statement): boolean {
  return (
    Math.abs(daysBetween(dayReported(one), dayReported(other))) <= SAME_DECISION_DAYS &&
    (one.detail.agency ?? null) === (other.detail.agency ?? null)
  );
}

/** Shorter names are words more often than drugs. */
const MIN_NAME = 5;

/** The one registered drug whose name stands as a word of a sentence. */
function inSentence({ sentence }: Statement, known: readonly Keyed[]): Keyed | undefined {
  const text = ` ${sentence.toLowerCase().replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  const isThere = (name: string) =>
    name.length >= MIN_NAME && text.includes(` ${name.toLowerCase()} `);
  return onlyOne(known.filter(({ names }) => names.some(isThere)));
}

/** A drug with the key under which all of its names meet. */
interface Keyed extends DrugIdentity {
  readonly key: string;
}

function keyed(identity: DrugIdentity): Keyed {
  const { names, name } = identity;
  return { ...identity, key: [...names, name].map(nameKey).sort()[0]! };
}

function onlyOne(identities: readonly Keyed[]): Keyed | undefined {
  const [first] = identities;
  return first && identities.every(({ key }) => key === first.key) ? first : undefined;
}

/** `ZELVORA (zelvoratinib)` has two names; what is no name stands as it is. */
export function namesOf(drug: string): readonly string[] {
  const names = namesWithin(drug);
  return names.length > 0 ? names : [drug];
}
