/**
 * A worker process of the rate budget test. It sends requests to a URL as fast as the budget allows
 * until the test kills it. Arguments: the Redis URL, the target URL, and the requests and seconds
 * of the window.
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
    // If the budget cannot be counted, no request is allowed.
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
