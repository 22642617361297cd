import { answers, question } from './example.ts';

export const picturePath = 'docs/answer.svg';

const fontSize = 13;
/** Width of a character in a monospaced font. The reader's font may differ slightly. */
const letter = fontSize * 0.602;
const lineHeight = 21;
const margin = 22;
/** Characters between two columns. */
const gap = 2;
/** Characters per line above the table. */
const lineLetters = 108;

/** Colors for the light and dark themes. The reader's system setting selects the theme. */
const style = `
.card{fill:#fff;stroke:#d8dee8}.question{fill:#0b5c9e;font-weight:600}.quiet{fill:#566072}.head{fill:#566072;font-weight:600}.cell{fill:#1c2330}.rule{stroke:#d8dee8}
text{font:${fontSize}px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}
@media(prefers-color-scheme:dark){.card{fill:#12161d;stroke:#2f3846}.question{fill:#6cb6f5}.quiet,.head{fill:#9aa5b8}.cell{fill:#e6eaf1}.rule{stroke:#2f3846}}`;

/** Builds an SVG picture of the README's first tool answer, with aligned columns. */
export async function picture(): Promise<string> {
  const [first] = await answers();
  const [header = '', table = ''] = (first?.text ?? '').split('\n\n');
  const rows = table.split('\n').map((line) => line.split('\t'));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const above = [
    ...wrapped(question).map((line) => text('question', line)),
    () => '',
    ...header
      .split('\n')
      .flatMap(wrapped)
      .map((line) => text('quiet', line)),
    () => '',
  ];
  const lines = [...above, ...rows.map((row, index) => rowOf(row, widths, index === 0))];
  const width = Math.ceil(
    Math.max(
      lineLetters,
      widths.reduce((sum, one) => sum + one + gap, 0),
    ) *
      letter +
      2 * margin,
  );
  const height = Math.ceil(lines.length * lineHeight + 2 * margin);
  const ruleAt = margin + above.length * lineHeight + fontSize + 6;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${escaped(question)} Answered by ${first?.tool} with ${rows.length - 1} records</title>
<style>${style}</style>
<rect class="card" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10"/>
<line class="rule" x1="${margin}" x2="${width - margin}" y1="${ruleAt}" y2="${ruleAt}"/>
${lines.map((line, index) => line(margin + index * lineHeight + fontSize)).join('\n')}
</svg>
`;
}

/** A line of the picture at a vertical position. */
type Line = (y: number) => string;

function text(kind: string, words: string): Line {
  return (y) => `<text class="${kind}" x="${margin}" y="${y}">${escaped(words)}</text>`;
}

/** Renders a table row with right-aligned numbers. */
function rowOf(cells: readonly string[], widths: readonly number[], isHead: boolean): Line {
  return (y) => {
    let before = 0;
    const drawn = cells.map((cell, column) => {
      const isNumber = !isHead && /^-?\d+(\.\d+)?$/.test(cell);
      const width = widths[column] ?? 0;
      const x = margin + (before + (isNumber ? width : 0)) * letter;
      before += width + gap;
      const anchor = isNumber ? ' text-anchor="end"' : '';
      return `<tspan x="${x.toFixed(1)}"${anchor}>${escaped(cell)}</tspan>`;
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
