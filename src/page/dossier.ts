import { html } from 'hono/html';
import { pipeline } from '../../tools/clinical-pipeline/pipeline.ts';
import { company } from '../../tools/company-data/company.ts';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { fdaCalendarHistorical } from '../../tools/fda-intelligence/fda-calendar-historical.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';
import { news } from '../../tools/market-signals/news.ts';
import { optionsPutCall } from '../../tools/market-signals/options-put-call.ts';
import { rnpv } from '../../tools/scoring-and-valuation/rnpv.ts';
import { hedgeFundPositions } from '../../tools/smart-money/hedge-fund-positions.ts';
import { insiderSummary } from '../../tools/smart-money/insider-summary.ts';
import type { Credential } from '../access/access.ts';
import { basePath } from '../catalogue.ts';
import type { Endpoint } from '../endpoint.ts';
import { unknownDossier } from '../errors.ts';
import type { Markup } from './frame.ts';
import { isServed, type Reader, type Reading, read } from './reading.ts';
import { type Column, money, number, type Row, tableOf, text, wordOf } from './tables.ts';
import { timeline } from './timeline.ts';

/** Records of a part that are shown at most. */
const MAX_RECORDS = 12;

interface Part {
  readonly title: string;
  readonly endpoint: Endpoint;
  readonly columns: readonly Column[];
  /** Whether what is served last stands first. */
  readonly reversed?: true;
}

const calendar: Part = {
  title: 'Coming catalysts',
  endpoint: fdaCalendar,
  reversed: true,
  columns: [
    ...[text('date', 'formattedDate'), text('as announced', 'catdate'), text('drug', 'drugname')],
    ...[text('catalyst', 'catalyst'), text('for', 'treatment'), text('stage', 'stage')],
    number('odds', 'poa', ' %'),
  ],
};
const runway: Part = {
  title: 'Cash',
  endpoint: cashRunway,
  columns: [
    ...[text('as of', 'period_end'), money('cash', 'cash_usd')],
    ...[money('liquid, less debt due', 'liquid_usd'), money('burn a month', 'monthly_burn_usd')],
    ...[number('months left', 'months_left'), text('used up', 'cash_out_date')],
    text('lasts past the next catalyst', 'covers_next_catalyst'),
  ],
};
const others: readonly Part[] = [
  {
    title: 'Past catalysts and their moves',
    endpoint: fdaCalendarHistorical,
    columns: [
      ...[text('date', 'catdate'), text('drug', 'drugname'), text('catalyst', 'catalyst')],
      ...[
        number('close before', 'createdDayPrice'),
        number('close on the day', 'catalystDayPrice'),
      ],
      number('move', 'percentageChange', ' %'),
    ],
  },
  {
    title: 'Pipeline',
    endpoint: pipeline,
    columns: [
      ...[text('drug', 'drug_name'), text('indication', 'indication'), text('phase', 'phase')],
      ...[
        text('status', 'status'),
        text('next', 'next_catalyst'),
        text('date', 'next_catalyst_date'),
      ],
    ],
  },
  {
    title: 'Specialist funds',
    endpoint: hedgeFundPositions,
    columns: [
      ...[text('fund', 'fund_name'), text('quarter', 'report_date'), money('value', 'value_usd')],
      ...[number('of its portfolio', 'portfolio_pct', ' %'), text('action', 'action')],
    ],
  },
  {
    title: 'Insiders by month',
    endpoint: insiderSummary,
    columns: [
      ...[text('month', 'period'), number('buys', 'buys'), number('sells', 'sells')],
      ...[money('net', 'net_value_usd'), text('several bought', 'cluster_buy')],
    ],
  },
  {
    title: 'Options',
    endpoint: optionsPutCall,
    columns: [
      ...[text('date', 'date'), number('put/call, volume', 'put_call_volume_ratio')],
      ...[number('implied move', 'implied_move_pct', ' %'), text('expiry', 'expiry')],
    ],
  },
  {
    title: 'Value of its programs (rNPV)',
    endpoint: rnpv,
    columns: [
      ...[text('drug', 'drug_name'), text('indication', 'indication'), money('rNPV', 'rNPV')],
      ...[
        money('low', 'rnpv_bear'),
        money('high', 'rnpv_bull'),
        number('a share', 'rnpv_per_share'),
      ],
    ],
  },
  {
    title: 'Headlines',
    endpoint: news,
    columns: [text('when', 'published_at'), text('headline', 'title'), text('source', 'source')],
  },
];

