import { describe, expect, it } from 'vitest';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import { readWaiting, textsOf } from '../../../src/ingest/sync/waiting-documents.ts';
import type { Batch } from '../../../src/sources/parsed.ts';
import { statedIn, textsAmong, UnreadText } from '../../../src/sources/released-text.ts';
import type { SourceDocument } from '../../../src/sources/source.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { readHere } from '../../support/read-text.ts';
import { openStore, start } from './sync-run.ts';

const goal =
  'Zorb0 Therapeutics today announced that the FDA has accepted its NDA for zorbatinib and assigned a PDUFA target action date of November 20, 2026.';
const document = (address: string, text = goal) => ({
  address,
  cik: '3000001',
  ticker: 'AAAQZ',
  form: 'EX-99.1',
  published: '2026-03-10',
  text,
});

const stated = async (documents: readonly SourceDocument[], batches: readonly Batch[] = []) =>
  (await statedIn([...textsOf(documents), ...textsAmong(batches)], readHere)).batches;

describe('documents of a sync', () => {
  it('are one record each of what they state, with sentence, address and day', async () => {
    const [batch, ...others] = await stated([document('https://sec.example/a')]);
    const opening = {
      id: 'https://sec.example/a',
      source_url: 'https://sec.example/a',
      title: goal,
      tickers: ['AAAQZ'],
      issuer_name: null,
      drugs: ['zorbatinib'],
      form: 'EX-99.1',
      summary: null,
      published_at: '2026-03-10',
    };
    expect(others).toEqual([{ kind: 'news', records: [opening] }]);
    expect(batch).toMatchObject({
      kind: 'mentions',
      records: [
        {
          document_id: 'https://sec.example/a',
          ticker: 'AAAQZ',
          cik: '3000001',
          form: 'EX-99.1',
          published_date: '2026-03-10',
          source_url: 'https://sec.example/a',
        },
      ],
    });
    expect(batch!.records[0]!.mentions).toContainEqual(
      expect.objectContaining({
        type: 'pdufa_date',
        date: '2026-11-20',
        drug: 'zorbatinib',
        status: 'announced',
        sentence: goal,
      }),
    );
  });

  it('state nothing without a day, and leave only their opening where they say nothing', async () => {
    expect(await stated([{ ...document('https://a'), published: undefined }])).toEqual([]);
    const picnic = 'The company will hold a picnic.';
    expect(await stated([document('https://a', picnic)])).toMatchObject([
      { kind: 'news', records: [{ id: 'https://a', title: picnic, drugs: [] }] },
    ]);
  });
});

describe('texts that a former version left waiting', () => {
  const waiting = async () => {
    const database = await openStore();
    const put = database.prepare('INSERT INTO sync_documents VALUES (?, ?, ?, ?, ?)');
    // More than are read in one transaction.
    for (let at = 0; at < 60; at += 1) {
      const { text, ...about } = document(`https://sec.example/${at}`);
      put.run(about.address, JSON.stringify(about), text, text.length, start);
    }
    database
      .prepare("INSERT INTO facts VALUES ('companies', 'k', 'test', ?, '2026-03-10', NULL)")
      .run(JSON.stringify({ ticker: 'AAAQZ', name: 'Zorb0 Therapeutics', cik: '3000001' }));
    return database;
  };
  const left = 'SELECT count(*) AS n FROM sync_documents';

  it('are read once and go', async () => {
    const database = await waiting();
    expect(await readWaiting(database, 'sec-documents', readHere, start)).toBe(60);
    expect(await readWaiting(database, 'sec-documents', readHere, start)).toBe(0);
    expect(readFacts(database).all('mentions')).toHaveLength(60);
    expect(database.prepare(left).get()).toEqual({ n: 0 });
  });

  it('are told by their names where they cannot be read', async () => {
    const database = await waiting();
    const unread = () => Promise.reject(new UnreadText('takes longer than 2 s to read'));
    expect(await readWaiting(database, 'sec-documents', unread, start)).toBe(0);
    expect(sourceState(database, 'sec-documents')).toMatchObject({
      refused: 60,
      refusal: 'https://sec.example/50 takes longer than 2 s to read',
    });
    expect(database.prepare(left).get()).toEqual({ n: 0 });
  });
});
