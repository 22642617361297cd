import { compareText } from '../compare-text.ts';
import { groupBy } from '../group-by.ts';
import { isCode } from './drug-names.ts';
import { hasNonproprietaryStem } from './drug-type.ts';
import { type NameReader, nameReader } from './name-reader.ts';

/** One drug of a company with all names that its trials use. */
export interface DrugIdentity {
  /**
   * The nonproprietary name. If there is none, it is the name that most trials use. A code is used
   * only if all names are codes.
   */
  readonly name: string;
  readonly names: readonly string[];
}

/**
 * Identifies the drugs of one company. If two mentions share a name, they mention the same drug.
 * For example, RMC-6236 and daraxonrasib are one drug, because some mentions contain both names.
 * Our choice: two nonproprietary names never belong to the same drug, even if a registration lists
 * them together. A shared name has no effect if it is the name of a generic background drug or of a
 * platform.
 *
 * @param mentions one list per drug and trial, with the names of the drug, main name first
 * @returns the drug of each mention, in the same order
 */
export function identifyDrugs(
  mentions: readonly (readonly string[])[],
  read: NameReader = nameReader(),
): readonly DrugIdentity[] {
  const groups = new Map<string, string>();
  const generic = new Map<string, string>();
  const find = (key: string): string => {
    let root = key;
    while (groups.get(root) !== root) root = groups.get(root)!;
    groups.set(key, root);
    return root;
  };
  const keys = mentions.map((names) => names.map(read.nameKey).filter((key) => key !== ''));
  const platforms = platformKeys(mentions.flat(), read);
  mentions.forEach((names) => {
    for (const name of names) {
      const key = read.nameKey(name);
      if (groups.has(key)) continue;
      groups.set(key, key);
      if (isGeneric(name)) generic.set(key, key);
    }
  });
  for (const [at, names] of mentions.entries()) {
    const [first, ...others] = keys[at]!;
    for (const [place, other] of others.entries()) {
      if (read.isBackground(names[place + 1] ?? '') || platforms.has(other)) continue;
      const [one, two] = [find(first!), find(other)];
      const clash = generic.has(one) && generic.has(two) && generic.get(one) !== generic.get(two);
      if (one === two || clash) continue;
      groups.set(two, one);
      const name = generic.get(one) ?? generic.get(two);
      if (name) generic.set(one, name);
    }
  }
  return identitiesOf(mentions, keys, find, read);
}

/**
 * Keys of platform names. A word is a platform name if it occurs in at least two names that consist
 * of this word and an acronym: `Zelform` in `Zelform CNP` and `Zelform PTH`.
 */
export function platformKeys(
  names: readonly string[],
  read: NameReader = nameReader(),
): ReadonlySet<string> {
  const acronyms = names.flatMap((name) => {
    const [, platform, acronym] = /^(\p{L}{4,}) ([a-z]?[A-Z]{2,})$/u.exec(name) ?? [];
    return platform && acronym ? [{ key: read.nameKey(platform), acronym }] : [];
  });
  const byKey = groupBy(acronyms, ({ key }) => key);
  const isPlatform = (key: string) =>
    new Set(byKey.get(key)!.map(({ acronym }) => acronym)).size > 1;
  return new Set([...byKey.keys()].filter(isPlatform));
}

function identitiesOf(
  mentions: readonly (readonly string[])[],
  keys: readonly (readonly string[])[],
  find: (key: string) => string,
  read: NameReader,
): readonly DrugIdentity[] {
  const uses = new Map<string, Map<string, number>>();
  const rootOf = (at: number) => (keys[at]![0] === undefined ? `#${at}` : find(keys[at]![0]));
  for (const [at, names] of mentions.entries()) {
    const counts = uses.get(rootOf(at)) ?? new Map<string, number>();
    for (const [place, name] of names.entries()) {
      if (keys[at]![0] !== undefined && find(read.nameKey(name) || keys[at]![0]) !== rootOf(at))
        continue;
      // The main name of a mention counts three times as much as its other names.
      counts.set(name, (counts.get(name) ?? 0) + (place === 0 ? 3 : 1));
    }
    uses.set(rootOf(at), counts);
  }
  const identities = new Map([...uses].map(([root, counts]) => [root, identityOf(counts, read)]));
  return mentions.map((_, at) => identities.get(rootOf(at))!);
}

function identityOf(counts: ReadonlyMap<string, number>, read: NameReader): DrugIdentity {
  const ranked = [...counts].sort(
    ([a, usesA], [b, usesB]) =>
      rankOf(a) - rankOf(b) || usesB - usesA || a.length - b.length || compareText(a, b),
  );
  const names = new Map(ranked.toReversed().map(([name]) => [read.nameKey(name), name]));
  return { name: ranked[0]![0], names: [...names.values()].toReversed() };
}

function rankOf(name: string): number {
  if (isGeneric(name)) return 0;
  return isCode(name) ? 2 : 1;
}

function isGeneric(name: string): boolean {
  return hasNonproprietaryStem(name) && name.split(' ').length <= 4;
}
