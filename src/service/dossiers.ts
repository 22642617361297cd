import { didYouMean } from '../base/did-you-mean.ts';
import { ServiceError, unknownId, unknownTicker } from '../base/errors.ts';
import { onOneLine, shownText } from '../base/foreign-text.ts';
import type { Scan } from '../base/turns.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { DossierPart, Lookup, LookupKind, Subject } from '../catalogue/lookup.ts';
import { quotePattern } from '../catalogue/patterns.ts';
import { rowsIn } from '../catalogue/query.ts';
import { filledArguments } from '../catalogue/question.ts';
import type { Directory } from '../domain/directory/directory.ts';
import type { Entry } from '../domain/directory/name-index.ts';
import { plainTicker } from '../domain/directory/ticker-spelling.ts';
import { trialTitleOf } from '../domain/trials/trial-title.ts';
import { type Credential, permitted } from './access/access.ts';
import type { Account } from './access/account.ts';
import type { Backend } from './backend.ts';
import { hasRecord } from './elsewhere.ts';
import { fictional, fictionalHint, unknownCompany } from './hints.ts';
import { oneOf } from './mixed-kinds.ts';
import { drugPattern } from './named-drugs.ts';
import type { Answer, Service } from './service.ts';

/** Maximum number of companies listed with a drug. */
const MAX_OWNERS = 3;
/** Maximum number of suggestions for an unknown ID. */
const MAX_PROPOSED = 3;
/** Maximum number of texts that are listed if an address has several texts. */
const MAX_PARTS = 8;
/**
 * The kinds of names in the name index. Trials and texts are not in the index, because they are
 * found by number or words.
 */
const entryKinds = ['ticker', 'drug', 'fund'] as const;
/**
 * A name that is not in the name index is searched in the records as a drug name. This is the
 * minimum number of characters of such a name.
 */
const MIN_UNLISTED_NAME = 5;

/** A part of a dossier, with its records or the reason why the records are missing. */
export interface AskedPart extends DossierPart {
  readonly answer: Answer | ServiceError;
}

/** The parts of a dossier with their answers, in display order. */
export interface Dossier {
  readonly parts: readonly AskedPart[];
  /**
   * Notices that apply to more than one part, each listed once. `noticesOf` returns the notices of
   * one part.
   */
  readonly notices: readonly string[];
  readonly source: Backend;
  readonly Note?: string;
}

/** The dossier of a named company, drug, trial, fund or text. */
export interface NamedDossier extends Dossier {
  readonly kind: LookupKind;
  readonly key: string;
  readonly title: string;
}

/**
 * Creates dossiers. Each dossier counts as one request toward the plan limit, and as one request
 * toward the limit of each endpoint that it reads.
 */
export interface Dossiers {
  /**
   * @param id `ticker:CRSP`, `drug:NAME`, `trial:NCT01234567`, `fund:CIK`, `text:ID`, or only a
   * ticker or name
   * @throws ServiceError 404 for an unknown ID; 401, 429; 403 if no part is permitted
   */
  of(credential: Credential, id: string): Promise<NamedDossier>;
  /**
   * Returns the dossier of the current day.
   * @throws ServiceError 401, 429; 403 if no part is permitted
   */
  today(credential: Credential): Promise<Dossier>;
}

