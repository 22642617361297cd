import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayNumber, isoOf, thirdFriday, tradingDays } from '../../src/demo/days.ts';
import { demoSeed } from '../../src/demo/demo.ts';
import { companyScoreResults } from '../../src/derive/valuation/scoring.ts';
import { type Fact, factKinds } from '../../src/facts/fact-kinds.ts';
import { refreshOf } from '../derive/refresh-of.ts';
import { type AllFacts, demoFactsOf, factNames } from '../support/demo-facts.ts';

const today = '2026-11-20';
const samples = resolve(import.meta.dirname, '../../../shared/samples');

function digest(all: AllFacts): string {
  const hash = createHash('sha256');
  for (const records of Object.values(all)) hash.update(JSON.stringify(records));
  return hash.digest('hex');
}

const facts = demoFactsOf(today);
/** The demo has no texts. Its other facts state the same events. */
const names = factNames.filter((name) => name !== 'mentions');

/** Closing prices of a company by date, oldest first. */
const closes = new Map<string, Map<string, number>>();
for (const { ticker, date, close } of facts.prices) {
  if (!closes.has(ticker)) closes.set(ticker, new Map());
  closes.get(ticker)!.set(date, close);
}

/**
 * Returns the change from the last close before a date to the close on that date; null if either
 * close is missing.
 */
function moveOn(ticker: string, date: string): number | null {
  const bars = closes.get(ticker);
  const close = bars?.get(date);
  const before = [...(bars?.keys() ?? [])].filter((one) => one < date).at(-1);
  return close === undefined || before === undefined ? null : close / bars!.get(before)! - 1;
}

