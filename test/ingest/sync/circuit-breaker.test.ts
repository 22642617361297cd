import { expect, it } from 'vitest';
import {
  breakerHold,
  isOpen,
  outageOf,
  withFailure,
  withProbe,
  withRecovery,
} from '../../../src/ingest/sync/circuit-breaker.ts';
import { createLedger, storedStates } from '../../../src/ingest/sync/start-ledger.ts';
import { clinicalTrialsGov, sec } from '../../../src/sources/hosts.ts';
import { openStore, start } from './sync-run.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it('opens with the third failure in a row, and closes with an answer', async () => {
  const closed = storedStates(await openStore()).read('host a');
  const failed = [1, 2, 3].reduce(
    (states) => [...states, withFailure(states.at(-1)!, start)],
    [closed],
  );
  expect(failed.map(isOpen)).toEqual([false, false, false, true]);
  const open = failed[3]!;
  expect(breakerHold(open, start)).toEqual({ until: start + MINUTE, why: 'down' });
  expect(breakerHold(open, start + MINUTE)).toBeUndefined();
  expect(withRecovery(open)).toEqual(closed);
  expect(withProbe(closed, start)).toBe(closed);
});

it.each([
  ['a minute', 19 * MINUTE, MINUTE],
  ['a twentieth of the outage', HOUR, 3 * MINUTE],
  ['a quarter of an hour at most', 48 * HOUR, 15 * MINUTE],
])('lets one probe through in %s', async (_, after, wait) => {
  const down = { strikes: 3, down_since: start };
  const open = { ...storedStates(await openStore()).read('host a'), ...down };
  const now = start + after;
  expect(outageOf(open, now)).toBe(after);
  const probed = withProbe(open, now);
  expect(breakerHold(probed, now)).toEqual({ until: now + wait, why: 'down' });
  // The clock was set back since.
  expect(breakerHold(probed, now - HOUR)).toBeUndefined();
});

it('is of one host, and known to other processes and after a restart', async () => {
  const states = storedStates(await openStore());
  const ledger = () => createLedger(states, 'dev@zorbiva-capital.com');
  for (const _ of 'abc') await ledger().failed('efts.sec.gov', start);
  expect(ledger().holdOf(sec, start, 'efts.sec.gov')).toMatchObject({ why: 'down' });
  expect(ledger().holdOf(sec, start, 'www.sec.gov')).toBeUndefined();
  const take = () => ledger().take(sec, { host: 'efts.sec.gov', slowly: false }, start + MINUTE);
  expect(await take()).toBeUndefined();
  expect(await take()).toEqual({ until: start + 2 * MINUTE, why: 'down' });
  // A bucket may bear the name of a host.
  for (const _ of 'abc') await ledger().failed('clinicaltrials.gov', start);
  expect(ledger().stateOf('clinicaltrials.gov').strikes).toBe(0);
  const hold = ledger().holdOf(clinicalTrialsGov, start, 'clinicaltrials.gov')!;
  expect(ledger().holdText(hold, clinicalTrialsGov, 'clinicaltrials.gov')).toBe(
    'every request to clinicaltrials.gov has failed since 2026-03-10T12:00Z; the next attempt is at 2026-03-10T12:01Z',
  );
});
