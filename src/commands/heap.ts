import { setFlagsFromString } from 'node:v8';

/**
 * Heap growth in percent before garbage collection in a server, an import or a sync. With V8's
 * default of 100 percent, a server of the demo uses 50 MiB more under load. The heap size is not
 * limited.
 */
const GROWING_PERCENT = 30;

/**
 * V8 flags of a refresh process. They reduce its memory from 600 to 300 MiB for 800 companies and
 * two years of data. V8 reads both flags only at startup.
 */
export const REFRESH_FLAGS: readonly string[] = [
  '--heap-growing-percent=12',
  '--max-semi-space-size=8',
];

/** Limits the heap growth of a running process. The flags of incremental marking do not change. */
export function growSlowly(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}
