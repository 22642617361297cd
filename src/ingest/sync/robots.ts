import robotsParser from 'robots-parser';
import type { Clock } from '../../base/clock.ts';
import type { HostRule } from '../../sources/hosts.ts';

/** What the robots.txt of a host says about a URL. */
type Permission = 'permitted' | 'forbidden' | 'unknown';

/**
 * The result of a request for robots.txt. `absent` means that the host has no such file. `unknown`
 * means that the host gave no usable response.
 */
type RobotsFile = { readonly text: string } | 'absent' | 'unknown';

interface Rules {
  isAllowed(address: string, agent: string): boolean | undefined;
  getCrawlDelay(agent: string): number | undefined;
}

/**
 * The name of this program in robots.txt. If robots.txt has no group with this name, the group `*`
 * applies.
 */
const AGENT = 'biotech-catalyst-mcp';
const DAY = 24 * 3_600_000;
/** Our choice: the longest Crawl-delay that is obeyed, in milliseconds. */
const MAX_DELAY = 120_000;

// The types of this package declare the wrong module format.
const parse = robotsParser as unknown as (address: string, text: string) => Rules;

/**
 * Requests the robots.txt of each host once a day (RFC 9309). If the host has no such file, every
 * path is permitted. If the host does not respond, all other requests to it wait for its
 * robots.txt.
 */
export function createRobots(
  clock: Clock,
  fetchFile: (address: string, rule: HostRule) => Promise<RobotsFile>,
) {
  const known = new Map<string, { readonly at: number; readonly file: Promise<RobotsFile> }>();

  function fileOf(address: string, rule: HostRule): Promise<RobotsFile> {
    const kept = known.get(address);
    if (kept && Math.abs(clock() - kept.at) < DAY) return kept.file;
    const file = fetchFile(address, rule);
    known.set(address, { at: clock(), file });
    file.then(
      (found) => found === 'unknown' && known.delete(address),
      () => known.delete(address),
    );
    return file;
  }

  return async (
    address: string,
    rule: HostRule,
  ): Promise<{ readonly answer: Permission; readonly crawlDelay: number }> => {
    const at = new URL('/robots.txt', address).href;
    const file = await fileOf(at, rule);
    if (file === 'unknown') return { answer: 'unknown', crawlDelay: 0 };
    if (file === 'absent') return { answer: 'permitted', crawlDelay: 0 };
    const rules = parse(at, file.text);
    return {
      answer: rules.isAllowed(address, AGENT) === false ? 'forbidden' : 'permitted',
      crawlDelay: Math.min(MAX_DELAY, 1_000 * (rules.getCrawlDelay(AGENT) ?? 0)),
    };
  };
}
