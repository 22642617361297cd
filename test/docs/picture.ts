import { type Answered, answers, day, lastDay, question } from './example.ts';

export const picturePath = 'docs/answer.svg';

const fontSize = 13;
/** Width of a character in a monospaced font. The reader's font may differ slightly. */
const letter = fontSize * 0.602;
const lineHeight = 22;
const margin = 22;
/** Characters between two columns. */
const gap = 3;
/** Characters per line of text. */
const lineLetters = 100;

/** Colors for the light and dark themes. The reader's system setting selects the theme. */
const style = `
.card{fill:#fff;stroke:#d8dee8}.question{fill:#0b5c9e;font-weight:600}.quiet{fill:#566072}.head{fill:#566072;font-weight:600}.cell{fill:#1c2330}
text{font:${fontSize}px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}
@media(prefers-color-scheme:dark){.card{fill:#12161d;stroke:#2f3846}.question{fill:#6cb6f5}.quiet,.head{fill:#9aa5b8}.cell{fill:#e6eaf1}}`;

const columns = ['decision', 'drug', 'approval odds', 'cash lasts', 'specialist funds'];

/** The rows of the answer, soonest decision first. */
function answerRows({ decisions, runways, positions }: Answered): string[][] {
  return decisions.toReversed().map(({ formattedDate, ticker, drugname, poa }) => {
    const runway = runways.find((one) => one.ticker === ticker);
    const months = runway?.runway_months;
    const cash = typeof months === 'number' ? `${months.toFixed(0)} months` : 'unknown';
    const own = positions.filter((one) => one.ticker === ticker);
    return [formattedDate, `${drugname} (${ticker})`, `${poa.toFixed(0)}%`, cash, trades(own)];
  });
}

/** What funds did with a stock in the quarter: `4 hold it; 1 bought, 2 sold`. */
function trades(positions: Answered['positions']): string {
  const count = (...actions: string[]) =>
    positions.filter(({ action }) => actions.includes(action)).length;
  const holders = positions.length - count('exit');
  const moves = [
    [count('new', 'add'), 'bought'],
    [count('trim', 'exit'), 'sold'],
  ] as const;
  const said = moves.flatMap(([number, verb]) => (number > 0 ? [`${number} ${verb}`] : []));
  return [holders === 0 ? 'none' : `${holders} hold it`, ...said].join(', ');
}

/** The first lines of the answer, counted from the records. */
function summary({ decisions, runways }: Answered): string {
  const covered = decisions.filter(({ ticker, formattedDate }) => {
    const out = runways.find((one) => one.ticker === ticker)?.cash_out_date;
    return typeof out === 'string' && out > formattedDate;
  });
  const shortest = runways.toSorted(
    (a, b) => (a.runway_months ?? Infinity) - (b.runway_months ?? Infinity),
  )[0];
  return (
    `The FDA decides on ${decisions.length} drugs by ${lastDay}. The cash of ${covered.length} of the ` +
    `${decisions.length} companies outlasts the decision; it is shortest at ${shortest?.ticker} ` +
    `(${shortest?.runway_months?.toFixed(0)} months).`
  );
}

/** Builds an SVG picture of an assistant's answer, made of tool answers over the demo. */
export async function picture(): Promise<string> {
  const found = await answers();
  const rows = [columns, ...answerRows(found)];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const quarter = found.positions[0]?.report_date;
  const quiet = `Fictional demo data of ${day}. Odds and runway are estimates; funds by their 13F of ${quarter}.`;
  const lines: readonly Line[] = [
    ...wrapped(question).map((line) => text('question', line)),
    () => '',
    ...wrapped(summary(found)).map((line) => text('cell', line)),
    () => '',
    ...rows.map((row, at) => rowOf(row, widths, at === 0)),
    () => '',
    ...wrapped(quiet).map((line) => text('quiet', line)),
  ];
  const width = Math.ceil(lineLetters * letter + 2 * margin);
  const height = Math.ceil(lines.length * lineHeight + 2 * margin);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${escaped(question)} ${escaped(summary(found))}</title>
<style>${style}</style>
<rect class="card" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10"/>
${lines.map((line, at) => line(margin + at * lineHeight + fontSize)).join('\n')}
</svg>
`;
}

/** A line of the picture at a vertical position. */
type Line = (y: number) => string;

function text(kind: string, words: string): Line {
  return (y) => `<text class="${kind}" x="${margin}" y="${y}">${escaped(words)}</text>`;
}

function rowOf(cells: readonly string[], widths: readonly number[], isHead: boolean): Line {
  return (y) => {
    let before = 0;
    const drawn = cells.map((cell, at) => {
      const x = margin + before * letter;
      before += (widths[at] ?? 0) + gap;
      return `<tspan x="${x.toFixed(1)}">${escaped(cell)}</tspan>`;
    });
    return `<text class="${isHead ? 'head' : 'cell'}" y="${y}">${drawn.join('')}</text>`;
  };
}

/** Wraps text into lines of limited length. */
function wrapped(words: string): string[] {
  const lines = [''];
  for (const word of words.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > lineLetters) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
