import type { Adapter, AdapterPayload } from 'oidc-provider';
import * as errors from 'oidc-provider/lib/helpers/errors.js';
import { type GrantKind, type GrantStore, hashOf, owners } from './grant-store.ts';
import { accountName } from './subjects.ts';

/** Lifetime of a client without grants, in seconds. */
const MAX_UNUSED_CLIENT = 86_400;
/** Seconds that a client stays stored after its last token has expired. */
const CLIENT_MARGIN = 86_400;

/**
 * Milliseconds for which a refresh token stays usable after its first use. Some clients send the
 * same token in two requests at once, or send it again after the response was lost.
 */
const REUSABLE_MS = 10_000;

/**
 * Maps the object types of the OAuth library to kinds of stored objects. Sessions are not stored,
 * because the user enters the key for each grant.
 */
const kinds: Readonly<Record<string, GrantKind | 'nothing'>> = {
  Session: 'nothing',
  Client: 'client',
  Interaction: 'interaction',
  Grant: 'grant',
  AuthorizationCode: 'code',
  AccessToken: 'access',
  RefreshToken: 'refresh',
  ReplayDetection: 'proof',
};

/**
 * Returns an adapter that stores the library's objects of one kind.
 * @param address returns the IP address of the current client
 * @throws Error for a kind that is not in `kinds`
 */
export function adapterOf(name: string, store: GrantStore, address: () => string): Adapter {
  const kind = kinds[name];
  if (kind === undefined) throw new Error(`objects of kind "${name}" are not stored`);
  return kind === 'nothing' ? forgettingAdapter : keepingAdapter(kind, store, address);
}

const nothing = async () => undefined;
const forgettingAdapter: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

function keepingAdapter(kind: GrantKind, store: GrantStore, address: () => string): Adapter {
  /** Assigns a client to an account, and keeps the client for `seconds` from now. */
  async function keepClient(id: string, account: string, seconds: number): Promise<void> {
    const client = await store.get('client', id);
    if (!client) return;
    const owner = owners.clientsOf(account);
    await store.put('client', id, client.value, { lasts: 1_000 * seconds, owner });
  }
  const isReusable = async (id: string) =>
    kind === 'refresh' && (await store.get('renewal', id)) !== undefined;
  return {
    ...forgettingAdapter,
    async upsert(id, payload, seconds = MAX_UNUSED_CLIENT) {
      const value = JSON.stringify(atRest(payload));
      const grant = kind === 'grant' ? id : payload.grantId;
      const account = payload.accountId && accountName(payload.accountId);
      const isBegun = kind === 'client' || kind === 'interaction';
      const owner = isBegun ? owners.stranger(address()) : account;
      await store.put(kind, id, value, { lasts: 1_000 * seconds, owner, grant });
      if (kind === 'refresh' && payload.clientId && account) {
        await keepClient(payload.clientId, account, seconds + CLIENT_MARGIN);
      }
    },
    async find(id) {
      const kept = await store.get(kind, id);
      if (!kept) return undefined;
      const payload = JSON.parse(kept.value) as AdapterPayload;
      if (kind === 'client') return payload;
      // The library compares `exp` with the clock of this machine. The machine that stored the
      // object may have a different clock, so `exp` is computed from the remaining lifetime.
      const exp = Math.floor((Date.now() + kept.rest) / 1_000);
      const isUsed = kept.isTaken && !(await isReusable(id));
      return { ...payload, exp, jti: id, ...(isUsed ? { consumed: true } : {}) };
    },
    /**
     * @throws InvalidGrant if another request used the token first. The grant then ends, because
     * the token may have leaked.
     */
    async consume(id) {
      const kept = await store.get(kind, id);
      const grant = kept && (JSON.parse(kept.value) as AdapterPayload).grantId;
      if (kind === 'refresh' && kept?.isTaken === false) {
        // A `renewal` object permits further uses of the token until `REUSABLE_MS` have passed. The
        // object is stored before the token is marked as used. Otherwise, a concurrent request
        // could find no `renewal` object and revoke the grant.
        await store.put('renewal', id, '{}', { lasts: REUSABLE_MS, grant });
      }
      if ((await store.take(kind, id)) || (await isReusable(id))) return;
      if (grant) await store.revoke({ grant });
      throw new errors.InvalidGrant('used already');
    },
    destroy: (id) => store.remove(kind, id),
    revokeByGrantId: (grant) => store.revoke({ grant }),
  };
}

/**
 * Returns a payload as it is stored. The field `jti` is dropped, because it contains the token. A
 * client secret is replaced with its hash.
 */
function atRest(payload: AdapterPayload): AdapterPayload {
  const { jti: _, client_secret, ...kept } = payload;
  return client_secret === undefined ? kept : { ...kept, client_secret: hashOf(client_secret) };
}
