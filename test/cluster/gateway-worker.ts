/**
 * A machine of the budget's test: sends requests to an address as fast as the budget lets it, until
 * it is killed. Its words: address of Redis, address to ask, requests and seconds of the window.
 */

import type { Log } from '../../src/base/log.ts';
import { openRedisGateway } from '../../src/cluster/redis-gateway.ts';
import type { Bucket } from '../../src/service/access/budget.ts';

const [redisUrl = '', baseUrl = '', requests, windowSeconds] = process.argv.slice(2);
const limit = { requests: Number(requests), windowSeconds: Number(windowSeconds) };
const buckets: readonly Bucket[] = ['plan', 'endpoint'].map((name) => ({
  name: `upstream test ${name}`,
  limit,
}));
const log = { info() {}, warn() {}, error() {} } as unknown as Log;
const { budget } = await openRedisGateway(
  { redisUrl },
  { baseUrl, key: 'a key of a test' },
  { monotonic: () => performance.now(), log },
);

async function send(): Promise<void> {
  for (;;) {
    // A budget that cannot be counted now lets nothing pass.
    const token = await budget.take(buckets, 5_000).catch(() => undefined);
    if (!token) await new Promise((resolve) => setTimeout(resolve, 10));
    else {
      await fetch(baseUrl).then((response) => response.text());
      await token.ended(20).catch(() => {});
    }
  }
}
process.send?.('ready');
await Promise.all(Array.from({ length: 8 }, send));