describe('the demo facts', () => {
  it('are the same for the same seed and day, and others for another', () => {
    const first = digest(facts);
    expect(digest(demoFactsOf(today))).toBe(first);
    expect(digest(demoFactsOf(today, demoSeed + 1))).not.toBe(first);
    expect(digest(demoFactsOf('2026-11-21'))).not.toBe(first);
  });

  it.each(names)('%s: every record has its kind’s form', (name) => {
    expect(facts[name]?.length ?? 0).toBeGreaterThan(0);
    const { schema } = factKinds[name];
    const wrong = facts[name].find((record) => !schema.safeParse(record).success);
    expect(wrong).toBeUndefined();
  });

  it.each(names)('%s: no two records have one key', (name) => {
    const { key, id } = factKinds[name] as { key: readonly string[]; id?: string };
    const keys = (facts[name] as readonly Record<string, unknown>[]).map((record) =>
      id && record[id] ? `id ${record[id]}` : key.map((field) => record[field] ?? '').join('|'),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});

/** A demo with another seed on another date, a Sunday. */
const other = demoFactsOf('2027-02-28', 7);
const demos = [
  ['of the demo', facts, today],
  ['of another seed and day', other, '2027-02-28'],
] as const;

describe('names', () => {
  const tickers = facts.companies.map(({ ticker }) => ticker);

  it('makes tickers of three letters of the name and QZ', () => {
    for (const { ticker, name } of facts.companies) {
      expect(ticker).toMatch(/^[A-Z]{3}QZ$/);
      const plain = name.toUpperCase().replace('Æ', 'A').replace('É', 'E').replace('Ø', 'O');
      const [first, second, third] = ticker.replace(/^O'/, '');
      expect(plain).toMatch(new RegExp(`${first}.*${second}.*${third}`));
    }
  });

  it.skipIf(!existsSync(samples))('has no ticker or name of a listed company', () => {
    const listed = readFileSync(
      `${samples}/sec_tickers/company_tickers_exchange_2025.json`,
      'utf8',
    );
    const { data } = JSON.parse(listed) as { data: [number, string, string][] };
    const real = new Set(data.map(([, , ticker]) => ticker));
    for (const file of ['IBB', 'XBI']) {
      const csv = readFileSync(`${samples}/universe/${file}_holdings.csv`, 'utf8');
      for (const cell of csv.split(/[",\n]/)) real.add(cell);
    }
    expect(tickers.filter((ticker) => real.has(ticker))).toEqual([]);
    const words = new Set(data.flatMap(([, name]) => name.toLowerCase().split(/[^a-z]+/)));
    const firstWord = (name: string) => name.toLowerCase().split(' ')[0]!.replace(/^o'/, '');
    expect(facts.companies.filter(({ name }) => words.has(firstWord(name)))).toEqual([]);
  });

  it.skipIf(!existsSync(samples))('has no name of a real fund', () => {
    const registry = readFileSync(`${samples}/sec_13f/manager_registry.json`, 'utf8').toLowerCase();
    const found = facts.fund_filings.filter(({ fund_name: name }) =>
      registry.includes(name.toLowerCase().split(' ')[0]!),
    );
    expect(found).toEqual([]);
  });
});

describe('calendar', () => {
  // The NYSE has 252 sessions in 2024 and 251 in 2026. In 2026 it is closed on Good Friday (3
  // April) and on 3 July, because Independence Day is a Saturday.
  it('knows the sessions of the exchanges', () => {
    const of = (year: number) =>
      tradingDays(dayNumber(`${year}-01-01`), dayNumber(`${year}-12-31`));
    expect(of(2024).length).toBe(252);
    expect(of(2026).length).toBe(251);
    const days = of(2026).map(isoOf);
    for (const closed of ['2026-04-03', '2026-07-03', '2026-11-26', '2026-12-25', '2026-11-21']) {
      expect(days).not.toContain(closed);
    }
  });

  it('writes dates as Date does, leap days too', () => {
    for (let day = dayNumber('1999-12-31'); day < dayNumber('2037-01-01'); day += 13) {
      expect(isoOf(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10));
    }
    expect(isoOf(dayNumber('2028-02-29'))).toBe('2028-02-29');
    // The first Friday of December 2026 is the 4th.
    expect(isoOf(thirdFriday(dayNumber('2026-12-31')))).toBe('2026-12-18');
  });
});

describe.each(demos)('catalysts %s', (_name, { catalysts }, now) => {
  it('are before and after the current date, some on it and many within sixty days', () => {
    const soon = isoOf(dayNumber(now) + 60);
    const upcoming = catalysts.filter((one) => one.formattedDate >= now);
    expect(catalysts.length - upcoming.length).toBeGreaterThan(170);
    expect(upcoming.length).toBeGreaterThan(50);
    expect(upcoming.filter((one) => one.formattedDate <= soon).length).toBeGreaterThanOrEqual(10);
    expect(upcoming.filter((one) => one.formattedDate === now).length).toBeGreaterThan(1);
    const kinds = new Set(upcoming.map((one) => one.catalyst));
    for (const kind of ['PDUFA Date', 'AdComm Meeting', 'Phase 3 Readout', 'Data presentation']) {
      expect(kinds).toContain(kind);
    }
  });

  it('were known before they took place, and not after today', () => {
    for (const { createdDate, formattedDate } of catalysts) {
      if (!createdDate) continue;
      expect(createdDate).toMatch(/^\d{4}\/\d{2}\/\d{2}$/);
      const created = createdDate.replaceAll('/', '-');
      expect(created <= formattedDate && created <= now).toBe(true);
    }
    expect(catalysts.filter((one) => !one.createdDate).length).toBeGreaterThan(2);
  });

  it('say how they ended when they are past, and nothing of it before', () => {
    for (const { catalyst, formattedDate, decision, outcome } of catalysts) {
      if (formattedDate >= now) expect([decision, outcome]).toEqual([undefined, undefined]);
      else if (catalyst === 'PDUFA Date') expect(['Approved', 'CRL']).toContain(decision);
      else if (catalyst === 'Data presentation') continue;
      else if (!catalyst.endsWith('Filing')) expect(outcome).toBeTruthy();
    }
  });
});

describe('one story a drug', () => {
  it('has an approval for every approved application and a letter for every rejected one', () => {
    const approved = new Set(
      facts.approvals.map(
        (one) => `${one.ticker}/${one.active_ingredients?.[0]?.toLowerCase()}/${one.approval_date}`,
      ),
    );
    const letters = new Set(
      facts.complete_response_letters
        .filter(({ drug_name }) => drug_name)
        .map((one) => `${one.drug_name}/${one.letter_date}`),
    );
    const universe = new Set(facts.companies.map(({ ticker }) => ticker));
    for (const { Drug, Decision, decision_date, Ticker } of facts.decisions) {
      if (!universe.has(Ticker)) continue;
      if (Decision === 'CRL') expect(letters).toContain(`${Drug}/${decision_date}`);
      else expect(approved).toContain(`${Ticker}/${Drug}/${decision_date}`);
    }
    const rejected = facts.decisions.filter((one) => one.Decision === 'CRL');
    expect(letters.size).toBe(rejected.length);
  });

  it('moves the price the right way on the day of the decision', () => {
    let seen = 0;
    for (const { Ticker, Decision, decision_date } of facts.decisions) {
      const move = moveOn(Ticker, decision_date!);
      if (move === null) continue;
      seen++;
      expect(Math.sign(move)).toBe(Decision === 'Approved' ? 1 : -1);
    }
    expect(seen).toBeGreaterThan(10);
  });

  it('has outcomes near the published base rates', () => {
    const both = [...facts.decisions, ...other.decisions];
    const approved = both.filter((one) => one.Decision === 'Approved').length / both.length;
    expect(approved).toBeGreaterThan(0.84);
    expect(approved).toBeLessThan(0.95);
    const share = (phase: string) => {
      const readouts = [...facts.catalysts, ...other.catalysts].filter(
        (one) => one.catalyst === `${phase} Readout` && one.outcome && one.outcome !== 'mixed',
      );
      return readouts.filter((one) => one.outcome === 'positive').length / readouts.length;
    };
    // Success rates of BIO/QLS/Informa 2021, Figure 1: 28.9 % for Phase 2 and 57.8 % for Phase 3,
    // with the sampling error of about eighty trials.
    expect(Math.abs(share('Phase 2') - 0.289)).toBeLessThan(0.15);
    expect(Math.abs(share('Phase 3') - 0.578)).toBeLessThan(0.15);
  });

  it('has no bar of a company after it was delisted', () => {
    const delisted = facts.companies.filter((one) => one.delisted_date);
    expect(delisted.length).toBe(4);
    for (const { ticker, delisted_date } of delisted) {
      expect([...closes.get(ticker)!.keys()].at(-1)).toBe(delisted_date);
      const later = facts.catalysts.filter(
        (one) => one.ticker === ticker && one.formattedDate > delisted_date!,
      );
      expect(later).toEqual([]);
    }
  });
});

describe('traps of real data', () => {
  it('reports cash flows from the start of the fiscal year', () => {
    const flows = facts.financial_facts.filter(
      (one) => one.tag === 'NetCashProvidedByUsedInOperatingActivities',
    );
    const months = (one: Fact<'financial_facts'>) =>
      Math.round((dayNumber(one.end) - dayNumber(one.start!)) / 30.4);
    const ofForm = (form: string) => new Set(flows.filter((one) => one.form === form).map(months));
    expect([...ofForm('10-Q')].sort()).toEqual([3, 6, 9]);
    expect([...ofForm('10-K')]).toEqual([12]);
    expect(flows.some((one) => one.form === '10-K' && one.end.endsWith('-06-30'))).toBe(true);
  });

  it('restates a figure and files under IFRS', () => {
    const values = new Map<string, Set<number>>();
    for (const { ticker, tag, end, start, value } of facts.financial_facts) {
      if (tag !== 'CashAndCashEquivalentsAtCarryingValue') continue;
      const key = `${ticker}/${start}/${end}`;
      values.set(key, (values.get(key) ?? new Set()).add(value));
    }
    expect([...values.values()].filter((one) => one.size > 1).length).toBeGreaterThan(2);
    const foreign = facts.financial_facts.filter((one) => one.taxonomy === 'ifrs-full');
    expect(new Set(foreign.map((one) => one.ticker)).size).toBe(1);
    const filers = new Set(facts.financial_facts.map((one) => one.ticker));
    expect(facts.companies.filter((one) => !filers.has(one.ticker)).length).toBe(2);
  });

  it('amends fund filings both ways and has one in thousands', () => {
    const types = new Set(facts.fund_filings.map((one) => one.amendment_type));
    expect(types).toContain('RESTATEMENT');
    expect(types).toContain('NEW HOLDINGS');
    const wrong = facts.fund_filings.filter(({ positions, report_date }) =>
      positions.some(({ ticker, value, shares }) => {
        const bars = [...(closes.get(ticker ?? '') ?? [])].filter(([date]) => date <= report_date);
        const close = bars.at(-1)?.[1];
        return close !== undefined && shares! > 1000 && value / shares! < close / 100;
      }),
    );
    expect(wrong.length).toBe(1);
    expect(facts.fund_filings.some((one) => one.positions.some((row) => row.put_call))).toBe(true);
  });

  it('keeps filings in the order in which they are possible', () => {
    for (const { report_date, filing_date } of facts.fund_filings) {
      expect(filing_date > report_date && filing_date < today).toBe(true);
    }
    for (const one of facts.financial_facts) expect(one.filed < today).toBe(true);
    for (const one of facts.insider_transactions) expect(one.filing_date! < today).toBe(true);
    for (const one of facts.trials) expect(one.updatedAt! < today).toBe(true);
    expect(facts.insider_transactions.some((one) => one.is_amendment)).toBe(true);
    const codes = new Set(facts.insider_transactions.map((one) => one.transaction_code));
    expect([...codes].sort()).toEqual(['A', 'F', 'G', 'M', 'P', 'S']);
  });

  it('names one drug in one form a source, cased as the source cases it', () => {
    const isLower = (drug?: string | null) => !drug || drug === drug.toLowerCase();
    const isUpper = (drug?: string | null) => !drug || drug === drug.toUpperCase();
    expect(facts.catalysts.every(({ drugname }) => isLower(drugname))).toBe(true);
    for (const kind of ['designations', 'programs'] as const) {
      expect(facts[kind].every(({ drug_name }) => isLower(drug_name))).toBe(true);
    }
    for (const kind of ['approvals', 'adverse_events'] as const) {
      expect(facts[kind].every(({ drug_name }) => isUpper(drug_name))).toBe(true);
    }
    const brands = facts.drug_labels.map(({ brand_names }) => brand_names![0]!);
    expect(new Set(brands).size).toBe(brands.length);
  });

  it('splits shares, so that counts before and after it differ by its ratio', () => {
    expect(
      facts.splits.map(({ numerator, denominator }) => numerator / denominator).sort(),
    ).toEqual([0.1, 2]);
    for (const { ticker, date, numerator, denominator } of facts.splits) {
      const counts = facts.financial_facts
        .filter((one) => one.ticker === ticker && one.tag === 'CommonStockSharesOutstanding')
        .toSorted((a, b) => a.end.localeCompare(b.end));
      const before = counts.filter(({ end }) => end < date).at(-1)!;
      const after = counts.find(({ end }) => end >= date)!;
      // Share offerings between the reports add at most a few tenths.
      const jump = after.value / before.value / (numerator / denominator);
      expect(jump).toBeGreaterThan(0.99);
      expect(jump).toBeLessThan(1.6);
    }
  });

  it('leaves programs to trials, with drugs given up and sponsors under former names', () => {
    const listed = new Set(facts.programs.map(({ ticker }) => ticker));
    const unlisted = facts.trials.filter(({ ticker }) => ticker && !listed.has(ticker));
    expect(new Set(unlisted.map(({ ticker }) => ticker)).size).toBeGreaterThan(2);
    expect(unlisted.every((one) => one.interventions)).toBe(true);
    const former = new Set(facts.companies.flatMap(({ former_names }) => former_names ?? []));
    expect(former.size).toBe(3);
    const sponsored = facts.trials.filter((one) => former.has(one.LeadSponsorName!));
    expect(sponsored.length).toBeGreaterThan(2);
    expect(sponsored.every(({ ticker }) => !ticker)).toBe(true);
    const old = '2021-01-01';
    expect(unlisted.some(({ CompletionDate }) => (CompletionDate ?? '9999') < old)).toBe(true);
  });

  it('publishes labels, meetings, results in numbers and a letter without its drug', () => {
    const numbers = new Set(facts.approvals.map((one) => one.application_number));
    expect(facts.drug_labels.length).toBeGreaterThan(15);
    for (const { application_numbers } of facts.drug_labels) {
      expect(numbers).toContain(application_numbers![0]);
    }
    expect(facts.advisory_meetings.length).toBeGreaterThan(8);
    const posted = new Map(facts.trials.map((one) => [one.nctId, one.results_posted_date]));
    expect(facts.posted_results.length).toBeGreaterThan(15);
    for (const { nctId, posted_date } of facts.posted_results) {
      expect(posted.get(nctId)).toBe(posted_date);
    }
    const unnamed = facts.complete_response_letters.filter(({ drug_name }) => !drug_name);
    expect(unnamed).toHaveLength(3);
    const classes = new Map(facts.securities.map((one) => [one.cusip, one.class_title]));
    expect([...classes.values()].filter((one) => one === 'CL B')).toHaveLength(1);
  });

  it('has odd text, dates and gaps', () => {
    const completion = facts.trials.map((one) => one.CompletionDate ?? null);
    expect(completion.some((one) => /^\d{4}-\d{2}$/.test(one ?? ''))).toBe(true);
    expect(completion).toContain('To be determined');
    expect(completion).toContain(null);
    expect(facts.trials.some((one) => !one.ticker && one.lead_sponsor_class === 'OTHER')).toBe(
      true,
    );
    expect(facts.catalysts.some((one) => /^Q[1-4] \d{4}$/.test(one.catdate ?? ''))).toBe(true);
    expect(facts.companies.some((one) => /[^ -~]/.test(one.name))).toBe(true);
    expect(facts.companies.some((one) => one.name.includes('"'))).toBe(true);
    expect(facts.news.some((one) => one.title.includes('<script>'))).toBe(true);
    const universe = new Set(facts.companies.map(({ ticker }) => ticker));
    expect(facts.catalysts.some((one) => !universe.has(one.ticker))).toBe(true);
    const dated = new Set(facts.catalysts.map(({ ticker }) => ticker));
    expect(facts.companies.some((one) => !dated.has(one.ticker))).toBe(true);
    expect(facts.prices.some((one) => one.open === null && one.volume === 0)).toBe(true);
  });
});

describe.each(demos)('funds %s', (_name, { financial_facts, fund_filings }) => {
  const originals = fund_filings.filter((one) => one.form === '13F-HR');
  const isStock = (row: (typeof originals)[number]['positions'][number]) =>
    row.share_type === 'SH' && !row.put_call;

  // Fiscal years end in March, June, September or December, so every quarter end has a share count.
  const counts = new Map(
    financial_facts
      .filter((one) => one.tag === 'CommonStockSharesOutstanding')
      .map(({ ticker, end, value }) => [`${ticker}/${end}`, value]),
  );

  /** Every stake as a percentage of the shares outstanding, if they have been reported. */
  const stakes = originals.flatMap(({ report_date, cik, positions }) =>
    positions.filter(isStock).flatMap(({ ticker, shares }) => {
      const outstanding = counts.get(`${ticker}/${report_date}`);
      return outstanding ? [{ ticker, cik, report_date, part: shares! / outstanding }] : [];
    }),
  );

  it('hold a tenth of a company at most, but for three of them', () => {
    expect(stakes.length).toBeGreaterThan(600);
    const large = stakes.filter(({ part }) => part > 0.099);
    expect(large.length).toBeGreaterThan(0);
    expect(new Set(large.map(({ cik }) => cik)).size).toBeLessThanOrEqual(3);
    expect(Math.max(...large.map(({ part }) => part))).toBeLessThanOrEqual(0.149);
  });

  it('keep a third of the funds out of biotechnology in every quarter', () => {
    const rows = originals.flatMap(({ positions }) => positions);
    const known = new Set(rows.filter(({ ticker }) => ticker).map(({ cusip }) => cusip));
    const shares = originals.map(({ positions, is_specialist }) => {
      const stocks = positions.filter(isStock);
      const value = (rows: typeof stocks) => rows.reduce((total, row) => total + row.value, 0);
      const biotech = value(stocks.filter((one) => known.has(one.cusip))) / value(stocks);
      const top = stocks.toSorted((a, b) => b.value - a.value).slice(0, 20);
      const names = top.filter((one) => one.ticker).length / top.length;
      return { is_specialist, biotech, names };
    });
    const generalists = shares.filter((one) => !one.is_specialist);
    expect(generalists.length * 3).toBe(shares.length);
    expect(Math.max(...generalists.map(({ biotech }) => biotech))).toBeLessThan(0.3);
    expect(Math.max(...generalists.map(({ names }) => names))).toBeLessThan(0.7);
    const specialists = shares.filter((one) => one.is_specialist);
    // Specialist funds hold biotechnology stocks, but some CUSIPs have no ticker in the map.
    expect(Math.min(...specialists.map(({ biotech }) => biotech))).toBeGreaterThan(0.5);
  });

  it('name an issuer by one identifier a class, and some by an abbreviated name later', () => {
    const cusips = new Map<string, Set<string>>();
    const issuers = new Map<string, Set<string>>();
    for (const row of originals.flatMap(({ positions }) => positions)) {
      if (row.share_type !== 'SH') continue;
      const share = `${row.issuer} ${row.title_of_class}`;
      cusips.set(share, (cusips.get(share) ?? new Set()).add(row.cusip!));
      issuers.set(row.cusip!, (issuers.get(row.cusip!) ?? new Set()).add(row.issuer!));
    }
    expect([...cusips.values()].every((one) => one.size === 1)).toBe(true);
    const renamed = [...issuers.values()].filter((one) => one.size > 1);
    expect(renamed.length).toBeGreaterThan(1);
    expect(Math.max(...renamed.map((one) => one.size))).toBe(2);
    const second = [...cusips.keys()].filter((share) => share.endsWith(' CL B'));
    expect(second.length).toBeLessThanOrEqual(1);
  });
});

it.each(demos)(
  'option quotes %s are worth at least their exercise value',
  (_name, { option_chains }) => {
    const quotes = option_chains.flatMap(({ contracts, underlying_price_usd: spot }) =>
      contracts.map((one) => ({
        ...one,
        intrinsic: Math.max(one.type === 'call' ? spot! - one.strike : one.strike - spot!, 0),
      })),
    );
    const mid = (one: (typeof quotes)[number]) => (one.bid! + one.ask!) / 2;
    expect(quotes.filter((one) => one.bid && mid(one) < one.intrinsic - 0.0101)).toEqual([]);
    const traded = quotes.filter((one) => one.last !== null);
    expect(traded.filter((one) => one.last! < one.intrinsic - 0.0051)).toEqual([]);
  },
);

it.each(demos)(
  'trial results %s have a verdict on the primary endpoint after the readout only',
  (_name, { trial_results, trials }) => {
    const status = new Map(trials.map((one) => [one.nctId, one.status]));
    const looks = trial_results.filter((one) => one.trial_title.includes(' Interim '));
    expect(looks.length).toBeGreaterThan(25);
    const safety = (lines: readonly string[]) => /in (\d+)% of treated/.exec(lines.join())![1];
    for (const { outcome, results_summary, nctId } of looks) {
      const later = trial_results.find((one) => nctId && one.nctId === nctId && one.outcome);
      if (later) expect(safety(later.results_summary!)).toBe(safety(results_summary!));
      expect(outcome).toBeUndefined();
      expect(results_summary!.join(' ')).not.toMatch(/p=|primary endpoint(:| met)/i);
    }
    const final = trial_results.filter((one) => !looks.includes(one));
    expect(final.filter((one) => !one.outcome)).toEqual([]);
    const early = final.filter((one) => /RECRUITING/.test(status.get(one.nctId!) ?? ''));
    // A failed trial is terminated in the registry some days after its readout.
    expect(early.filter((one) => one.outcome === 'positive')).toEqual([]);
    expect(early.filter((one) => status.get(one.nctId!) === 'RECRUITING')).toEqual([]);
  },
);

it.each(demos)(
  'programs %s have one lead a company: the furthest that goes on',
  (_name, { programs }) => {
    const order = ['Phase 1', 'Phase 2', 'Phase 3', 'NDA/BLA', 'Approved'];
    const rank = (one: (typeof programs)[number]) => order.indexOf(one.phase!);
    for (const ticker of new Set(programs.map((one) => one.ticker))) {
      const own = programs.filter((one) => one.ticker === ticker);
      const going = own.filter((one) => one.status !== 'Terminated');
      const leads = own.filter((one) => one.lead_program);
      expect(leads.length).toBe(going.length > 0 ? 1 : 0);
      if (leads.length === 0) continue;
      expect(going).toContain(leads[0]);
      expect(rank(leads[0]!)).toBe(Math.max(...going.map(rank)));
    }
    const both = programs.filter((one) => one.phase === 'Approved' && one.status === 'Terminated');
    expect(both).toEqual([]);
  },
);

describe.each(demos)('dates %s', (_name, { deals, insider_transactions }, now) => {
  it('of closed deals are in the past, and no other deal has one', () => {
    for (const { status, closedDate, announcedDate } of deals) {
      if (status !== 'closed') expect(closedDate ?? null).toBeNull();
      else expect(announcedDate < closedDate! && closedDate! < now).toBe(true);
    }
  });

  it('of trades are not after their filing; an amendment is filed later, as a filing of its own', () => {
    const filed = new Map<string, (typeof insider_transactions)[number]>();
    const label = (one: (typeof insider_transactions)[number]) =>
      [one.owner_cik, one.transaction_date, one.transaction_code, one.shares, one.line].join('/');
    for (const one of insider_transactions) {
      expect(one.transaction_date! <= one.filing_date!).toBe(true);
      if (!one.is_amendment && one.owner_cik) filed.set(label(one), one);
    }
    const amended = insider_transactions.filter((one) => one.is_amendment);
    expect(amended.length).toBeGreaterThan(5);
    for (const one of amended) {
      const original = filed.get(label(one))!;
      expect(dayNumber(one.filing_date!)).toBeGreaterThanOrEqual(
        dayNumber(original.filing_date!) + 9,
      );
      expect(one.filing_date! < now).toBe(true);
      expect(one.source_url).not.toBe(original.source_url);
      expect(one.accession).toContain(`-${one.filing_date!.slice(2, 4)}-`);
    }
  });
});

it.each(demos)(
  'values %s are high, fair and low for some companies each',
  async (_name, all, now) => {
    const labels = companyScoreResults(await refreshOf(now, all))
      .map((one) => one.valuation)
      .filter((one) => one !== null);
    expect(labels.length).toBeGreaterThan(20);
    for (const label of ['undervalued', 'fair', 'overvalued'] as const) {
      const share = labels.filter((one) => one === label).length / labels.length;
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.65);
    }
  },
);
