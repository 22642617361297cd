import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { type Endpoint, ordersOf } from '../../src/catalogue/endpoint.ts';
import type { Service } from '../../src/service/service.ts';
import { columnsOf } from '../../src/store/served-store.ts';
import { schemaOf } from '../../src/transports/field-schema.ts';
import { instructions } from '../../src/transports/instructions.ts';
import { createToolbox } from '../../src/transports/toolbox.ts';
import { endpoints } from '../../tools/index.ts';
import { silentLog } from '../support/start-app.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Each group of tools has one folder. The files next to the folders and the lookups are built from
 * these tools.
 */
const toolFiles = filesBelow('tools').filter(
  (path) => path.split('/').length === 3 && !path.startsWith('tools/lookup/'),
);

/** Fields that can be searched but are not shown, such as a date that filters a calendar. */
const searchedAlone: Readonly<Record<string, readonly string[]>> = {
  catalyst_sync: ['status', 'wording'],
  fda_calendar_historical: ['formattedDate'],
  ma_acquirers: ['therapeuticAreas'],
  news: ['wording'],
  timeline: ['drug_words'],
  fda_decisions: ['drug_words'],
  trial_risk: ['drugs'],
};

/** The units that a description may state, as they appear in its text. */
const unitWords = [
  /US dollars/,
  /percent/,
  /\bpoints\b/,
  /\bratio\b/,
  /\bfraction\b/,
  /\bnumber\b/,
  /\bcount\b/,
  /\bquantity\b/,
];

/**
 * Returns the descriptions of every field in JSON Schema and OpenAPI, including fields inside
 * lists, by name.
 */
function descriptionsOf(fields: Endpoint['record'], path = ''): readonly [string, string][] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [path + name, (schemaOf(field) as { description?: string }).description ?? ''],
    ...descriptionsOf(field.fields ?? {}, `${path}${name}.`),
  ]);
}

describe('the description of a field', () => {
  const described = endpoints.flatMap(({ name, record }) => descriptionsOf(record, `${name}.`));

  it('names one unit at most, and that once', () => {
    const namedIn = (text: string) => {
      const words = text.replaceAll('percentage points', 'percent');
      return unitWords.flatMap((unit) => words.match(new RegExp(unit, 'g')) ?? []);
    };
    expect(described.filter(([, text]) => namedIn(text).length > 1)).toEqual([]);
  });

  it.each([
    ['clinical_trial_outcomes.success_probability', 'a fraction of 1; 0–1'],
    ['clinical_trial_outcomes.interval_low', 'percent; lower bound of success_probability'],
    ['clinical_trial_outcomes.base_rate', 'percent'],
    ['poa_scores.interval_high', 'percent'],
    ['poa_base_rates.observed_rate', 'percent'],
    ['options_chain.theta', 'US dollars per share; change in the option price per calendar day'],
    ['unusual_volume.avg_volume_20d', 'an average count'],
  ])('of %s says %s', (name, words) => {
    expect(Object.fromEntries(described)[name]).toBe(words);
  });
});

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    it('is named in snake case, in a file of its own in the folder of its group', () => {
      expect(endpoint.name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      expect(endpoint.path).toMatch(/^(\/([a-z0-9-]+|\{[a-zA-Z]+\}))+$/);
      const folder = endpoint.group.toLowerCase().replaceAll('&', 'and').replaceAll(' ', '-');
      const folders = [
        folder,
        folder.replace('-and-', '-'),
        endpoint.group === 'M&A Tracker' ? 'ma-tracker' : folder,
      ];
      const own = toolFiles.filter((path) =>
        readFileSync(join(root, path), 'utf8').includes(`name: '${endpoint.name}'`),
      );
      expect(own).toHaveLength(1);
      expect(folders.map((one) => `tools/${one}/`)).toContain(own[0]?.replace(/[^/]+$/, ''));
    });

    it('has a title, a description of one to three sentences and a limit', () => {
      expect(endpoint.title.length).toBeGreaterThan(0);
      expect(endpoint.title.length).toBeLessThanOrEqual(60);
      const sentences = endpoint.description.match(/[.?!](?=\s|$)/g) ?? [];
      expect(sentences.length).toBeGreaterThanOrEqual(1);
      expect(sentences.length).toBeLessThanOrEqual(3);
      expect(endpoint.description).toMatch(/[.?!]$/);
      expect(endpoint.limit.requests).toBeGreaterThan(0);
      expect(endpoint.limit.windowSeconds).toBeGreaterThan(0);
    });

    it('sorts by fields that it shows, or that it is known to search alone', () => {
      const fields = [...Object.keys(endpoint.fields), ...(searchedAlone[endpoint.name] ?? [])];
      for (const [, order] of ordersOf(endpoint)) {
        for (const { field } of order) expect(fields).toContain(field);
      }
      for (const { field } of columnsOf(endpoint)) expect(fields).toContain(field);
    });

    it('gives each parameter its rule in words, and a parameter to each name in the path', () => {
      for (const { rule } of Object.values(endpoint.parameters)) expect(rule).toMatch(/\w{3}/);
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const names = Object.keys(endpoint.parameters);
      expect(names).toEqual(expect.arrayContaining([...inPath, ...(endpoint.oneOfRequired ?? [])]));
    });
  },
);

