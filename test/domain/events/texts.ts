import { createHash } from 'node:crypto';
import { eventsOf, type KnownCompany } from '../../../src/domain/events/events.ts';
import type { KnownDrug } from '../../../src/domain/events/only-drug.ts';
import type { StoredCatalyst } from '../../../src/domain/events/plan.ts';
import type { ReadDocument } from '../../../src/domain/events/statement.ts';

type Mention = ReadDocument['mentions'][number];

/** A document of ABCQZ with statements. */
export function document(
  published_date: string,
  mentions: readonly Mention[],
  more: Partial<ReadDocument> = {},
): ReadDocument {
  const document_id = `https://abcqz.example/${published_date}${more.form ?? ''}`;
  return {
    document_id,
    ticker: 'ABCQZ',
    published_date,
    form: '8-K',
    source_url: document_id,
    source: 'test',
    mentions: [...mentions],
    ...more,
  };
}

/** An announced, confident statement about zelvotinib. */
export function mention(type: string, more: Partial<Mention> = {}): Mention {
  return {
    type,
    date: null,
    precision: typeof more.date === 'string' ? 'day' : null,
    drug: 'zelvotinib',
    indication: null,
    status: 'announced',
    confidence: 0.95,
    sentence: `A sentence on ${type}.`,
    detail: {},
    ...more,
  };
}

export const goal = (date: string, more: Partial<Mention> = {}) =>
  mention('pdufa_date', { date, sentence: `The goal date is ${date}.`, ...more });

const company: KnownCompany = {
  name: 'Abcora Therapeutics, Inc.',
  cik: '1234567',
  drugs: [],
  catalysts: [],
  decided: [],
};

export function stored(more: Partial<StoredCatalyst>): StoredCatalyst {
  return {
    id: 'stored',
    ticker: 'ABCQZ',
    drugname: 'Zelvotinib',
    catalyst: 'PDUFA Date',
    catdate: null,
    formattedDate: '2027-03-15',
    created: '2026-06-01',
    treatment: null,
    stage: null,
    decision: null,
    decision_date: null,
    outcome: null,
    ...more,
  };
}

/** A known drug with the given names. */
export const drug = (names: readonly string[], more: Partial<KnownDrug> = {}): KnownDrug => ({
  names,
  indications: [],
  ...more,
});

/** The events in documents of ABCQZ, given known data of the company. */
export function events(documents: readonly ReadDocument[], known: Partial<KnownCompany> = {}) {
  return eventsOf('ABCQZ', documents, { ...company, ...known }, (text) =>
    createHash('sha256').update(text).digest('hex').slice(0, 8),
  );
}

/** Each catalyst with its date and its moves as `from > to on day`. */
export function datesOf({ facts }: ReturnType<typeof events>): string[] {
  return facts.catalysts.map(({ _id, catalyst, formattedDate }) => {
    const moves = facts.catalyst_changes
      .filter(({ catalyst_id }) => catalyst_id === _id)
      .map((one) => ` (${one.previous_value} > ${one.new_value} on ${one.changed_date})`);
    return `${catalyst} ${formattedDate}${moves.join('')}`;
  });
}
