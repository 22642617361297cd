import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { withoutControls } from '../base/foreign-text.ts';
import { version } from '../base/version.ts';
import type { Markup } from './html.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** By which pages may hold their style, and no other. */
export const styleSource = `'${hashOf(style)}'`;

/** Only what a page itself holds may run, and it may reach nothing but this server. */
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

/** What stands on every page. */
export interface Frame {
  readonly title: string;
  /** Whether the records are fictional, which is said above them. */
  readonly demo: boolean;
  /** Whether somebody's key is kept for this browser, who may then have it forgotten. */
  readonly signedIn: boolean;
  /** What was searched for, to be changed. */
  readonly query?: string;
  /** Whether the page has parts that the script brings to life. */
  readonly alive?: boolean;
}

/** A whole page: search above all, then its own content. */
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
<nav><a href="/#next">Next</a> <a href="/#connect">Connect</a> <a href="/#run">Try it</a> <a href="/#holds">Records</a></nav>
${signedIn ? html`<form method="post" action="/session/end"><button class="plain">Forget my key</button></form>` : ''}</div>
<form class="search" role="search" action="/search"><input name="q" type="search" maxlength="100" required value="${query}" aria-label="Ticker, company, drug or disease" placeholder="Ticker, company, drug or disease"><button>Search</button></form>
${demo ? html`<p class="note">Demo data: every company, ticker, drug and number here is fictional. The key <code>demo</code> opens everything.</p>` : ''}
</header>
<main>
${content}
</main>
<footer>biotech-catalyst-mcp ${version} · <a href="/openapi.json">OpenAPI</a> · estimates with a published method, no investment advice</footer>
${alive ? html`<script>${raw(script)}</script>` : ''}
</body>
</html>`;
  return withoutControls(String(await page));
}

/** How a policy names a script or a style that a page may hold. */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
