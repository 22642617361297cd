import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { endpoints } from '../../../tools/index.ts';
import {
  launchBrowser,
  MAX_CHECK_SECONDS,
  MAX_WAIT_MS,
  whyNoBrowser,
} from '../../support/chromium.ts';
import { type Check, check as checkWithin, skipped } from './check.ts';
import { type LeastContrast, leastContrast } from './contrast.ts';
import { environment, type Part, runProgram, type Stage, startServer } from './stage.ts';

/** Tests the web page in Chromium. */
export const page: Part = { title: 'The page', run };

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };
/** Minimum text contrast of WCAG 2.2, level AA (1.4.3). */
const readableContrast = 4.5;

const check = (name: string, work: () => Promise<string | undefined>) =>
  checkWithin(name, work, MAX_CHECK_SECONDS);

async function run(stage: Stage): Promise<readonly Check[]> {
  if (whyNoBrowser) return [skipped('Chromium', whyNoBrowser)];
  const server = await startServer(stage, stage.demoDir, { CATALYST_LIMITS: 'off' });
  const browser = await launchBrowser();
  const { base } = server;
  try {
    return [
      await check('loads without an error and from nowhere else', () => loads(browser, base)),
      await check('light and dark', () => bothSchemes(browser, base)),
      await check('says what comes before one scrolls', () => showsFirst(browser, base)),
      await check(`${phone.width} px wide without a scroll bar`, () => fitsPhone(browser, base)),
      await check('charts are drawn, light and dark', () => drawsCharts(browser, base)),
      await check('is read without scripts', () => readsWithoutScripts(browser, base)),
      await check(
        'the form runs an endpoint, turns a page, downloads it as CSV and shows an error',
        () => runsForm(browser, base),
      ),
      await check('every endpoint runs from the form', () => runsEvery(browser, base)),
      await check('markup in records stays text', () => showsMarkup(stage, browser)),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

interface Look {
  readonly viewport?: typeof phone;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  /** Path of the page; `/` by default. */
  readonly path?: string;
}

interface Opened {
  readonly page: Page;
  /** Console messages, page errors and requests to other hosts. */
  readonly complaints: string[];
}

/** Opens the page in a new tab and runs `work` on it. */
async function onPage<Result>(
  browser: Browser,
  base: string,
  { viewport = desk, colorScheme = 'light', javaScriptEnabled = true, path = '/' }: Look,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(MAX_WAIT_MS);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const isWithin = request.url().startsWith(base) || request.url().startsWith('data:');
      if (!isWithin) complaints.push(`asks ${request.url()}`);
    });
    await page.goto(`${base}${path}`);
    return await work({ page, complaints });
  } finally {
    await context.close();
  }
}

function loads(browser: Browser, base: string): Promise<string> {
  return onPage(browser, base, {}, async ({ page, complaints }) => {
    const listed = await page.locator('#try select[name=endpoint] option').count();
    assert.equal(listed, endpoints.length);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(complaints, []);
    return `${listed} endpoints in the form`;
  });
}

async function bothSchemes(browser: Browser, base: string): Promise<string> {
  const lookAt = (colorScheme: 'light' | 'dark', path: string) =>
    onPage(browser, base, { colorScheme, path }, ({ page }) =>
      page.evaluate<LeastContrast>(leastContrast),
    );
  const found: string[] = [];
  for (const path of ['/', await tickerPath(base)]) {
    const [light, dark] = [await lookAt('light', path), await lookAt('dark', path)];
    assert.notEqual(light.paper, dark.paper, 'the same paper in both');
    for (const { contrast, element, paper } of [light, dark]) {
      assert.ok(contrast >= readableContrast, `${path}: ${contrast} of ${element} on ${paper}`);
    }
    found.push(
      `${path} ${light.contrast.toFixed(1)} in light, ${dark.contrast.toFixed(1)} in dark`,
    );
  }
  return `least contrast: ${found.join('; ')}`;
}

