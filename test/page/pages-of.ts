import { ServiceError } from '../../src/base/errors.ts';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import type { Entry } from '../../src/domain/directory/name-index.ts';
import { createPages } from '../../src/page/page.ts';
import type { Reader } from '../../src/page/reading.ts';
import type { Account } from '../../src/service/access/account.ts';
import { pipeline } from '../../tools/clinical-pipeline/pipeline.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';
import { lookup } from '../../tools/index.ts';

const abacus: Entry = { kind: 'ticker', key: 'ABCQZ', name: 'Abacus <Bio>', ticker: 'ABCQZ' };
const others = ['ABDQZ', 'ABEQZ', 'ABFQZ'].map((key): Entry => {
  return { kind: 'ticker', key, name: `${key} Inc`, ticker: key };
});
export const due = {
  formattedDate: '2026-03-12',
  ticker: 'ABCQZ',
  drugname: 'zelvotinib',
  poa: 85,
  catalyst: 'PDUFA Date',
};

/** The answers of a fake service and the caller's access. */
export interface World {
  readonly demo?: boolean;
  readonly kind?: 'store' | 'upstream';
  readonly account?: Partial<Account>;
  readonly knows?: boolean;
  readonly serves?: (endpoint: Endpoint) => boolean;
  readonly records?: (endpoint: Endpoint, question: object) => readonly object[];
  readonly total?: number;
}

/** Builds pages on a service with one company and one catalyst. */
export function buildPages(world: World = {}) {
  const now = { asOf: '2026-03-09', today: '2026-03-10', failure: undefined as unknown };
  const { demo = false, kind = 'store', knows = true, records = () => [due], total } = world;
  const asked: (readonly [string, object])[] = [];
  const state = { notices: [] as string[], held: 7 };
  const directory = {
    company: (ticker: string) => (ticker === 'ABCQZ' ? abacus : undefined),
    companiesLike: (name: string, most: number) =>
      name.startsWith('AB') ? [abacus, ...others].slice(0, most) : [],
    companyNamed: () => undefined,
    drugs: () => [],
    *search(query: string, kinds: readonly string[], most: number) {
      yield undefined;
      const found = query.startsWith('abac') && kinds.includes('ticker') ? [abacus] : [];
      return found.slice(0, most);
    },
  };
  const source = {
    demo,
    kind,
    knowsNames: knows,
    serves: world.serves ?? (() => true),
    describe: () => ({ version: '1', from: 'here', asOf: now.asOf }),
    health: () => ({ ready: true, computedOn: undefined, notices: state.notices }),
    contents: async () => [{ title: 'Closes', records: state.held, source: 'x' }],
    directory: async () => (knows ? directory : undefined),
  };
  const answerOf = (endpoint: Endpoint, question: object) => {
    asked.push([endpoint.name, question]);
    if (now.failure) throw now.failure;
    const given = records(endpoint, question).map((one) => JSON.stringify(one));
    const count = total ?? given.length;
    return {
      endpoint,
      records: given,
      total: count,
      query: {},
      key: 'k',
      pagination: { page: 1, pageSize: 50, total: count },
      source: { version: '1', from: 'here', asOf: now.asOf },
    };
  };
  const service = {
    today: () => now.today,
    source: () => source,
    account({ key }: { key: string | undefined }) {
      if (key === undefined) throw new ServiceError(401, 'Missing API key');
      if (key === 'bad') throw new ServiceError(401, 'Invalid API key');
      const anna = { name: 'anna', plan: 'elite-plus', state: 'active' };
      return { ...anna, demo: key === 'demo', ...world.account };
    },
    answer: async (endpoint: Endpoint, question: object) => answerOf(endpoint, question),
    async answerAll(_: unknown, questions: readonly { endpoint: Endpoint; arguments: object }[]) {
      const answers = questions.map((one) => {
        try {
          return answerOf(one.endpoint, one.arguments);
        } catch (cause) {
          if (cause instanceof ServiceError) return cause;
          throw cause;
        }
      });
      const scan = async (steps: Generator<undefined, unknown>) => {
        for (;;) {
          const { done, value } = steps.next();
          if (done) return value;
        }
      };
      return { answers, source, scan };
    },
  };
  const endpoints = [fdaCalendar, cashRunway, pipeline, ...Object.values(lookup.names)];
  const reader = { catalogue: { endpoints }, service } as unknown as Reader;
  const pages = createPages(reader, {});
  const home = async (key?: string, origin = 'http://h') =>
    Buffer.from((await pages.home({ key }, origin)).plain).toString();
  return { pages, home, asked, now, state, source };
}
export const isLocked = (page: string) =>
  page.includes('These are real records. Enter a key to see them.');
/** The cells of the first row of the first table. */
export const rowOf = (page: string) =>
  /<tbody><tr>(.*?)<\/tr>/
    .exec(page)?.[1]
    ?.split(/<[^>]*>/)
    .filter(Boolean);
