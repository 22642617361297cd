import type { Endpoint } from './endpoint.ts';

/** What can be looked up by name. */
export const lookupKinds = ['ticker', 'drug', 'trial', 'fund'] as const;
export type LookupKind = (typeof lookupKinds)[number];

/** What the values in a part's arguments stand for. */
export interface Subject {
  /** A ticker, the name of a drug, an NCT number or the CIK of a fund. */
  readonly key: string;
  /** The pattern that finds its name. */
  readonly pattern: string;
}

/** A part of a dossier: a few records of one endpoint. */
export interface DossierPart {
  readonly title: string;
  readonly endpoint: Endpoint;
  /** The arguments that bring its records; values in braces: `{key}`, `{pattern}`, `{today+14}`. */
  readonly arguments: Readonly<Record<string, string>>;
  /** A key field of the endpoint that holds the subject, where no parameter asks for it. */
  readonly key?: string;
  readonly fields: readonly string[];
  readonly most: number;
  /** The field that is prose, of which more is shown. */
  readonly prose?: string;
  /** The last records of the order come first: of a list that begins with the furthest day. */
  readonly fromEnd?: true;
}

/** What the lookups are made of: the endpoint that each kind of name comes from, and the dossiers. */
export interface Lookup {
  readonly names: Readonly<Record<LookupKind, Endpoint>>;
  readonly dossiers: Readonly<Record<LookupKind, readonly DossierPart[]>>;
  /** What is known today of all. */
  readonly today: readonly DossierPart[];
}
