/** The cells of each line of a table for people, between the lines around, their spaces left out. */
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