describe('the catalogue', () => {
  it('names no tool, path or title twice', () => {
    for (const key of ['name', 'path', 'title'] as const) {
      expect(new Set(endpoints.map((endpoint) => endpoint[key])).size).toBe(endpoints.length);
    }
  });

  it('is named by no file that serves it', () => {
    // Words such as `companies` and `distress` also name facts and formulas.
    const computing =
      /^src\/((demo|derive|domain|extract|facts|ingest|sources|store)\/|base\/toolset-words|service\/local\/kinds-behind)/;
    const names = endpoints.map(({ name }) => `['"\`]${name}['"\`]`).join('|');
    const serving = filesBelow('src').filter((path) => !computing.test(path));
    const naming = serving.filter((path) =>
      new RegExp(names).test(readFileSync(join(root, path), 'utf8')),
    );
    expect(naming).toEqual([]);
  });

  it('finds by name and by path, with or without a last slash, and names the nearest', () => {
    const catalogue = createCatalogue(endpoints);
    for (const endpoint of endpoints) {
      expect(catalogue.tool(endpoint.name)).toBe(endpoint);
      const path = `/api/v2${endpoint.path.replace(/\{\w+\}/, 'AC%2FME')}`;
      expect(catalogue.path(path).endpoint).toBe(endpoint);
      expect(catalogue.path(`${path}/`).endpoint).toBe(endpoint);
    }
    expect(() => catalogue.tool('fda_calender')).toThrow(
      'Unknown tool "fda_calender". Nearest: fda_calendar',
    );
    expect(() => catalogue.path('/api/v2/pdufa/upcomming')).toThrow(
      'Unknown path "/api/v2/pdufa/upcomming". Nearest: /api/v2/pdufa/upcoming',
    );
  });

  it('lists all tools in at most 11,500 tokens of four bytes, each in at most 400', async () => {
    const list = await toolList(await declaredEndpoints());
    // The lookups and the chart are tools without an endpoint.
    expect(list).toHaveLength(toolFiles.length + 3);
    const tokens = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) / 4;
    expect(tokens({ tools: list })).toBeLessThanOrEqual(11_500);
    expect(list.filter((tool) => tokens(tool) > 400).map(({ name }) => name)).toEqual([]);
  });

  it('describes every parameter in its tool, or in the instructions if all tools have it', async () => {
    const shared = ['page', 'fields', 'skip', 'limit', 'sort'];
    const words = instructions({ from: 'tests', asOf: undefined }, false);
    for (const name of shared) expect(words).toMatch(new RegExp(`\\b${name} \\(`));
    const declared = await declaredEndpoints();
    const own = new Map(declared.map(({ name, parameters }) => [name, parameters]));
    for (const { name, inputSchema } of await toolList(declared)) {
      for (const [parameter, { description }] of Object.entries(inputSchema.properties)) {
        expect([name, parameter, description]).toEqual([
          name,
          parameter,
          parameter === 'page' ||
          (shared.includes(parameter) && !(parameter in (own.get(name) ?? {})))
            ? undefined
            : expect.stringMatching(/^.{8,}$/),
        ]);
      }
    }
  });
});

/** Loads the endpoints that the files in tools/ declare, whether or not the index lists them. */
async function declaredEndpoints(): Promise<Endpoint[]> {
  const modules = await Promise.all(toolFiles.map((path) => import(join(root, path))));
  return modules.flatMap((module: Record<string, Endpoint>) => Object.values(module));
}

/** Returns the content of `tools/list`. */
async function toolList(declared: readonly Endpoint[]): Promise<Tool[]> {
  const service = {
    account: () => ({ name: 'owner', plan: 'elite-plus', demo: false, state: 'active' }),
    source: () => ({ serves: () => true, knowsNames: true }),
  } as unknown as Service;
  const toolbox = createToolbox(createCatalogue(declared), service, silentLog());
  return (JSON.parse(await toolbox.listTools('owner')) as { tools: Tool[] }).tools;
}

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, { readonly description?: string }>>;
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
