/**
 * The data of a chart. The data comes from the structured content of a tool result, or from its
 * text if the host does not pass structured content.
 */
export interface ChartData {
  readonly kind: string;
  readonly title: string;
  /** The origin and the date of the records. */
  readonly source: string;
  readonly asOf: string | undefined;
  readonly notes: readonly string[];
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type?: string; readonly text?: string }[];
}

export function chartDataOf(result: unknown): ChartData {
  const { structuredContent, content = [], isError } = (result ?? {}) as Result;
  const text = content.find((one) => one.type === 'text')?.text ?? '';
  const objects = structuredContent as Readonly<Record<string, unknown>> | undefined;
  if (!isError && Array.isArray(objects?.records)) return ofObjects(objects);
  return ofText(text);
}

function ofObjects(objects: Readonly<Record<string, unknown>>): ChartData {
  const { kind, title, source, as_of, Note, notices, records, shown, total } = objects;
  return {
    kind: String(kind),
    title: `${title}: ${shown} of ${total}`,
    source: String(source ?? ''),
    asOf: typeof as_of === 'string' ? as_of : undefined,
    notes: [...(typeof Note === 'string' ? [Note] : []), ...((notices as string[]) ?? [])],
    records: records as ChartData['records'],
  };
}

function ofText(text: string): ChartData {
  const [head = '', table = ''] = text.split('\n\n');
  const [line = '', ...notes] = head.split('\n');
  const found =
    /^chart (\w+): (.*)\. Source: (.*?)(?:, as of (\d{4}-\d{2}-\d{2}))?\.$/.exec(line) ?? [];
  const [, kind = '', title = line, source = '', asOf] = found;
  const [columns = [], ...rows] = table.split('\n').map((row) => row.split('\t'));
  const records = rows.map((cells) =>
    Object.fromEntries(columns.map((name, at) => [name, valueOfCell(cells[at])])),
  );
  const plain = notes.map((note) => note.replace(/^Note: /, ''));
  return { kind, title, source, asOf, notes: plain, records };
}

function valueOfCell(cell = ''): unknown {
  if (cell === '') return null;
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(cell) ? Number(cell) : cell;
}
