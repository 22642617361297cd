import { html } from 'hono/html';
import { charts } from '../../tools/charts.ts';
import { catalystSync } from '../../tools/clinical-pipeline/catalyst-sync.ts';
import { pipeline } from '../../tools/clinical-pipeline/pipeline.ts';
import { company } from '../../tools/company-data/company.ts';
import { calendarChanges } from '../../tools/fda-intelligence/calendar-changes.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from '../../tools/fda-intelligence/fda-calendar-historical.ts';
import { poaScores } from '../../tools/fda-intelligence/poa-scores.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';
import { lookup } from '../../tools/index.ts';
import { news } from '../../tools/market-signals/news.ts';
import { optionsPutCall } from '../../tools/market-signals/options-put-call.ts';
import { priceSnapshot } from '../../tools/market-signals/price-snapshot.ts';
import { rnpv } from '../../tools/scoring-and-valuation/rnpv.ts';
import { hedgeFundFlows } from '../../tools/smart-money/hedge-fund-flows.ts';
import { hedgeFundPositions } from '../../tools/smart-money/hedge-fund-positions.ts';
import { insiderSummary } from '../../tools/smart-money/insider-summary.ts';
import { ServiceError } from '../base/errors.ts';
import { basePath } from '../catalogue/catalogue.ts';
import type { Chart } from '../catalogue/chart.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { rowsIn } from '../catalogue/query.ts';
import { type Credential, demoKey } from '../service/access/access.ts';
import { type AskedPart, createDossiers } from '../service/dossiers.ts';
import { drawnChart } from '../service/drawn-charts.ts';
import { chartOf } from './chart.ts';
import type { Markup } from './html.ts';
import { isServed, type Reader, sourceOf } from './reading.ts';
import {
  type Column,
  drug,
  money,
  months,
  number,
  price,
  type Row,
  tableOf,
  text,
  trial,
  wordOf,
} from './tables.ts';
import { timeline } from './timeline.ts';

/** Maximum number of records in each part of the page. */
const MAX_RECORDS = 12;

/** The table columns of each part of the page. Each part has its own endpoint. */
const columnsOf: ReadonlyMap<Endpoint, readonly Column[]> = new Map([
  [
    priceSnapshot,
    [
      ...[text('day', 'snapshot_at'), price('last price', 'price_usd')],
      number('change', 'change_pct', '%'),
    ],
  ],
  [
    fdaCalendar,
    [
      ...[text('date', 'formattedDate'), text('as announced', 'catdate'), drug('drugname')],
      ...[text('catalyst', 'catalyst'), text('for', 'treatment'), text('stage', 'stage')],
      number('odds', 'poa', '%'),
    ],
  ],
  [
    poaScores,
    [
      ...[text('date', 'formattedDate'), drug('drugname'), text('catalyst', 'catalyst')],
      ...[number('yes', 'votes_yes'), number('no', 'votes_no'), text('voted', 'vote_date')],
    ],
  ],
  [
    fdaCalendarHistorical,
    [
      ...[text('date', 'catdate'), drug('drugname'), text('catalyst', 'catalyst')],
      ...[price('close before', 'createdDayPrice'), price('close on the day', 'catalystDayPrice')],
      number('move', 'percentageChange', '%'),
    ],
  ],
  [
    calendarChanges,
    [
      ...[text('seen', 'changed_date'), drug('drugname'), text('catalyst', 'catalyst')],
      ...[text('from', 'previous_date'), text('to', 'new_date'), number('days', 'days_moved')],
    ],
  ],
  [
    cashRunway,
    [
      ...[text('as of', 'period_end'), money('cash', 'cash_usd')],
      ...[
        money('liquid assets minus debt due', 'liquid_usd'),
        money('burn per month', 'monthly_burn_usd'),
      ],
      ...[months('lasts', 'months_left'), text('used up', 'cash_out_date')],
      text('outlasts the next catalyst', 'covers_next_catalyst'),
      text('lasts until (company statement)', 'stated_until'),
    ],
  ],
  [
    pipeline,
    [
      ...[drug('drug_name'), text('indication', 'indication'), text('phase', 'phase')],
      ...[text('status', 'status'), text('next', 'next_catalyst')],
      text('date', 'next_catalyst_date'),
    ],
  ],
  [
    catalystSync,
    [
      ...[trial(), text('phase', 'Phase'), text('condition', 'Condition')],
      ...[text('treatment', 'InterventionName'), text('completion', 'CompletionDate')],
    ],
  ],
  [
    hedgeFundFlows,
    [
      ...[text('quarter', 'quarter'), number('funds', 'funds_holding')],
      ...[money('value', 'value_usd'), number('new', 'new_positions'), number('closed', 'closed')],
      money('net bought', 'net_value_change_usd'),
    ],
  ],
  [
    hedgeFundPositions,
    [
      ...[text('fund', 'fund_name'), text('quarter', 'report_date'), money('value', 'value_usd')],
      ...[number('share of portfolio', 'portfolio_pct', '%'), text('action', 'action')],
    ],
  ],
  [
    insiderSummary,
    [
      ...[text('month', 'period'), number('buys', 'buys'), number('sells', 'sells')],
      ...[money('net', 'net_value_usd'), text('several insiders bought', 'cluster_buy')],
    ],
  ],
  [
    optionsPutCall,
    [
      ...[text('date', 'date'), number('put/call volume ratio', 'put_call_volume_ratio')],
      ...[number('implied move', 'implied_move_pct', '%'), text('expiry', 'expiry')],
    ],
  ],
  [
    rnpv,
    [
      ...[drug('drug_name'), text('indication', 'indication'), money('rNPV', 'rNPV')],
      ...[money('low', 'rnpv_bear'), money('high', 'rnpv_bull')],
      price('per share', 'rnpv_per_share'),
    ],
  ],
  [news, [text('when', 'published_at'), text('headline', 'title')]],
]);

