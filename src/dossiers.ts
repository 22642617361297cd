import type { Credential } from './access/access.ts';
import type { Directory, Entry } from './domain/directory/directory.ts';
import type { Endpoint } from './endpoint.ts';
import { ServiceError, unknownId, unknownTicker } from './errors.ts';
import { onOneLine } from './foreign-text.ts';
import { fictional, unknownCompany } from './hints.ts';
import type { DossierPart, Lookup, LookupKind, Subject } from './lookup.ts';
import { quotePattern } from './patterns.ts';
import { filledArguments } from './question.ts';
import type { Answer, Service } from './service.ts';
import type { Source } from './sources/source.ts';

/** Companies that are named beside a drug. */
const MAX_OWNERS = 3;
/** Letters of a name that no list has, for records to be searched for it. */
const MIN_UNLISTED_NAME = 5;

/** A part as it was asked: its answer, or why there is none. */
export interface AskedPart extends DossierPart {
  readonly answer: Answer | ServiceError;
}

/** What the parts of a dossier brought, in their order. */
export interface Dossier {
  readonly parts: readonly AskedPart[];
  /** What several of the parts say, once; each part's own are in `noticesOf`. */
  readonly notices: readonly string[];
  readonly source: Source;
  readonly Note?: string;
}

/** What is known of something that has a name. */
export interface NamedDossier extends Dossier {
  readonly kind: LookupKind;
  readonly key: string;
  readonly title: string;
}

/** The one maker of dossiers: each is one request of the plan, and one of each endpoint it reads. */
export interface Dossiers {
  /**
   * @param id `ticker:CRSP`, `drug:NAME`, `trial:NCT01234567`, `fund:CIK`, or a ticker or name alone
   * @throws ServiceError 404 for an id of nothing, 401, 403 where no part is reached, 429
   */
  of(credential: Credential, id: string): Promise<NamedDossier>;
  /** What is known today of all. @throws ServiceError 401, 403 where no part is reached, 429 */
  today(credential: Credential): Promise<Dossier>;
}

/** @param isShown whether parts of an endpoint are wanted at all */
export function createDossiers(
  service: Service,
  { dossiers, today }: Lookup,
  isShown: (endpoint: Endpoint) => boolean = () => true,
): Dossiers {
  async function read(
    credential: Credential,
    parts: readonly DossierPart[],
    subject?: Subject,
  ): Promise<Dossier> {
    const { key = '', pattern = '' } = subject ?? {};
    const values = { key, pattern, today: service.today() };
    const asked = parts
      .filter(({ endpoint }) => isShown(endpoint))
      .map((part) => ({ ...part, arguments: filledArguments(part, values) }));
    const { answers, source, Note } = await service.answerAll(
      credential,
      asked.map(({ key: field, ...part }) => ({
        ...part,
        ...(field ? { key: { field, value: key } } : {}),
        isOurs: true,
      })),
    );
    return {
      parts: asked.map((part, at) => ({ ...part, answer: answers[at]! })),
      notices: commonNotices(answers),
      source,
      ...(Note ? { Note } : {}),
    };
  }

  return {
    today: (credential) => read(credential, today),
    async of(credential, id) {
      service.account(credential);
      const about = await identified(id, service.source());
      const { kind, key, otherwise } = about;
      const dossier = await read(credential, dossiers[kind], about);
      if (otherwise && !dossier.parts.some(({ answer }) => hasRecords(answer))) throw otherwise;
      if (dossier.parts.every(({ answer }) => isEmpty(answer))) {
        throw unknownId(id, searchHint(dossier.source));
      }
      return { ...dossier, kind, key, title: titleFound(dossier, about) };
    },
  };
}

function isEmpty(answer: Answer | ServiceError): boolean {
  return !(answer instanceof ServiceError) && answer.records.length === 0;
}

function hasRecords(answer: Answer | ServiceError): boolean {
  return !(answer instanceof ServiceError) && answer.records.length > 0;
}

/** What an answer says besides; an endpoint's own notice speaks of fields, which need not be shown. */
export function noticesOf({ notices = [], endpoint }: Answer): readonly string[] {
  return notices.filter((notice) => notice !== endpoint.notice);
}

