import type { VendorKey } from '../base/vendor-settings.ts';

/**
 * The rate limits for the hosts of one organization. All its hosts share one limit, which is called
 * a bucket.
 */
export interface HostRule {
  /** Name of the bucket. Quotas and pauses are stored under the name. */
  readonly name: string;
  /** The registered domain of the hosts. Redirects are followed only within this domain. */
  readonly domain: string;
  /** For each host, the minimum milliseconds between the starts of two requests. */
  readonly hosts: Readonly<Record<string, number>>;
  /**
   * Minimum milliseconds between the starts of two requests to the organization, whatever the host.
   */
  readonly startEvery: number;
  /** Maximum requests per day (UTC), including redirects and retries. */
  readonly perDay?: number;
  /** Minimum pause in milliseconds after a response with status 429. */
  readonly leastPause?: number;
  /** Whether each request must contain the contact address of the operator. */
  readonly needsContact?: true;
  /** Whether the host serves web pages. If so, its robots.txt is read daily and followed. */
  readonly readsRobots?: true;
  /** The API key of the host. Stored and displayed URLs do not contain the key. */
  readonly key?: HostKey;
}

interface HostKey {
  /** Name of the setting that contains the key. */
  readonly setting: VendorKey | 'CATALYST_OPENFDA_KEY';
  /** The query parameter that contains the key. If absent, the key is sent as a bearer token. */
  readonly parameter?: string;
}

/** The API keys of hosts, by name of the setting. */
export type HostKeys = Readonly<Partial<Record<HostKey['setting'], string | undefined>>>;

/** Maximum simultaneous requests to one host. */
export const MAX_CONNECTIONS = 4;

/**
 * The SEC permits ten requests per second in total to all its hosts. With 130 ms between starts, at
 * most eight start within one second, which leaves a margin for requests that start late.
 */
export const sec: HostRule = {
  name: 'sec',
  domain: 'sec.gov',
  hosts: { 'www.sec.gov': 130, 'data.sec.gov': 130, 'efts.sec.gov': 500 },
  startEvery: 130,
  needsContact: true,
};

/**
 * Returns the rule for an organization with one host. Its domain is the last two parts of the host
 * name.
 */
function ruleOf(
  name: string,
  host: string,
  startEvery: number,
  more: Partial<HostRule> = {},
): HostRule {
  const domain = host.split('.').slice(-2).join('.');
  return { name, domain, hosts: { [host]: startEvery }, startEvery, ...more };
}

/** robots.txt requires one second between requests. Faster requests got status 429. */
export const clinicalTrialsGov = ruleOf('clinicaltrials.gov', 'clinicaltrials.gov', 1_250);

/**
 * openFDA permits 240 requests per minute. The daily limit is 1,000 requests for an IP address, or
 * 120,000 for a key.
 */
export function openFda(hasKey: boolean): HostRule {
  return ruleOf('openfda', 'api.fda.gov', 300, {
    perDay: hasKey ? 108_000 : 900,
    key: { setting: 'CATALYST_OPENFDA_KEY', parameter: 'api_key' },
  });
}

/** The robots.txt of the FDA's web pages requires 30 seconds between requests. */
export const fdaPages: HostRule = {
  name: 'fda.gov',
  domain: 'fda.gov',
  hosts: { 'www.fda.gov': 30_000 },
  startEvery: 5_000,
  readsRobots: true,
};

export const globeNewswire = ruleOf('globenewswire', 'www.globenewswire.com', 2_000, {
  readsRobots: true,
});

export const prNewswire = ruleOf('prnewswire', 'www.prnewswire.com', 2_000, { readsRobots: true });

/** A documented API without a stated limit. */
export const federalRegister = ruleOf('federalregister.gov', 'www.federalregister.gov', 1_000);

export const treasury = ruleOf('treasury.gov', 'home.treasury.gov', 1_000, { readsRobots: true });

export const finra: HostRule = {
  name: 'finra',
  domain: 'finra.org',
  hosts: { 'www.finra.org': 2_000, 'cdn.finra.org': 2_000 },
  startEvery: 2_000,
  readsRobots: true,
};

const A_DAY = 24 * 3_600_000;

/** An undocumented API that refuses frequent requests. */
export const nasdaq = ruleOf('nasdaq', 'api.nasdaq.com', 5_000, { perDay: 10, leastPause: A_DAY });

/** An undocumented API that sometimes refuses all requests for some time. */
export const yahoo = ruleOf('yahoo', 'query1.finance.yahoo.com', 2_000, { leastPause: A_DAY });

export const cboe = ruleOf('cboe', 'cdn.cboe.com', 1_000);

/**
 * Our choice: the rate of paid plans, because the plan of the key is unknown. The free plan permits
 * five requests per minute. If sync sends more, it gets status 429 and pauses.
 */
export const massive = ruleOf('massive', 'api.massive.com', 200, {
  key: { setting: 'CATALYST_MASSIVE_KEY' },
});

/** The smallest paid plan permits 300 requests per minute. The free plan permits 250 per day. */
export const fmp = ruleOf('fmp', 'financialmodelingprep.com', 250, {
  key: { setting: 'CATALYST_FMP_KEY', parameter: 'apikey' },
});

/**
 * Whether a redirect may be followed. The target must use https, the default port and the same
 * registered domain.
 */
export function isWithin({ domain }: HostRule, address: URL): boolean {
  const { protocol, port, hostname, username, password } = address;
  const plain = protocol === 'https:' && port === '' && username === '' && password === '';
  return plain && (hostname === domain || hostname.endsWith(`.${domain}`));
}
