import { own } from '../../own.ts';
import { jsonText } from '../../text/json.ts';
import type { Note } from './default-pin.ts';

/** Nested lists are flattened down to this depth; anything deeper is no value. */
const maximalListDepth = 16;

/**
 * Compiles a path such as `emails.*.address`: a name takes that field of an object, a number that element of a list
 * (from 0), `*` every element of a list. A path that ends at a list yields its elements. It reads own properties only,
 * so `__proto__` and `constructor` are ordinary fields. With `objects`, an object at the end of the path yields its
 * JSON text.
 *
 * The compiled path appends the texts that it finds to `output` and reports unreadable values to `note`.
 */
export function compilePath(path: string, objects = false): (root: unknown, output: string[], note: Note) => void {
  const steps = path.split('.');
  if (steps.length === 1 && path !== '*') {
    return (root, output, note) => {
      if (isObject(root) && Object.hasOwn(root, path)) collect(root[path], output, note, path, objects, 0);
    };
  }
  const arrive: Arrive<string> = (value, output, note) => collect(value, output, note, path, objects, 0);
  return (root, output, note) => walk(root, steps, 0, output, note, path, arrive);
}

/**
 * Compiles the same paths, but appends values unchanged: a list or an object at the end of the path is one value. Null
 * and missing fields are no value.
 */
export function compileValuePath(path: string): (root: unknown, output: unknown[]) => void {
  const steps = path.split('.');
  return (root, output) => walk(root, steps, 0, output, undefined, path, keepValue);
}

/** Receives the value at the end of a path. */
type Arrive<Found> = (value: unknown, output: Found[], note: Note) => void;

const keepValue: Arrive<unknown> = (value, output) => {
  if (value !== null && value !== undefined) output.push(value);
};

function walk<Found>(
  value: unknown,
  steps: readonly string[],
  from: number,
  output: Found[],
  note: Note,
  path: string,
  arrive: Arrive<Found>,
): void {
  let current = value;
  for (let index = from; index < steps.length; index++) {
    const step = steps[index]!;
    if (step === '*' && Array.isArray(current)) {
      for (const element of current) walk(element, steps, index + 1, output, note, path, arrive);
      return;
    }
    if (current === null || current === undefined) return;
    current = take(step, current, note, path);
    if (current === undefined) return;
  }
  arrive(current, output, note);
}

/** The element or own field of a value that a step names; undefined if there is none. */
function take(step: string, value: unknown, note: Note, path: string): unknown {
  if (Array.isArray(value)) {
    if (/^\d+$/.test(step)) return value[Number(step)];
    note?.(`${path}: there is a list before "${step}"; write * to walk its elements`);
  } else if (isObject(value)) {
    return own(value, step);
  } else {
    note?.(`${path}: there is no field "${step}" in a ${typeof value}`);
  }
  return undefined;
}

function collect(value: unknown, output: string[], note: Note, path: string, objects: boolean, depth: number): void {
  const text = jsonText(value);
  if (text !== undefined) {
    if (text !== '') output.push(text);
  } else if (!Array.isArray(value)) {
    if (objects) output.push(JSON.stringify(value).toWellFormed());
    else note?.(`${path}: is an object, not a value; continue the path with one of its fields`);
  } else if (depth >= maximalListDepth) {
    note?.(`${path}: lists are nested deeper than ${maximalListDepth}`);
  } else {
    for (const element of value) collect(element, output, note, path, objects, depth + 1);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
