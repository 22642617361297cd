import type { Endpoint } from './endpoint.ts';

/** The kinds of things that `search` finds by name or by words. */
export const lookupKinds = ['ticker', 'drug', 'trial', 'fund', 'text'] as const;
export type LookupKind = (typeof lookupKinds)[number];

/** The subject of a dossier. Its values replace the placeholders in the arguments of each part. */
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

/** One part of a dossier, which contains a few records of one endpoint. */
export interface DossierPart {
  readonly title: string;
  readonly endpoint: Endpoint;
  /**
   * The arguments that select the records of the part, with placeholders: `{key}`, `{pattern}`,
   * `{today+14}`.
   */
  readonly arguments: Readonly<Record<string, string>>;
  /**
   * One of the endpoint's `keys`: the record field that is compared with the key of the subject.
   * Set if no parameter of the endpoint can select the records of the subject.
   */
  readonly key?: string;
  readonly fields: readonly string[];
  readonly most: number;
  /**
   * A field with a long text. If the dossier is too long, all other fields are shortened before
   * this field. If `fields` does not contain this field, it is shown only by `fetch` with `query`
   * or `offset`, after the first of `fields`.
   */
  readonly prose?: string;
  /** Shows the last records first. Set if the endpoint sorts the latest date first. */
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