/** @param isShown a function that returns false for an endpoint that dossiers leave out */
export function createDossiers(
  service: Service,
  { names, dossiers, today, filings }: Lookup,
  isShown: (endpoint: Endpoint) => boolean = () => true,
): Dossiers {
  async function read(
    credential: Credential,
    parts: readonly DossierPart[],
    subject?: Subject,
  ): Promise<Dossier & { readonly scan: Scan }> {
    const { key = '', pattern = '', keyField } = subject ?? {};
    const values = { key, pattern, today: service.today() };
    const asked = parts
      .filter(({ endpoint }) => isShown(endpoint))
      .map((part) => ({ ...part, arguments: filledArguments(part, values) }));
    const { answers, source, scan, Note } = await service.answerAll(
      credential,
      asked.map(({ key: field, ...part }) => ({
        ...part,
        ...(field ? { key: { field: keyField ?? field, value: key } } : {}),
        isInternal: true,
      })),
    );
    return {
      parts: asked.map((part, at) => ({ ...part, answer: answers[at]! })),
      notices: commonNotices(answers),
      source,
      scan,
      ...(Note ? { Note } : {}),
    };
  }

  /**
   * Returns the error for an unknown ID, with suggestions of names. Suggestions come only from the
   * endpoints that the caller's plan and bundle include.
   * @param scan a function that runs a long search in time slices; present if the request is
   * already counted
   */
  async function unknown(
    credential: Credential,
    { id, stated, given }: AskedId,
    scan?: Scan,
  ): Promise<ServiceError> {
    const account = service.account(credential);
    const source = service.source();
    const directory = await source.directory();
    const kinds = entryKinds.filter(
      (kind) =>
        (stated ?? kind) === kind && source.serves(names[kind]) && permitted(account, names[kind]),
    );
    if (ADDRESS.test(given)) {
      return unknownId(id, scan ? await addressHintFor(account, given, scan) : addressHint);
    }
    if (!directory || kinds.length === 0) return unknownId(id, searchHint(source));
    const named = kinds.map((kind) => names[kind]);
    const work = scan ?? (await service.answerAll(credential, [], named)).scan;
    const near = await work(directory.near(given, kinds, MAX_PROPOSED));
    return unknownId(id, near.length > 0 ? proposal(near, directory, source) : searchHint(source));
  }

  /**
   * Returns the hint for an address at which no text is stored. If the address belongs to a filing,
   * the hint names the tools that have records of this filing.
   */
  async function addressHintFor(account: Account, address: string, scan: Scan): Promise<string> {
    const held = { source: service.source(), query: { today: service.today() }, scan };
    const folder = FILING_FOLDER.exec(address)?.[0] ?? address;
    const condition = oneOf('source_url', [address, `${folder}/`]);
    const tools: string[] = [];
    for (const one of filings) {
      if (!permitted(account, one)) continue;
      if (await hasRecord(held, one, condition, { address })) tools.push(one.name);
    }
    if (tools.length === 0) return addressHint;
    return `The text of this filing is not stored. These tools have records of it: ${tools.join(', ')}.`;
  }

  /**
   * Returns the stored texts of the parts of a document. The address of a part is the address of
   * the document followed by `#` and the name of the part.
   */
  async function partsOf(address: string, scan: Scan): Promise<readonly Texts[]> {
    const source = service.source();
    if (!source.knowsNames || !ADDRESS.test(address)) return [];
    const column = { field: 'source_url', as: 'value' } as const;
    const query = {
      arguments: { address },
      conditions: [{ is: 'starting with', column, value: `${address}#` } as const],
      order: undefined,
      page: 1,
      today: service.today(),
    };
    return rowsIn(await source.fetch(names.text, query, scan)) as readonly Texts[];
  }

  const dossiersOf: Dossiers = {
    async today(credential) {
      const { scan: _, ...dossier } = await read(credential, today);
      return dossier;
    },
    async of(credential, id) {
      service.account(credential);
      const asked = askedId(id);
      const about = await identified(asked, service.source());
      if (!about) throw await unknown(credential, asked);
      const { kind, key, isUnlisted, isListed } = about;
      const { scan, ...dossier } = await read(credential, dossiers[kind], about);
      const counts = dossier.parts.map(recordsIn);
      if (isUnlisted && !counts.some(Boolean)) throw await unknown(credential, asked, scan);
      if (!isListed && counts.every((count) => count === 0)) {
        const [part, ...others] = kind === 'text' ? await partsOf(asked.given, scan) : [];
        if (part && others.length === 0) return dossiersOf.of(credential, part.source_url!);
        if (part) throw unknownId(id, listOfParts(asked.given, [part, ...others]));
        if (ADDRESS.test(asked.given)) throw await unknown(credential, asked, scan);
        throw unknownId(id, searchHint(dossier.source));
      }
      const { id: found = key, title, BriefTitle, acronym } = firstRecord(dossier);
      if (kind === 'text') {
        return { ...dossier, kind, key: found, title: onOneLine(title ?? about.title) };
      }
      const named = kind === 'trial' ? trialTitle(key, BriefTitle, acronym) : about.title;
      return { ...dossier, kind, key, title: named };
    },
  };
  return dossiersOf;
}

