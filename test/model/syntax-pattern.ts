import { parse } from '@babel/parser';

/** A change of source text, named by syntax: neither formatting nor comments nor the file make a difference. */
export interface SyntaxChange {
  /**
   * An expression, one or more statements (a lone expression statement ends in `;`), or members of an object or list.
   * `$name` stands for any one node, `$$name` for any number of neighbours in a list. A name that is used twice
   * stands for equal nodes.
   */
  readonly find: string;
  /** What takes its place, with the source of the placeholders of `find`. Empty text removes it. */
  readonly put: string;
  /** The function, method, class or property that the place is in, where several places have the same structure. */
  readonly within?: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}
type Captures = ReadonlyMap<string, readonly Node[]>;
interface Place {
  readonly file: string;
  readonly nodes: readonly Node[];
  readonly captures: Captures;
}
interface Visit {
  readonly node: Node;
  readonly names: readonly string[];
  /** The lists of nodes that the node has. */
  readonly lists: readonly (readonly Node[])[];
}

/** Properties of a node that say where and how it is written. */
const LAYOUT = new Set(['start', 'end', 'loc', 'extra', 'leadingComments', 'trailingComments', 'innerComments']);
const PLACEHOLDER = /^\$\$?\w+$/;

/**
 * Changes the only place that has the structure of `find` in all the files.
 *
 * @param sources text by file
 * @throws Error when there is no such place, or more than one
 */
export function changeSyntax(
  sources: ReadonlyMap<string, string>,
  change: SyntaxChange,
): { readonly file: string; readonly text: string } {
  const pattern = parsePattern(change.find);
  const places = [...sources].flatMap(([file, text]) =>
    placesIn(visitsOf(text), pattern, change.within).map((found): Place => ({ file, ...found })),
  );
  const [place] = places;
  if (place === undefined || places.length > 1) {
    const where = change.within === undefined ? '' : ` within ${change.within}`;
    const files = places.map(({ file }) => file).join(', ');
    throw new Error(
      `Expected one place${where}, found ${places.length}${files === '' ? '' : ` in ${files}`}: ${change.find}`,
    );
  }
  const text = replace(sources.get(place.file)!, place, change.put);
  parseSource(text);
  return { file: place.file, text };
}

function parseSource(text: string): Node {
  return parse(text, { sourceType: 'module', plugins: ['typescript'] }).program as unknown as Node;
}

/** The same sources are searched for every change. */
const visitsByText = new Map<string, readonly Visit[]>();

function visitsOf(text: string): readonly Visit[] {
  const known = visitsByText.get(text);
  if (known !== undefined) return known;
  const visits = [...visit(parseSource(text), [])];
  visitsByText.set(text, visits);
  return visits;
}

