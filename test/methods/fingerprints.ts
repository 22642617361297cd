import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Field } from '../../src/catalogue/fields.ts';
import { collections } from '../../src/derive/all-collections.ts';
import { methods } from '../../src/domain/methods.ts';
import type { FactName } from '../../src/facts/fact-kinds.ts';
import { endpoints } from '../../tools/index.ts';
import { demoDay, factNames, smallDemo } from '../support/demo-facts.ts';
import { servedOf } from '../support/served.ts';

/**
 * Hashes of the records of each method over a small fixed universe. They detect results that change
 * without a new version. The hashes of the facts show which inputs have changed.
 */
export interface Fingerprints {
  readonly facts: Readonly<Partial<Record<FactName, string>>>;
  /** Hash of each method's records by method id. */
  readonly methods: Readonly<Record<string, string>>;
}

const file = new URL('fingerprints.json', import.meta.url);

export function savedFingerprints(): Fingerprints {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function saveFingerprints(fingerprints: Fingerprints): void {
  writeFileSync(file, `${JSON.stringify(fingerprints, null, 2)}\n`);
}

export async function fingerprints(): Promise<Fingerprints> {
  const facts = smallDemo();
  const served = await servedOf(demoDay, facts);
  const recordsOf = (id: string) =>
    endpoints
      .filter(({ collection }) => {
        const { method, behind = [] } = collections[collection] ?? {};
        return [method, ...behind].some((one) => one?.id === id);
      })
      .flatMap(({ name, record }) => served.get(name)!.map((one) => computed(one, record)));
  return {
    facts: Object.fromEntries(factNames.map((kind) => [kind, hashOf(facts[kind])])),
    methods: Object.fromEntries(methods.map(({ id }) => [id, hashOf(recordsOf(id))])),
  };
}

/**
 * The methods whose records have changed, although their version and input facts are equal. Texts
 * are an input of all: they extend the kinds of facts that others read.
 */
export function changedMethods(saved: Fingerprints, now: Fingerprints): readonly string[] {
  return methods
    .filter(({ id, inputs }) => {
      const isSame = [...inputs, 'mentions' as const].every(
        (kind) => saved.facts[kind] === now.facts[kind],
      );
      return isSame && id in saved.methods && saved.methods[id] !== now.methods[id];
    })
    .map(({ id }) => id);
}

/** A record without joined fields, which the method does not compute. */
function computed(
  record: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Field>>,
): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !fields[name]?.joined));
}

/** A hash that ignores the order of the records and digits after the sixth. */
function hashOf(records: readonly object[]): string {
  const texts = records.map((record) => JSON.stringify(record, rounded)).sort();
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value;
}
