import { expect, it } from 'vitest';
import { extractMentions } from '../../src/extract/extract.ts';
import type { Fact } from '../../src/facts/fact-kinds.ts';
import { mentionRecord } from '../../src/sources/released-text.ts';
import { readLabels, sampleFiles } from '../programs/judge/label-sets.ts';
import { describeSamples, sample } from '../sources/samples.ts';
import { refreshOf } from './refresh-of.ts';

describeSamples('real passages, from the text to the calendar', () => {
  const [file] = sampleFiles();
  const passages =
    file &&
    readLabels(file).flatMap(({ ticker, published, ...one }) =>
      ticker && published ? [{ ...one, ticker, published }] : [],
    );

  it('serve goal dates to the day of which 98 of 100 are right', async () => {
    expect(sample('catalyst_text/README.md')).toContain('Labelled passages');
    const mentions = (passages || []).flatMap(({ id, text, ticker, published, company }) => {
      const address = `https://passages.example/${id}`;
      const source = { text, ticker, published, company: company ?? undefined, address };
      const record = mentionRecord(source, extractMentions(source));
      return record ? [record as unknown as Fact<'mentions'>] : [];
    });
    const { facts } = await refreshOf('2026-11-22', { mentions });
    const labelled = new Set(
      (passages || []).flatMap(({ ticker, facts: own }) =>
        own.flatMap(({ type, date }) => (type === 'pdufa_date' ? `${ticker} ${date}` : [])),
      ),
    );
    const catalysts = facts.all('catalysts').filter(({ catalyst }) => catalyst === 'PDUFA Date');
    const decided = facts.all('decisions');
    const goals = catalysts
      .filter(({ date_precision, decision }) => date_precision === 'day' && !decision)
      .map(({ ticker, formattedDate }) => `${ticker} ${formattedDate}`)
      .concat(decided.map((one) => `${one.Ticker} ${one['PDUFA Date']}`));
    expect(goals.length).toBeGreaterThan(15);
    const wrong = goals.filter((goal) => !labelled.has(goal));
    expect(wrong.length / goals.length, wrong.join(', ')).toBeLessThanOrEqual(0.02);
    // Each says where it stands and in which words.
    const unsourced = catalysts.filter(({ source_url, evidence }) => !source_url || !evidence);
    expect(unsourced).toEqual([]);
  });
});
