import * as z from 'zod';
import { invalidParameter, missingParameter, unknownArgument } from '../base/errors.ts';
import type { Lookup } from '../catalogue/lookup.ts';
import { MAX_VALUE_LENGTH, numberWithin } from '../catalogue/param-values.ts';
import { type Credential, permitted } from '../service/access/access.ts';
import type { Account } from '../service/access/account.ts';
import type { RawArguments } from '../service/asked-query.ts';
import { createDossiers } from '../service/dossiers.ts';
import type { Service } from '../service/service.ts';
import { documentOf } from './dossier-text.ts';
import { trimmed } from './field-schema.ts';
import type { AskedText } from './passage.ts';
import { MAX_RESULTS, search } from './search.ts';

const text = z.string().max(MAX_VALUE_LENGTH);
const words = z.string().optional();
const result = z.object({ id: words, title: words, url: words });
const found = result.extend({ passage: words });

/** The input, description and output of each tool, by name. */
const tools = {
  search: {
    title: 'Search by name',
    description:
      'Finds companies, drugs, trials and funds by name, ticker, indication or NCT number, and trials and texts (releases, filings, news) by words. Returns ids for fetch.',
    argument: 'query',
    schema: text.describe('name, ticker, indication, NCT number or words: Vertex'),
    others: { limit: z.int().optional() },
    output: z.object({
      results: z.array(found).optional(),
      notices: z.array(z.string()).optional(),
    }),
  },
  fetch: {
    title: 'Dossier of a company, drug, trial or fund',
    description:
      'Dossier, or part of a text. ' +
      'Drug: programs, decisions, results, trials, designations, approvals. Trial: risk, signals, posted results. ' +
      'Company: price, trials, upcoming and past catalysts, runway, pipeline, fund flows, insiders, implied move, rNPV, headlines. ' +
      'Each part states its source, date and how to get more.',
    argument: 'id',
    schema: text.describe('ticker, company or drug name, NCT number, or an id from search or news'),
    others: {
      query: z.string().describe('words to find in a text').optional(),
      offset: z.int().describe('start in a text').optional(),
    },
    output: result.extend({ text: words, metadata: z.object({}).optional() }),
  },
} as const;
type ToolName = keyof typeof tools;

/** Name and title of each lookup tool. */
export const lookupTitles = Object.entries(tools).map(([name, { title }]) => ({ name, title }));

/**
 * Creates the tools `search`, which finds names, and `fetch`, which returns a dossier. Both use the
 * result formats that assistants expect.
 */
export function createLookupTools(service: Service, lookup: Lookup) {
  const dossiers = createDossiers(service, lookup);
  /** The endpoints that each tool reads. */
  const endpoints = {
    search: Object.values(lookup.names),
    fetch: Object.values(lookup.dossiers).flatMap((parts) => parts.map(({ endpoint }) => endpoint)),
  };
  return {
    /** Returns the names of the tools that an account can use. */
    usable(account: Account): readonly string[] {
      const source = service.source();
      if (!source.knowsNames) return [];
      return (Object.keys(tools) as ToolName[]).filter((name) =>
        endpoints[name].some((one) => permitted(account, one) && source.serves(one)),
      );
    },
    /** Returns the definition of a tool as JSON. */
    definition: (name: string, structured: boolean) => definitionOf(name as ToolName, structured),
    has: (name: string) => Object.hasOwn(tools, name),
    /**
     * Returns the answer of a tool as JSON. The tool result contains this JSON as text.
     * @throws ServiceError
     */
    async call(
      name: string,
      credential: Credential,
      args: RawArguments,
      origin: string | undefined,
    ): Promise<string> {
      service.account(credential);
      const tool = name as ToolName;
      const value = checked(tool, args);
      const answer =
        tool === 'search'
          ? await search(
              service,
              lookup,
              credential,
              { query: value, limit: limitOf(args) },
              origin,
            )
          : documentOf(await dossiers.of(credential, value), origin, askedText(args));
      return JSON.stringify(answer);
    },
  };
}

function definitionOf(name: ToolName, structured: boolean): string {
  const { title, description, argument, schema, others, output } = tools[name];
  const schemaOf = (of: z.ZodType) => {
    const { $schema: _, ...rest } = z.toJSONSchema(of, { io: 'input' });
    return trimmed(rest);
  };
  return JSON.stringify({
    name,
    description,
    inputSchema: schemaOf(z.object({ [argument]: schema, ...others })),
    ...(structured ? { outputSchema: schemaOf(output) } : {}),
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  });
}

/**
 * The value of a tool's required argument.
 * @throws ServiceError 400
 */
function checked(name: ToolName, args: RawArguments): string {
  const { argument, others } = tools[name];
  const known = [argument, ...Object.keys(others)];
  for (const given of Object.keys(args)) {
    if (!known.includes(given)) throw unknownArgument(given, argument, known);
  }
  const value = args[argument];
  if (value === undefined || value === null || value === '') throw missingParameter(argument);
  return checkedText(argument, value);
}

/** @throws ServiceError 400 */
function checkedText(name: string, value: unknown): string {
  const read = text.safeParse(value);
  if (!read.success || read.data.includes('\0')) {
    throw invalidParameter(name, `text of at most ${MAX_VALUE_LENGTH} characters`);
  }
  return read.data;
}

/**
 * The part of a text that the tool `fetch` returns.
 * @throws ServiceError 400
 */
function askedText({ query, offset }: RawArguments): AskedText {
  return {
    query: query == null ? undefined : checkedText('query', query),
    offset: offset == null ? undefined : wholeNumber('offset', offset, 0),
  };
}

/**
 * The maximum number of results of a search.
 * @throws ServiceError 400
 */
function limitOf({ limit }: RawArguments): number {
  return Math.min(wholeNumber('limit', limit ?? MAX_RESULTS, 1), MAX_RESULTS);
}

/** @throws ServiceError 400 */
function wholeNumber(name: string, value: unknown, minimum: number): number {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return numberWithin(text, name, { minimum }, 'a whole number');
}
