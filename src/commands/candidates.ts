import { existsSync } from 'node:fs';
import { todayOf } from '../base/clock.ts';
import { readConfig } from '../base/config.ts';
import { storeFile } from '../base/data-files.ts';
import { onOneLine } from '../base/foreign-text.ts';
import { beginWithoutTexts } from '../derive/begin-refresh.ts';
import { waitingStatements } from '../derive/events.ts';
import type { Waiting } from '../domain/events/timeline.ts';
import { withDatabase } from '../store/database.ts';
import { factMigrations } from '../store/facts-store.ts';
import { storeFailure } from '../store/failure.ts';
import { readFacts } from '../store/read-facts.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { lookAt } from './look-at.ts';

/** Maximum number of statements that are shown. The rest are only counted. */
const MAX_SHOWN = 200;

/**
 * Shows extracted statements from which no record is computed, newest first. Each statement is
 * shown with its sentence, its URL and the reason, such as a low confidence or an unclear drug.
 */
export async function candidates({ environment, clock, stdout }: Context): Promise<ExitCode> {
  const config = readConfig(environment);
  const look = async (dataDir: string) => {
    const path = storeFile(dataDir, 'real');
    return existsSync(path) ? waitingIn(path, todayOf(clock)) : [];
  };
  const waiting = await lookAt(config, look);
  if (waiting.length === 0) {
    stdout.write('No candidates.\n');
    return exit.done;
  }
  for (const one of waiting.slice(0, MAX_SHOWN)) stdout.write(`${candidateText(one)}\n`);
  const rest = waiting.length - MAX_SHOWN;
  if (rest > 0) stdout.write(`and ${rest} more\n`);
  return exit.done;
}

function waitingIn(path: string, today: string): Promise<readonly Waiting[]> {
  return withDatabase(path, factMigrations, (database) =>
    waitingStatements(beginWithoutTexts(readFacts(database), today)),
  ).catch((cause) => {
    throw storeFailure(cause, path);
  });
}

function candidateText({ statement, why }: Waiting): string {
  const { ticker, type, date, drug, confidence, published, sentence, source_url } = statement;
  const when =
    date === null ? 'no date' : date.from === date.to ? date.to : `${date.from} to ${date.to}`;
  const about = [published, ticker, type, when, drug ?? 'no drug', confidence.toFixed(2)].join(' ');
  const lines = [about, `not served: ${why}`, sentence, source_url ?? 'no URL'];
  // The text comes from an outside source, so line breaks and control characters are removed.
  return lines.map(onOneLine).join('\n  ');
}