/** Finds the page of a ticker with an upcoming event and the given text. */
async function tickerPath(base: string, words = ''): Promise<string> {
  const response = await fetch(`${base}/api/v2/fdacalendar?apiKey=demo`);
  const { result } = (await response.json()) as { result: { ticker: string }[] };
  for (const { ticker } of result) {
    const path = `/ticker/${ticker}`;
    if ((await (await fetch(`${base}${path}`)).text()).includes(words)) return path;
  }
  throw new Error(`no ticker's page holds ${words}`);
}

/**
 * Checks that search, upcoming catalysts and connection instructions are visible without scrolling
 * on desktop and phone.
 */
async function showsFirst(browser: Browser, base: string): Promise<string> {
  const rows: number[] = [];
  for (const viewport of [desk, phone]) {
    await onPage(browser, base, { viewport }, async ({ page }) => {
      for (const selector of ['input[name=q]', 'nav a[href="/#connect"]', 'main tbody tr a']) {
        const box = await page.locator(selector).first().boundingBox();
        assert.ok(box && box.y + box.height <= viewport.height, `${selector} is below`);
      }
      rows.push(await rowsInView(page, 'main table'));
    });
  }
  return `${rows.join(' and ')} catalysts in view at desk and phone`;
}

/** Returns the number of fully visible rows of the first matching table. */
function rowsInView(page: Page, table: string): Promise<number> {
  return page.evaluate<number>(`[...document.querySelector('${table}').querySelectorAll('tbody tr')]
    .filter((row) => { const box = row.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }).length`);
}

async function fitsPhone(browser: Browser, base: string): Promise<string> {
  for (const path of ['/', await tickerPath(base), '/search?q=a']) {
    await onPage(browser, base, { viewport: phone, path }, async ({ page }) => {
      await page.evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = true })",
      );
      if (path === '/') {
        await ask(page);
        await page.locator('#answer table').waitFor();
      }
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= phone.width, `${path}: ${width} px wide`);
    });
  }
  return 'first page with all unfolded and a table, ticker, search';
}

/** Tests the chart view in the frames of the pages, after scrolling to it. */
async function drawsCharts(browser: Browser, base: string): Promise<string> {
  const found: string[] = [];
  for (const [path, colorScheme] of [
    ['/', 'light'],
    [await tickerPath(base, 'class="chart"'), 'dark'],
  ] as const) {
    await onPage(browser, base, { path, colorScheme }, async ({ page, complaints }) => {
      const place = page.locator('.chart iframe').first();
      await place.scrollIntoViewIfNeeded();
      const picture = page.frameLocator('.chart iframe').first().locator('svg[aria-label]').first();
      await picture.waitFor();
      const [frame, drawn] = [await place.boundingBox(), await picture.boundingBox()];
      assert.ok(drawn && frame && drawn.height > 50, `${path}: nothing to be seen`);
      assert.ok(drawn.height <= frame.height && drawn.width <= frame.width, `${path}: cut off`);
      assert.deepEqual(complaints, []);
      found.push(`${path} ${Math.round(drawn.width)} × ${Math.round(drawn.height)} px`);
    });
  }
  return found.join(', ');
}

function readsWithoutScripts(browser: Browser, base: string): Promise<string> {
  return onPage(browser, base, { javaScriptEnabled: false }, async ({ page }) => {
    const link = page.locator('main tbody a').first();
    const symbol = (await link.textContent()) ?? '';
    await page.locator('input[name=q]').fill(symbol.toLowerCase());
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(`**/ticker/${symbol}`);
    const title = await page.locator('h1').textContent();
    assert.ok(title?.startsWith(symbol), `${title}`);
    // Parts without records are named in one line, separated by semicolons.
    const empty = await page.getByText(/^No records: /).allTextContents();
    const parts = (await page.locator('h2').count()) + empty.join().split(';').length;
    assert.ok(parts >= 8, `${parts} parts`);
    return `searched for a ticker, came to its page of ${parts} parts`;
  });
}

/** The button is pressed by keyboard, because a chart that is drawn meanwhile can move it. */
async function ask(page: Page): Promise<void> {
  await page.locator('#try button').press('Enter');
}

