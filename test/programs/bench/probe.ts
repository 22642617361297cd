/**
 * Loaded into a measured process before the program (`node --import`). It replies to each message
 * of the bench with the resources used since the previous message.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Usage {
  /** Current resident memory in bytes. */
  readonly resident_bytes: number;
  /** Processor time of the process since its start, in milliseconds. */
  readonly cpu_ms: number;
  /** Longest time that the event loop was blocked, in milliseconds. */
  readonly longest_block_ms: number;
}

/**
 * Sampling interval of the event loop delay in milliseconds. Measured delays include the interval.
 */
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
