import { expect } from 'vitest';
import type { Started } from '../support/start-app.ts';
import { Browser, callback, proofKey, type Shown } from './browser.ts';

export const publicUrl = 'https://catalysts.example.org';
export const resource = `${publicUrl}/mcp`;

/** The base URL of a server. */
type Served = Pick<Started, 'base'>;

interface Granted {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly token_type: string;
  readonly scope: string;
}

/** An OAuth client whose steps run one at a time, so that a test can change any of them. */
export class Flow {
  readonly started: Served;
  readonly browser: Browser;
  readonly proof = proofKey();
  clientId = '';

  constructor(started: Served) {
    this.started = started;
    this.browser = new Browser(started.base, publicUrl);
  }

  /** Registers a client with all scopes and prepares a request for the authorization page. */
  static async begin(started: Served, parameters: Record<string, string> = {}) {
    const flow = new Flow(started);
    const registered = await flow.register();
    flow.clientId = registered.body.client_id;
    return { flow, page: await flow.ask(parameters) };
  }

  /** Runs a complete authorization flow for the owner of an API key. */
  static async grant(started: Served, key: string) {
    const { flow, page } = await Flow.begin(started);
    const code = flow.codeOf(await flow.browser.submit(page, { key, answer: 'allow' }));
    const { body } = await flow.redeem(code);
    return { flow, code, tokens: body as Granted };
  }

  register(metadata: object = { client_name: 'Assistant', redirect_uris: [callback] }) {
    return this.post('/oauth/register', JSON.stringify(metadata), {
      'content-type': 'application/json',
    });
  }

  /** Opens the authorization page. Parameters with an empty value are left out. */
  ask(parameters: Record<string, string> = {}): Promise<Shown> {
    const query = {
      client_id: this.clientId,
      redirect_uri: callback,
      response_type: 'code',
      state: 'state-1',
      code_challenge: this.proof.challenge,
      code_challenge_method: 'S256',
      resource,
      ...parameters,
    };
    const given = Object.entries(query).filter(([, value]) => value !== '');
    return this.browser.open(`/oauth/authorize?${new URLSearchParams(given)}`);
  }

  codeOf({ left }: Shown): string {
    expect(left?.searchParams.get('state')).toBe('state-1');
    expect(left?.searchParams.get('iss')).toBe(publicUrl);
    return left?.searchParams.get('code') ?? '';
  }

  redeem(code: string, parameters: Record<string, string> = {}) {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: this.proof.verifier,
      ...parameters,
    });
  }

  refresh(refresh_token: string, parameters: Record<string, string> = {}) {
    return this.token({ grant_type: 'refresh_token', refresh_token, ...parameters });
  }

  token(parameters: Record<string, string>) {
    const given = { client_id: this.clientId, resource, ...parameters };
    return this.post('/oauth/token', new URLSearchParams(given));
  }

  async post(path: string, body: URLSearchParams | string, headers: Record<string, string> = {}) {
    const response = await fetch(`${this.started.base}${path}`, { method: 'POST', body, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') };
  }

  /** Lists the MCP tools with an access token. */
  list(token: string): Promise<Response> {
    return fetch(`${this.started.base}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
  }
}
