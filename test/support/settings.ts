import { closePostgres, openPostgres } from '../../src/cluster/postgres.ts';
import { type Engines, haveEngines } from './engines.ts';
import { temporaryFolder } from './files.ts';

/** Where accounts are kept: in a data folder, and in what several machines share where it is installed. */
export const kinds = ['sqlite', ...(haveEngines ? (['postgres'] as const) : [])] as const;
export type Kind = 'sqlite' | 'postgres';

/** Settings of a machine on a data folder of its own, with a new database of the engine. */
export async function clusterSettings({ databaseUrl, redisUrl }: Engines) {
  const name = `database_${Math.random().toString(36).slice(2)}`;
  const sql = openPostgres(databaseUrl);
  await sql`CREATE DATABASE ${sql(name)}`;
  await closePostgres(sql);
  return {
    CATALYST_DATA_DIR: temporaryFolder(),
    CATALYST_DATABASE_URL: databaseUrl.replace(/\/postgres$/, `/${name}`),
    CATALYST_REDIS_URL: redisUrl,
  };
}

/** Settings of one machine, or of one of several. */
export async function settingsOf(kind: Kind, engines: Engines | undefined) {
  return kind === 'postgres' && engines
    ? clusterSettings(engines)
    : { CATALYST_DATA_DIR: temporaryFolder() };
}
