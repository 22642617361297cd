import type { Row } from '../store/served-order.ts';

/** A record without its absent fields: the spec's nine lack what is not known. */
export function present(row: Row): Row {
  const known: Record<string, unknown> = {};
  for (const field of Object.keys(row)) {
    const value = row[field];
    if (value !== null && value !== undefined) known[field] = value;
  }
  return known;
}

/** A fact's evidence as records show it; nothing for a fact that was read out of no text. */
export function statedBy(fact: {
  readonly source_url?: string | null | undefined;
  readonly evidence?: string | null | undefined;
  readonly confidence?: number | null | undefined;
}) {
  const { source_url, evidence, confidence } = fact;
  return evidence ? { source_url, evidence, evidence_confidence: confidence } : {};
}
