import { html } from 'hono/html';
import { LRUCache } from 'lru-cache';
import { fdaCalendar } from '../../tools/fda-intelligence/fda-calendar.ts';
import { cashRunway } from '../../tools/financial-health/cash-runway.ts';
import { ServiceError, unknownTicker } from '../base/errors.ts';
import type { Entry } from '../domain/directory/name-index.ts';
import { type Caller, type Credential, demoKey, permitted } from '../service/access/access.ts';
import { fictional } from '../service/hints.ts';
import type { Ways } from './connect.ts';
import { dossierContent } from './dossier.ts';
import { framed } from './frame.ts';
import { homeContent, keyForm, type Sight } from './home.ts';
import { type Packed, packed } from './packed.ts';
import { isServed, type Reader } from './reading.ts';
import { recordContent } from './record.ts';
import { companyList, searchContent } from './search.ts';
import { readCalendar, readUpcoming } from './upcoming.ts';

/** The viewer of a page, with the key of the browser session if there is one. */
interface Viewer extends Caller {
  readonly key: string | undefined;
}

export type Pages = ReturnType<typeof createPages>;

/**
 * Maximum number of cached home pages. Each combination of server URL and viewer's rights has its
 * own page.
 */
const MAX_PAGES = 16;
/** Maximum number of suggestions for an unknown ticker. */
const MAX_NEAR = 3;

/**
 * Creates the web pages of a service, which are complete HTML documents. Because anyone can request
 * the home page, it is created once per version of the records and cached.
 */
export function createPages(reader: Reader, ways: Ways) {
  const { service } = reader;
  const homes = new LRUCache<string, Promise<Packed>>({ max: MAX_PAGES });
  const state = () => {
    const source = service.source();
    return JSON.stringify([
      ...[source.describe(), source.demo, source.health?.().notices, service.today()],
    ]);
  };

  /** @throws ServiceError 401, 403 */
  function credentialOf({ key, ...caller }: Viewer): Credential {
    const credential = { ...caller, key: key ?? (service.source().demo ? demoKey : undefined) };
    service.account(credential);
    return credential;
  }
  const frame = (title: string, viewer: Viewer) => ({
    title,
    demo: service.source().demo,
    signedIn: viewer.key !== undefined,
  });
  return {
    /** Returns the home page. Viewers without a key see no real records. */
    async home(viewer: Viewer, origin: string) {
      const contents = await service.source().contents();
      const rights = rightsOf(reader, viewer);
      const key = JSON.stringify([origin, rights, state(), contents, viewer.key !== undefined]);
      return memo(homes, key, async () => {
        const source = service.source();
        const served = reader.catalogue.endpoints.filter((one) => source.serves(one));
        const sight = await sightOf(reader, rights);
        const content = homeContent({ source, served, contents, origin, ways, sight });
        const text = await framed({ ...frame('Biotech catalysts', viewer), alive: true }, content);
        // A home page with an error is not cached, because the next attempt may succeed.
        if (sight !== 'locked' && 'refused' in sight.upcoming) homes.delete(key);
        return packed(text);
      });
    },
    /**
     * Returns the page of a ticker, or a page with suggestions if the ticker is unknown.
     *
     * @throws ServiceError 404 if there are no suggestions; 401 and 403 as `Service.account` does
     */
    async dossier(viewer: Viewer, symbol: string) {
      const credential = credentialOf(viewer);
      const titled = frame(`${symbol} · Biotech catalysts`, viewer);
      try {
        const content = await dossierContent(reader, credential, symbol);
        return { page: await framed({ ...titled, alive: true }, content), status: 200 };
      } catch (cause) {
        if (!(cause instanceof ServiceError) || cause.status !== 404) throw cause;
        const near = await companiesNear(reader, symbol);
        const { message } = cause;
        const hint = service.source().demo ? fictional : undefined;
        if (near.length === 0) throw unknownTicker(message, hint);
        const content = html`<h1>${message}</h1>${companyList(near)}${hint ? html`<p>${hint}</p>` : ''}`;
        return { page: await framed(titled, content), status: 404 };
      }
    },
    /**
     * Returns a ticker if the query is the name or ticker of exactly one company. For all other
     * queries, returns a page with search results.
     */
    async search(viewer: Viewer, query: string) {
      const credential = credentialOf(viewer);
      const directory = await service.source().directory();
      const company = directory?.company(query);
      if (company) return { ticker: company.key };
      const content = await searchContent(reader, credential, query);
      return {
        page: await framed({ ...frame(`${query} · Biotech catalysts`, viewer), query }, content),
      };
    },
    /** Returns the page with the scores of the stored forecasts. The page needs no key. */
    record: async (viewer: Viewer) =>
      framed(
        { ...frame('Record · Biotech catalysts', viewer), alive: true },
        await recordContent(reader),
      ),
    /** Returns a page that shows an error. */
    failure: (viewer: Viewer, error: ServiceError) =>
      framed(
        frame(error.message, viewer),
        html`<h1>${error.message}</h1>
${error.hint ? html`<p>${error.hint}</p>` : ''}
${error.status === 401 ? keyForm() : ''}`,
      ),
  };
}

/** Returns companies whose tickers are similar to an unknown ticker. */
async function companiesNear({ service }: Reader, symbol: string): Promise<readonly Entry[]> {
  const directory = await service.source().directory();
  return directory?.companiesLike(symbol, MAX_NEAR) ?? [];
}

/** The parts of the home page that a viewer may see. */
type Rights = 'locked' | { readonly calendar: boolean; readonly cash: boolean };

function rightsOf({ service }: Reader, { key }: Viewer): Rights {
  const account = key === undefined ? undefined : service.account({ key });
  if (!account) return service.source().demo ? { calendar: true, cash: true } : 'locked';
  return { calendar: permitted(account, fdaCalendar), cash: permitted(account, cashRunway) };
}

async function sightOf(reader: Reader, rights: Rights): Promise<Sight> {
  if (rights === 'locked') return 'locked';
  const key = reader.service.source().demo ? { key: demoKey } : {};
  if (!isServed(reader, fdaCalendar)) return { upcoming: [], ...key };
  if (!rights.calendar) {
    return {
      upcoming: { refused: 'The bundle of your key does not include the calendar' },
      ...key,
    };
  }
  try {
    const rows = await readUpcoming(reader);
    const upcoming = rights.cash ? rows : rows.map(({ months_left: _, ...row }) => row);
    return { upcoming, calendar: await readCalendar(reader), ...key };
  } catch (cause) {
    // If records are missing, the rest of the page is still shown, because it contains instructions
    // that help the user.
    if (!(cause instanceof ServiceError)) throw cause;
    return { upcoming: { refused: cause.message }, ...key };
  }
}

/** Returns the cached value of a key, or computes and caches it. Failures are not cached. */
function memo<Value>(
  kept: LRUCache<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(key);
  if (known) return known;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}
