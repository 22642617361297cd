import type { Row } from '../store/served-order.ts';

/**
 * Removes the fields of a row that are null or undefined, because the nine endpoints of the
 * specification omit fields whose values are unknown.
 */
export function present(row: Row): Row {
  const known: Record<string, unknown> = {};
  for (const field of Object.keys(row)) {
    const value = row[field];
    if (value !== null && value !== undefined) known[field] = value;
  }
  return known;
}

/**
 * The fields of a record about the text from which its fact was read. Empty if the fact was not
 * read from a text.
 */
export function statedBy(fact: {
  readonly source_url?: string | null | undefined;
  readonly evidence?: string | null | undefined;
  readonly context?: string | null | undefined;
  readonly confidence?: number | null | undefined;
}) {
  const { source_url, evidence, context, confidence } = fact;
  return evidence ? { source_url, evidence, context, evidence_confidence: confidence } : {};
}
