import { max, median } from 'simple-statistics';
import { type Random, randomOf } from '../../../src/demo/random.ts';
import { extractMentions } from '../../../src/extract/extract.ts';
import { type Figure, lower } from './report.ts';

const DOCUMENT = 100_000;
/** After about twenty passes, the compiler no longer changes the times. */
const warmUp = 20;
const passes = 21;
const noisy = 1_500;
const LONGEST = 1_000;

/** A typical company report: one sentence in twelve contains a statement. */
const sentences = [
  'Ablenor Therapeutics, Inc. (Nasdaq: ABLQZ), a clinical-stage company, today announced that the U.S. Food and Drug Administration (FDA) has accepted for filing its New Drug Application (NDA) for zelvotinib, with a Prescription Drug User Fee Act (PDUFA) target action date of March 5, 2027.',
  'We expect to report topline data from the Phase 3 trial of tesolimab in the second quarter of 2027.',
  'Research and development expenses were $21.4 million for the quarter, compared to $18.9 million for the same period of the prior year, an increase that reflects higher costs of manufacturing.',
  'The treatment was generally well tolerated, and the most common adverse events were headache, nausea and fatigue, all of them mild or moderate in severity.',
  'Example disease is a chronic, progressive condition that affects about 30,000 adults in the United States and as many in Europe.',
  'General and administrative expenses were $9.2 million, including $2.1 million of stock-based compensation, and the net loss was $28.7 million or $0.61 per share.',
  'The company will host a conference call and webcast to discuss these topics; a replay will be available on its website for thirty days.',
  'Patients who completed the treatment period could enter an open-label extension in which all of them received the active drug for another year.',
];

/** Keywords of the rules in random order, which are the slowest input for the rules. */
const words =
  'FDA PDUFA date NDA accepted approved approval CRL clinical hold lifted Phase 3 topline data results expected to report in Q2 2027 March 5, met primary endpoint offering priced public acquire license agreement designation Fast Track granted announced today zelvotinib ABX-101 ( ) , : - of the for with not may'.split(
    ' ',
  );

/** Measures the extraction of a 100 kB document and of the slowest random sentence. */
export async function extractFigures(): Promise<Figure[]> {
  const document = documentOf(DOCUMENT);
  const timed = (text: string) => {
    const begun = performance.now();
    extractMentions({ text, published: '2026-11-20' });
    return performance.now() - begun;
  };
  const times = Array.from({ length: warmUp + passes }, () => timed(document));
  const whole = times.slice(warmUp);
  const draw = randomOf(1, 'bench/extract');
  const texts = Array.from({ length: noisy }, () => noiseOf(draw));
  for (const text of texts.slice(0, 200)) timed(text);
  // The minimum of three runs excludes the load of other processes.
  const slowest = max(texts.map((text) => Math.min(timed(text), timed(text), timed(text))));
  const noise = `extract: the slowest of ${noisy} random sentences of 1,000 characters`;
  return [
    lower('extract: a document of 100 kB', median(whole), 'ms', {
      must: 40,
      note: `median after ${warmUp} passes; the first pass of a process takes ${Math.round(times[0]!)} ms`,
    }),
    lower(noise, slowest, 'ms', { must: 5 }),
  ];
}

function documentOf(length: number): string {
  const paragraphs: string[] = [];
  let size = 0;
  for (let index = 0; size < length; index += 1) {
    // The first two sentences contain statements. The others are repeated between them.
    const plain = sentences.slice(2);
    const said = index % 6 === 0 ? sentences[(index / 6) % 2] : plain[index % plain.length];
    const paragraph = `${said} ${plain[(index * 5 + 1) % plain.length]}`;
    paragraphs.push(paragraph);
    size += paragraph.length + 2;
  }
  return paragraphs.join('\n\n');
}

function noiseOf(draw: Random): string {
  let text = '';
  while (text.length < LONGEST - 20) text += `${draw.pick(words)} `;
  return text;
}
