import { endpoints } from '../../tools/index.ts';
import { readConfig } from '../base/config.ts';
import { storeFile } from '../base/data-files.ts';
import { refreshStore } from '../derive/refresh-served.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';

/** Computes what a store serves anew, where the day or the facts have changed. */
export async function refresh(context: Context, kind: string): Promise<ExitCode> {
  if (kind !== 'real' && kind !== 'demo') throw new UsageError('refresh takes real or demo.');
  const { CATALYST_DATA_DIR: dataDir } = readConfig(context.environment);
  await refreshStore(storeFile(dataDir, kind), kind, endpoints, context.clock);
  return exit.done;
}
