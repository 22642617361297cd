/**
 * Loaded into a measured process before its own code (`node --import`). To any message from the
 * bench it answers what the process has used since the message before.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Usage {
  /** Resident memory now, bytes. */
  readonly resident_bytes: number;
  /** Processor time of the whole process since its start, ms. */
  readonly cpu_ms: number;
  /** The longest time for which the event loop served nobody, ms. */
  readonly longest_block_ms: number;
}

/** How often the loop is looked at, milliseconds; what it says of delays includes this. */
const resolution = 1;
const delay = monitorEventLoopDelay({ resolution });
delay.enable();

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: Usage = {
    resident_bytes: process.memoryUsage.rss(),
    cpu_ms: (user + system) / 1000,
    longest_block_ms: delay.max / 1e6,
  };
  delay.reset();
  process.send?.(usage);
});
process.channel?.unref();
