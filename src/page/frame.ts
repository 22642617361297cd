import { html, raw } from 'hono/html';
import { withoutControls } from '../base/foreign-text.ts';
import { sha256 } from '../base/sha256.ts';
import { version } from '../base/version.ts';
import type { Markup } from './html.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** The content security policy permits the style sheet by this hash. */
export const styleSource = `'${hashOf(style)}'`;

/**
 * The content security policy of all pages. Only the inline script and style of a page are
 * permitted, and the script may connect only to this server.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src '${hashOf(script)}'`,
  `style-src ${styleSource}`,
  "connect-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The parts that all pages have in common. */
export interface Frame {
  readonly title: string;
  /** Whether the records are fictional. The page then has a notice about fictional data. */
  readonly demo: boolean;
  /** Whether the viewer has entered a key. If so, the page has a button that ends the session. */
  readonly signedIn: boolean;
  /** The text in the search field. */
  readonly query?: string;
  /** Whether the page includes the script. */
  readonly alive?: boolean;
}

/** Label of the search field. */
const SEARCHED = 'Ticker, company, drug or disease';

/** Formats a complete page: the search form, followed by the content. */
export async function framed(frame: Frame, content: Markup): Promise<string> {
  const { title, demo, signedIn, query = '', alive = false } = frame;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<header>
<div class="bar"><a class="home" href="/">Biotech catalysts</a>
<nav><a href="/#next">Next</a> <a href="/#connect">Connect</a> <a href="/#run">Try it</a> <a href="/#holds">Records</a> <a href="/record">Track record</a></nav>
${signedIn ? html`<form method="post" action="/session/end"><button class="plain">Forget my key</button></form>` : ''}</div>
<form class="search" role="search" action="/search"><input name="q" type="search" maxlength="100" required value="${query}" aria-label="${SEARCHED}" placeholder="${SEARCHED}"><button>Search</button></form>
${demo ? html`<p class="note">Demo data: every company, ticker, drug and number here is fictional. The key <code>demo</code> gives access to everything.</p>` : ''}
</header>
<main>
${content}
</main>
<footer>biotech-catalyst-mcp ${version} · <a href="/openapi.json">OpenAPI</a> · Estimates use published methods and are not investment advice</footer>
${alive ? html`<script>${raw(script)}</script>` : ''}
</body>
</html>`;
  return withoutControls(String(await page));
}

/** Returns the hash with which the content security policy permits a script or a style. */
export function hashOf(text: string): string {
  return `sha256-${sha256(text, 'base64')}`;
}