/**
 * What is known of a ticker, part by part, each as whoever asks may see it.
 *
 * @throws ServiceError 404 for a ticker that nothing is known of
 */
export async function dossierContent(
  reader: Reader,
  credential: Credential,
  symbol: string,
): Promise<Markup> {
  const ask = (endpoint: Endpoint): Promise<Reading> =>
    isServed(reader, endpoint)
      ? read(reader, credential, endpoint, { ticker: symbol })
      : Promise.resolve({ refused: 'Nothing is known of this ticker' });
  const profile = await ask(company);
  const readings: (readonly [Part, Reading])[] = [];
  for (const part of [calendar, runway, ...others]) {
    if (isServed(reader, part.endpoint)) readings.push([part, await ask(part.endpoint)]);
  }
  const isKnown = readings.some(([, reading]) => !('refused' in reading) && reading.total > 0);
  const [about = {}] = 'refused' in profile ? [] : profile.rows;
  if (!isKnown && 'refused' in profile) throw unknownDossier(profile.refused);
  const name = wordOf(about.name);
  return html`<h1>${symbol}${name ? ` · ${name}` : ''}</h1>
${factsOf(about)}
${timelineOf(reader.service.today(), readings)}
${readings.map(([part, reading]) => partOf(part, reading, symbol))}`;
}

function factsOf(about: Row): Markup {
  const facts: readonly [string, Column][] = [
    ['market value', money('', 'market_cap_usd')],
    ['price', number('', 'price_usd')],
    ['lead drug', text('', 'lead_drug')],
    ['short interest, of float', number('', 'Short_percent_of_Float', ' %')],
    ['industry', text('', 'industry')],
    ['country', text('', 'country')],
  ];
  const known = facts.filter(([, { cell }]) => cell(about) !== '');
  return html`<dl class="facts">${known.map(([title, { cell }]) => html`<div><dt>${title}</dt><dd>${cell(about)}</dd></div>`)}</dl>`;
}

function timelineOf(
  today: string,
  readings: readonly (readonly [Part, Reading])[],
): Markup | string {
  const rowsOf = (wanted: Part) => {
    const [, reading] = readings.find(([part]) => part === wanted) ?? [];
    return reading && !('refused' in reading) ? reading.rows : [];
  };
  const dates = rowsOf(calendar).map((row) => wordOf(row.formattedDate));
  const usedUp = wordOf(rowsOf(runway)[0]?.cash_out_date);
  return timeline(today, dates.filter(Boolean), usedUp || undefined);
}

function partOf(part: Part, reading: Reading, symbol: string): Markup {
  const { title, endpoint, columns, reversed } = part;
  if ('refused' in reading) {
    return html`<h2>${title}</h2><p class="quiet">${reading.refused}.</p>`;
  }
  const ordered = reversed ? [...reading.rows].reverse() : reading.rows;
  const shown = ordered.slice(0, MAX_RECORDS);
  const path = `${basePath}${endpoint.path}?ticker=${encodeURIComponent(symbol)}`;
  const count = `${shown.length} of ${reading.total}`;
  return html`<h2>${title}</h2>
${shown.length > 0 ? tableOf(shown, columns) : html`<p>None.</p>`}
<p class="quiet">${count}, from ${reading.source}. All: <code>${endpoint.name}</code>, <code>GET ${path}</code></p>`;
}