/** Formats the list of the texts that share an address: `#p1 (TITLE); #p2 (TITLE)`. */
function listOfParts(address: string, parts: readonly Texts[]): string {
  const listed = parts
    .slice(0, MAX_PARTS)
    .map(
      ({ source_url = '', title = '' }) =>
        `${source_url.slice(address.length)} (${shownText(title)})`,
    );
  const more = parts.length > MAX_PARTS ? '; and so on' : '';
  return `The document has ${parts.length} texts. To read a text, append its suffix to the address: ${listed.join('; ')}${more}.`;
}

/** Returns the number of records of a part, or undefined if the part was refused. */
function recordsIn({ answer }: AskedPart): number | undefined {
  return answer instanceof ServiceError ? undefined : answer.records.length;
}

/**
 * Returns the notices of an answer without the notice of its endpoint. That notice may describe
 * fields that the dossier does not show.
 */
export function noticesOf({ notices = [], endpoint }: Answer): readonly string[] {
  return notices.filter((notice) => notice !== endpoint.notice);
}

/** Returns the notices that occur in several answers. */
function commonNotices(answers: readonly (Answer | ServiceError)[]): readonly string[] {
  const all = answers.flatMap((one) => (one instanceof ServiceError ? [] : noticesOf(one)));
  return [...new Set(all.filter((notice, at) => all.indexOf(notice) !== at))];
}

type Texts = Readonly<Record<string, string>>;

function firstRecord({ parts: [first] }: Dossier): Texts {
  return first && !(first.answer instanceof ServiceError)
    ? ((rowsIn(first.answer)[0] ?? {}) as Texts)
    : {};
}

/** Formats a trial: `NCT01234567: STRIVE-EU: Gene Therapy in Ague`. */
export function trialTitle(
  name: string,
  registered: string | null | undefined,
  acronym: string | null | undefined,
): string {
  return onOneLine([name, trialTitleOf(registered, acronym)].filter(Boolean).join(': '));
}

/** A parsed ID: the kind, if the ID states one, and the value. */
interface AskedId {
  readonly id: string;
  readonly stated: LookupKind | undefined;
  readonly given: string;
}

function askedId(id: string): AskedId {
  const [, stated, rest] = /^(ticker|drug|trial|fund|text):(.+)$/s.exec(id.trim()) ?? [];
  return { id, stated: stated as LookupKind | undefined, given: (rest ?? id).trim() };
}

/** Matches the address of a document. */
const ADDRESS = /^https?:\/\/\S+$/i;
/** Matches the address of the folder of a filing at the SEC. */
const FILING_FOLDER = /^https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/\d+\/\d{18}/;
const addressHint =
  'No stored text has this address. The id is one of these: the address of a text, text:ID, drug:NAME, a ticker, or an NCT number. With drug:NAME and query, it returns passages of the label.';

interface Identified extends Subject {
  readonly kind: LookupKind;
  readonly title: string;
  /**
   * Whether the name is missing from the name index. The records must then be searched for the
   * name.
   */
  readonly isUnlisted?: true;
  /**
   * Whether the name index contains the name. If it does, the ID is valid even if no record has the
   * name.
   */
  readonly isListed?: true;
}

/**
 * Finds the company, drug, trial, fund or text that an ID identifies, or returns undefined.
 * Our choice: an ID without a kind is an NCT number, the address of a text, a ticker, or the name of
 * a company or a drug. A name outside the name index is a drug name if a record contains the name.
 * @throws ServiceError 404 for a ticker that no company has
 */