/** What stands in several answers. */
function commonNotices(answers: readonly (Answer | ServiceError)[]): readonly string[] {
  const said = answers.flatMap((one) => (one instanceof ServiceError ? [] : noticesOf(one)));
  return [...new Set(said.filter((notice, at) => said.indexOf(notice) !== at))];
}

/** A trial is called as it is registered. */
function titleFound({ parts }: Dossier, { kind, title }: Identified): string {
  const answer = parts[0]?.answer;
  const record = answer instanceof ServiceError ? undefined : answer?.records[0];
  if (kind !== 'trial' || record === undefined) return title;
  const { BriefTitle } = JSON.parse(record) as Readonly<Record<string, string>>;
  return trialTitle(title, BriefTitle);
}

export function trialTitle(name: string, registered: string | null | undefined): string {
  return registered ? onOneLine(`${name}: ${registered}`) : name;
}

interface Identified extends Subject {
  readonly kind: LookupKind;
  readonly title: string;
  /** What to say where no record bears a name that no list has. */
  readonly otherwise?: ServiceError;
}

/**
 * What an id stands for. Our choice: an id without its kind is an NCT number, a ticker, or the name
 * of one company or of a drug; and what no list has is a drug's where records bear it, as trials of
 * others' drugs do.
 *
 * @throws ServiceError 404 for an id of nothing
 */
async function identified(id: string, source: Source): Promise<Identified> {
  const [, stated, rest] = /^(ticker|drug|trial|fund):(.+)$/s.exec(id.trim()) ?? [];
  const given = (rest ?? id).trim();
  const isTrial = /^NCT\d{8}$/i.test(given);
  const kind = (stated ?? (isTrial ? 'trial' : 'ticker')) as LookupKind;
  if (kind === 'trial') {
    if (!isTrial) throw unknownId(id, searchHint(source));
    const key = given.toUpperCase();
    return { kind, key, title: key, pattern: key };
  }
  const directory = await source.directory();
  if (kind === 'ticker') {
    const named = stated ? undefined : directory?.companyNamed(given);
    const company = directory?.company(given.toUpperCase()) ?? named;
    const drug = company || stated ? undefined : directory?.drugs(given)[0];
    if (drug) return namedEntry(drug, directory);
    if (directory && !company) {
      const unknown = unknownTicker(unknownCompany(directory, given), searchHint(source));
      return unlistedDrug(given, stated, unknown);
    }
    const key = company?.key ?? given.toUpperCase();
    return { kind, key, title: company ? titleOf(company, directory) : key, pattern: key };
  }
  const entry = kind === 'drug' ? directory?.drugs(given)[0] : directory?.fund(given);
  if (!entry) return unlistedDrug(given, stated, unknownId(id, searchHint(source)));
  return namedEntry(entry, directory);
}

/** @throws ServiceError `otherwise` for what can be no drug's name */
function unlistedDrug(
  given: string,
  stated: string | undefined,
  otherwise: ServiceError,
): Identified {
  const isName =
    given.length >= MIN_UNLISTED_NAME &&
    /^[\p{L}\p{N}]([\p{L}\p{N} -]*[\p{L}\p{N}])?$/u.test(given);
  if (!isName || (stated !== undefined && stated !== 'drug')) throw otherwise;
  const title = onOneLine(given);
  return { kind: 'drug', key: given, title, pattern: `\\b${given}\\b`, otherwise };
}

function namedEntry(entry: Entry, directory: Directory | undefined): Identified {
  const { kind, key, name } = entry;
  return { kind, key, title: titleOf(entry, directory), pattern: patternOf(name) };
}

/** A pattern that finds a name as it stands, the name itself where it has no sign of a pattern. */
function patternOf(name: string): string {
  return /^[\w ,-]+$/.test(name) ? name : quotePattern(name);
}

function searchHint({ demo }: Source): string {
  return demo ? fictional : 'search finds ids by name.';
}

/** `O'Halquocept Therapeutics plc (HAUQZ)`, `belaqutinib, drug of CAMQZ (…): Asthma`. */
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
