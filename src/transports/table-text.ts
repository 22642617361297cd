/** Fewest rows whose shared values are stated once; fewer rows are easy to read in full. */
const MIN_SHARED_ROWS = 3;
/** The field whose values are lists of codes, and their separator. */
const flagsField = 'flags';
const separator = '; ';

/** The formatted values of a row, by field name. */
export type Cells = ReadonlyMap<string, { readonly cell: string; readonly isSaid: boolean }>;

/**
 * Formats rows as text: a line of names, then one line per row with tab-separated values. Values
 * and flags that all rows share are stated once, in a line above.
 *
 * @param fields the possible columns, in order
 */
export function tableText(fields: readonly string[], rows: readonly Cells[]): readonly string[] {
  if (rows.length === 0) return [];
  const said = fields.filter((field) => rows.some((row) => row.get(field)?.isSaid));
  const apart = said.map((field) => columnOf(field, rows));
  const isVaried = apart.some(({ cells }) => cells.length > 0);
  // Identical records would otherwise have empty rows.
  const columns = isVaried ? apart : said.map((field) => wholeColumn(field, rows));
  const own = columns.filter(({ cells }) => cells.length > 0);
  const shared = columns.flatMap(({ name, shared: value }) => (value ? [`${name}=${value}`] : []));
  return [
    ...(shared.length > 0 ? [['In every row:', ...shared].join('\t')] : []),
    '',
    own.map(({ name, shared: value }) => (value ? `more ${name}` : name)).join('\t'),
    ...rows.map((_, at) => own.map(({ cells }) => cells[at]).join('\t')),
  ];
}

/** A field of all rows: the shared part, and the differing values of each row. */
interface ColumnText {
  readonly name: string;
  readonly shared: string;
  readonly cells: readonly string[];
}

function wholeColumn(name: string, rows: readonly Cells[]): ColumnText {
  return { name, shared: '', cells: rows.map((row) => row.get(name)?.cell ?? '') };
}

function columnOf(name: string, rows: readonly Cells[]): ColumnText {
  const whole = wholeColumn(name, rows);
  const { cells } = whole;
  const [first = ''] = cells;
  if (rows.length < MIN_SHARED_ROWS) return whole;
  if (cells.every((cell) => cell === first)) return { name, shared: first, cells: [] };
  if (name !== flagsField) return whole;
  const lists = cells.map((cell) => cell.split(separator));
  const shared = (lists[0] ?? []).filter((flag) => lists.every((list) => list.includes(flag)));
  const others = lists.map((list) => list.filter((flag) => !shared.includes(flag)));
  return {
    name,
    shared: shared.join(separator),
    cells: others.map((list) => list.join(separator)),
  };
}
