import * as zod from './zod.lazy.ts';

/**
 * Takes the place of zod in the bundles that only read rule-configs (see scripts/deferred-schemas.ts). A schema is written
 * down when it is made, call by call. A function starts with a document that is nearly always good, and a good value is
 * recognised here, from what was written down. For everything else zod is loaded and the same calls are made to it: so
 * what is said of a broken document, the JSON Schemas, and the verdict wherever a schema uses what is not known here,
 * are zod's.
 */
export class DeferredSchema {
  readonly #on: DeferredSchema | undefined;
  readonly #name: string;
  readonly #args: readonly unknown[];
  #made: MadeSchema | undefined;

  /** @param on the schema whose method is called; undefined for a function of the library */
  constructor(on: DeferredSchema | undefined, name: string, args: readonly unknown[]) {
    this.#on = on;
    this.#name = name;
    this.#args = args;
  }

  /** The schema as zod makes it. */
  get made(): MadeSchema {
    if (this.#made === undefined) {
      const maker = (this.#on === undefined ? zod : this.#on.made) as unknown as Makers;
      this.#made = maker[this.#name]!(...this.#args.map(asMade));
    }
    return this.#made;
  }

  safeParse(value: unknown): SafeParsed {
    const data = this.read(value);
    return data === refused || data === unsure ? this.made.safeParse(value) : { success: true, data };
  }

  /** Throws as zod does. */
  parse(value: unknown): unknown {
    const data = this.read(value);
    return data === refused || data === unsure ? this.made.parse(value) : data;
  }

  /** What parsing gives, `refused`, or `unsure` where only zod knows. */
  read(value: unknown): unknown {
    const [name, args] = [this.#name, this.#args];
    if (this.#on === undefined) return Object.hasOwn(kinds, name) ? kinds[name as Kind](value, args) : unsure;
    if (name === 'extend') return readObject(value, this.#entries());
    // What it would be filled with is found by zod.
    if (value === undefined && (name === 'optional' || name === 'nullish') && this.#on.#fills()) return unsure;
    return steps[name as Step](value, args, this.#on);
  }

  /** Of an object schema, in their order; undefined of any other schema. */
  #entries(): Shape | undefined {
    const [last] = this.#args as [Shape | undefined];
    if (this.#on === undefined) return this.#name === 'object' ? last : undefined;
    if (this.#name === 'describe' || this.#name === 'meta') return this.#on.#entries();
    const before = this.#name === 'extend' ? this.#on.#entries() : undefined;
    return before && { ...before, ...last };
  }

  /** Whether it may make something of a value that is absent. */
  #fills(): boolean {
    if (this.#name === 'default' || this.#name === 'transform') return true;
    return this.#on === undefined ? false : this.#on.#fills();
  }
}

type Shape = Readonly<Record<string, unknown>>;
type Makers = Readonly<Record<string, (...args: unknown[]) => MadeSchema>>;
type SafeParsed = { readonly success: boolean; readonly data?: unknown; readonly error?: unknown };

interface MadeSchema {
  safeParse(value: unknown): SafeParsed;
  parse(value: unknown): unknown;
}

const refused = Symbol('refused');
const unsure = Symbol('unsure');

const readBy = (schema: unknown, value: unknown) => (schema instanceof DeferredSchema ? schema.read(value) : unsure);

/** The functions of the library, each as it reads a value. */
const kinds = {
  string: (value: unknown) => (typeof value === 'string' ? value : refused),
  number: (value: unknown) => (Number.isFinite(value) ? value : refused),
  int: (value: unknown) => (Number.isSafeInteger(value) ? value : refused),
  boolean: (value: unknown) => (typeof value === 'boolean' ? value : refused),
  unknown: (value: unknown) => value,
  enum: (value: unknown, [choices]: readonly unknown[]) =>
    !Array.isArray(choices) ? unsure : choices.includes(value) ? value : refused,
  union: (value: unknown, [branches]: readonly unknown[]) => {
    for (const branch of branches as readonly unknown[]) {
      const read = readBy(branch, value);
      if (read !== refused) return read;
    }
    return refused;
  },
  array: (value: unknown, [item]: readonly unknown[]) =>
    Array.isArray(value)
      ? readEach(
          value,
          value.map(() => item),
        )
      : refused,
  tuple: (value: unknown, [items, rest]: readonly unknown[]) => {
    if (rest !== undefined) return unsure;
    const schemas = items as readonly unknown[];
    return Array.isArray(value) && value.length === schemas.length ? readEach(value, schemas) : refused;
  },
  record: (value: unknown, [key, item]: readonly unknown[]) => {
    if (!isObject(value)) return refused;
    const read: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      // zod leaves this one out; the document's reader refuses it.
      if (name === '__proto__' || readBy(key, name) !== name) return unsure;
      const member = readBy(item, value[name]);
      if (member === refused || member === unsure) return member;
      read[name] = member;
    }
    return read;
  },
  object: (value: unknown, [shape, settings]: readonly unknown[]) =>
    settings === undefined ? readObject(value, shape as Shape) : unsure,
} satisfies Record<string, (value: unknown, args: readonly unknown[]) => unknown>;

type Kind = keyof typeof kinds;

const same = (value: unknown, _args: readonly unknown[], on: DeferredSchema) => on.read(value);

/** The methods of a schema, each as it reads a value with the schema that it is called on. */
const steps = {
  describe: same,
  meta: same,
  // Read by the entries of both.
  extend: () => unsure,
  int: (value: unknown, _args: readonly unknown[], on: DeferredSchema) =>
    both(on.read(value), (read) => Number.isSafeInteger(read)),
  min: (value: unknown, [least]: readonly unknown[], on: DeferredSchema) =>
    both(on.read(value), (read) => extentOf(read) >= (least as number)),
  max: (value: unknown, [most]: readonly unknown[], on: DeferredSchema) =>
    both(on.read(value), (read) => extentOf(read) <= (most as number)),
  regex: (value: unknown, [pattern]: readonly unknown[], on: DeferredSchema) =>
    (pattern as RegExp).global || (pattern as RegExp).sticky
      ? unsure
      : both(on.read(value), (read) => (pattern as RegExp).test(read as string)),
  optional: (value: unknown, _args: readonly unknown[], on: DeferredSchema) =>
    value === undefined ? undefined : on.read(value),
  nullable: (value: unknown, _args: readonly unknown[], on: DeferredSchema) => (value === null ? null : on.read(value)),
  nullish: (value: unknown, _args: readonly unknown[], on: DeferredSchema) =>
    value === undefined || value === null ? value : on.read(value),
  default: (value: unknown, [preset]: readonly unknown[], on: DeferredSchema) => {
    if (value !== undefined) return on.read(value);
    if (typeof preset !== 'object' || preset === null) return typeof preset === 'function' ? unsure : preset;
    return Array.isArray(preset) ? [...preset] : { ...preset };
  },
  transform: (value: unknown, [change]: readonly unknown[], on: DeferredSchema) => {
    const read = on.read(value);
    return read === refused || read === unsure ? read : (change as (value: unknown) => unknown)(read);
  },
} satisfies Record<string, (value: unknown, args: readonly unknown[], on: DeferredSchema) => unknown>;

type Step = keyof typeof steps;

function both(read: unknown, holds: (read: unknown) => boolean): unknown {
  return read === refused || read === unsure || holds(read) ? read : refused;
}

/** What `min` and `max` are about: a number itself, or how many characters or entries there are. */
function extentOf(read: unknown): number {
  return typeof read === 'number' ? read : (read as string | readonly unknown[]).length;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys that the schema does not name are left out, and the others come in its order. */
function readObject(value: unknown, shape: Shape | undefined): unknown {
  if (shape === undefined) return unsure;
  if (!isObject(value)) return refused;
  const read: Record<string, unknown> = {};
  for (const key of Object.keys(shape)) {
    const member = readBy(shape[key], value[key]);
    if (member === refused || member === unsure) return member;
    if (member !== undefined) read[key] = member;
    else if (key in value) return unsure;
  }
  return read;
}

function readEach(values: readonly unknown[], schemas: readonly unknown[]): unknown {
  const read: unknown[] = [];
  for (const [index, value] of values.entries()) {
    const item = readBy(schemas[index], value);
    if (item === refused || item === unsure) return item;
    read.push(item);
  }
  return read;
}

/** An argument with every schema in it as zod makes it. */
function asMade(arg: unknown): unknown {
  if (arg instanceof DeferredSchema) return arg.made;
  if (Array.isArray(arg)) return arg.map(asMade);
  if (!isObject(arg) || !Object.values(arg).some((member) => member instanceof DeferredSchema)) return arg;
  return Object.fromEntries(Object.entries(arg).map(([key, member]) => [key, asMade(member)]));
}

for (const name of Object.keys(steps)) {
  Object.defineProperty(DeferredSchema.prototype, name, {
    value(this: DeferredSchema, ...args: readonly unknown[]) {
      return new DeferredSchema(this, name, args);
    },
  });
}

// Whatever else a schema has is asked of the one that zod makes.
Object.setPrototypeOf(
  DeferredSchema.prototype,
  new Proxy(Object.prototype, {
    get(plain, key, schema: DeferredSchema) {
      if (typeof key === 'symbol' || key in plain) return Reflect.get(plain, key, schema);
      const member = Reflect.get(schema.made, key);
      return typeof member === 'function' ? member.bind(schema.made) : member;
    },
  }),
);

const deferred =
  (name: Kind) =>
  (...args: readonly unknown[]) =>
    new DeferredSchema(undefined, name, args);

// The names under which zod exports them: the bundles import this file in its place.
export const [array, boolean, int, number, object, record, string, tuple, union, unknown] = [
  deferred('array'),
  deferred('boolean'),
  deferred('int'),
  deferred('number'),
  deferred('object'),
  deferred('record'),
  deferred('string'),
  deferred('tuple'),
  deferred('union'),
  deferred('unknown'),
];
const enumeration = deferred('enum');

export { enumeration as enum };

export const toJSONSchema = (schema: DeferredSchema, settings: object): object =>
  zod.toJSONSchema(schema.made as never, settings);
