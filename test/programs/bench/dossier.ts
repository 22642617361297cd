import { quantile } from 'simple-statistics';
import { filesOf } from '../../../src/base/data-files.ts';
import { noLimits } from '../../../src/service/access/limits.ts';
import { createDossiers } from '../../../src/service/dossiers.ts';
import { createStoreBackend } from '../../../src/service/local/store-backend.ts';
import { createService } from '../../../src/service/service.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { factMigrations } from '../../../src/store/facts-store.ts';
import { documentOf } from '../../../src/transports/dossier-text.ts';
import { lookup } from '../../../tools/index.ts';
import type { Bench } from './processes.ts';
import { type Figure, lower } from './report.ts';

/** Our choice: a token counts as four bytes of JSON, as in the response budget. */
const bytesPerToken = 4;
/** Measures `fetch` on the demo: each company once, after a warm-up round. */
export async function dossierFigures({ dataDir }: Bench): Promise<Figure[]> {
  const database = await openDatabase(filesOf(dataDir).demo, factMigrations);
  const source = createStoreBackend(database, true);
  const accounts = { find: () => undefined };
  const clock = Date.now;
  const service = createService({ source: () => source, accounts, limits: noLimits, clock });
  const dossiers = createDossiers(service, lookup);
  const directory = await source.directory();
  const companies = (directory?.companiesBeginning('') ?? []).map(({ key }) => `ticker:${key}`);
  const took: number[] = [];
  const processor: number[] = [];
  let tokens = 0;
  for (const isWarm of [false, true]) {
    for (const id of companies) {
      const [began, used] = [performance.now(), process.cpuUsage()];
      const document = await dossiers.of('owner', id).then(
        (dossier) => JSON.stringify(documentOf(dossier, 'http://127.0.0.1:8787')),
        // An error for a company without records counts as an answer.
        () => '',
      );
      const { user, system } = process.cpuUsage(used);
      if (!isWarm) continue;
      took.push(performance.now() - began);
      processor.push((user + system) / 1_000);
      tokens = Math.max(tokens, Buffer.byteLength(document) / bytesPerToken);
    }
  }
  await source.close();
  return [
    lower('dossier of a company with demo data, p99', quantile(took, 0.99), 'ms', {
      must: 20,
      note: `${took.length} companies; p50 ${quantile(took, 0.5).toFixed(2)} ms; processor p50 ${quantile(processor, 0.5).toFixed(2)}, p99 ${quantile(processor, 0.99).toFixed(2)} ms`,
    }),
    lower('dossier of a company: maximum tokens', tokens, 'tokens', { must: 2_000 }),
  ];
}
