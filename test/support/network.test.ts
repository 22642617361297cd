import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { refuseNetwork } from './network.ts';

it('a test cannot leave this machine', async () => {
  refuseNetwork();
  expect(() => connect(80, 'example.com')).toThrow('a test reaches for the network: example.com');
  await expect(fetch('http://192.0.2.1/')).rejects.toThrow('fetch failed');
});
