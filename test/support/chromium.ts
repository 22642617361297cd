import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where the browser is found: named in CHROMIUM, or as Debian installs it. */
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** How long a page may take to show what a check waits for, ms: long, for a busy machine. */
export const MAX_WAIT_MS = 300_000;
/** How long a check in the browser may take, seconds. */
export const MAX_CHECK_SECONDS = 900;
const isRequired = process.env.CATALYST_TEST_BROWSER === 'required';

/** Without a network of its own: nothing is looked up or updated beside the pages. */
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

/** Why there is no browser, undefined where there is one. @throws Error where one is required */
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
