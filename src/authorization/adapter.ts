import { createHash } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import * as errors from 'oidc-provider/lib/helpers/errors.js';
import { type GrantKind, type GrantStore, owners } from './grant-store.ts';
import { accountName } from './subjects.ts';

/** How long a client is kept that nobody has allowed anything yet, seconds. */
const MAX_UNUSED_CLIENT = 86_400;
/** How long a client outlives the newest token of its grants, seconds. */
const CLIENT_MARGIN = 86_400;

/**
 * How long a refresh token that was used may be used again, by its client: for two requests at the
 * same time, and for one whose answer was lost. Milliseconds from its first use.
 */
const REUSABLE_MS = 10_000;

/** The library's kinds. Sessions are not kept: each grant is allowed by giving a key. */
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
 * How the library keeps what is of one of its kinds.
 *
 * @param address of whoever asks at the moment
 * @throws Error for a kind that is of no use here
 */
export function adapterOf(name: string, store: GrantStore, address: () => string): Adapter {
  const kind = kinds[name];
  if (kind === undefined) throw new Error(`nothing of the kind "${name}" is kept`);
  return kind === 'nothing' ? forgettingAdapter : keepingAdapter(kind, store, address);
}

const nothing = async () => undefined;
const forgettingAdapter: Adapter = {
  ...{ upsert: nothing, find: nothing, findByUid: nothing, findByUserCode: nothing },
  ...{ consume: nothing, destroy: nothing, revokeByGrantId: nothing },
};

function keepingAdapter(kind: GrantKind, store: GrantStore, address: () => string): Adapter {
  /** A client is kept for as long as it has a token that it could renew, and no stranger's any more. */
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
      // The library compares `exp` with the clock of this machine, and another one may have set it.
      const exp = Math.floor((Date.now() + kept.rest) / 1_000);
      const isUsed = kept.isTaken && !(await isReusable(id));
      return { ...payload, exp, jti: id, ...(isUsed ? { consumed: true } : {}) };
    },
    /** @throws InvalidGrant where another was faster: the grant is somebody else's, too, and ends */
    async consume(id) {
      const kept = await store.get(kind, id);
      const grant = kept && (JSON.parse(kept.value) as AdapterPayload).grantId;
      if (kind === 'refresh' && kept?.isTaken === false) {
        // Before it is taken: nobody finds it used without this. A second use adds no time.
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

/** What is kept of a payload: the id, which is the token itself, by its hash alone. */
function atRest(payload: AdapterPayload): AdapterPayload {
  const { jti: _, client_secret, ...kept } = payload;
  return client_secret === undefined ? kept : { ...kept, client_secret: secretHash(client_secret) };
}

/** The hash by which a client's secret is kept. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
