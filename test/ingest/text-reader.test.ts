import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { extractMentions } from '../../src/extract/extract.ts';
import { openTextReader } from '../../src/ingest/text-reader.ts';
import { connectors } from '../../src/sources/index.ts';
import { UnreadText } from '../../src/sources/released-text.ts';

const source = { text: 'The FDA approved Zelvora (zelvocimab).', published: '2026-11-20' };

const { read, parse, close } = openTextReader();
afterAll(close);

function readerOf(time: number) {
  const reader = openTextReader(time);
  onTestFinished(() => reader.close());
  return reader;
}

describe('a reader of texts', () => {
  it('gives what the text states, one text after another', async () => {
    expect(await read(source)).toEqual(extractMentions(source));
    expect(await read({ text: 'Nothing.' })).toEqual([]);
  });

  it('gives up a text of more than 5 million characters', async () => {
    const text = `${source.text}\n`.padEnd(5_000_000, '\n');
    expect(await read({ ...source, text })).toEqual(extractMentions(source));
    await expect(read({ ...source, text: `${text}\n` })).rejects.toThrow(
      new UnreadText('is longer than 5 million characters and is not read'),
    );
  });

  it('gives up a text that takes too long, and reads the next one', async () => {
    // The limit is in milliseconds per 100,000 characters. No machine reads this text at 10 ms per
    // 100,000 characters, and every machine needs less than 60 s.
    const text = 'The FDA set a PDUFA date of March 3, 2027.\n'.repeat(23_000);
    await expect(readerOf(1).read({ text })).rejects.toThrow(
      new UnreadText('takes longer than 0.01 s to read'),
    );
    const patient = readerOf(60_000);
    const over = new AbortController();
    const reading = patient.read({ text }, over.signal);
    over.abort(new Error('stopped'));
    await expect(reading).rejects.toThrow('stopped');
    expect(await patient.read(source)).toHaveLength(1);
  });

  it('gives up a text that breaks the thread', async () => {
    await expect(read({ text: { length: 1 } as never })).rejects.toThrow(UnreadText);
    expect(await read(source)).toHaveLength(1);
  });

  it('takes a file apart as its connector does', async () => {
    const text = JSON.stringify({ studies: [{ protocolSection: {} }] });
    const parsed = await parse('clinicaltrials', text, 'a.json');
    expect(parsed).toEqual(connectors.clinicaltrials!.parse(text, 'a.json'));
    expect(parsed.problems).toHaveLength(1);
  });

  it('is closed before its first text, and twice', async () => {
    const reader = openTextReader();
    await reader.close();
    await reader.close();
  });
});
