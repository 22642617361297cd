import { evidenceOf, type Statement, statementsOf } from '../domain/events/statement.ts';
import type { Sourced } from '../store/facts-store.ts';
import type { Refresh } from './computation.ts';
import { type Origin, originOf } from './origin.ts';

/** The types of statements that appear as quotes in records. */
const QUOTED: ReadonlySet<string> = new Set([
  'stated_runway',
  'pdufa_date',
  'adcomm_date',
  'withdrawn',
  'crl',
  'nda_bla_submitted',
  'nda_bla_accepted',
  'clinical_hold',
  'hold_lifted',
]);

/** All statements whose type is in `QUOTED`, oldest first. */
export function quotedStatements({ facts }: Refresh): readonly Statement[] {
  const documents: Sourced<'mentions'>[] = [];
  for (const document of facts.each('mentions')) {
    const mentions = document.mentions.filter(({ type }) => QUOTED.has(type));
    if (mentions.length > 0) documents.push({ ...document, mentions });
  }
  return statementsOf(documents);
}

/** The origin of the document that contains a statement. */
export function statementOrigin(statement: Statement): Origin {
  return originOf('mentions', evidenceOf(statement));
}
