import { parseAst } from 'vitest/node';

/** One small change of one file. */
export interface Mutant {
  /** Path relative to the project folder. */
  readonly file: string;
  readonly kind: Kind;
  /** Start of the replaced text in UTF-16 units, up to `end`. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

type Kind =
  | 'boundary'
  | 'comparison'
  | 'arithmetic'
  | 'logic'
  | 'negated condition'
  | 'dropped filter'
  | 'dropped order'
  | 'dropped await'
  | 'swapped constant'
  | 'changed default'
  | 'removed statement'
  | 'dropped field';

/** A node of the parser (ESTree with TypeScript nodes). */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

type Change = Pick<Mutant, 'kind' | 'start' | 'end' | 'replacement'>;

const boundaries: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const comparisons: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '===': '!==',
  '!==': '===',
};
const arithmetic: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
};
const logic: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };
const filters = new Set(['filter', 'slice', 'trim', 'toLowerCase', 'toUpperCase', 'normalize']);
const orders = new Set(['sort', 'toSorted', 'reverse', 'toReversed']);
/** Node types without computation: types and module names. */
const silent = /^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|ExportAll)/;

/** @returns every mutant of a file's text in order of position */
export function mutantsOf(file: string, text: string): Mutant[] {
  const found: Mutant[] = [];
  walk(parsed(text), (node, parent) => {
    for (const change of changesOf(node, parent, text)) found.push({ file, ...change });
  });
  return found;
}

export function parsed(text: string): Node {
  return parseAst(text, { lang: 'ts' }) as unknown as Node;
}

/** Visits the nodes with computation, parents first. */
export function walk(
  node: Node,
  visit: (node: Node, parent: Node | undefined) => void,
  parent?: Node,
): void {
  if (silent.test(node.type) && node.type !== 'ImportExpression') return;
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, node);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function changesOf(node: Node, parent: Node | undefined, text: string): readonly Change[] {
  const source = (of: unknown) => text.slice((of as Node).start, (of as Node).end);
  const whole = (kind: Kind, replacement: string) => [
    { kind, start: node.start, end: node.end, replacement },
  ];
  switch (node.type) {
    case 'BinaryExpression':
      return operatorChanges(node, text, [
        ['boundary', boundaries],
        ['comparison', comparisons],
        ...(isText(node.left) || isText(node.right) ? [] : ([['arithmetic', arithmetic]] as const)),
      ]);
    case 'LogicalExpression':
      return operatorChanges(node, text, [['logic', logic]]);
    case 'IfStatement':
    case 'ConditionalExpression':
      return conditionChanges(node, source(node.test));
    case 'CallExpression':
      return callChanges(node, source);
    case 'AwaitExpression':
      return whole('dropped await', `(${source(node.argument)})`);
    case 'ExpressionStatement':
      return whole('removed statement', ';');
    case 'Literal':
      return literalChanges(node, parent);
    case 'Property':
    case 'SpreadElement':
      return fieldChanges(node, parent, text);
    default:
      return [];
  }
}

function operatorChanges(
  node: Node,
  text: string,
  tables: readonly (readonly [Kind, Readonly<Record<string, string>>])[],
): readonly Change[] {
  const operator = node.operator as string;
  const start = text.indexOf(operator, (node.left as Node).end);
  return tables.flatMap(([kind, table]) => {
    const replacement = table[operator];
    if (replacement === undefined) return [];
    return [{ kind, start, end: start + operator.length, replacement }];
  });
}

/** Negates a condition, or removes a guard (an `if` without `else` that exits). */
function conditionChanges(node: Node, test: string): readonly Change[] {
  const { start, end } = node.test as Node;
  const negated = { kind: 'negated condition', start, end, replacement: `!(${test})` } as const;
  if (node.type !== 'IfStatement' || node.alternate) return [negated];
  const removed = { start: node.start, end: node.end, replacement: ';' };
  return [negated, { kind: 'removed statement', ...removed }];
}

function callChanges(node: Node, source: (of: unknown) => string): readonly Change[] {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  const name = source(callee.property);
  const kind = filters.has(name) ? 'dropped filter' : orders.has(name) ? 'dropped order' : null;
  if (kind === null) return [];
  return [{ kind, start: node.start, end: node.end, replacement: source(callee.object) }];
}

/** Changes numbers, booleans, and strings that are not prose. */
function literalChanges(node: Node, parent: Node | undefined): readonly Change[] {
  const isDefault =
    parent?.type === 'AssignmentPattern' ||
    (parent?.type === 'LogicalExpression' && parent.operator === '??');
  const kind: Kind = isDefault ? 'changed default' : 'swapped constant';
  const swap = (replacement: string) => [{ kind, start: node.start, end: node.end, replacement }];
  const { value } = node;
  if (typeof value === 'number') return swap(otherNumber(value));
  if (typeof value === 'boolean') return swap(String(!value));
  if (typeof value !== 'string' || !/^[\w.:/-]+$/.test(value) || isName(node, parent)) return [];
  return swap(`'${value}x'`);
}

/** Doubles a fraction or a round limit, and adds one to a count. */
function otherNumber(value: number): string {
  return String((value > 0 && value < 1) || value >= 1_000 ? value * 2 : value + 1);
}

/** Tests whether a literal is a quoted key or a module name. */
function isName(node: Node, parent: Node | undefined): boolean {
  return parent?.key === node || parent?.source === node;
}

function fieldChanges(node: Node, parent: Node | undefined, text: string): readonly Change[] {
  if (parent?.type !== 'ObjectExpression' && parent?.type !== 'ArrayExpression') return [];
  const rest = /^\s*,?/.exec(text.slice(node.end))?.[0] ?? '';
  return [
    { kind: 'dropped field', start: node.start, end: node.end + rest.length, replacement: '' },
  ];
}

function isText(node: unknown): boolean {
  const { type, value } = node as Node;
  return type === 'TemplateLiteral' || typeof value === 'string';
}

/** @returns the file's text with the mutant applied */
export function mutated(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** @returns the position of the mutant and the changed lines as in a diff */
export function diffOf(text: string, mutant: Mutant): string {
  const before = text.split('\n');
  const after = mutated(text, mutant).split('\n');
  const first = text.slice(0, mutant.start).split('\n').length - 1;
  const lost = text.slice(mutant.start, mutant.end).split('\n').length;
  const made = mutant.replacement.split('\n').length;
  return [
    `${mutant.file}:${first + 1} (${mutant.kind})`,
    ...before.slice(first, first + lost).map((line) => `- ${line}`),
    ...after.slice(first, first + made).map((line) => `+ ${line}`),
  ].join('\n');
}
