/** Returns the trimmed cells of each row of a text table. */
export function tableCells(shown: string): string[][] {
  return shown
    .split('\n')
    .filter((line) => line.startsWith('│'))
    .map((line) =>
      line
        .split('│')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
