import { setFlagsFromString } from 'node:v8';
import { endpoints } from '../../tools/index.ts';
import { readConfig } from '../config.ts';
import { storeFile } from '../data-files.ts';
import { refreshStore } from '../refresh.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';

/**
 * How far the heap grows beyond what is in use before it is collected, percent. V8 alone lets it
 * double, since it cannot know that the process ends with this work. It is no bound: a store of any
 * size is computed, only with as little memory beyond its own need.
 */
const HEAP_GROWING_PERCENT = 70;

/** Computes what a store serves anew, where the day or the facts have changed. */
export async function refresh(context: Context, kind: string): Promise<ExitCode> {
  if (kind !== 'real' && kind !== 'demo') throw new UsageError('refresh takes real or demo.');
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const { CATALYST_DATA_DIR: dataDir } = readConfig(context.environment);
  await refreshStore(storeFile(dataDir, kind), kind, endpoints, context.clock);
  return exit.done;
}
