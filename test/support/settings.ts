import { closePostgres, openPostgres } from '../../src/cluster/postgres.ts';
import { type Engines, haveEngines } from './engines.ts';
import { temporaryFolder } from './files.ts';

/**
 * Where accounts are stored: in a data folder, or in PostgreSQL and Redis if they are installed.
 */
export const kinds = ['sqlite', ...(haveEngines ? (['postgres'] as const) : [])] as const;
export type Kind = 'sqlite' | 'postgres';

/** Returns the settings of a machine with a new data folder and a new database. */
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

/** Returns the settings of a single machine or of one of several machines. */
export async function settingsOf(kind: Kind, engines: Engines | undefined) {
  return kind === 'postgres' && engines
    ? clusterSettings(engines)
    : { CATALYST_DATA_DIR: temporaryFolder() };
}
