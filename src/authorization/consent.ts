import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import * as errors from 'oidc-provider/lib/helpers/errors.js';
import { crossSiteForm, methodNotAllowed, ServiceError } from '../base/errors.ts';
import { scope } from '../service/access/scope.ts';
import { bodyOf } from '../transports/body.ts';
import { retryAfterHeader } from '../transports/replies.ts';
import { type Asking, consentHeaders, consentPage, leavingPage, problemPage } from './pages.ts';
import type { Subjects } from './subjects.ts';

/** Maximum bytes of a form body. The form contains one key. */
const MAX_FORM_BYTES = 2_048;

export interface ConsentParts {
  readonly provider: Provider;
  readonly subjects: Subjects;
  readonly resource: string;
  /** Whether the records are demo data. If so, the page shows the demo key. */
  readonly overDemo: () => boolean;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Serves the consent page to the browser that started the request. */
export async function answerConsent(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ConsentParts,
): Promise<void> {
  const { provider } = parts;
  try {
    if (request.method !== 'GET' && request.method !== 'POST') throw methodNotAllowed('GET, POST');
    if (request.method === 'POST') checkOwnForm(request, provider.issuer);
    // The interaction is identified by a cookie, so the URL of this page does not work in another
    // browser.
    const interaction = await provider.interactionDetails(request, response);
    if (request.method === 'GET') {
      send(response, 200, await consentPage(await askingOf(interaction, parts)));
    } else await answerForm(request, response, interaction, parts);
  } catch (cause) {
    if (cause instanceof errors.SessionNotFound) {
      const words = 'The request has expired or was started in another browser.';
      send(response, 400, await problemPage(words));
    } else if (cause instanceof ServiceError) {
      send(response, cause.status, await problemPage(cause.message), retryAfterHeader(cause));
    } else throw cause;
  }
}

async function answerForm(
  request: IncomingMessage,
  response: ServerResponse,
  interaction: Interaction,
  parts: ConsentParts,
): Promise<void> {
  const form = new URLSearchParams(await bodyOf(request, MAX_FORM_BYTES));
  if (form.get('answer') !== 'allow') {
    const denied = { error: 'access_denied', error_description: 'The user denied access' };
    const next = await parts.provider.interactionResult(request, response, denied);
    send(response, 200, await leavingPage(next, false));
    return;
  }
  let subject: string;
  try {
    subject = parts.subjects.subjectOf((form.get('key') ?? '').trim());
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    const asking = { ...(await askingOf(interaction, parts)), refusal: cause.message };
    send(response, cause.status, await consentPage(asking), retryAfterHeader(cause));
    return;
  }
  const grantId = await grantTo(subject, interaction, parts);
  const result = { login: { accountId: subject, remember: false }, consent: { grantId } };
  const next = await parts.provider.interactionResult(request, response, result);
  send(response, 200, await leavingPage(next, true));
}

/** Creates the grant and returns its ID. */
function grantTo(
  accountId: string,
  { params }: Interaction,
  { provider, resource }: ConsentParts,
): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addResourceScope(resource, scope);
  return grant.save();
}

async function askingOf(
  { params }: Interaction,
  { provider, overDemo }: ConsentParts,
): Promise<Asking> {
  const client = await provider.Client.find(String(params.client_id));
  const name = client?.clientName ?? String(params.client_id);
  return { name, redirect: String(params.redirect_uri), demo: overDemo() };
}

/**
 * Uses the headers `Origin` and `Sec-Fetch-Site` to check that a page of this server sent the form.
 * @throws ServiceError 403
 */
function checkOwnForm({ headers }: IncomingMessage, issuer: string): void {
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  if (headers.origin !== new URL(issuer).origin || site !== 'same-origin') throw crossSiteForm();
}

function send(
  response: ServerResponse,
  status: number,
  page: string,
  more: Readonly<Record<string, string>> = {},
): void {
  const length = String(Buffer.byteLength(page));
  response.writeHead(status, { ...consentHeaders, ...more, 'content-length': length });
  response.end(page);
}
