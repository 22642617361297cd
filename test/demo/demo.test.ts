import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayNumber, isoOf, thirdFriday, tradingDays } from '../../src/demo/days.ts';
import { demoFacts, demoSeed } from '../../src/demo/demo.ts';
import { companyScoreResults } from '../../src/derive/valuation/scoring.ts';
import { rampShare } from '../../src/domain/valuation/sales-curve.ts';
import { type Fact, type FactName, factKinds } from '../../src/facts/fact-kinds.ts';
import { refreshOf } from '../derive/refresh-of.ts';

const today = '2026-11-20';
const samples = resolve(import.meta.dirname, '../../../shared/samples');

type Facts = { readonly [Name in FactName]: readonly Fact<Name>[] };

function collected(seed: number, day: string): Facts {
  const facts: Record<string, unknown[]> = {};
  for (const { kind, records } of demoFacts(seed, day)) {
    facts[kind] = [...(facts[kind] ?? []), ...records];
  }
  return facts as unknown as Facts;
}

function digest(all: Facts): string {
  const hash = createHash('sha256');
  for (const records of Object.values(all)) hash.update(JSON.stringify(records));
  return hash.digest('hex');
}

const facts = collected(demoSeed, today);
/** The demo has no texts. Its other facts state the same events. */
const names = (Object.keys(factKinds) as FactName[]).filter((name) => name !== 'mentions');

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
    expect(digest(collected(demoSeed, today))).toBe(first);
    expect(digest(collected(demoSeed + 1, today))).not.toBe(first);
    expect(digest(collected(demoSeed, '2026-11-21'))).not.toBe(first);
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
const other = collected(7, '2027-02-28');

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

describe.each([
  ['of the demo', facts, today],
  ['of another seed and day', other, '2027-02-28'],
] as const)('catalysts %s', (_name, { catalysts, companies, trial_results }, now) => {
  const listed = new Set(companies.map(({ ticker }) => ticker));
  const interim = new Set(
    trial_results
      .filter((one) => one.trial_title.includes(' Interim '))
      .map((one) => `${one.ticker}/${one.published_date}`),
  );

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

  it('leave the outcome out of congresses that were an interim look, and only of those', () => {
    const past = catalysts.filter(
      (one) => one.catalyst === 'Data presentation' && one.formattedDate < now && one._id,
    );
    const since = isoOf(dayNumber(now) - 1250);
    const looks = past.filter((one) => interim.has(`${one.ticker}/${one.formattedDate}`));
    expect(looks.length).toBeGreaterThan(20);
    expect(looks.filter((one) => one.outcome)).toEqual([]);
    const final = past.filter(
      (one) =>
        one.formattedDate >= since &&
        listed.has(one.ticker) &&
        !interim.has(`${one.ticker}/${one.formattedDate}`),
    );
    expect(final.length).toBeGreaterThan(10);
    expect(final.filter((one) => !one.outcome)).toEqual([]);
  });

  it('end with the failure of the program', () => {
    const failures = catalysts.filter(
      (one) => one.catalyst.endsWith('Readout') && one.outcome === 'negative',
    );
    expect(failures.length).toBeGreaterThan(15);
    for (const { ticker, drugname, treatment, formattedDate } of failures) {
      const after = catalysts.filter(
        (one) =>
          one.ticker === ticker &&
          one.drugname?.toLowerCase() === drugname?.toLowerCase() &&
          one.treatment === treatment &&
          one.formattedDate > formattedDate,
      );
      expect(after).toEqual([]);
    }
  });
});

