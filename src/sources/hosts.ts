/** How the hosts of one operator are asked: one bucket, whatever their names. */
export interface HostRule {
  /** Name of the bucket, under which its quota and its pauses are kept. */
  readonly name: string;
  /** Registered domain; a redirect is followed within it alone. */
  readonly domain: string;
  /** The hosts that are asked, each with the least milliseconds between two starts on it alone. */
  readonly hosts: Readonly<Record<string, number>>;
  /** Least milliseconds between two starts in the bucket. */
  readonly startEvery: number;
  /** Requests in a day (UTC), redirects and repetitions counted. */
  readonly perDay?: number;
  /** Least milliseconds that it is left alone after a refusal for too many requests. */
  readonly leastPause?: number;
  /** Asks for the address of whoever runs the program, in every request. */
  readonly needsContact?: true;
  /** Pages made for people: its robots.txt is read daily and obeyed. */
  readonly readsRobots?: true;
}

/** Requests at the same time on one host. */
export const MAX_CONNECTIONS = 4;

/**
 * The SEC permits ten requests a second over all its hosts. A limiter catches up after a delay: at
 * 125 ms nine starts fall into one second, at 130 ms eight.
 */
export const sec: HostRule = {
  name: 'sec',
  domain: 'sec.gov',
  hosts: { 'www.sec.gov': 130, 'data.sec.gov': 130, 'efts.sec.gov': 500 },
  startEvery: 130,
  needsContact: true,
};

/** Its robots.txt asks for a second between requests; bursts were answered by 429. */
export const clinicalTrialsGov: HostRule = {
  name: 'clinicaltrials.gov',
  domain: 'clinicaltrials.gov',
  hosts: { 'clinicaltrials.gov': 1_250 },
  startEvery: 1_250,
};

/** Its terms: 240 requests a minute; 1,000 a day for an address, 120,000 for a key. */
export function openFda(hasKey: boolean): HostRule {
  return {
    name: 'openfda',
    domain: 'fda.gov',
    hosts: { 'api.fda.gov': 300 },
    startEvery: 300,
    perDay: hasKey ? 108_000 : 900,
  };
}

/** The FDA's own pages. Their robots.txt asks for 30 seconds between two requests. */
export const fdaPages: HostRule = {
  name: 'fda.gov',
  domain: 'fda.gov',
  hosts: { 'www.fda.gov': 30_000 },
  startEvery: 5_000,
  readsRobots: true,
};

export const globeNewswire: HostRule = {
  name: 'globenewswire',
  domain: 'globenewswire.com',
  hosts: { 'www.globenewswire.com': 2_000 },
  startEvery: 2_000,
  readsRobots: true,
};

export const prNewswire: HostRule = {
  name: 'prnewswire',
  domain: 'prnewswire.com',
  hosts: { 'www.prnewswire.com': 2_000 },
  startEvery: 2_000,
  readsRobots: true,
};

/** A documented interface for programs, without a stated limit. */
export const federalRegister: HostRule = {
  name: 'federalregister.gov',
  domain: 'federalregister.gov',
  hosts: { 'www.federalregister.gov': 1_000 },
  startEvery: 1_000,
};

export const treasury: HostRule = {
  name: 'treasury.gov',
  domain: 'treasury.gov',
  hosts: { 'home.treasury.gov': 1_000 },
  startEvery: 1_000,
  readsRobots: true,
};

export const finra: HostRule = {
  name: 'finra',
  domain: 'finra.org',
  hosts: { 'www.finra.org': 2_000, 'cdn.finra.org': 2_000 },
  startEvery: 2_000,
  readsRobots: true,
};

const A_DAY = 24 * 3_600_000;

/** Undocumented, and known to refuse whoever asks it often. */
export const nasdaq: HostRule = {
  name: 'nasdaq',
  domain: 'nasdaq.com',
  hosts: { 'api.nasdaq.com': 5_000 },
  startEvery: 5_000,
  perDay: 10,
  leastPause: A_DAY,
};

/** Undocumented; refusals come in waves. */
export const yahoo: HostRule = {
  name: 'yahoo',
  domain: 'yahoo.com',
  hosts: { 'query1.finance.yahoo.com': 2_000 },
  startEvery: 2_000,
  leastPause: A_DAY,
};

export const cboe: HostRule = {
  name: 'cboe',
  domain: 'cboe.com',
  hosts: { 'cdn.cboe.com': 1_000 },
  startEvery: 1_000,
};

/** Whether a redirect may lead there: https, no port of its own, the same registered domain. */
export function isWithin({ domain }: HostRule, address: URL): boolean {
  const { protocol, port, hostname, username, password } = address;
  const plain = protocol === 'https:' && port === '' && username === '' && password === '';
  return plain && (hostname === domain || hostname.endsWith(`.${domain}`));
}
