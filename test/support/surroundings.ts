import type { Log } from '../../src/base/log.ts';
import { today } from './universe.ts';

/** Noon of the fixed date. */
export function fixedClock(): number {
  return Date.parse(`${today}T12:00:00Z`);
}

/** Returns the time of the machine's clock in milliseconds. */
export function machineTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export function silentLog(): Log {
  return { info() {}, warn() {}, error() {} } as Log;
}
