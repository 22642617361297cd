import type { Readable, Writable } from 'node:stream';
import { ConfigError } from '../base/config-error.ts';
import { ServiceError } from '../base/errors.ts';
import type { Credential } from '../service/access/access.ts';
import { isModern, respondModern } from './modern.ts';
import {
  errorReply,
  type Id,
  type Notification,
  type Request,
  readMessage,
  respond,
  type Toolbox,
} from './protocol.ts';

/** Maximum characters of an input message. Valid calls are much shorter. */
const MAX_LINE_LENGTH = 1024 * 1024;
/** Maximum number of requests in progress. Further requests wait. */
const MAX_IN_FLIGHT = 64;

export interface StdioParts {
  readonly input: Readable;
  readonly output: Writable;
  readonly credential: Credential;
  readonly toolbox: Toolbox;
  readonly failed: (cause: unknown) => void;
}

/** A request in progress. If the client cancels the request, no reply is sent. */
interface Pending {
  isCancelled: boolean;
}

/** The state of the connection to the client. */
interface Line extends StdioParts {
  readonly pending: Map<Id, Pending>;
  readonly sdk: (message: unknown) => Promise<void>;
}

/** Serves one client over streams until the input ends and all requests are answered. */
export async function serveStdio(parts: StdioParts): Promise<void> {
  const { input, output } = parts;
  const inFlight = new Set<Promise<void>>();
  const sdk = lazySdk(parts, (line) => output.write(`${line}\n`));
  const shared: Line = { ...parts, pending: new Map(), sdk };
  for await (const line of linesOf(input)) {
    if (line.trim() === '') continue;
    const work = answerLine(line, shared).catch(parts.failed);
    inFlight.add(work);
    void work.finally(() => inFlight.delete(work));
    if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight);
  }
  await Promise.all(inFlight);
}

async function answerLine(line: string, shared: Line): Promise<void> {
  const reply = (text: string) => shared.output.write(`${text}\n`);
  if (line.length > MAX_LINE_LENGTH) {
    reply(errorReply(null, 'invalidRequest', `message longer than ${MAX_LINE_LENGTH} characters`));
    return;
  }
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    reply(errorReply(null, 'parse', 'not JSON'));
    return;
  }
  if (Array.isArray(message)) {
    reply(
      errorReply(null, 'invalidRequest', 'batches are not supported: send one message per line'),
    );
    return;
  }
  const read = readMessage(message);
  if ('invalid' in read) reply(read.invalid);
  if ('notification' in read) note(read.notification, shared);
  if ('request' in read) await answerRequest(read.request, message, shared);
}

/** Handles a notification from the client. All notifications except cancellations are ignored. */
function note({ method, params }: Notification, { pending }: Line): void {
  if (method !== 'notifications/cancelled') return;
  const cancelled = pending.get(params.requestId as Id);
  if (cancelled) cancelled.isCancelled = true;
}

async function answerRequest(request: Request, message: unknown, shared: Line): Promise<void> {
  const { pending, sdk, failed } = shared;
  const own: Pending = { isCancelled: false };
  pending.set(request.id, own);
  const reply = (text: string) => {
    if (!own.isCancelled) shared.output.write(`${text}\n`);
  };
  try {
    const answer = await answerOf(request, shared);
    if (answer === undefined) await sdk(message);
    else reply(answer);
  } catch (cause) {
    const isSettings = cause instanceof ConfigError;
    const isTold = isSettings || cause instanceof ServiceError;
    if (!isTold) failed(cause);
    const text = isTold ? cause.message : 'Internal error';
    reply(errorReply(request.id, isSettings ? 'invalidSettings' : 'internal', text));
  } finally {
    if (pending.get(request.id) === own) pending.delete(request.id);
  }
}

async function answerOf(
  request: Request,
  { credential, toolbox }: StdioParts,
): Promise<string | undefined> {
  if (!isModern(request)) return respond(request, credential, toolbox);
  return (await respondModern(request, credential, toolbox)).text;
}

/** Loads the server of the MCP SDK when the first message needs it, because loading takes time. */
function lazySdk({ toolbox, credential }: StdioParts, send: (line: string) => void) {
  let connected: Promise<(message: never) => void> | undefined;
  return async (message: unknown): Promise<void> => {
    connected ??= import('./mcp-server.ts').then(({ connectServer }) =>
      connectServer(toolbox, credential, send),
    );
    (await connected)(message as never);
  };
}

/**
 * Yields the lines of a byte stream. A line that is too long is cut to one character more than
 * `MAX_LINE_LENGTH`, so that it is refused later.
 */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  input.setEncoding('utf8');
  let rest = '';
  for await (const chunk of input) {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH + 1);
    yield* lines;
  }
  if (rest !== '') yield rest;
}