/**
 * The chart of each part, by endpoint. Parts with dated records have no chart, because the time
 * line shows these records.
 */
const chartsOfParts: ReadonlyMap<Endpoint, Chart> = new Map(
  charts
    .filter(({ drawing: { mark } }) => mark === 'bars' || mark === 'intervals')
    .map((chart) => [chart.endpoint, chart]),
);

/**
 * Returns the dossier of a ticker, limited to the viewer's plan and bundle.
 *
 * @throws ServiceError 404 for an unknown ticker
 */
export async function dossierContent(
  reader: Reader,
  credential: Credential,
  symbol: string,
): Promise<Markup> {
  const { service } = reader;
  const dossiers = createDossiers(service, lookup, (endpoint) => isServed(reader, endpoint));
  const { parts } = await dossiers.of(credential, `ticker:${symbol}`);
  const rowsOf = (endpoint: Endpoint) =>
    rowsShown(parts.find((part) => part.endpoint === endpoint));
  const [about = {}] = rowsOf(company);
  const name = wordOf(about.name);
  const dates = rowsOf(fdaCalendar).map((row) => wordOf(row.formattedDate));
  const usedUp = wordOf(rowsOf(cashRunway)[0]?.cash_out_date);
  return html`<h1>${symbol}${name ? ` · ${name}` : ''}</h1>
${factsOf(about)}
${timeline(service.today(), dates, usedUp || undefined)}
${parts.map((part) => partOf(part, symbol, service.source().demo))}
${emptyParts(parts)}`;
}

/** Lists the parts without records in one line. */
function emptyParts(parts: readonly AskedPart[]): Markup | string {
  const empty = parts.filter(
    ({ endpoint, answer }) =>
      columnsOf.has(endpoint) && !(answer instanceof ServiceError) && answer.total === 0,
  );
  if (empty.length === 0) return '';
  return html`<p class="quiet">No records: ${empty.map(({ title }) => title).join('; ')}.</p>`;
}

/** Returns the records of a part in the order in which the page shows them. */
function rowsShown(part: AskedPart | undefined): readonly Row[] {
  if (part === undefined || part.answer instanceof ServiceError) return [];
  const rows = rowsIn(part.answer);
  return part.fromEnd ? rows.toReversed() : rows;
}

function factsOf(about: Row): Markup {
  const facts: readonly [string, Column][] = [
    ['market value', money('', 'market_cap_usd')],
    ['price', price('', 'price_usd')],
    ['lead drug', text('', 'lead_drug')],
    ['short interest (share of float)', number('', 'Short_percent_of_Float', '%')],
    ['industry', text('', 'industry')],
    ['country', text('', 'country')],
  ];
  const known = facts.filter(([, { cell }]) => cell(about) !== '');
  return html`<dl class="facts">${known.map(([title, { cell }]) => html`<div><dt>${title}</dt><dd>${cell(about)}</dd></div>`)}</dl>`;
}

/**
 * Formats a part as a table. The record of the company itself is excluded, because the page shows
 * this record above all parts.
 */
function partOf(part: AskedPart, symbol: string, demo: boolean): Markup | string {
  const { title, endpoint, answer } = part;
  if (answer instanceof ServiceError) {
    return html`<h2>${title}</h2><p class="quiet">${answer.message}.</p>`;
  }
  const columns = columnsOf.get(endpoint);
  if (!columns || answer.total === 0) return '';
  const shown = rowsShown(part).slice(0, MAX_RECORDS);
  const path = `${basePath}${endpoint.path}?ticker=${encodeURIComponent(symbol)}`;
  const chart = chartsOfParts.get(endpoint);
  const count = `${shown.length} of ${answer.total}`;
  const address = demo ? `${path}&apiKey=${demoKey}` : path;
  return html`<h2>${title}</h2>
${chart ? chartOf(drawnChart(chart, symbol, [answer])) : ''}
${tableOf(shown, columns)}
<p class="quiet">${count}, from ${sourceOf(answer)}. All: tool <a href="/#tool-${endpoint.name}"><code>${endpoint.name}</code></a>, <a href="${address}"><code>GET ${path}</code></a></p>`;
}
