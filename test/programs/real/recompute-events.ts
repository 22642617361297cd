import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Check, near } from './recompute.ts';
import type { ReducedCompany } from './reduced-facts.ts';
import type { Served } from './store.ts';
import { addressOf, type CollectedDecision, type LabelledFact, type Passage } from './texts.ts';

const isSet = (value: unknown) => value !== null && value !== undefined;
const wordsIn = (text: unknown) =>
  new Set(
    String(text ?? '')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 2),
  );
const sharesWord = (a: unknown, b: unknown) => {
  const other = wordsIn(b);
  return [...wordsIn(a)].some((word) => other.has(word));
};

/** Whether two names share a word, or the beginning of one: Cabo and cabozantinib. */
const isNamed = (a: unknown, b: unknown) =>
  [...wordsIn(a)].some((one) =>
    [...wordsIn(b)].some((other) => one.startsWith(other) || other.startsWith(one)),
  );

/** False for a name without words, such as `N/A`. */
const hasAllWords = (text: unknown, name: string) => {
  const [words, own] = [wordsIn(text), [...wordsIn(name)]];
  return own.length > 0 && own.every((word) => words.has(word));
};

/** An original product of the Purple Book. The day of approval is as in the file: `28-Apr-25`. */
interface RegisteredProduct {
  readonly brand: string;
  readonly proper: string;
  readonly approved: string;
}

export function registeredProducts(paths: readonly string[]): readonly RegisteredProduct[] {
  return paths.flatMap((path) => {
    const rows: string[][] = parse(readFileSync(path, 'utf8'), { relax_column_count: true });
    const header = rows.find((row) => row.includes('BLA Number')) ?? [];
    const cell = (row: readonly string[], name: string) => row[header.indexOf(name)] ?? '';
    return rows
      .filter((row) => cell(row, 'Submission Type') === 'Original')
      .map((row) => ({
        brand: cell(row, 'Proprietary Name'),
        proper: cell(row, 'Proper Name'),
        approved: cell(row, 'Approval Date'),
      }));
  });
}

/**
 * Checks the drug of each served goal date from a text against the reader's label of the passage.
 * Two names are one drug if another passage or a collected decision of the company has both. Two
 * names are also one drug if they are the brand and the proper name of a registered product: a
 * drug is served under its nonproprietary name (`src/domain/programs/drug-identity.ts`).
 */
export function checkGoalDrugs(
  all: readonly Passage[],
  decisions: readonly CollectedDecision[],
  products: readonly RegisteredProduct[],
  rows: readonly Served[],
): Check {
  const byAddress = new Map(all.map((one) => [addressOf(one), one]));
  const wrong: string[] = [];
  let compared = 0;
  for (const { description, ticker, drugname, catalyst } of rows) {
    const address = /https:\/\/texts\.example\/\w+/.exec(String(description))?.[0];
    const drugs = drugsOf(byAddress.get(address ?? '')?.facts ?? []);
    if (drugs.length === 0 || catalyst !== 'PDUFA Date') continue;
    compared += 1;
    const texts = [
      ...all.filter((one) => one.ticker === ticker).map(({ text }) => text),
      ...decisions.filter((one) => one.ticker === ticker).map(({ product }) => product),
    ];
    const isOne = drugs.some(
      (drug) =>
        isNamed(drug, drugname) ||
        products.some(
          ({ brand, proper }) => hasAllWords(drug, brand) && hasAllWords(drugname, proper),
        ) ||
        texts.some((text) => sharesWord(drug, text) && sharesWord(drugname, text)),
    );
    if (!isOne) wrong.push(`${ticker}: ${drugname}, not ${drugs.join(' or ')}`);
  }
  return { what: 'drugs of goal dates', compared, wrong };
}

function drugsOf(facts: readonly LabelledFact[]): readonly string[] {
  const goals = facts.filter(({ type }) => type === 'pdufa_date');
  return goals.flatMap(({ drug, detail }) => drug ?? detail?.drug_from_context ?? []);
}

/**
 * Checks the parties of each served deal from a passage against the labels of the passage. The
 * source of such a deal is the website of the passage (`src/derive/source-names.ts`). A partnership
 * has `company` and `party`, in any order, instead of a buyer and a target
 * (`tools/ma-tracker/ma-deals.ts`).
 */
export function checkDeals(all: readonly Passage[], rows: readonly Served[]): Check {
  const byAddress = new Map(all.map((one) => [addressOf(one), one]));
  const wrong: string[] = [];
  let compared = 0;
  for (const { source_url, dealType, acquirer, company, target, party } of rows) {
    const passage = byAddress.get(String(source_url));
    if (!passage) continue;
    compared += 1;
    const [first, second] = [acquirer ?? company, target ?? party];
    const isStated = passage.facts.some(({ type, detail }) => {
      if (type !== 'acquisition' && type !== 'licence') return false;
      const buyer = detail?.acquirer ?? detail?.licensee ?? passage.company;
      const seller = detail?.target ?? detail?.licensor ?? passage.company;
      const isOf = (one: unknown, other: unknown) =>
        sharesWord(one, buyer) && sharesWord(other, seller);
      return isOf(first, second) || (dealType === 'partnership' && isOf(second, first));
    });
    if (!isStated) wrong.push(`${first} > ${second}: no label of ${source_url} states it`);
  }
  return { what: 'parties of deals', compared, wrong };
}

