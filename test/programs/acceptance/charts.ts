import assert from 'node:assert/strict';
import type { Browser, Frame, Page } from 'playwright-core';
import { charts as kinds } from '../../../tools/charts.ts';
import { launchBrowser, MAX_CHECK_SECONDS, whyNoBrowser } from '../../support/chromium.ts';
import { type Check, check, skipped } from './check.ts';
import { ask, type Part, type Stage, startServer } from './stage.ts';

/** Tests the chart view in a host's frame in Chromium. */
export const charts: Part = { title: 'Charts in a frame', run };

/** Maximum height in pixels of a frame in a conversation. */
const MAX_HEIGHT = 500;
const widths = [340, 720];
/**
 * The content security policy of a host for a view that declares no domains (MCP Apps, "Restrictive
 * Default").
 */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'none'";

interface Result {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: { readonly records: readonly object[] };
}

async function run(stage: Stage): Promise<readonly Check[]> {
  if (whyNoBrowser) return [skipped('Chromium', whyNoBrowser)];
  const server = await startServer(stage, stage.demoDir, { CATALYST_LIMITS: 'off' });
  const browser = await launchBrowser();
  try {
    const { contents } = await ask<{ contents: { text?: string }[] }>(
      server.base,
      'resources/read',
      { uri: 'ui://catalyst/chart' },
    );
    const html = contents[0]?.text ?? '';
    const call = (name: string, args: object) =>
      ask<Result>(server.base, 'tools/call', { name, arguments: args });
    const listed = await call('company_scores', {});
    const ticker = /\n([A-Z]{5})\t/.exec(listed.content[0]?.text ?? '')?.[1] ?? '';
    const checks: Check[] = [];
    for (const chart of kinds) {
      const args = { kind: chart.kind, ...(chart.ticker === 'required' ? { ticker } : {}) };
      const draw = async () => {
        const { content, structuredContent } = await call('chart', args);
        assert.ok(structuredContent, 'no objects');
        return drawsBoth(browser, html, { content, structuredContent });
      };
      const name = `${chart.kind}: drawn of objects and of text alone`;
      checks.push(await check(name, draw, MAX_CHECK_SECONDS));
    }
    return checks;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function drawsBoth(browser: Browser, html: string, result: Result): Promise<string> {
  const said: string[] = [];
  for (const width of widths) {
    for (const scheme of ['light', 'dark'] as const) {
      const whole = await drawn(browser, html, result, width, scheme);
      const { content } = result;
      const ofText = await drawn(browser, html, { content }, width, scheme);
      assert.equal(ofText.picture, whole.picture, 'the text draws another picture');
      assert.ok(whole.height <= MAX_HEIGHT, `${whole.height} pixels high at ${width}`);
      assert.ok(whole.contrast, `text is not told from its ground in ${scheme}`);
      said.push(`${whole.height} px at ${width}`);
    }
  }
  return [...new Set(said)].join(', ');
}

interface Drawn {
  readonly picture: string;
  readonly height: number;
  readonly contrast: boolean;
}

/** Loads the view like a host, sends it a result, and checks the drawing. */
async function drawn(
  browser: Browser,
  html: string,
  result: Partial<Result>,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<Drawn> {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => complaints.push(`asks for ${request.url().slice(0, 80)}`));
  try {
    await host(page, html, result, colorScheme);
    const frame = page.frames().find((one) => one !== page.mainFrame()) as Frame;
    await frame.waitForSelector('svg');
    await noOverlap(frame);
    const picture = await frame.locator('main').innerHTML();
    const height = await page.evaluate(() => (globalThis as never as { size: number }).size);
    const ground = colorScheme === 'dark' ? 'rgb(236, 236, 236)' : 'rgb(26, 26, 26)';
    const colour = await frame.evaluate('getComputedStyle(document.body).color');
    assert.deepEqual(complaints, []);
    return { picture, height, contrast: colour === ground };
  } finally {
    await page.close();
  }
}

/** A page that simulates the host: handshake, result, and the size that the view requests. */
async function host(
  page: Page,
  html: string,
  result: Partial<Result>,
  theme: string,
): Promise<void> {
  const guarded = html.replace(
    '<head>',
    `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
  const script = `
    const frame = document.createElement('iframe');
    frame.sandbox = 'allow-scripts';
    frame.style.cssText = 'border:0;width:100%;height:100px';
    const say = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
    addEventListener('message', ({ data }) => {
      if (data.method === 'ui/initialize') say({ id: data.id, result: {
        protocolVersion: '2026-01-26', hostInfo: { name: 'host', version: '1' },
        hostCapabilities: {}, hostContext: { theme: ${JSON.stringify(theme)} } } });
      if (data.method === 'ui/notifications/initialized')
        say({ method: 'ui/notifications/tool-result', params: ${JSON.stringify(result).replaceAll('<', '\\u003c')} });
      if (data.method === 'ui/notifications/size-changed') {
        window.size = data.params.height;
        frame.style.height = window.size + 'px';
      }
    });
    frame.srcdoc = ${JSON.stringify(guarded).replaceAll('<', '\\u003c')};
    document.body.append(frame);`;
  await page.setContent(`<body style="margin:0"><script>${script}</script></body>`);
}

/** Checks that the labels beside the rows and below the axis do not overlap. */
async function noOverlap(frame: Frame): Promise<void> {
  const overlaps = await frame.evaluate(`(() => {
    const boxes = [...document.querySelectorAll('svg text')].map((text) => text.getBoundingClientRect())
      .filter((box) => box.width > 0);
    let count = 0;
    for (let a = 0; a < boxes.length; a += 1) for (let b = a + 1; b < boxes.length; b += 1) {
      const across = Math.min(boxes[a].right, boxes[b].right) - Math.max(boxes[a].left, boxes[b].left);
      const down = Math.min(boxes[a].bottom, boxes[b].bottom) - Math.max(boxes[a].top, boxes[b].top);
      if (across > 1 && down > 3) count += 1;
    }
    return count;
  })()`);
  assert.equal(overlaps, 0, `${overlaps} labels overlap`);
}
