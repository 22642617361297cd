import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { type DrugIdentity, identifyDrugs } from '../programs/drug-identity.ts';
import { nameKey, namesWithin } from '../programs/drug-names.ts';
import { type KnownDrug, mayMean } from './only-drug.ts';
import { dayReported, type Statement } from './statement.ts';

/** A statement with its drug. The drug is null if it is unclear which drug is meant. */
export interface Assigned {
  readonly statement: Statement;
  /** Identifies the drug: all names of a drug have the same key. Null if the drug is unclear. */
  readonly drugKey: string | null;
  /** The main name of the drug. */
  readonly drug: string | null;
}

/**
 * Assigns a drug to each statement of one company. The extraction may already have found a drug for
 * a statement (`Statement.drug`). The first of these sources that names a drug is used:
 * 1. the extracted drug, if its name is in the sentence of the statement;
 * 2. a drug in a register or an import whose name is in the sentence;
 * 3. the drug that other statements about the same decision name;
 * 4. the extracted drug, if its name is only in another part of the document;
 * 5. the only drug of the document;
 * 6. a drug in a register or an import whose name is in the title;
 * 7. the only drug of the company. Our choice: this source is used only if a register or an import
 *   lists the drug, and if `mayMean` is true for the text.
 */
export function assignDrugs(statements: readonly Statement[], drugs: readonly KnownDrug[]) {
  const named = statements.filter(({ drug }) => drug !== null);
  // Duplicate names are removed first, because texts may name a drug hundreds of times.
  const texts = [...new Set(named.map(({ drug }) => drug!))];
  const lists = [...new Map(drugs.map(({ names }) => [names.join('\n'), names])).values()];
  const identities = identifyDrugs([...texts.map(namesOf), ...lists]).map(keyed);
  const known = identities.slice(texts.length);
  const byText = new Map(texts.map((text, at) => [text, identities[at]!]));
  const identityOf = ({ drug }: Statement) => (drug === null ? undefined : byText.get(drug));
  const only = known.length > 0 ? onlyOne(identities) : undefined;
  const byDocument = groupBy(named, ({ document }) => document);
  const inDocument = ({ document }: Statement) =>
    onlyOne((byDocument.get(document) ?? []).map((one) => identityOf(one)!));
  const decisions = groupBy(
    named.filter(
      (one) => decisionTypes.has(one.type) && one.status === 'announced' && isInSentence(one),
    ),
    ({ type }) => type,
  );
  const inDecision = (statement: Statement) =>
    onlyOne(
      (decisions.get(statement.type) ?? [])
        .filter((one) => isSameDecision(one, statement))
        .map((one) => identityOf(one)!),
    );
  const assigned = statements.map((statement) => {
    const byName = identityOf(statement);
    const identity =
      (isInSentence(statement) ? byName : undefined) ??
      registeredIn(statement.sentence, known) ??
      inDecision(statement) ??
      byName ??
      inDocument(statement) ??
      registeredIn(statement.title ?? '', known) ??
      (only && mayMean(statement, drugs) ? only : undefined);
    return { statement, drugKey: identity?.key ?? null, drug: identity?.name ?? null };
  });
  const keys = new Map(
    identities.flatMap(({ names, key }) => names.map((name) => [nameKey(name), key])),
  );
  /** Returns the key of a drug for any of its names. */
  const drugKey = (name: string): string =>
    namesOf(name)
      .map((one) => keys.get(nameKey(one)))
      .find((key) => key !== undefined) ?? nameKey(name);
  /** The keys of the drugs in registers and imports. */
  const registered: ReadonlySet<string> = new Set(known.map(({ key }) => key));
  return { assigned: withIndications(assigned), registered, drugKey };
}

/**
 * If a document states exactly one indication of a drug, copies it to the drug's other statements
 * in the document. The indication is not copied between statements of one type in the same
 * sentence, because they are about different indications.
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
    const indications = new Set(elsewhere.map(({ indication }) => indication));
    const isSecond = elsewhere.some(
      ({ type, sentence }) => type === one.statement.type && sentence === one.statement.sentence,
    );
    const [indication = null] = indications;
    return indications.size === 1 && !isSecond
      ? { ...one, statement: { ...one.statement, indication } }
      : one;
  });
}

/** Whether the drug's name is in the statement's sentence. */
function isInSentence({ drug_from }: Statement): boolean {
  return drug_from !== 'text';
}

const decisionTypes: ReadonlySet<string> = new Set(['approval', 'crl']);
/**
 * Our choice: reports of decisions that are more than this many days apart are about different
 * decisions.
 */
const SAME_DECISION_DAYS = 7;

function isSameDecision(one: Statement, other: Statement): boolean {
  return (
    Math.abs(daysBetween(dayReported(one), dayReported(other))) <= SAME_DECISION_DAYS &&
    (one.detail.agency ?? null) === (other.detail.agency ?? null)
  );
}

/** Minimum number of characters of a drug name. Shorter names are usually ordinary words. */
const MIN_NAME = 5;

/**
 * Returns the known drug that a text names. Undefined if the text names no drug or several drugs.
 */
function registeredIn(words: string, known: readonly Keyed[]): Keyed | undefined {
  const text = ` ${words.toLowerCase().replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')} `;
  const isWord = (name: string) =>
    name.length >= MIN_NAME && text.includes(` ${name.toLowerCase()} `);
  return onlyOne(known.filter(({ names }) => names.some(isWord)));
}

/** A drug with the key that all its names share. */
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

/**
 * Returns the drug names in a text, such as both names in `ZELVORA (zelvoratinib)`. A text without
 * a recognizable name is returned unchanged.
 */
export function namesOf(drug: string): readonly string[] {
  const names = namesWithin(drug);
  return names.length > 0 ? names : [drug];
}
