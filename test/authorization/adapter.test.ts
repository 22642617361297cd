import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { adapterOf } from '../../src/authorization/adapter.ts';
import { createFakeGrants } from './fake-grants.ts';

const address = () => '192.0.2.7';
const DAY = 86_400;

/** SHA-256 of `the-secret` in base64url, computed with openssl. */
const hashed = 'WpAGMojATk31kWTyW6yxkfQvj34RsScDDLAf_9Iq-VY';

describe('what the authorization server remembers', () => {
  it('has only the kinds in use; sessions are not stored', async () => {
    const { store, put } = createFakeGrants();
    const kinds = [
      ...['Client', 'Interaction', 'Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken'],
      'ReplayDetection',
    ];
    for (const name of kinds) await adapterOf(name, store, address).upsert('id', {}, 60);
    expect(put.map(([kind]) => kind)).toEqual([
      ...['client', 'interaction', 'grant', 'code', 'access', 'refresh', 'proof'],
    ]);
    expect(() => adapterOf('DeviceCode', store, address)).toThrow(
      new Error('objects of kind "DeviceCode" are not stored'),
    );
    const session = adapterOf('Session', store, address);
    await session.upsert('id', { accountId: 's/anna' }, 60);
    expect(put).toHaveLength(kinds.length);
    const id = 'id';
    const asked = [session.find(id), session.findByUid(id), session.findByUserCode(id)];
    const told = [session.consume(id), session.destroy(id), session.revokeByGrantId(id)];
    expect(await Promise.all([...asked, ...told])).toEqual(Array(6).fill(undefined));
  });

  it('is kept without the token, and counts for the account', async () => {
    const { store, put } = createFakeGrants();
    const payload = { jti: 'secret', accountId: 'stamp/anna', grantId: 'g', clientId: 'c' };
    const { jti, ...value } = payload;
    await adapterOf('AccessToken', store, address).upsert('id', payload, 60);
    await adapterOf('Grant', store, address).upsert('g', { accountId: 'stamp/anna' }, 60);
    expect(jti).toBe('secret');
    const keeping = { lasts: 60_000, owner: 'anna', grant: 'g' };
    expect(put).toEqual([
      ['access', 'id', value, keeping],
      ['grant', 'g', { accountId: 'stamp/anna' }, keeping],
    ]);
  });

  it('of a stranger counts for the address, and of a client secret stays its hash', async () => {
    const { store, put } = createFakeGrants();
    const client = adapterOf('Client', store, address);
    await client.upsert(
      'c',
      { client_name: 'It', client_secret: 'the-secret' } as never,
      undefined!,
    );
    await adapterOf('Interaction', store, address).upsert('i', { accountId: 's/anna' }, 600);
    const owner = 'from 192.0.2.7';
    expect(put).toEqual([
      [
        ...['client', 'c', { client_name: 'It', client_secret: hashed }],
        { lasts: DAY * 1_000, owner, grant: undefined },
      ],
      ['interaction', 'i', { accountId: 's/anna' }, { lasts: 600_000, owner, grant: undefined }],
    ]);
    expect(hashed).toMatch(/^[\w-]{43}$/);
    expect(await client.find('c')).toEqual({ client_name: 'It', client_secret: hashed });
  });

  it('of a client outlives the token that it could renew by a day, as the account’s', async () => {
    const { store, put } = createFakeGrants({
      'client c': { value: '{"a":1}', isTaken: false, rest: 60_000 },
    });
    const refresh = adapterOf('RefreshToken', store, address);
    const payload = { accountId: 'stamp/anna', grantId: 'g', clientId: 'c' };
    await refresh.upsert('id', payload, 30 * DAY);
    const lasts = 31 * DAY * 1_000;
    expect(put[1]).toEqual(['client', 'c', { a: 1 }, { lasts, owner: 'clients of anna' }]);
    await refresh.upsert('id', { ...payload, clientId: 'of a document' }, 60);
    await refresh.upsert('id', { grantId: 'g', clientId: 'c' }, 60);
    await refresh.upsert('id', { accountId: 'stamp/anna' }, 60);
    await adapterOf('AccessToken', store, address).upsert('id', payload, 60);
    expect(put.filter(([kind]) => kind === 'client')).toHaveLength(1);
  });

  it('is found with its id, and with whether it was used', async () => {
    const { store } = createFakeGrants({
      'code new': { value: '{"a":1}', isTaken: false, rest: 60_000 },
      'code used': { value: '{"a":1}', isTaken: true, rest: 60_000 },
    });
    const code = adapterOf('AuthorizationCode', store, address);
    // The grant store decides the expiry with the clock of this machine.
    vi.spyOn(Date, 'now').mockReturnValue(1_000_999);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await code.find('new')).toEqual({ a: 1, exp: 1_060, jti: 'new' });
    expect(await code.find('used')).toEqual({ a: 1, exp: 1_060, jti: 'used', consumed: true });
    expect(await code.find('none')).toBeUndefined();
  });

  it('is used once; whoever comes second ends the grant', async () => {
    const { store, revoked, removed } = createFakeGrants({
      'code id': { value: '{"grantId":"g"}', isTaken: false, rest: 60_000 },
      'code bare': { value: '{}', isTaken: true, rest: 60_000 },
    });
    const code = adapterOf('AuthorizationCode', store, address);
    await code.consume('id');
    expect(revoked).toEqual([]);
    const refused = { error: 'invalid_grant', error_detail: 'used already' };
    await expect(code.consume('id')).rejects.toMatchObject(refused);
    expect(revoked).toEqual([{ grant: 'g' }]);
    for (const id of ['bare', 'none']) {
      await expect(code.consume(id)).rejects.toMatchObject(refused);
    }
    expect(revoked).toHaveLength(1);
    await code.destroy('id');
    await code.revokeByGrantId('g2');
    expect([removed, revoked.at(-1)]).toEqual([['code id'], { grant: 'g2' }]);
  });
});
