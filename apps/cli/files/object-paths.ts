/** A value within the objects of a file. */
export interface ObjectPath {
  /** Names of fields from the outside; `*` is each element of a list. */
  readonly steps: readonly string[];
  /** True if the value is a list of scalars in some objects. */
  readonly isList: boolean;
}

/** A value that no column can hold. */
export interface UnusablePath {
  readonly steps: readonly string[];
  readonly reason: string;
}

export interface ObjectPaths {
  readonly usable: readonly ObjectPath[];
  readonly unusable: readonly UnusablePath[];
}

/** An object with more different names is taken for a dictionary, whose names are data. */
const mostNames = 300;
/** Deeper values are left out. */
const deepest = 16;

interface Node {
  scalars: number;
  lists: number;
  objects: number;
  isDictionary: boolean;
  readonly fields: Map<string, Node>;
  each: Node | undefined;
}

const node = (): Node => ({
  scalars: 0,
  lists: 0,
  objects: 0,
  isDictionary: false,
  fields: new Map(),
  each: undefined,
});

/** Finds out which values JSON objects have. */
export class ObjectPathFinder {
  readonly #root = node();

  /** Different names of the objects themselves, without those within them. */
  get count(): number {
    return this.#root.fields.size;
  }

  add(object: Readonly<Record<string, unknown>>): void {
    addObject(this.#root, object, 0);
  }

  /** The values in the order of their first occurrence. */
  paths(): ObjectPaths {
    const usable: ObjectPath[] = [];
    const unusable: UnusablePath[] = [];
    const visit = (at: Node, steps: readonly string[]): void => {
      const reason = steps.length === 0 ? undefined : reasonAgainst(at);
      if (reason !== undefined) unusable.push({ steps, reason });
      else if (at.objects > 0) for (const [name, field] of at.fields) visit(field, [...steps, name]);
      else if (at.each !== undefined && at.each.objects > 0) visit(at.each, [...steps, '*']);
      else usable.push({ steps, isList: at.lists > 0 });
    };
    visit(this.#root, []);
    return { usable, unusable };
  }
}

function addObject(at: Node, object: Readonly<Record<string, unknown>>, depth: number): void {
  at.objects += 1;
  for (const [name, value] of Object.entries(object)) {
    let field = at.fields.get(name);
    if (field === undefined) {
      at.isDictionary ||= at.fields.size >= mostNames && depth > 0;
      if (at.isDictionary) return;
      field = node();
      at.fields.set(name, field);
    }
    addValue(field, value, depth + 1);
  }
}

function addValue(at: Node, value: unknown, depth: number): void {
  if (value === null || value === '') return;
  if (typeof value !== 'object') at.scalars += 1;
  else if (depth > deepest) at.isDictionary = true;
  else if (Array.isArray(value)) {
    at.lists += 1;
    at.each ??= node();
    for (const element of value) addValue(at.each, element, depth + 1);
  } else addObject(at, value as Readonly<Record<string, unknown>>, depth);
}

function reasonAgainst({ scalars, lists, objects, isDictionary, fields, each }: Node): string | undefined {
  if (isDictionary) return 'it nests too deep, or its objects have too many different names';
  if (objects > 0 && scalars + lists > 0) return 'it is an object in some records and a text or a list in others';
  if (objects > 0) return fields.size === 0 ? 'it is always an empty object' : undefined;
  if (each === undefined) return scalars === 0 ? 'it is always empty' : undefined;
  if (each.lists > 0) return 'it holds lists within lists';
  if (each.objects > 0 && (each.scalars > 0 || scalars > 0)) return 'it holds objects and texts in one list';
  return scalars + each.scalars + each.objects === 0 ? 'it is always empty' : undefined;
}
