import { endpoints } from '../tools/index.ts';
import { Accounts } from './access.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { filesOf } from './data-files.ts';
import { createLimits, noLimits } from './limits.ts';
import { openLocalStore } from './local-store.ts';
import type { Log } from './log.ts';
import type { StoreKind } from './refresh.ts';
import { createService, type Service } from './service.ts';
import type { Toolbox } from './transports/protocol.ts';
import { createToolbox } from './transports/toolbox.ts';

export interface AppParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly refresh: (kind: StoreKind) => Promise<void>;
}

export interface App {
  readonly catalogue: Catalogue;
  readonly service: Service;
  readonly toolbox: Toolbox;
  close(): Promise<void>;
}

/** Wires source, accounts, limits and clock into the service that every door calls. */
export async function openApp({ config, clock, log, refresh }: AppParts): Promise<App> {
  const catalogue = createCatalogue(endpoints);
  const store = await openLocalStore({
    dataDir: config.CATALYST_DATA_DIR,
    endpoints,
    clock,
    refresh,
    log,
  });
  const accounts = await Accounts.open(filesOf(config.CATALYST_DATA_DIR).accounts);
  const limits = config.CATALYST_LIMITS === 'off' ? noLimits : createLimits();
  const service = createService({ source: store.source, accounts, limits, clock });
  return {
    catalogue,
    service,
    toolbox: createToolbox(catalogue, service, log),
    async close() {
      await store.close();
      accounts.close();
    },
  };
}
