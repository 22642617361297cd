/**
 * A table with at least this many rows writes shared values only once. A smaller table repeats the
 * shared values in every row.
 */
const MIN_SHARED_ROWS = 3;
/** The field that contains a list of codes. */
const flagsField = 'flags';
/** The separator of the codes in the text of `flags`. */
const separator = '; ';

/**
 * Formats rows as text: a line of field names, then one line per row with tab-separated cells. A
 * field without values has no column. Values and flags that all rows share are written once, in a
 * line above the field names.
 * @param rows the rows, with one cell per field
 */
export function tableText(
  fields: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const whole = fields.flatMap((name, at): ColumnText[] => {
    const cells = rows.map((row) => row[at] ?? '');
    return cells.some((cell) => cell !== '') ? [{ name, shared: '', cells }] : [];
  });
  const apart = rows.length < MIN_SHARED_ROWS ? whole : whole.map(withoutShared);
  // If every value is shared by all rows, the rows would be empty lines. In this case, the values
  // are repeated in each row.
  const columns = apart.some(({ cells }) => cells.length > 0) ? apart : whole;
  const own = columns.filter(({ cells }) => cells.length > 0);
  const shared = columns.flatMap(({ name, shared: value }) => (value ? [`${name}=${value}`] : []));
  return [
    ...(shared.length > 0 ? [['In every row:', ...shared].join('\t')] : []),
    '',
    own.map(({ name, shared: value }) => (value ? `more ${name}` : name)).join('\t'),
    ...rows.map((_, at) => own.map(({ cells }) => cells[at]).join('\t')),
  ];
}

/**
 * The values of one field. `shared` is the value or the flags that all rows have in common. `cells`
 * contains the remaining values of each row.
 */
interface ColumnText {
  readonly name: string;
  readonly shared: string;
  readonly cells: readonly string[];
}

function withoutShared(column: ColumnText): ColumnText {
  const { name, cells } = column;
  const [first = ''] = cells;
  if (cells.every((cell) => cell === first)) return { name, shared: first, cells: [] };
  if (name !== flagsField) return column;
  const lists = cells.map((cell) => cell.split(separator));
  const shared = (lists[0] ?? []).filter((flag) => lists.every((list) => list.includes(flag)));
  const others = lists.map((list) => list.filter((flag) => !shared.includes(flag)));
  return {
    name,
    shared: shared.join(separator),
    cells: others.map((list) => list.join(separator)),
  };
}