async function identified(
  { stated, given }: AskedId,
  source: Backend,
): Promise<Identified | undefined> {
  const number = /^(?:https:\/\/clinicaltrials\.gov\/study\/)?NCT[\s:-]*(\d{8})$/i.exec(given)?.[1];
  const isTrial = number !== undefined;
  const kind = stated ?? (isTrial ? 'trial' : ADDRESS.test(given) ? 'text' : 'ticker');
  if (kind === 'trial') {
    const key = `NCT${number}`;
    return isTrial ? { kind, key, title: key, pattern: key } : undefined;
  }
  if (kind === 'text') {
    // The stored ID of a text without a URL begins with `text:`.
    const key = /^[\da-f]{24}$/.test(given) ? `text:${given}` : given;
    const keyField = stated ? 'id' : 'source_url';
    return { kind, key, title: onOneLine(given), pattern: key, keyField };
  }
  const directory = await source.directory();
  if (kind === 'ticker') {
    const named = stated ? undefined : directory?.companyNamed(given);
    const company = directory?.company(given) ?? named;
    const drug = company || stated ? undefined : directory?.drugs(given)[0];
    if (drug) return namedEntry(drug, directory);
    if (directory && !company) {
      if (stated) throw unknownCompanyIn(source, directory, given);
      return unlistedDrug(given);
    }
    const key = company?.key ?? plainTicker(given);
    const title = company ? titleOf(company, directory) : key;
    return { kind, key, title, pattern: key, ...(company ? { isListed: true } : {}) };
  }
  const entry = kind === 'drug' ? directory?.drugs(given)[0] : directory?.fund(given);
  if (entry) return namedEntry(entry, directory);
  return kind === 'drug' ? unlistedDrug(given) : undefined;
}

/**
 * Interprets a text as a drug name that the name index lacks. Returns undefined if the text cannot
 * be a name.
 */
function unlistedDrug(given: string): Identified | undefined {
  const isName =
    given.length >= MIN_UNLISTED_NAME &&
    /^[\p{L}\p{N}]([\p{L}\p{N} -]*[\p{L}\p{N}])?$/u.test(given);
  if (!isName) return undefined;
  const title = onOneLine(given);
  return { kind: 'drug', key: given, title, pattern: `\\b${given}\\b`, isUnlisted: true };
}

function unknownCompanyIn(source: Backend, directory: Directory, ticker: string): ServiceError {
  const { text, hasNear } = unknownCompany(directory, ticker);
  return unknownTicker(text, source.demo ? fictionalHint(hasNear) : searchHint(source));
}

/** Formats suggestions: `Did you mean drug:belaqutinib (belaqutinib, drug of CAMQZ: Asthma)?` */
function proposal(near: readonly Entry[], directory: Directory, { demo }: Backend): string {
  const titles = near.map((entry) => {
    const title = entry.kind === 'ticker' ? onOneLine(entry.name) : titleOf(entry, directory);
    return `${idOf(entry)} (${title})`;
  });
  return `${didYouMean(titles)}${demo ? ` ${fictionalHint(true)}` : ''}`;
}

export function idOf({ kind, key }: Entry): string {
  return `${kind}:${key}`;
}

function namedEntry(entry: Entry, directory: Directory | undefined): Identified {
  const { kind, key, name } = entry;
  const pattern = (kind === 'drug' && drugPattern(name, directory)) || quotePattern(name);
  return { kind, key, title: titleOf(entry, directory), pattern, isListed: true };
}

function searchHint({ demo }: Backend): string {
  return demo ? fictional : 'search finds ids by name.';
}

/**
 * Formats a name: `O'Halquocept Therapeutics plc (HAUQZ)`, `belaqutinib, drug of CAMQZ: Asthma`.
 */
export function titleOf(
  { kind, key, name, about = [] }: Entry,
  directory: Directory | undefined,
): string {
  if (kind === 'ticker') return onOneLine(`${name} (${key})`);
  if (kind === 'fund') return onOneLine(`${name}, fund`);
  const owners = (directory?.drugs(key) ?? []).flatMap(({ ticker, owner }) => {
    if (ticker === undefined) return owner ?? [];
    const company = directory?.company(ticker);
    return company ? `${ticker} (${company.name})` : ticker;
  });
  const named = [...new Set(owners)].slice(0, MAX_OWNERS).join(', ');
  const ofOwners = named ? ` of ${named}` : '';
  return onOneLine(`${name}, drug${ofOwners}${about[0] ? `: ${about[0]}` : ''}`);
}
