import { unknownName } from '../base/errors.ts';
import type { Document } from '../catalogue/document.ts';
import type { Credential } from '../service/access/access.ts';
import type { Dossiers } from '../service/dossiers.ts';
import { wholeText } from './dossier-text.ts';
import { acceptedValue } from './prompts.ts';

const MIME_TYPE = 'text/plain';

/**
 * Returns the result of `resources/list`: the documents without arguments, followed by the entries
 * in `others`.
 */
export function resourceList(documents: readonly Document[], others: readonly object[]): string {
  const resources = documents.filter(({ argument }) => !argument).map(described);
  return JSON.stringify({ resources: [...resources, ...others] });
}

/** The result of `resources/templates/list`. */
export function templateList(documents: readonly Document[]): string {
  const resourceTemplates = documents
    .filter(({ argument }) => argument)
    .map(({ uri, ...document }) => {
      const { uri: _, ...words } = described({ uri, ...document });
      return { uriTemplate: uri, ...words };
    });
  return JSON.stringify({ resourceTemplates });
}

function described({ uri, name, title, description }: Document) {
  return { uri, name, title, description, mimeType: MIME_TYPE };
}

/**
 * Returns the result of `resources/read` for a document. Each part of the document states its
 * source, its date, and the tool call that returns more records. If a part is missing, the text
 * states the reason.
 * @throws ServiceError 404 for an unknown URI, 400, 401, 403, 429
 */
export async function readDocument(
  documents: readonly Document[],
  uri: string,
  credential: Credential,
  dossiers: Dossiers,
): Promise<string> {
  const stated = documents.find((one) => one.uri === uri)?.text;
  if (stated !== undefined) {
    return JSON.stringify({ contents: [{ uri, mimeType: MIME_TYPE, text: stated }] });
  }
  const ticker = tickerAt(documents, uri);
  const dossier = await (ticker === undefined
    ? dossiers.today(credential)
    : dossiers.of(credential, `ticker:${ticker}`));
  const text = wholeText(dossier);
  return JSON.stringify({ contents: [{ uri, mimeType: MIME_TYPE, text }] });
}

/**
 * Returns the ticker in a URI, or undefined for a document without a ticker.
 * @throws ServiceError 404, 400
 */
function tickerAt(documents: readonly Document[], uri: string): string | undefined {
  for (const { argument, uri: address } of documents) {
    if (!argument && address === uri) return undefined;
    if (!argument) continue;
    const [before = '', after = ''] = address.split(`{${argument.name}}`);
    const isOurs = uri.startsWith(before) && uri.endsWith(after);
    const word = isOurs ? uri.slice(before.length, uri.length - after.length) : '';
    if (argument.pattern.test(word)) return acceptedValue(argument, word);
  }
  const known = documents.map((one) => one.uri);
  throw unknownName('resource', uri, known);
}