const DAY_MS = 86_400_000;

/**
 * The day of a collected decision. The day of approval in the FDA's register replaces the day that
 * another source states within a week (`onRegisteredDay` in `src/derive/approval/decisions.ts`).
 */
function dayOfDecision(
  { product, decision_date, outcome }: CollectedDecision,
  products: readonly RegisteredProduct[],
): string {
  const days = products
    .filter(({ brand }) => outcome === 'APPROVED' && hasAllWords(product, brand))
    .map(({ approved }) => Date.parse(`${approved} UTC`))
    .filter((day) => Math.abs(day - Date.parse(decision_date)) <= 7 * DAY_MS);
  return days.length > 0 ? new Date(Math.min(...days)).toISOString().slice(0, 10) : decision_date;
}

/** Checks that each collected decision is served with its dates and its outcome. */
export function checkDecisions(
  all: readonly CollectedDecision[],
  products: readonly RegisteredProduct[],
  rows: readonly Served[],
): Check {
  const known = all.filter(({ decision_date }) => decision_date !== '');
  const wrong = known
    .filter(
      (one) =>
        !rows.some(
          (row) =>
            row.ticker === one.ticker &&
            row.goal_date === one.pdufa_target_date &&
            row.decision_date === dayOfDecision(one, products) &&
            (row.decision === 'Approved') === (one.outcome === 'APPROVED'),
        ),
    )
    .map(
      (one) => `${one.ticker} ${one.product}: ${one.outcome} on ${one.decision_date} is missing`,
    );
  return { what: 'decisions', compared: known.length, wrong };
}

/** Checks each market value against the raw price and the share count that was filed last. */
export function checkMarketValues(
  companies: readonly ReducedCompany[],
  priceFiles: readonly string[],
  rows: readonly Served[],
): Check {
  const closes = priceFiles.flatMap(closesIn);
  const wrong: string[] = [];
  let compared = 0;
  for (const { ticker, market_cap_usd, snapshot_at } of rows) {
    const counts = companies.find((one) => one.ticker === ticker)?.facts.shares_outstanding;
    const day = String(snapshot_at);
    const count = counts
      ?.filter(({ filed }) => filed <= day)
      .toSorted((a, b) => (a.end + a.filed < b.end + b.filed ? -1 : 1))
      .at(-1);
    const close = closes.find((one) => one.ticker === ticker && one.date === day);
    if (!count || !close || !isSet(market_cap_usd)) continue;
    compared += 1;
    if (!near(Number(market_cap_usd) / 1e6, (count.val * close.close) / 1e6)) {
      wrong.push(`${ticker} ${day}: ${market_cap_usd}, not ${count.val * close.close}`);
    }
  }
  return { what: 'market value', compared, wrong };
}

/** Closes of a file with a column of tickers, or of the ticker that is the file's name. */
function closesIn(path: string) {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = header.toLowerCase().split(',');
  const [date, close, ticker] = ['date', 'close', 'ticker'].map((name) => names.indexOf(name));
  return lines.map((line) => {
    const cells = line.split(',');
    return {
      ticker: ticker! < 0 ? basename(path, '.csv') : cells[ticker!],
      date: cells[date!],
      close: Number(cells[close!]),
    };
  });
}

interface Study {
  readonly protocolSection: {
    readonly identificationModule: { readonly nctId: string };
    readonly statusModule: {
      readonly overallStatus?: string;
      readonly lastUpdateSubmitDate?: string;
    };
  };
}

/** The newest registered status of each trial in raw files of ClinicalTrials.gov. */
function statusesIn(paths: readonly string[]): ReadonlyMap<string, string> {
  const newest = new Map<string, { readonly status: string; readonly updated: string }>();
  const visit = (value: object): void => {
    if (!('protocolSection' in value)) {
      for (const one of Object.values(value)) if (typeof one === 'object' && one) visit(one);
      return;
    }
    const { identificationModule, statusModule } = (value as Study).protocolSection;
    const { overallStatus: status = '', lastUpdateSubmitDate: updated = '' } = statusModule;
    const known = newest.get(identificationModule.nctId);
    if (!known || known.updated < updated) {
      newest.set(identificationModule.nctId, { status, updated });
    }
  };
  for (const path of paths) visit(JSON.parse(readFileSync(path, 'utf8')));
  return new Map([...newest].map(([id, { status }]) => [id, status]));
}

const RUNNING = /^(?:RECRUITING|NOT_YET_RECRUITING|ENROLLING_BY_INVITATION|ACTIVE_NOT_RECRUITING)$/;
const RUNS = /recruiting|^active/i;

/** Checks that each program that is served as running has a running trial. */
export function checkLifeCycles(paths: readonly string[], rows: readonly Served[]): Check {
  const statuses = statusesIn(paths);
  const wrong: string[] = [];
  let compared = 0;
  for (const { ticker, drug_name, status, nctIds } of rows) {
    const own = ((nctIds as string[] | null) ?? []).flatMap((id) => statuses.get(id) ?? []);
    if (own.length === 0 || !isSet(status) || status === 'Approved') continue;
    compared += 1;
    const isRunning = own.some((one) => RUNNING.test(one));
    if (RUNS.test(String(status)) && !isRunning) {
      wrong.push(`${ticker} ${drug_name}: ${status}, but ${own.join(', ')}`);
    }
  }
  return { what: 'programs by life cycle', compared, wrong };
}
