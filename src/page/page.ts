import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { html, raw } from 'hono/html';
import { LRUCache } from 'lru-cache';
import { demoKey } from '../access/access.ts';
import { httpSettings, stdioSettings } from '../assistant-settings.ts';
import { basePath, type Catalogue } from '../catalogue.ts';
import { type Endpoint, groups } from '../endpoint.ts';
import { planTitle } from '../plans.ts';
import type { Source } from '../sources/source.ts';
import type { FactCount } from '../store/facts-store.ts';
import { version } from '../version.ts';
import { script } from './script.ts';
import { style } from './style.ts';

type Markup = ReturnType<typeof html>;

/** Only what the page itself holds may run, and it may reach nothing but this server. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src '${hashOf(script)}'`,
  `style-src '${hashOf(style)}'`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page as bytes, ready to be sent: to encode its text at each request took most of one. */
export interface Page {
  readonly html: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
}

/** Pages kept: the same one names each host and port by which the server is addressed. */
const MAX_PAGES = 8;

/**
 * The page that a person opens. Whoever asks for it needs no key: it is made once a state of the
 * source, and then costs no more than sending it.
 */
export function createPages(
  catalogue: Catalogue,
): (source: Source, origin: string) => Promise<Page> {
  const pages = new LRUCache<string, Promise<Page>>({ max: MAX_PAGES });
  return async (source, origin) => {
    const { version, from, asOf } = source.describe();
    const contents = await source.contents();
    const notices = source.health?.().notices;
    const key = JSON.stringify([origin, source.demo, version, from, asOf, contents, notices]);
    const known = pages.get(key);
    if (known) return known;
    const made = pageOf(catalogue, source, contents, origin).then(async (text) => ({
      html: new TextEncoder().encode(text),
      gzip: new Uint8Array(await compressed(text)),
    }));
    pages.set(key, made);
    made.catch(() => pages.delete(key));
    return made;
  };
}

const compressed = promisify(gzip);

/** What is here, how to connect, and a form to try it. */
async function pageOf(
  catalogue: Catalogue,
  source: Source,
  contents: readonly FactCount[],
  origin: string,
): Promise<string> {
  const served = catalogue.endpoints.filter((endpoint) => source.serves(endpoint));
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Biotech catalysts</title>
<style>${raw(style)}</style>
</head>
<body>
<header>
<h1>Biotech catalysts</h1>
<p>FDA dates and decisions, trials, cash, positioning and valuations: ${served.length} endpoints, each a tool for AI assistants and a REST path.</p>
${source.demo ? html`<p class="note">Demo data: every company, ticker, drug and number here is fictional. The key <code>demo</code> opens everything.</p>` : ''}
</header>
<main>
<h2 id="holds">What this server holds</h2>
${holdings(source, contents)}
<h2 id="connect">Connect an assistant</h2>
${connecting(origin, source.demo)}
<h2 id="run">Try an endpoint</h2>
${tryForm(served, source.demo)}
<div id="answer" role="status" aria-live="polite"></div>
<h2 id="endpoints-list">Endpoints</h2>
${groups.map((group) => groupOf(group, served))}
</main>
<footer>biotech-catalyst-mcp ${version} · <a href="/openapi.json">OpenAPI</a> · estimates with a published method, no investment advice</footer>
<script type="application/json" id="endpoints">${raw(forScript(served))}</script>
<script>${raw(script)}</script>
</body>
</html>`;
  return String(await body);
}

function holdings(source: Source, contents: readonly FactCount[]): Markup {
  const { from, asOf } = source.describe();
  const fresh = asOf
    ? html`Newest records of <strong>${asOf}</strong>, from: ${from}.`
    : html`Records come from: ${from}.`;
  const notices = source.health?.().notices ?? [];
  const told = html`<p>${fresh}</p>${notices.map((notice) => html`<p class="note">${notice}</p>`)}`;
  if (contents.length === 0) return told;
  return html`${told}
<div class="scroll" tabindex="0"><table><thead><tr><th>facts</th><th>records</th><th>source</th></tr></thead>
<tbody>${contents.map(({ title, records, source: origin }) => html`<tr><td>${title}</td><td>${records.toLocaleString('en')}</td><td>${origin}</td></tr>`)}</tbody></table></div>`;
}

function connecting(origin: string, demo: boolean): Markup {
  const key = demo ? demoKey : 'YOUR_KEY';
  const rest = `curl '${origin}${basePath}/fdacalendar?apiKey=${key}'`;
  const way = (title: string, words: string, code: string) =>
    html`<details><summary>${title}</summary><p>${words}</p><pre>${code}</pre></details>`;
  return html`
${way('Claude Desktop and others that start a program (stdio)', 'In claude_desktop_config.json, or your assistant’s own settings:', stdioSettings('/path/to/biotech-catalyst-mcp/dist/main.js'))}
${way('IDE assistants and agent frameworks (HTTP)', 'In the assistant’s MCP settings; X-API-Key instead of Authorization is as good:', httpSettings(origin, demo))}
${way('Assistants that take only an address', 'The key stands behind the address:', `${origin}/mcp?apiKey=${key}`)}
${way('Programs (REST)', 'Every endpoint is a path; /openapi.json describes them:', rest)}`;
}

function tryForm(served: readonly Endpoint[], demo: boolean): Markup {
  return html`<form id="try">
<label>key<input name="key" type="password" autocomplete="off" required value="${demo ? 'demo' : ''}"></label>
<label>endpoint<select name="endpoint">${served.map(({ name, title }) => html`<option value="${name}">${name}: ${title}</option>`)}</select></label>
<div id="parameters"></div>
<div class="wide"><button>Run</button></div>
</form>`;
}

function groupOf(group: string, served: readonly Endpoint[]): Markup | string {
  const members = served.filter((endpoint) => endpoint.group === group);
  if (members.length === 0) return '';
  return html`<h3>${group}</h3>${members.map(endpointOf)}`;
}

function endpointOf(endpoint: Endpoint): Markup {
  const { name, path, plan, title, description, limit, parameters } = endpoint;
  return html`<details><summary><code>${name}</code> ${title} <span class="badge">${planTitle(plan)}</span></summary>
<p>${description}</p>
<p class="quiet"><code>GET ${basePath}${path}</code> · ${limit.requests} requests per ${limit.windowSeconds} seconds</p>
<dl>${Object.entries(parameters).map(([parameter, { rule, required }]) => html`<dt>${parameter}</dt><dd>${rule}${required ? ' (required)' : ''}</dd>`)}</dl>
<button type="button" data-try="${name}">Try it</button></details>`;
}

/** What the form needs, safe inside a script element. */
function forScript(served: readonly Endpoint[]): string {
  const known = served.map(({ name, path, parameters, paging }) => ({
    name,
    path: `${basePath}${path}`,
    pages: paging === 'pages',
    parameters: Object.entries(parameters).map(([parameter, { rule, required }]) => ({
      name: parameter,
      rule,
      required,
    })),
  }));
  return JSON.stringify(known).replaceAll('<', '\\u003c');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
