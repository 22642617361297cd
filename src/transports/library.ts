import { documents } from '../../tools/documents.ts';
import { lookup } from '../../tools/index.ts';
import { prompts } from '../../tools/prompts.ts';
import { notServed, outsideToolsets, ServiceError } from '../base/errors.ts';
import type { Toolset } from '../base/toolset-words.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { PromptArgument } from '../catalogue/prompt.ts';
import { isAmong } from '../catalogue/toolsets.ts';
import { type Credential, permitEndpoint } from '../service/access/access.ts';
import type { Account } from '../service/access/account.ts';
import type { Backend } from '../service/backend.ts';
import { createDossiers } from '../service/dossiers.ts';
import type { Service } from '../service/service.ts';
import { viewUri } from './chart.ts';
import { readDocument, resourceList, templateList } from './documents.ts';
import { promptList, promptResult } from './prompts.ts';
import { isObject, type Params } from './protocol.ts';
import { readView, viewListed } from './view-page.ts';

/** Creates the prompts, resources and completions of the server. */
export function createLibrary(service: Service) {
  const dossiers = createDossiers(service, lookup);
  const promptsListed = promptList(prompts);
  const resourcesListed = resourceList(documents, [viewListed]);
  const templatesListed = templateList(documents);

  function reachOf(account: Account, toolsets: readonly Toolset[]) {
    return (endpoint: Endpoint): ServiceError | undefined => {
      if (!isAmong(toolsets, endpoint)) return outsideToolsets(endpoint.name, toolsets);
      if (!service.source().serves(endpoint)) return notServed();
      return refusalOf(() => permitEndpoint(account, endpoint));
    };
  }

  async function completed(account: Account, { ref, argument }: Params): Promise<string> {
    const { name, value } = argument as { name: string; value: string };
    const found = argumentsOf(ref).find((one) => one.name === name);
    const completion = found?.completion;
    // Tickers are suggested only if the caller's plan includes the endpoint that provides them.
    if (!completion || reachOf(account, [])(completion)) return completionResult([]);
    return completionResult(await tickersTyped(service.source(), value));
  }

  return {
    /**
     * Returns the serialized result of a method.
     * @throws ServiceError
     */
    async answer(
      credential: Credential,
      method: string,
      params: Params,
      toolsets: readonly Toolset[],
    ): Promise<string> {
      const account = service.account(credential);
      switch (method) {
        case 'prompts/list':
          return promptsListed;
        case 'prompts/get': {
          const given = isObject(params.arguments) ? params.arguments : {};
          const reach = reachOf(account, toolsets);
          return promptResult(prompts, String(params.name), given, service.today(), reach);
        }
        case 'resources/list':
          return resourcesListed;
        case 'resources/templates/list':
          return templatesListed;
        case 'resources/read':
          if (params.uri === viewUri) return readView();
          return readDocument(documents, String(params.uri), credential, dossiers);
        default:
          return completed(account, params);
      }
    },
  };
}

/**
 * Returns the arguments of the prompt or template in `ref`. Returns none if the prompt or template
 * is unknown.
 */
function argumentsOf(ref: unknown): readonly PromptArgument[] {
  if (!isObject(ref)) return [];
  if (ref.type === 'ref/prompt') {
    return prompts.find(({ name }) => name === ref.name)?.arguments ?? [];
  }
  const { argument } = documents.find(({ uri }) => uri === ref.uri) ?? {};
  return argument ? [argument] : [];
}

function refusalOf(check: () => void): ServiceError | undefined {
  try {
    check();
    return undefined;
  } catch (cause) {
    if (cause instanceof ServiceError) return cause;
    throw cause;
  }
}

/**
 * Maximum number of suggestions in one response. The protocol prescribes this number
 * (server/utilities/completion).
 */
const MAX_VALUES = 100;
/** Maximum number of typed characters for which suggestions are returned. */
const MAX_TYPED = 100;

/** The result of `completion/complete`. */
function completionResult(values: readonly string[]): string {
  const shown = values.slice(0, MAX_VALUES);
  const completion = { values: shown, total: values.length, hasMore: values.length > shown.length };
  return JSON.stringify({ completion });
}

/**
 * Returns the tickers that start with the typed text. The tickers of companies follow if a word in
 * the company name starts with the typed text.
 */
async function tickersTyped(source: Backend, typed: string): Promise<readonly string[]> {
  const directory = await source.directory();
  const found = directory?.companiesBeginning(typed.slice(0, MAX_TYPED)) ?? [];
  return found.map(({ key }) => key);
}
