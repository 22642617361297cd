import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Clock } from '../clock.ts';
import type { GrantKind, GrantStore } from './grant-store.ts';
import { accountName } from './subjects.ts';

/** How long a client is kept that nobody has allowed anything yet, seconds. */
const MAX_UNUSED_CLIENT = 86_400;
/** How long a client outlives the newest token of its grants, seconds. */
const CLIENT_MARGIN = 86_400;

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

/** How the library keeps what is of one of its kinds. @throws Error for one that is of no use here */
export function adapterOf(name: string, store: GrantStore, clock: Clock): Adapter {
  const kind = kinds[name];
  if (kind === undefined) throw new Error(`nothing of the kind "${name}" is kept`);
  return kind === 'nothing' ? forgettingAdapter : keepingAdapter(kind, store, clock);
}

const nothing = async () => undefined;
const forgettingAdapter: Adapter = {
  ...{ upsert: nothing, find: nothing, findByUid: nothing, findByUserCode: nothing },
  ...{ consume: nothing, destroy: nothing, revokeByGrantId: nothing },
};

function keepingAdapter(kind: GrantKind, store: GrantStore, clock: Clock): Adapter {
  const until = (seconds: number) => clock() + seconds * 1_000;
  /** A client is kept for as long as it has a token that it could renew. */
  async function keepClient(id: string, seconds: number): Promise<void> {
    const client = await store.get('client', id);
    if (client) await store.put('client', id, client.value, { expires: until(seconds) });
  }
  return {
    ...forgettingAdapter,
    async upsert(id, payload, seconds = MAX_UNUSED_CLIENT) {
      const value = JSON.stringify(atRest(payload));
      const grant = kind === 'grant' ? id : payload.grantId;
      const account = payload.accountId && accountName(payload.accountId);
      await store.put(kind, id, value, { expires: until(seconds), account, grant });
      if (kind === 'refresh' && payload.clientId) {
        await keepClient(payload.clientId, seconds + CLIENT_MARGIN);
      }
    },
    async find(id) {
      const kept = await store.get(kind, id);
      if (!kept) return undefined;
      const payload = JSON.parse(kept.value) as AdapterPayload;
      if (kind === 'client') return payload;
      return { ...payload, jti: id, ...(kept.isTaken ? { consumed: true } : {}) };
    },
    /** @throws InvalidGrant where another was faster: the grant is somebody else's, too, and ends */
    async consume(id) {
      if (await store.take(kind, id)) return;
      const kept = await store.get(kind, id);
      const grant = kept && (JSON.parse(kept.value) as AdapterPayload).grantId;
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
