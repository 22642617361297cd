import { describe, expect, it } from 'vitest';
import { ruled } from './announced.ts';

/** What a text announces with its drug: `type drug`. */
function toldIn(text: string): readonly string[] {
  return ruled(text, {}, 'readout_expected')
    .filter(({ status }) => status === 'announced')
    .map(({ type, drug }) => `${type} ${drug ?? '-'}`);
}

const head = 'Tindra Bio Reports Progress\n\nTindra is a company of two programs.';

describe('the drug of a statement under a heading or item', () => {
  it.each([
    ['a heading', 'Commercial Matters\n\nDelmibart'],
    ['a heading with a colon', 'Delmibart:'],
    ['an item that begins with the drug', 'TDR-204, an oral inhibitor of XYZ kinase.'],
    ['an item with the name in brackets', 'TDR-204 (delmibart): for eczema'],
    ['an item of a trial', 'LANTERN-1 – pivotal Phase 2 – TDR-204 alone in eczema'],
  ])('is the one in %s', (_, line) => {
    const text = `${head}\n\nWe also make ABX-101.\n\n${line}\n\n• Topline data are expected in Q2 2027.`;
    const [readout] = ruled(text, {}, 'readout_expected');
    expect(readout?.type).toBe('readout_expected');
    expect(readout?.drug).toMatch(/TDR-204|[Dd]elmibart/);
  });

  it('is not in a line above another heading, in a title, or in a heading with two drugs', () => {
    const data = '• Topline data from the Phase 3 trial are expected in Q2 2027.';
    const other = 'The FDA approved ABX-101. The FDA approved TDR-204.';
    for (const lines of [
      'TDR-204, an oral inhibitor.\n\nCorporate Matters',
      'TDR-204 and ABX-101',
      'Progress Report: TDR-204 Advances Toward Registration in Eczema Around the Whole World',
    ]) {
      const text = `${head}\n\n${other}\n\n${lines}\n\n${data}`;
      expect(toldIn(text), lines).toContain('readout_expected -');
    }
  });

  it('is first the one of its sentence', () => {
    const text = `${head}\n\nDelmibart\n\n• Topline data for ABX-101 are expected in Q2 2027.`;
    expect(toldIn(text)).toEqual(['readout_expected ABX-101']);
  });
});

describe('the drug of a statement that names none', () => {
  const all = 'The FDA approved ABX-101. The FDA approved CDX-202.';
  it('is certain if the paragraph names no other', () => {
    const subject = 'TDR-204 is in a Phase 1 trial. It is a tablet. The next step is near.';
    const data = 'The trial goes on, with an update from the trial expected in 2027.';
    expect(toldIn(`${all}\n\n${subject} ${data}`)).toContain('readout_expected TDR-204');
    const mixed = 'CDX-202 is in a trial. TDR-204 is in another trial. It is near.';
    expect(toldIn(`${all}\n\n${mixed} ${data}`)).toContain('readout_expected TDR-204');
  });

  it('is uncertain if only a later paragraph names it', () => {
    const data = 'Our eczema program goes on, with topline data expected in Q2 2027.';
    const later = 'The FDA granted Fast Track designation to TDR-204 for asthma.';
    expect(toldIn(`${data}\n\n${later}`)).toContain('readout_expected TDR-204');
    expect(toldIn(`${later}\n\n${data}`)).toContain('readout_expected TDR-204');
  });
});

describe('an event without a date far down a text', () => {
  const filler = ['Sales', 'Costs', 'Cash'].map((word) => `${word} rose in the quarter: results.`);
  const event = 'The FDA granted Fast Track designation to TDR-204.';
  it('is news under a heading about news', () => {
    expect(toldIn(`${head}\n\n${filler.join('\n\n')}\n\nRecent Progress\n\n${event}`)).toEqual([
      'designation TDR-204',
    ]);
    expect(toldIn(`${head}\n\n${filler.join('\n\n')}\n\nOur Science\n\n${event}`)).toEqual([
      'designation TDR-204',
    ]);
  });
});

describe('asterisks', () => {
  it('are bullets before a space and marks of emphasis elsewhere', () => {
    const long =
      'Enrolled more than two hundred people in the trial of ABX-101 in eczema in Europe';
    const text = `${head}\n\n* ${long}\n* Topline data from the Phase 3 trial of **TDR-204** expected in Q2 2027`;
    expect(toldIn(text)).toEqual(['readout_expected TDR-204']);
    expect(ruled(text, {}, 'readout_expected')[0]?.sentence).not.toContain('*');
  });
});
