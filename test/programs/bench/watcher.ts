/**
 * One of several processes that follow the shared accounts. It reports when it sees a given state.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../src/base/log.ts';
import { SharedAccounts } from '../../../src/cluster/shared-accounts.ts';
import type { Account } from '../../../src/service/access/account.ts';

/** The account and the state to wait for. */
export interface Wanted {
  readonly key: string;
  readonly state: Account['state'];
}

/** The cost of the first read of the accounts. */
export interface Loaded {
  readonly milliseconds: number;
  /** Processor time of the read in milliseconds. */
  readonly cpuMilliseconds: number;
  /** Memory of the accounts in the process in bytes; null without `--expose-gc`. */
  readonly bytes: number | null;
}

const machineTime = () => Number(process.hrtime.bigint()) / 1e6;
const log = { info() {}, warn() {}, error() {} } as unknown as Log;
const [url = ''] = process.argv.slice(2);
const before = held();
const begun = machineTime();
const cpuBefore = process.cpuUsage();
const accounts = await SharedAccounts.open(url, { clock: Date.now, monotonic: machineTime, log });
const milliseconds = machineTime() - begun;
const { user, system } = process.cpuUsage(cpuBefore);
const after = held();
const loaded: Loaded = {
  milliseconds,
  cpuMilliseconds: (user + system) / 1_000,
  bytes: after && before && after - before,
};

process.on('message', async ({ key, state }: Wanted) => {
  while (accounts.find(key)?.state !== state) await sleep(1);
  process.send?.(machineTime());
});
process.send?.(loaded);

function held(): number | null {
  if (!globalThis.gc) return null;
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
