import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Path of the browser: the environment variable CHROMIUM, or Debian's path. */
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Maximum milliseconds to wait for a page. The limit is long for a busy machine. */
export const MAX_WAIT_MS = 300_000;
/** Maximum seconds of a check in the browser. */
export const MAX_CHECK_SECONDS = 900;
const isRequired = process.env.CATALYST_TEST_BROWSER === 'required';

/** Browser options that disable background network requests and updates. */
const quietly = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The reason why there is no browser; undefined if there is one.
 *
 * @throws Error if a browser is required
 */
export const whyNoBrowser: string | undefined = lookForBrowser();

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath, args: quietly });
}

function lookForBrowser(): string | undefined {
  if (existsSync(browserPath)) return undefined;
  const said = `${browserPath} is absent (Debian: chromium)`;
  if (isRequired) throw new Error(`${said}, and CATALYST_TEST_BROWSER requires it`);
  return said;
}
