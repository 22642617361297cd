import type { Endpoint } from './endpoint.ts';

/** The kinds of things that `search` finds by name or by words. */
export const lookupKinds = ['ticker', 'drug', 'trial', 'fund', 'text'] as const;
export type LookupKind = (typeof lookupKinds)[number];

/** The subject of a dossier. The arguments of each part contain placeholders for these values. */
export interface Subject {
  /** A ticker, the name of a drug, an NCT number, the CIK of a fund or the identifier of a text. */
  readonly key: string;
  /** A pattern that matches the name of the subject. */
  readonly pattern: string;
  /**
   * The record field that is compared with the key. If absent, the `key` of each part names this
   * field.
   */
  readonly keyField?: string;
}

/** One part of a dossier. Each part shows a few records of one endpoint. */
export interface DossierPart {
  readonly title: string;
  readonly endpoint: Endpoint;
  /**
   * The arguments that select the records of the part, with placeholders: `{key}`, `{pattern}`,
   * `{today+14}`.
   */
  readonly arguments: Readonly<Record<string, string>>;
  /**
   * The record field that is compared with the key of the subject. It is one of the endpoint's
   * `keys`. Set if the endpoint has no parameter that selects the records of the subject.
   */
  readonly key?: string;
  readonly fields: readonly string[];
  readonly most: number;
  /**
   * A field with a long text. A dossier shows more characters of this field than of other fields.
   * If `fields` does not contain this field, only `fetch` with `query` or `offset` shows it.
   */
  readonly prose?: string;
  /**
   * Reads the last page and reverses the records. Set if the endpoint sorts the latest date first.
   */
  readonly fromEnd?: true;
}

/**
 * The data of the tools `search` and `fetch`: the endpoint that provides each kind of name, and the
 * dossiers.
 */
export interface Lookup {
  readonly names: Readonly<Record<LookupKind, Endpoint>>;
  readonly dossiers: Readonly<Record<LookupKind, readonly DossierPart[]>>;
  /** The dossier of all companies today. */
  readonly today: readonly DossierPart[];
  /** Endpoints that may have records of a filing whose text is not stored. */
  readonly filings: readonly Endpoint[];
}
