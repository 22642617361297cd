/**
 * `npm run shots -- [FOLDER]` takes screenshots of the web pages over the demo, at the widths of a
 * phone and a desktop, light and dark, for review. The default folder is `.shots`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser, whyNoBrowser } from '../../support/chromium.ts';
import { startServer } from '../acceptance/stage.ts';

const folder = process.argv[2] ?? '.shots';
const pages = { home: '/', connect: '/#connect', search: '/search?q=oncology', absent: '/absent' };
const widths = [390, 1_280];
/** Milliseconds in which the script of a page draws its charts. */
const DRAWING_MS = 1_500;

if (whyNoBrowser) throw new Error(whyNoBrowser);
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'catalyst-shots-'));
const server = await startServer({ program: 'dist/main.js' }, dataDir);
try {
  const { base } = server;
  const browser = await launchBrowser();
  for (const width of widths) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      await page.goto(base);
      const ticker = await page.locator('a[href^="/ticker/"]').first().getAttribute('href');
      for (const [name, path] of Object.entries({ ...pages, ticker: ticker ?? '/' })) {
        await page.goto(`${base}${path}`);
        await page.waitForTimeout(DRAWING_MS);
        const file = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: name === 'ticker' });
        process.stdout.write(`${file}\n`);
      }
      await page.close();
    }
  }
  await browser.close();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
