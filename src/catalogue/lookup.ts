import type { Endpoint } from './endpoint.ts';

/** The kinds of names that can be looked up. */
export const lookupKinds = ['ticker', 'drug', 'trial', 'fund'] as const;
export type LookupKind = (typeof lookupKinds)[number];

/** Values for the placeholders in the arguments of a part. */
export interface Subject {
  /** A ticker, the name of a drug, an NCT number or the CIK of a fund. */
  readonly key: string;
  /** A pattern that matches the name of the subject. */
  readonly pattern: string;
}

/** One part of a dossier: a few records of one endpoint. */
export interface DossierPart {
  readonly title: string;
  readonly endpoint: Endpoint;
  /**
   * The arguments that select its records, with placeholders: `{key}`, `{pattern}`, `{today+14}`.
   */
  readonly arguments: Readonly<Record<string, string>>;
  /**
   * A key field of the endpoint that contains the subject. Used if no parameter can select the
   * subject.
   */
  readonly key?: string;
  readonly fields: readonly string[];
  readonly most: number;
  /** A long text field, which is cut later than other fields. */
  readonly prose?: string;
  /** Shows the last records first, for endpoints that sort the furthest date first. */
  readonly fromEnd?: true;
}

/**
 * The parts of the lookup tools: the endpoint that provides each kind of name, and the dossiers.
 */
export interface Lookup {
  readonly names: Readonly<Record<LookupKind, Endpoint>>;
  readonly dossiers: Readonly<Record<LookupKind, readonly DossierPart[]>>;
  /** The dossier of all companies today. */
  readonly today: readonly DossierPart[];
}
