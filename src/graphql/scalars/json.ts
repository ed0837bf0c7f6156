import { GraphQLError, Kind, type ValueNode } from 'graphql';

/** Deeper values are refused, because every reader walks them recursively. */
const MAX_DEPTH = 64;

/**
 * Copies a value that must be JSON: null, text, finite numbers, booleans, lists and plain objects of these. The copy
 * has ordinary objects only, whatever the parser that made the original used.
 *
 * @throws GraphQLError that names `scalar`.
 */
export function copyJson(value: unknown, scalar: string, depth = 0): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (Number.isFinite(value)) return value;
      break;
    case 'undefined':
      return null;
    case 'object':
      if (value === null) return null;
      if (depth === MAX_DEPTH) {
        throw new GraphQLError(`${scalar} cannot represent a value that nests more than ${MAX_DEPTH} levels deep`);
      }
      if (Array.isArray(value)) return value.map((element) => copyJson(element, scalar, depth + 1));
      if (isPlainObject(value)) return copyObject(value, scalar, depth);
  }
  throw new GraphQLError(`${scalar} cannot represent a value that JSON has no form for`);
}

function copyObject(value: object, scalar: string, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    // Code that copies the value by assignment would replace the prototype of the copy.
    if (name === '__proto__') throw new GraphQLError(`${scalar} cannot represent a field named "__proto__"`);
    copy[name] = copyJson(field, scalar, depth + 1);
  }
  return copy;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The JSON value of a literal in a query. Enum names are no JSON; a whole number that a double cannot hold exactly is
 * refused, because it would be stored as another one.
 *
 * @throws GraphQLError that names `scalar`.
 */
export function literalToJson(node: ValueNode, scalar: string): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT: {
      const number = Number(node.value);
      if (Number.isSafeInteger(number)) return number;
      throw new GraphQLError(
        `${scalar} cannot represent the number ${node.value.slice(0, 40)} exactly: send it as text`,
      );
    }
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map((element) => literalToJson(element, scalar));
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, literalToJson(field.value, scalar)]));
    default:
      throw new GraphQLError(`${scalar} cannot represent ${node.kind === Kind.ENUM ? 'an enum value' : 'a variable'}`);
  }
}
