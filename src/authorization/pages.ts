import { html, raw } from 'hono/html';
import { withoutControls } from '../base/foreign-text.ts';
import { styleSource } from '../page/frame.ts';
import type { Markup } from '../page/html.ts';
import { style } from '../page/style.ts';

/** Headers of all pages. They forbid scripts, and they permit forms only to this server. */
export const consentHeaders = {
  'content-type': 'text/html; charset=UTF-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${styleSource}`,
    // The icon of a page is an empty data URL, so that browsers do not request an icon.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  // With `no-referrer`, a browser would send `Origin: null` with a form. This server checks the
  // origin of forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** The client that requests access. */
export interface Asking {
  /** The name that the client states, which is not verified. */
  readonly name: string;
  /** The client's URL, to which the browser returns. */
  readonly redirect: string;
  readonly demo: boolean;
  /** The reason why the key that the user entered was refused. */
  readonly refusal?: string;
}

/** The consent page, on which a user with a key gives the client access. */
export function consentPage({ name, redirect, demo, refusal }: Asking): Promise<string> {
  const { protocol, host } = new URL(redirect);
  const receiver =
    protocol === 'http:'
      ? html`a program on <strong>this computer</strong> (${host})`
      : html`<strong>${host}</strong>`;
  return paged(
    `Allow ${name}?`,
    html`<h1>Allow “${name}” to read biotech catalysts?</h1>
<p>This client can read everything that your key permits until the key is replaced, the plan of the account changes, or you disconnect the client. The client never sees the key.</p>
<p>If you allow access, your browser returns to ${receiver}. Allow access only if you started this request there. The client chose the name above, and the name is not verified.</p>
${refusal === undefined ? '' : html`<p class="note" role="alert">${refusal}</p>`}
<form method="post">
<label class="wide">Your key<input name="key" type="password" autocomplete="off" maxlength="200" autofocus></label>
<button name="answer" value="allow">Allow</button>
<button class="plain" name="answer" value="deny">Do not allow</button>
</form>
${demo ? html`<p class="quiet">Demo data: the key is <code>demo</code>.</p>` : ''}`,
  );
}

/**
 * A page that sends the browser to `address`. Our choice: the consent form is answered with this
 * page instead of an HTTP redirect. The browser would block a redirect, because the policy
 * `form-action` permits only this server.
 */
export function leavingPage(address: string, isAllowed: boolean): Promise<string> {
  const title = isAllowed ? 'Access granted' : 'Access denied';
  return paged(
    title,
    html`<h1>${title}</h1>
<p><a href="${address}">Back to your assistant</a></p>`,
    html`<meta http-equiv="refresh" content="0; url=${address}">`,
  );
}

/** A page that explains an invalid request. */
export function problemPage(words: string): Promise<string> {
  return paged(
    'Not possible',
    html`<h1>Invalid request</h1>
<p>${words}</p>
<p>Start again from your assistant.</p>`,
  );
}

async function paged(title: string, content: Markup, head: Markup | string = ''): Promise<string> {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Biotech catalysts</title>
<link rel="icon" href="data:,">
${head}
<style>${raw(style)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>`;
  return withoutControls(String(await page));
}