it('has the fact of every headline', () => {
  const tickerOf = ({ tickers, title }: Fact<'news'>) =>
    tickers?.[0] ?? facts.companies.find(({ name }) => title.includes(name))?.ticker;
  const millions = (amount: number | null | undefined) => `$${((amount ?? 0) / 1e6).toFixed(1)} M`;
  const kinds: readonly [RegExp, (day: string, ticker: string, title: string) => boolean][] = [
    [
      / Prices /,
      (day, ticker, title) =>
        facts.offerings.some(
          (one) =>
            one.ticker === ticker &&
            one.filed_at === day &&
            title.includes(millions(one.offering_amount_usd)),
        ),
    ],
    [
      / to Be Acquired /,
      (day, ticker) =>
        facts.deals.some((one) => one.targetTicker === ticker && one.announcedDate === day),
    ],
    [
      /^FDA Approves /,
      (day, _, title) =>
        facts.approvals.some(
          (one) =>
            one.approval_date === day &&
            title.toLowerCase().includes(one.active_ingredients?.[0]?.toLowerCase() ?? '?'),
        ),
    ],
    [
      / Complete Response Letter /,
      (day, _, title) =>
        facts.complete_response_letters.some(
          (one) => one.letter_date === day && title.includes(one.drug_name ?? ''),
        ),
    ],
    [
      / Committee Votes /,
      (day, _, title) =>
        facts.adcomm_votes.some(
          (one) => one.meeting_date === day && title.includes(one.drug_name ?? '?'),
        ),
    ],
    [
      / Submits /,
      (day, ticker) =>
        facts.catalysts.some(
          (one) =>
            one.ticker === ticker && /Filing/.test(one.catalyst) && one.formattedDate === day,
        ),
    ],
    [
      / Data | Results /,
      (day, ticker, title) =>
        facts.trial_results.some(
          (one) => one.ticker === ticker && one.published_date === day && one.trial_title === title,
        ),
    ],
  ];
  for (const headline of facts.news) {
    const [, isFact] = kinds.find(([words]) => words.test(headline.title)) ?? [];
    const day = headline.published_at!.slice(0, 10);
    if (isFact) expect(isFact(day, tickerOf(headline)!, headline.title), headline.title).toBe(true);
    else expect(headline.category === 'other' || /Clinical Hold/.test(headline.title)).toBe(true);
  }
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

  it('shows a clinical hold in the registry, the news and the price', () => {
    const holds = facts.filing_events.filter((one) => one.event === 'clinical_hold');
    expect(holds.length).toBeGreaterThan(3);
    for (const { ticker, filed_at, detail } of holds) {
      const drug = detail!.match(/trial of (.+)\.$/)![1]!;
      const own = facts.trials.filter((one) => one.InterventionName?.split(', ').includes(drug));
      const trials = own.map(({ nctId }) => nctId);
      const versions = facts.trial_versions.filter((one) => trials.includes(one.nctId));
      const suspended = versions.some(
        (one) =>
          one.status === 'SUSPENDED' &&
          Math.abs(dayNumber(one.version_date) - dayNumber(filed_at)) < 5,
      );
      if (dayNumber(filed_at) + 2 < dayNumber(today)) expect(suspended).toBe(true);
      const move = moveOn(ticker, filed_at);
      if (move === null) continue;
      expect(move).toBeLessThan(-0.005);
      const told = facts.news.filter((one) => one.title.includes('Clinical Hold'));
      expect(told.some((one) => one.published_at!.startsWith(filed_at))).toBe(true);
    }
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

  it('tells at least eight quarters of burn of a company that was listed all along', () => {
    const flows = facts.financial_facts.filter(
      (one) => one.tag === 'NetCashProvidedByUsedInOperatingActivities',
    );
    const ends = new Map<string, Set<string>>();
    for (const { ticker, end } of flows) {
      ends.set(ticker, (ends.get(ticker) ?? new Set()).add(end));
    }
    const [first] = [...closes.values()].map((bars) => [...bars.keys()][0]!).sort();
    const old = [...ends].filter(([ticker]) => closes.get(ticker)!.has(first!));
    expect(old.length).toBeGreaterThan(30);
    // The first cash flow of the eight reports may have no earlier value to subtract.
    expect(Math.min(...old.map(([, days]) => days.size))).toBeGreaterThanOrEqual(9);
    const unsourced = facts.financial_facts.find(
      (one) => one.source_url !== `https://filings.example/${one.accession}`,
    );
    expect(unsourced).toBeUndefined();
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

  it('has owners who hold ten percent of their company', () => {
    const counts = facts.financial_facts.filter(
      ({ tag }) => tag === 'EntityCommonStockSharesOutstanding',
    );
    const owners = facts.insider_transactions.filter((one) => one.is_ten_percent_owner);
    expect(owners.length).toBeGreaterThan(15);
    for (const { ticker, transaction_date, shares_owned_after } of owners) {
      const near = counts
        .filter((one) => one.ticker === ticker && one.end <= transaction_date!)
        .toSorted((a, b) => a.end.localeCompare(b.end))
        .at(-1);
      if (near) expect(shares_owned_after! / near.value).toBeGreaterThan(0.1);
    }
  });

  it('discloses going-concern doubt if the cash of its report is short', () => {
    const doubts = facts.filing_events.filter(({ event }) => event === 'going_concern');
    const balances = facts.financial_facts.filter(
      ({ tag }) => tag === 'CashAndCashEquivalentsAtCarryingValue',
    );
    const flows = facts.financial_facts.filter(
      ({ tag }) => tag === 'NetCashProvidedByUsedInOperatingActivities',
    );
    let seen = 0;
    for (const { ticker, filed_at } of doubts) {
      const own = (one: Fact<'financial_facts'>) => one.ticker === ticker && one.filed === filed_at;
      const cash = balances
        .filter(own)
        .toSorted((a, b) => a.end.localeCompare(b.end))
        .at(-1);
      const flow = flows.filter((one) => own(one) && one.end === cash?.end)[0];
      if (!cash || !flow || flow.value >= 0) continue;
      seen += 1;
      const months = (dayNumber(flow.end) - dayNumber(flow.start!)) / 30.4;
      // The securities are about as large as the cash, and the quarters differ.
      expect((cash.value * months) / -flow.value).toBeLessThan(14);
    }
    expect(seen).toBeGreaterThan(20);
  });

  it('names one drug in one form a source, cased as the source cases it', () => {
    const casing = (drugs: readonly (string | null | undefined)[], fold: (one: string) => string) =>
      expect(drugs.filter((one) => one && one !== fold(one))).toEqual([]);
    const lower = (one: string) => one.toLowerCase();
    const upper = (one: string) => one.toUpperCase();
    casing(
      facts.catalysts.map(({ drugname }) => drugname),
      lower,
    );
    casing(
      facts.designations.map(({ drug_name }) => drug_name),
      lower,
    );
    casing(
      facts.programs.map(({ drug_name }) => drug_name),
      lower,
    );
    casing(
      facts.approvals.map(({ drug_name }) => drug_name),
      upper,
    );
    casing(
      facts.adverse_events.map(({ drug_name }) => drug_name),
      upper,
    );
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

describe.each([
  ['of the demo', facts],
  ['of another seed and day', other],
] as const)('funds %s', (_name, { financial_facts, fund_filings }) => {
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

  it('leave most of a company to others', () => {
    const sums = new Map<string, number>();
    for (const { ticker, report_date, part } of stakes) {
      const key = `${ticker}/${report_date}`;
      sums.set(key, (sums.get(key) ?? 0) + part);
    }
    expect(Math.max(...sums.values())).toBeLessThanOrEqual(0.55);
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

describe.each([
  ['of the demo', facts, '2021-11-20'],
  ['of another seed and day', other, '2022-02-28'],
] as const)('deals %s', (_name, { deals, programs }, since) => {
  const bids = deals.filter(
    (one) =>
      ['acquisition', 'merger'].includes(one.dealType!) &&
      typeof one.premiumPct === 'number' &&
      one.announcedDate >= since,
  );

  it('have an acquirer in the area of every lead program', () => {
    const areas = new Set(bids.map((one) => one.therapeuticArea));
    expect(areas.size).toBeGreaterThanOrEqual(8);
    const leads = programs.filter((one) => one.lead_program);
    expect(leads.filter((one) => !areas.has(one.therapeuticArea))).toEqual([]);
  });
});

describe('option chains', () => {
  it('keep put and call in parity', () => {
    // Put-call parity: C − P = S − K·e^(−rT) for European options without dividends, with the
    // demo's rate of 4 %. An American put in the money exceeds it by at most the interest on its
    // strike.
    let seen = 0;
    for (const { contracts, underlying_price_usd: spot, date } of facts.option_chains) {
      const puts = new Map(
        contracts
          .filter((one) => one.type === 'put')
          .map((put) => [`${put.expiry}/${put.strike}`, put]),
      );
      for (const call of contracts.filter((one) => one.type === 'call' && one.bid)) {
        const put = puts.get(`${call.expiry}/${call.strike}`)!;
        if (!put.bid) continue;
        const years = (dayNumber(call.expiry) - dayNumber(date)) / 365;
        const mid = (one: typeof call) => (one.bid! + one.ask!) / 2;
        const parity = spot! - call.strike * Math.exp(-0.04 * years);
        const early = call.strike > spot! ? spot! - call.strike : parity;
        expect(mid(call) - mid(put)).toBeLessThan(parity + 0.04);
        expect(mid(call) - mid(put)).toBeGreaterThan(early - 0.04);
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(500);
  });
});

describe.each([
  ['of the demo', facts],
  ['of another seed and day', other],
] as const)('option quotes %s', (_name, { option_chains }) => {
  const quotes = option_chains.flatMap(({ contracts, underlying_price_usd: spot }) =>
    contracts.map((one) => ({
      ...one,
      intrinsic: Math.max(one.type === 'call' ? spot! - one.strike : one.strike - spot!, 0),
    })),
  );

  it('are worth at least their exercise value', () => {
    const mid = (one: (typeof quotes)[number]) => (one.bid! + one.ask!) / 2;
    expect(quotes.filter((one) => one.bid && mid(one) < one.intrinsic - 0.0101)).toEqual([]);
    const traded = quotes.filter((one) => one.last !== null);
    expect(traded.filter((one) => one.last! < one.intrinsic - 0.0051)).toEqual([]);
  });

  it('have a last price if contracts were traded', () => {
    const without = quotes.filter((one) => one.last === null);
    expect(without.length).toBeGreaterThan(0);
    expect(without.filter((one) => one.volume !== 0)).toEqual([]);
  });
});

describe.each([
  ['of the demo', facts],
  ['of another seed and day', other],
] as const)('trial results %s', (_name, { trial_results, trials }) => {
  const status = new Map(trials.map((one) => [one.nctId, one.status]));

  it('have a verdict on the primary endpoint after the readout only', () => {
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
  });

  it('say the same of a trial every time', () => {
    const told = new Map<string, Set<string>>();
    let again = 0;
    for (const { nctId, outcome, results_summary } of trial_results) {
      if (!nctId || !outcome) continue;
      const said = told.get(nctId) ?? new Set();
      if (said.size > 0) again++;
      told.set(nctId, said.add(`${outcome}: ${results_summary![0]}`));
    }
    expect(again).toBeGreaterThan(8);
    expect([...told.values()].filter((one) => one.size > 1)).toEqual([]);
  });

  it('have the phase that their title states', () => {
    const phases = new Set<string>();
    for (const { phase, trial_title } of trial_results) {
      phases.add(phase!);
      expect(trial_title).toContain(` ${phase} `);
    }
    expect([...phases].sort()).toEqual(['Phase 1', 'Phase 1/2', 'Phase 2', 'Phase 3']);
  });
});

describe.each([
  ['of the demo', facts, today],
  ['of another seed and day', other, '2027-02-28'],
  ['of a seed with new approvals', collected(9, today), today],
] as const)('adverse events %s', (_name, { adverse_events, approvals }, now) => {
  it('are reported from twenty days after approval to yesterday, each once', () => {
    const approved = new Map<string, string>();
    for (const { active_ingredients, approval_date, submission_type } of approvals) {
      const [drug] = active_ingredients ?? [];
      if (submission_type === 'ORIG' && drug) approved.set(drug, approval_date!);
    }
    const told = adverse_events.filter(({ drug_name }) => approved.has(drug_name!));
    expect(told.length).toBeGreaterThan(0);
    const seen = new Set<string>();
    for (const one of adverse_events) {
      expect(one.event_date! < now).toBe(true);
      const label = `${one.ticker}/${one.drug_name}/${one.event_date}/${one.adverse_event}`;
      expect(seen.has(label)).toBe(false);
      seen.add(label);
      const since = approved.get(one.drug_name!);
      if (one.report_type !== 'Spontaneous' || !since) continue;
      expect(dayNumber(one.event_date!)).toBeGreaterThanOrEqual(dayNumber(since) + 20);
    }
  });
});

describe.each([
  ['of the demo', facts],
  ['of another seed and day', other],
] as const)('programs %s', (_name, { programs }) => {
  const places: Readonly<Record<string, readonly string[]>> = {
    'CAR-T': ['Oncology', 'Autoimmune', 'Neurology'],
    ADCs: ['Oncology'],
    Vaccine: ['Oncology', 'Allergy', 'Infectious disease'],
    'Small molecule': [...new Set(programs.map((one) => one.therapeuticArea!))],
  };
  const words: readonly (readonly [type: string, word: RegExp])[] = [
    ['CAR-T', /CAR-T$/],
    ['ADCs', /ADC$/],
    ['Vaccine', /vaccine$/],
    ['siRNA/RNAi', /siRNA$/],
    ['Antisense', /antisense oligonucleotide$/],
    ['Gene therapy', /(gene|gene replacement) therapy$/],
    ['Monoclonal antibody', /antibody$|^FcRn blocker$/],
  ];

  it('have a mechanism of their modality, and a modality of their area', () => {
    const types = new Set(programs.map((one) => one.drugType!));
    expect(types.size).toBeGreaterThanOrEqual(9);
    for (const { drugType, mechanism, therapeuticArea, indication } of programs) {
      for (const [type, word] of words) expect(word.test(mechanism!)).toBe(type === drugType);
      if (places[drugType!]) expect(places[drugType!]).toContain(therapeuticArea);
      if (/Irritable Bowel|Diabetes|Depress|Schizophrenia/.test(indication)) {
        expect(['Small molecule', 'Peptide']).toContain(drugType);
      }
      if (/VEGF/.test(mechanism!)) expect(['Oncology', 'Ophthalmology']).toContain(therapeuticArea);
    }
  });

  it('have one lead a company: the furthest that goes on', () => {
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
  });
});

describe.each([
  ['of the demo', facts, today],
  ['of another seed and day', other, '2027-02-28'],
] as const)('dates %s', (_name, { deals, insider_transactions, analyst_ratings }, now) => {
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

  it('of ratings are weekdays before today', () => {
    for (const { date } of analyst_ratings) {
      expect([0, 6]).not.toContain(new Date(date).getUTCDay());
      expect(date < now).toBe(true);
    }
  });
});

describe.each([
  ['of the demo', facts],
  ['of another seed and day', other],
] as const)('news %s', (_name, { news, prices }) => {
  it('states the change of the close that the bars show', () => {
    const bars = new Map<string, { date: string; close: number }[]>();
    for (const { ticker, date, close } of prices) {
      if (!bars.has(ticker)) bars.set(ticker, []);
      bars.get(ticker)!.push({ date, close });
    }
    let seen = 0;
    for (const { summary, tickers, published_at, is_major } of news) {
      const told = /\((\w+)\) (rose|fell) about (\d+)%/.exec(summary ?? '');
      if (!told) continue;
      expect(tickers ?? [told[1]]).toContain(told[1]);
      const own = bars.get(told[1]!)!;
      const at = own.findIndex((one) => one.date === published_at!.slice(0, 10));
      const percent = Math.round(100 * (own[at]!.close / own[at - 1]!.close - 1));
      expect(`${told[2]} ${told[3]}`).toBe(`${percent > 0 ? 'rose' : 'fell'} ${Math.abs(percent)}`);
      expect(percent).not.toBe(0);
      if (Math.abs(percent) !== 15) expect(is_major).toBe(Math.abs(percent) > 15);
      seen++;
    }
    expect(seen).toBeGreaterThan(90);
  });
});

describe.each([
  ['of the demo', facts, today],
  ['of another seed and day', other, '2027-02-28'],
] as const)('values %s', (_name, all, now) => {
  const labelOf = (one: { ticker: string; drug_name: string; indication: string }) =>
    `${one.ticker}/${one.drug_name}/${one.indication}`;

  it('reports the product revenue that its sales assumptions come to', () => {
    const assumed = new Map(all.sales_assumptions.map((one) => [labelOf(one), one]));
    const approved = new Map<string, string>();
    for (const one of all.approvals) {
      const drug = one.active_ingredients?.[0]?.toLowerCase();
      const label = `${one.ticker}/${drug}/${one.indication}`;
      const before = approved.get(label);
      if (!before || one.approval_date! < before) approved.set(label, one.approval_date!);
    }
    const ratios: number[] = [];
    for (const ticker of new Set(all.programs.map((one) => one.ticker))) {
      const sold = all.programs.filter((one) => one.ticker === ticker && one.phase === 'Approved');
      const plans = sold.map((one) => assumed.get(labelOf(one)));
      const newest = all.financial_facts
        .filter((one) => one.ticker === ticker && one.start && /^Revenue/.test(one.tag))
        .filter((one) => dayNumber(one.end) - dayNumber(one.start!) < 100)
        .toSorted((a, b) => b.end.localeCompare(a.end))[0];
      if (plans.length === 0 || plans.includes(undefined) || !newest) continue;
      const modelled = sold.reduce((sum, one, at) => {
        const plan = plans[at]!;
        const year = Number(newest.end.slice(0, 4)) - plan.launch_year! + 1;
        const since = approved.get(labelOf(one));
        if (year < 1 || (since && since >= newest.start!)) return sum;
        const ramp = rampShare(year, plan.years_to_peak!);
        return sum + (plan.peak_sales_usd * ramp * plan.ownership_pct!) / 400;
      }, 0);
      if (modelled > 0) ratios.push(newest.value / modelled);
    }
    expect(ratios.length).toBeGreaterThan(8);
    expect(Math.min(...ratios)).toBeGreaterThan(1 / 1.5);
    // An occasional upfront payment raises the revenue of a quarter above its sales.
    expect(ratios.filter((ratio) => ratio > 1.5).length).toBeLessThanOrEqual(2);
  });

  it('finds some companies dear, some cheap and some fair', async () => {
    const labels = companyScoreResults(await refreshOf(now, all))
      .map((one) => one.valuation)
      .filter((one) => one !== null);
    expect(labels.length).toBeGreaterThan(20);
    for (const label of ['undervalued', 'fair', 'overvalued'] as const) {
      const share = labels.filter((one) => one === label).length / labels.length;
      expect(share).toBeGreaterThan(0.05);
      expect(share).toBeLessThan(0.65);
    }
  });

  it('has quarters whose costs and revenue come to the operating income', () => {
    const sums = new Map<string, Map<string, number>>();
    for (const { accession, start, end, tag, value, taxonomy } of all.financial_facts) {
      if (!start || taxonomy !== 'us-gaap') continue;
      const key = `${accession}/${start}/${end}`;
      sums.set(key, (sums.get(key) ?? new Map()).set(tag.replace(/^Revenue.*/, 'Revenue'), value));
    }
    let sellers = 0;
    for (const one of sums.values()) {
      if (!one.has('OperatingIncomeLoss') || !one.has('CostOfGoodsAndServicesSold')) continue;
      sellers++;
      const costs = [...one]
        .filter(([tag]) => /^(CostOf|Selling|General|ResearchAnd)/.test(tag))
        .reduce((sum, [, value]) => sum + value, 0);
      const income = one.get('Revenue')! - costs;
      expect(Math.abs(income - one.get('OperatingIncomeLoss')!)).toBeLessThan(4000);
    }
    expect(sellers).toBeGreaterThan(80);
  });
});
