import { createHash, randomBytes } from 'node:crypto';

/** Redirect URI of a client on this computer. */
export const callback = 'http://localhost:3118/callback';

/** A page shown by the browser, or the external URL that the server redirected to. */
export interface Shown {
  readonly address: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** External URL of a redirect. The browser does not follow it. */
  readonly left?: URL;
}

interface Cookie {
  readonly path: string;
  readonly value: string;
}

/** A minimal browser for OAuth grants: cookies by path, redirects, one form and `http-equiv`. */
export class Browser {
  readonly #base: string;
  readonly #publicUrl: string;
  readonly cookies = new Map<string, Cookie>();

  /** @param publicUrl public URL of the server, which requests replace with `base` */
  constructor(base: string, publicUrl: string) {
    this.#base = base;
    this.#publicUrl = publicUrl;
  }

  async open(address: string | URL, init: RequestInit = {}): Promise<Shown> {
    const url = new URL(address, this.#publicUrl);
    if (url.origin !== this.#publicUrl) {
      return { address: '', status: 0, headers: new Headers(), text: '', left: url };
    }
    const response = await fetch(`${this.#base}${url.pathname}${url.search}`, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: this.#cookiesFor(url.pathname) },
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const location = response.headers.get('location');
    if (location) return this.open(new URL(location, url));
    const text = await response.text();
    const next = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1];
    if (next) return this.open(next.replaceAll('&amp;', '&'));
    return { address: url.href, status: response.status, headers: response.headers, text };
  }

  /** Fills in the form of a page and submits it like a browser. */
  submit(
    page: Shown,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Shown> {
    return this.open(page.address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: this.#publicUrl, 'sec-fetch-site': 'same-origin', ...headers },
    });
  }

  #cookiesFor(path: string): string {
    const sent = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  #keep(text: string): void {
    const [pair = '', ...parts] = text.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const path = parts.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
    if (/expires=Thu, 01 Jan 1970/i.test(text)) this.cookies.delete(name);
    else this.cookies.set(name, { path, value: pair.slice(name.length + 1) });
  }
}

/** Creates a PKCE code verifier and its challenge (RFC 7636, section 4). */
export function proofKey(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
