import * as z from 'zod';
import { own } from '../../../src/own.ts';
import { valueShape } from '../../../src/workbench/design/value-shape.ts';
import { ExactNumber, textOfScalar } from './exact-json.ts';

const names = z.array(z.string()).min(1);

/** A list whose elements say what their values are, such as `telecom` of FHIR by its `system`. */
export const roleList = z.strictObject({
  list: names.describe('Names of fields that lead to the list.'),
  by: z.string().describe('The field of each element that says what its value is, such as system or type.'),
  of: names.describe('Its values. Elements with another one are left out.'),
});

export type RoleList = z.infer<typeof roleList>;

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/**
 * The object with lists of elements of several roles as an object of lists: `telecom.phone` and `telecom.email` in place of
 * `telecom`. Elements keep their other fields.
 */
export function withRoles(object: JsonObject, roles: readonly RoleList[]): JsonObject {
  return roles.reduce((result, role) => replaced(result, role.list, role), object);
}

function replaced(object: JsonObject, [name, ...rest]: readonly string[], role: RoleList): JsonObject {
  const value = own(object, name!);
  if (rest.length > 0) return isObject(value) ? { ...object, [name!]: replaced(value, rest, role) } : object;
  if (!Array.isArray(value)) return object;
  const parts = role.of.flatMap((of) => {
    const elements = value.filter((element) => isObject(element) && own(element, role.by) === of);
    return elements.length === 0 ? [] : [[of, elements.map((element) => without(element, role.by))] as const];
  });
  return { ...object, [name!]: Object.fromEntries(parts) };
}

const without = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** Fields that say what a value beside them is, the most certain first. */
const roleNames = ['system', 'type', 'kind', 'label', 'use'];
const valueNames = ['value', 'number', 'address', 'text', 'id'];
/** Values of more roles are data. */
const mostRoles = 30;
const mostOf = 0.9;
const fewest = 10;
/** Values of a role whose form is looked at. */
const looked = 50;
const deepest = 8;

/** What elements of a list have in the place of a role. */
interface Seen {
  count: number;
  /** Forms of the values beside each role. */
  readonly shapes: Map<string, string[]>;
}

/** Finds the lists of objects whose elements are of several roles. */
export class RoleFinder {
  readonly #lists = new Map<string, { elements: number; readonly seen: Map<string, Seen> }>();

  add(object: JsonObject, path: readonly string[] = []): void {
    for (const [name, value] of Object.entries(object)) {
      const steps = [...path, name];
      if (isObject(value) && steps.length < deepest) this.add(value, steps);
      else if (Array.isArray(value)) for (const element of value) if (isObject(element)) this.#note(steps, element);
    }
  }

  found(): RoleList[] {
    return [...this.#lists].flatMap(([path, { elements, seen }]) => {
      const by = roleNames.find((name) => isRole(name, seen.get(name), elements));
      return by === undefined ? [] : [{ list: JSON.parse(path) as string[], by, of: [...seen.get(by)!.shapes.keys()] }];
    });
  }

  #note(steps: readonly string[], element: JsonObject): void {
    const path = JSON.stringify(steps);
    const list = this.#lists.get(path) ?? { elements: 0, seen: new Map<string, Seen>() };
    this.#lists.set(path, list);
    list.elements += 1;
    const value = valueNames.map((name) => textOfScalar(own(element, name))).find((text) => text !== undefined);
    if (value === undefined) return;
    for (const name of roleNames) {
      const role = own(element, name);
      if (typeof role !== 'string' || role === '') continue;
      const seen = list.seen.get(name) ?? { count: 0, shapes: new Map<string, string[]>() };
      list.seen.set(name, seen);
      seen.count += 1;
      const shapes = seen.shapes.get(role) ?? [];
      if (shapes.length < looked) shapes.push(valueShape(value));
      if (seen.shapes.size <= mostRoles) seen.shapes.set(role, shapes);
    }
  }
}

/** A system names what its values are. Other fields do so where values of one role have another form than those of others. */
function isRole(name: string, seen: Seen | undefined, elements: number): boolean {
  if (seen === undefined || seen.count < Math.max(fewest, elements * mostOf)) return false;
  if (seen.shapes.size < 2 || seen.shapes.size > mostRoles) return false;
  return name === 'system' || new Set([...seen.shapes.values()].map(mostFrequent)).size > 1;
}

function mostFrequent(shapes: readonly string[]): string {
  const count = (shape: string) => shapes.filter((one) => one === shape).length;
  return [...new Set(shapes)].sort((a, b) => count(b) - count(a))[0]!;
}
