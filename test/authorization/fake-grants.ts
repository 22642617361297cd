import type { GrantKind, GrantStore, Keeping, Kept } from '../../src/authorization/grant-store.ts';

/** A grant store that never deletes anything. It records every stored value and its lifetime. */
export function createFakeGrants(values: Readonly<Record<string, Kept>> = {}) {
  const kept = new Map(Object.entries(values));
  const put: (readonly [kind: GrantKind, id: string, value: unknown, keeping: Keeping])[] = [];
  const revoked: object[] = [];
  const removed: string[] = [];
  const store: GrantStore = {
    get: async (kind, id) => kept.get(`${kind} ${id}`),
    async put(kind, id, value, keeping) {
      put.push([kind, id, JSON.parse(value), keeping]);
      kept.set(`${kind} ${id}`, { value, isTaken: false, rest: 60_000 });
    },
    async take(kind, id) {
      const one = kept.get(`${kind} ${id}`);
      if (!one || one.isTaken) return false;
      kept.set(`${kind} ${id}`, { ...one, isTaken: true, rest: 60_000 });
      return true;
    },
    remove: async (kind, id) => void removed.push(`${kind} ${id}`),
    revoke: async (whose) => void revoked.push(whose),
    close: async () => {},
  };
  return { store, put, revoked, removed };
}
