import type { Credential } from '../access/access.ts';
import type { Document, Part } from '../document.ts';
import { ServiceError, unknownName } from '../errors.ts';
import { filled, filledArguments, type Values } from '../question.ts';
import type { Answer, Service } from '../service.ts';
import { acceptedValue } from './prompts.ts';
import { render } from './render.ts';

const MIME_TYPE = 'text/plain';

/** The result of `resources/list`: the documents whose addresses are whole, and others' entries. */
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
 * The result of `resources/read` of a document: each part with its source and day, or the reason
 * why it is left out, and the call that brings more.
 *
 * @throws ServiceError 404 for an address that leads nowhere, 400, 401, 403, 429
 */
export async function readDocument(
  documents: readonly Document[],
  uri: string,
  credential: Credential,
  service: Service,
): Promise<string> {
  const [document, words] = documentAt(documents, uri);
  const values: Values = { ...words, today: service.today() };
  const questions = document.parts.map((part) => {
    return { endpoint: part.endpoint, arguments: filledArguments(part, values) };
  });
  const answers = await service.answerAll(questions, credential);
  // Who is unknown has no document at all: a company's own record says so.
  const unknown = answers.find((one, at) => isUnknown(one, document.parts[at]));
  if (unknown) throw unknown;
  const given = answers.flatMap((one) => (one instanceof ServiceError ? [] : [one]));
  const common = repeated(given.filter(({ total }) => total > 0).flatMap(noticesOf));
  const notes = given.flatMap(({ Note }) => (Note === undefined ? [] : [`Note: ${Note}`]));
  const text = [
    // What is said of several parts stands once, at the head.
    ...new Set([...notes, ...common]),
    ...document.parts.map((part, at) => partText(part, answers[at], common, values)),
  ].join('\n\n');
  return JSON.stringify({ contents: [{ uri, mimeType: MIME_TYPE, text }] });
}

/** What stands more than once. */
function repeated(texts: readonly string[]): readonly string[] {
  return texts.filter((text, at) => texts.indexOf(text) !== at);
}

/** An endpoint's own notice speaks of fields, which a part need not show. */
function noticesOf({ notices = [], endpoint }: Answer): string[] {
  return notices.filter((notice) => notice !== endpoint.notice);
}

/** @throws ServiceError 404, 400 */
function documentAt(
  documents: readonly Document[],
  uri: string,
): readonly [Document, Readonly<Record<string, string>>] {
  for (const document of documents) {
    const { argument } = document;
    if (!argument) {
      if (document.uri === uri) return [document, {}];
      continue;
    }
    const [before = '', after = ''] = document.uri.split(`{${argument.name}}`);
    const isOurs = uri.startsWith(before) && uri.endsWith(after);
    const word = isOurs ? uri.slice(before.length, uri.length - after.length) : '';
    if (argument.pattern.test(word))
      return [document, { [argument.name]: acceptedValue(argument, word) }];
  }
  const known = documents.map((one) => one.uri);
  throw unknownName('resource', uri, known);
}

function isUnknown(answer: Answer | ServiceError, part: Part | undefined): answer is ServiceError {
  return (
    answer instanceof ServiceError && answer.status === 404 && part?.endpoint.paging === 'single'
  );
}

function partText(
  part: Part,
  answer: Answer | ServiceError | undefined,
  common: readonly string[],
  values: Values,
): string {
  const title = filled(part.title, values);
  if (answer === undefined || answer instanceof ServiceError) {
    return `${title}\nLeft out: ${answer?.message ?? 'no answer'}.`;
  }
  const records = answer.records.slice(0, part.most);
  const isCut = answer.pagination.total > records.length;
  const { Note: _, ...plain } = answer;
  const notices = noticesOf(answer).filter((notice) => !common.includes(notice));
  const { text } = render({ ...plain, records, notices }, viewOf(part));
  const more = `More: ${part.endpoint.name} ${JSON.stringify(filledArguments(part, values))}`;
  const lines = text.split('\n').filter((line) => line !== '' && !/: call again with /.test(line));
  return [title, ...lines, ...(isCut ? [more] : [])].join('\n');
}

function viewOf({ fields }: Part) {
  return { fields, detail: 'concise', skip: 0, structured: false } as const;
}
