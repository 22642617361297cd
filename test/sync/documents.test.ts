import { describe, expect, it } from 'vitest';
import {
  addDocuments,
  documentRead,
  documentsAreFull,
  waitingDocuments,
} from '../../src/sync/documents.ts';
import { openStore, start } from './sync-run.ts';

const document = (address: string, text = 'text') => ({ address, cik: '1', form: '8-K', text });

describe('documents that wait to be read', () => {
  it('come in the order of their arrival, each once, and go when they are read', async () => {
    const database = await openStore();
    addDocuments(database, [document('https://b'), document('https://a')], start);
    addDocuments(database, [document('https://0')], start + 1);
    addDocuments(database, [document('https://b', 'newer')], start);
    expect(waitingDocuments(database, 10).map(({ address }) => address)).toEqual([
      'https://a',
      'https://b',
      'https://0',
    ]);
    expect(waitingDocuments(database, 2)[1]).toEqual(document('https://b', 'newer'));
    documentRead(database, 'https://a');
    expect(waitingDocuments(database, 1)).toMatchObject([{ address: 'https://b' }]);
  });

  it('are bounded by number and by size', async () => {
    const database = await openStore();
    const many = Array.from({ length: 2_000 }, (_, at) => document(`https://${at}`));
    addDocuments(database, many.slice(1), start);
    expect(documentsAreFull(database)).toBe(false);
    addDocuments(database, many.slice(0, 1), start);
    expect(documentsAreFull(database)).toBe(true);
    const other = await openStore();
    const half = 'x'.repeat(32 * 1024 * 1024);
    addDocuments(other, [document('https://a', half.slice(1)), document('https://b', half)], start);
    expect(documentsAreFull(other)).toBe(false);
    addDocuments(other, [document('https://a', half)], start);
    expect(documentsAreFull(other)).toBe(true);
  });
});
