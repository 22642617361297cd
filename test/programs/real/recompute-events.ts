import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
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

/**
 * Checks the drug of each served goal date from a text against the reader's label of the passage.
 * Two names are one drug if another passage or a collected decision of the company has both.
 */
export function checkGoalDrugs(
  all: readonly Passage[],
  decisions: readonly CollectedDecision[],
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

/** Checks the parties of each served deal against the labels of all passages. */
export function checkDeals(all: readonly Passage[], rows: readonly Served[]): Check {
  const labels = all.flatMap(({ facts, company }) =>
    facts
      .filter(({ type }) => type === 'acquisition' || type === 'licence')
      .map(({ detail }) => ({
        parties: [
          detail?.acquirer ?? detail?.licensee,
          detail?.target ?? detail?.licensor,
          company,
        ],
      })),
  );
  const told = rows.filter(({ source }) => source === 'press-releases');
  const wrong = told
    .filter(
      ({ acquirer, target }) =>
        !labels.some(({ parties }) =>
          [acquirer, target].every((name) => parties.some((party) => sharesWord(party, name))),
        ),
    )
    .map(({ acquirer, target }) => `${acquirer} > ${target}: no label states it`);
  return { what: 'parties of deals', compared: told.length, wrong };
}

/** Checks that each collected decision is served with its dates and its outcome. */
export function checkDecisions(all: readonly CollectedDecision[], rows: readonly Served[]): Check {
  const known = all.filter(({ decision_date }) => decision_date !== '');
  const wrong = known
    .filter(
      (one) =>
        !rows.some(
          (row) =>
            row.ticker === one.ticker &&
            row.goal_date === one.pdufa_target_date &&
            row.decision_date === one.decision_date &&
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
