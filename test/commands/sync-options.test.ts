import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/base/config.ts';
import { ConfigError } from '../../src/base/config-error.ts';
import { UsageError } from '../../src/commands/keys.ts';
import { requireContactFor } from '../../src/commands/sync-contact.ts';
import { askedOf, type SyncOptions } from '../../src/commands/sync-options.ts';
import { allSources } from '../../src/sources/index.ts';

const today = '2026-03-10';
const asked = (options: SyncOptions, environment: Readonly<Record<string, string>> = {}) =>
  askedOf(readConfig(environment), options, today);
const names = (...of: Parameters<typeof asked>) => asked(...of).sources.map(({ name }) => name);
const personal = { CATALYST_PERSONAL_USE: 'yes' };

describe('a sync with options', () => {
  it('covers the last two years of all companies by default', () => {
    const { tickers, since, sources } = asked({});
    expect([tickers, since]).toEqual([undefined, '2024-03-10']);
    expect(sources.length).toBeGreaterThan(5);
  });

  it.each([
    ['2024-01', '2024-01-01'],
    ['2024-01-15', '2024-01-15'],
  ])('since %s is since %s', (since, day) => {
    expect(asked({ since }).since).toBe(day);
  });

  it.each(['2024', '2024-13', '2024-02-30', 'soon', ''])('rejects the start date %j', (since) => {
    expect(() => asked({ since })).toThrow(
      new UsageError('--since takes a month or a day, such as 2024-01.'),
    );
  });

  it('rejects a start date in the future', () => {
    expect(asked({ since: today }).since).toBe(today);
    for (const since of ['2026-03-11', '2026-04']) {
      expect(() => asked({ since })).toThrow(
        new UsageError(`--since takes a past month or day, but ${since} is in the future.`),
      );
    }
  });

  it('names companies in capitals, each once, between commas', () => {
    expect(asked({ tickers: ' abcqz,,ABCQZ, b.rk-1 ' }).tickers).toEqual(
      new Set(['ABCQZ', 'B.RK-1']),
    );
    expect(asked({ tickers: 'A'.repeat(12) }).tickers?.size).toBe(1);
  });

  it.each(['', ' , ', 'A'.repeat(13), 'A B', '-A', 'A/B', '"A"'])(
    'takes no tickers %j',
    (tickers) => {
      expect(() => asked({ tickers })).toThrow(
        new UsageError('--tickers takes comma-separated tickers, such as CRSP,NTLA.'),
      );
    },
  );

  it('of some companies asks what is asked company by company, and the list of tickers', () => {
    const [all, some] = [names({}), names({ tickers: 'ABCQZ' })];
    expect(some).toContain('sec-tickers');
    expect(all).toEqual(expect.arrayContaining(some));
    expect(some.length).toBeLessThan(all.length);
    const others = asked({ tickers: 'ABCQZ' }).sources.filter(({ name }) => name !== 'sec-tickers');
    expect(others.every(({ aboutOneCompany }) => aboutOneCompany)).toBe(true);
    expect(asked({}).sources.filter(({ aboutOneCompany }) => aboutOneCompany)).toEqual(
      others.filter(({ aboutOneCompany }) => aboutOneCompany),
    );
  });

  it('takes sources by their names, in their order', () => {
    expect(names({ sources: ' sec-tickers , clinicaltrials,' })).toEqual([
      'sec-tickers',
      'clinicaltrials',
    ]);
  });

  it.each(['', ' , '])('takes no sources %j', (sources) => {
    expect(() => asked({ sources })).toThrow(
      new UsageError(
        '--sources takes comma-separated names of sources, such as sec-tickers,clinicaltrials.',
      ),
    );
  });

  it('proposes a source for one that there is not, shown up to 40 characters', () => {
    expect(() => asked({ sources: 'clinicaltrails' })).toThrow(
      /^Unknown source "clinicaltrails"\. Did you mean clinicaltrials\?\nSources: .*sec-tickers/,
    );
    expect(() => asked({ sources: 'x'.repeat(41) })).toThrow(`"${'x'.repeat(40)}"`);
  });

  it('includes sources for personal use only if that is declared', () => {
    const only = asked({}, personal).sources.filter(({ personalUse }) => personalUse !== undefined);
    expect(only.length).toBeGreaterThan(0);
    const [{ name } = { name: '' }] = only;
    expect(names({})).not.toContain(name);
    expect(names({ sources: name }, personal)).toEqual([name]);
    expect(() => asked({ sources: name })).toThrow(
      new RegExp(`^${name}: .*set CATALYST_PERSONAL_USE=yes\\.$`),
    );
  });
});

const none = readConfig({});

it('the contact address of the operator is required if a source requires it', () => {
  const sources = allSources(false);
  expect(() => requireContactFor(none, sources)).toThrow(ConfigError);
  expect(() => requireContactFor(none, sources)).toThrow(/^CATALYST_CONTACT: the SEC requires/);
  expect(requireContactFor(none, [])).toBeUndefined();
  const named = readConfig({ CATALYST_CONTACT: 'me@reader-of.org' });
  expect(requireContactFor(named, sources)).toBeUndefined();
});
