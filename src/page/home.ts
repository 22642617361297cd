import { html, raw } from 'hono/html';
import * as z from 'zod';
import { planTitle } from '../base/plans.ts';
import { basePath } from '../catalogue/catalogue.ts';
import { type Endpoint, groups } from '../catalogue/endpoint.ts';
import type { Backend } from '../service/backend.ts';
import type { DrawnChart } from '../service/drawn-charts.ts';
import type { FactCount } from '../store/fact-counts.ts';
import { chartOf, safely } from './chart.ts';
import { connecting, type Ways } from './connect.ts';
import type { Markup } from './html.ts';
import {
  drug,
  months,
  nearDay,
  number,
  type Row,
  tableOf,
  text,
  ticker,
  wordOf,
} from './tables.ts';
import { DAYS_AHEAD } from './upcoming.ts';

/**
 * What a viewer sees on the home page. Demo data is shown to every viewer. Real records are shown
 * only to viewers with a key, and are `locked` for all others.
 */
export type Sight =
  | {
      readonly upcoming: readonly Row[] | { readonly refused: string };
      readonly calendar?: DrawnChart | undefined;
      readonly key?: string;
    }
  | 'locked';

export interface HomeParts {
  readonly source: Backend;
  /** Endpoints that have records or an upstream. */
  readonly served: readonly Endpoint[];
  readonly contents: readonly FactCount[];
  readonly origin: string;
  readonly ways: Ways;
  readonly sight: Sight;
}

/**
 * Formats the home page: upcoming events, instructions to connect an assistant, a form to try
 * endpoints, and the content of the store.
 */
export function homeContent(parts: HomeParts): Markup {
  const { source, served, contents, origin, ways, sight } = parts;
  const key = source.demo ? 'demo' : 'YOUR_KEY';
  return html`<h1 id="next">The next ${DAYS_AHEAD} days</h1>
${sight === 'locked' ? keyForm() : html`${upcomingPart(sight.upcoming)}${chartOf(sight.calendar)}`}
<h2 id="connect">Connect an assistant</h2>
<p>${served.length} endpoints, each a tool for AI assistants and a REST path.${source.demo ? '' : ' Replace YOUR_KEY with your key.'}</p>
${connecting(origin, key, ways)}
<h2 id="run">Try an endpoint</h2>
${sight === 'locked' ? html`<p>Enter your key above to use this form.</p>` : tryForm(served, sight.key)}
<div id="answer" role="status" aria-live="polite"></div>
<h2 id="endpoints-list">Endpoints</h2>
${groups.map((group) => groupOf(group, served))}
<h2 id="holds">Data on this server</h2>
${holdings(source, contents)}`;
}

/**
 * Formats the form in which a user enters a key. The key is sent in the request body, so that it
 * never appears in a URL.
 */
export function keyForm(): Markup {
  return html`<p>These are real records. Enter a key to see them.</p>
<form method="post" action="/session" class="key"><label>your key<input name="key" type="password" autocomplete="current-password" maxlength="200" required></label><button>Show the records</button></form>`;
}

function upcomingPart(upcoming: readonly Row[] | { readonly refused: string }): Markup {
  if ('refused' in upcoming) return html`<p class="bad">${upcoming.refused}.</p>`;
  if (upcoming.length === 0) return html`<p>No events in this period.</p>`;
  const columns = [
    ...[text('catalyst', 'catalyst'), nearDay('date', 'formattedDate'), ticker()],
    ...[drug('drugname'), number('odds', 'poa', '%'), months('cash', 'months_left')],
  ];
  return html`<div class="near">${tableOf(upcoming, columns)}</div>
<p class="quiet">Odds are estimated probabilities of approval; “cash” is how long the cash lasts at the current burn rate.</p>`;
}

function tryForm(served: readonly Endpoint[], key: string | undefined): Markup {
  return html`<form id="try"${key ? html` data-key="${key}"` : ''}>
<label>endpoint<select name="endpoint">${served.map(({ name, title }) => html`<option value="${name}">${name}: ${title}</option>`)}</select></label>
<div id="parameters"></div>
<label class="check"><input name="all" type="checkbox"> all columns</label>
<div class="wide"><button>Run</button></div>
</form>
<noscript><p class="quiet">The form needs scripts. All other parts of these pages work without scripts.</p></noscript>
<script type="application/json" id="endpoints">${raw(forScript(served))}</script>`;
}

function groupOf(group: string, served: readonly Endpoint[]): Markup | string {
  const members = served.filter((endpoint) => endpoint.group === group);
  if (members.length === 0) return '';
  return html`<h3>${group}</h3>${members.map(endpointOf)}`;
}

function endpointOf(endpoint: Endpoint): Markup {
  const { name, path, plan, title, description, limit, parameters } = endpoint;
  return html`<details id="tool-${name}"><summary><code>${name}</code> ${title} <span class="badge">${planTitle(plan)}</span></summary>
<p>${description}</p>
<p class="quiet"><code>GET ${basePath}${path}</code> · ${limit.requests} requests per ${limit.windowSeconds} seconds</p>
<dl>${Object.entries(parameters).map(([parameter, { rule, required }]) => html`<dt>${parameter}</dt><dd>${rule}${required ? ' (required)' : ''}</dd>`)}</dl></details>`;
}

function holdings(source: Backend, contents: readonly FactCount[]): Markup {
  const { from, asOf } = source.describe();
  const fresh = asOf
    ? html`Newest records from <strong>${asOf}</strong>. Source: ${from}.`
    : html`Records come from: ${from}.`;
  const notices = source.health?.().notices ?? [];
  const summary = html`<p>${fresh}</p>${notices.map((notice) => html`<p class="note">${notice}</p>`)}`;
  if (contents.length === 0) return summary;
  const rows = [...contents]
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map((one) => ({ ...one }));
  return html`${summary}
${tableOf(rows, [text('facts', 'title'), number('records', 'records'), { title: 'source', cell: ({ source: of }) => wordOf(of) }])}`;
}

/** Formats the data of the form as JSON that is safe inside a script element. */
function forScript(served: readonly Endpoint[]): string {
  const known = served.map(({ name, path, parameters, paging, record }) => ({
    name,
    path: `${basePath}${path}`,
    pages: paging === 'pages',
    columns: Object.entries(record).flatMap(([field, { long }]) => (long ? [] : [field])),
    parameters: Object.entries(parameters).map(([parameter, { rule, required, schema }]) => ({
      name: parameter,
      rule,
      required,
      choices: z.toJSONSchema(schema, { io: 'input' }).enum,
    })),
  }));
  return safely(known);
}