function runsForm(browser: Browser, base: string): Promise<string> {
  return onPage(browser, base, {}, async ({ page, complaints }) => {
    await page.locator('#try select[name=endpoint]').selectOption('fda_calendar');
    await ask(page);
    const rows = page.locator('#answer tbody tr');
    await rows.first().waitFor();
    const [first, shown] = [await rows.first().textContent(), await rows.count()];
    const inView = await rowsInView(page, '#answer table');
    assert.ok(inView >= 10, `${inView} records in view`);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/page 2 of \d+/).waitFor();
    assert.notEqual(await rows.first().textContent(), first);
    const loading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    assert.match((await loading).suggestedFilename(), /^\w+-2\.csv$/);
    assert.deepEqual(complaints, []);
    await page.locator('#try select[name=endpoint]').selectOption('company');
    await page.locator('#parameters input').fill('NOPE');
    await ask(page);
    await page.locator('#answer .bad').waitFor();
    const said = await page.locator('#answer').textContent();
    assert.match(said ?? '', /^404: Unknown ticker "NOPE"Every company here is fictional/);
    return `${shown} rows, ${inView} in view, then page 2`;
  });
}

/** Runs every endpoint in the form. Endpoints with a required argument must show their error. */
function runsEvery(browser: Browser, base: string): Promise<string> {
  return onPage(browser, base, {}, async ({ page, complaints }) => {
    let [tables, least] = [0, Number.POSITIVE_INFINITY];
    for (const { name, parameters, oneOfRequired } of endpoints) {
      const asks = oneOfRequired || Object.values(parameters).some(({ required }) => required);
      if (asks) continue;
      await page.locator('#try select[name=endpoint]').selectOption(name);
      await page.locator('#answer').evaluate((answer) => answer.replaceChildren());
      await ask(page);
      await page.locator('#answer .pager').waitFor();
      const found = await page.locator('#answer table').count();
      tables += found;
      const held = await page.locator('#answer tbody tr').count();
      if (held >= 10) least = Math.min(least, await rowsInView(page, '#answer table'));
    }
    assert.ok(least >= 10, `only ${least} records in view`);
    assert.deepEqual(complaints, []);
    assert.ok(tables > 0, 'no table at all');
    return `${tables} tables, of the least ${least} records in view`;
  });
}

/** Tests records that contain HTML elements, scripts and URLs. */
async function showsMarkup(stage: Stage, browser: Browser): Promise<string> {
  const dataDir = stage.folder('markup');
  const markup = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;
  const record = {
    _id: 'x1',
    ticker: 'MARK',
    drugname: markup,
    treatment: `</td></table><b>bold</b>${markup}`,
    catalyst: 'PDUFA Date',
    catdate: '2099-01-01',
    formattedDate: '2099-01-01',
    createdDate: '2026/01/01',
  };
  const file = join(dataDir, 'catalysts.ndjson');
  writeFileSync(file, JSON.stringify(record));
  const env = environment(dataDir);
  await runProgram(stage, ['import', 'catalysts', file], env);
  const keyWords = ['keys', 'create', '--account', 'reader', '--plan', 'elite-plus'];
  const key = await runProgram(stage, keyWords, env);
  const server = await startServer(stage, dataDir);
  try {
    return await onPage(browser, server.base, {}, async ({ page, complaints }) => {
      assert.equal(await page.locator('#try').count(), 0, 'a form without a key');
      await page.locator('input[name=key]').fill(key);
      await page.getByRole('button', { name: 'Show the records' }).click();
      await page.locator('#try select[name=endpoint]').selectOption('fda_calendar');
      await ask(page);
      await page.locator('#answer table').waitFor();
      const shown = await page.locator('#answer').textContent();
      assert.ok(shown?.includes(markup), `the markup is not shown as text: ${shown}`);
      assert.equal(await page.locator('#answer :is(img, script, b)').count(), 0);
      assert.notEqual(await page.title(), 'run');
      assert.deepEqual(complaints, []);
      await page.goto(`${server.base}/ticker/MARK`);
      assert.ok((await page.locator('main').textContent())?.includes(markup));
      assert.equal(await page.locator('main :is(img, script, b)').count(), 0);
      return 'an image, a script and a table’s end, all shown as they are written, form and ticker';
    });
  } finally {
    await server.stop();
  }
}