function* visit(node: Node, names: readonly string[]): Generator<Visit, void, undefined> {
  const name = nameOf(node);
  const within = name === undefined ? names : [...names, name];
  const values = Object.entries(node).flatMap(([property, value]) => (LAYOUT.has(property) ? [] : [value]));
  const lists = values.filter((value): value is unknown[] => Array.isArray(value)).map((list) => list.filter(isNode));
  yield { node, names: within, lists };
  for (const value of values) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* visit(child, within);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The name of what a node declares. */
function nameOf(node: Node): string | undefined {
  const named = node['id'] ?? node['key'];
  return isNode(named) && named.type === 'Identifier' ? (named['name'] as string) : undefined;
}

function placesIn(
  visits: readonly Visit[],
  pattern: readonly Node[],
  within: string | undefined,
): Omit<Place, 'file'>[] {
  const places: Omit<Place, 'file'>[] = [];
  const [first] = pattern;
  const type = pattern.length > 1 || placeholderIn(first) !== undefined ? undefined : first?.type;
  for (const { node, names, lists } of visits) {
    if (type !== undefined && node.type !== type) continue;
    if (within !== undefined && !names.includes(within)) continue;
    for (const nodes of pattern.length === 1 ? [[node]] : lists.flatMap((list) => runsOf(list, pattern))) {
      const captures = matchList(pattern, nodes, new Map());
      if (captures !== undefined) places.push({ nodes, captures });
    }
  }
  return places;
}

/** Neighbours in a list that could be what the pattern says, by their number. */
function runsOf(list: readonly Node[], pattern: readonly Node[]): Node[][] {
  const least = pattern.filter((node) => placeholderIn(node)?.startsWith('$$') !== true).length;
  const most = least === pattern.length ? least : list.length;
  const runs: Node[][] = [];
  for (let start = 0; start < list.length; start++) {
    const last = Math.min(start + most, list.length);
    for (let end = start + least; end <= last; end++) runs.push(list.slice(start, end));
  }
  return runs;
}

function parsePattern(find: string): readonly Node[] {
  const statements = statementsOf(find);
  if (statements === undefined || statements.some(({ type }) => type === 'LabeledStatement')) {
    const [members] = statementsOf(`({${find}});`) ?? [];
    if (members === undefined) throw new Error(`This is not TypeScript: ${find}`);
    return (members['expression'] as Node)['properties'] as Node[];
  }
  const [first] = statements;
  const isExpression =
    statements.length === 1 && first?.type === 'ExpressionStatement' && !find.trimEnd().endsWith(';');
  return isExpression ? [first['expression'] as Node] : statements;
}

/** Parsed where `await`, `return` and `continue` may stand; undefined when the code is no list of statements. */
function statementsOf(code: string): readonly Node[] | undefined {
  try {
    const [wrapper] = parseSource(`async function* wrapper() { for (;;) { ${code}\n } }`)['body'] as Node[];
    const [loop] = (wrapper!['body'] as Node)['body'] as Node[];
    return (loop!['body'] as Node)['body'] as Node[];
  } catch {
    return undefined;
  }
}

/** What the placeholders stand for when both have the same structure; undefined when they have not. */
function match(pattern: unknown, value: unknown, captures: Captures): Captures | undefined {
  if (Array.isArray(pattern)) return Array.isArray(value) ? matchList(pattern, value, captures) : undefined;
  if (typeof pattern !== 'object' || pattern === null)
    return (pattern ?? null) === (value ?? null) ? captures : undefined;
  const name = placeholderIn(pattern);
  if (name !== undefined) return isNode(value) ? capture(name, [value], captures) : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return matchProperties(pattern as Properties, value as Properties, captures);
}

type Properties = Readonly<Record<string, unknown>>;

function matchProperties(pattern: Properties, value: Properties, captures: Captures): Captures | undefined {
  if (pattern['type'] !== value['type']) return undefined;
  let found: Captures | undefined = captures;
  for (const property of new Set([...Object.keys(pattern), ...Object.keys(value)])) {
    if (LAYOUT.has(property)) continue;
    found = match(pattern[property], value[property], found);
    if (found === undefined) return undefined;
  }
  return found;
}

function matchList(pattern: readonly unknown[], values: readonly unknown[], captures: Captures): Captures | undefined {
  if (pattern.length === 0) return values.length === 0 ? captures : undefined;
  const [first, ...rest] = pattern;
  const name = placeholderIn(first);
  if (name?.startsWith('$$') === true) {
    for (let taken = 0; taken <= values.length; taken++) {
      const here = capture(name, values.slice(0, taken) as Node[], captures);
      const found = here && matchList(rest, values.slice(taken), here);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (values.length === 0) return undefined;
  const here = match(first, values[0], captures);
  return here && matchList(rest, values.slice(1), here);
}

/** The placeholder that a node consists of: an identifier, a statement of nothing else, or a member `{ $name }`. */
function placeholderIn(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'ExpressionStatement') return placeholderIn(node['expression']);
  if (node.type === 'ObjectProperty' && node['shorthand'] === true) return placeholderIn(node['key']);
  const name = node.type === 'Identifier' ? (node['name'] as string) : '';
  return PLACEHOLDER.test(name) ? name : undefined;
}

function capture(name: string, nodes: readonly Node[], captures: Captures): Captures | undefined {
  const before = captures.get(name);
  if (before === undefined) return new Map([...captures, [name, nodes]]);
  return matchList(before, nodes, new Map()) === undefined ? undefined : captures;
}

function replace(text: string, { nodes, captures }: Place, put: string): string {
  const sourceOf = (some: readonly Node[]) => (some.length === 0 ? '' : text.slice(some[0]!.start, some.at(-1)!.end));
  const instead = put.replace(/\$\$?\w+/g, (name) => {
    const captured = captures.get(name);
    if (captured === undefined) throw new Error(`${name} is no placeholder of what is sought, but of: ${put}`);
    return sourceOf(captured);
  });
  const { type } = nodes[0]!;
  const after = text.slice(nodes.at(-1)!.end);
  const before = text.slice(0, nodes[0]!.start);
  if (instead !== '') return `${before}${instead}${after}`;
  if (type.endsWith('Statement') || type.endsWith('Declaration')) return `${before};${after}`;
  return `${before}${after.replace(/^\s*,/, '')}`;
}
