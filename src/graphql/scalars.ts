import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { isDate, timeOf } from '../entities/read/insights/values.ts';

/** Any JSON value, in and out. */
export const AnyScalar = new GraphQLScalarType({
  name: 'Any',
  description: 'Any JSON value.',
  coerceOutputValue: (value) => copyJson(value, 'Any'),
  coerceInputValue: (value) => copyJson(value, 'Any'),
  coerceInputLiteral: (node) => copyJson(literalToJson(node, 'Any'), 'Any'),
});

function toMap(value: unknown): unknown {
  if (!isPlainObject(value)) throw new GraphQLError('Map cannot represent a value that is not an object');
  return copyJson(value, 'Map');
}

/** A JSON object with any values, in and out. */
export const MapScalar = new GraphQLScalarType({
  name: 'Map',
  description: 'A JSON object with any values.',
  coerceOutputValue: toMap,
  coerceInputValue: toMap,
  coerceInputLiteral: (node) => toMap(literalToJson(node, 'Map')),
});

function toStringMap(value: unknown): unknown {
  if (!isPlainObject(value)) throw new GraphQLError('StringMap cannot represent a value that is not an object');
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') {
      throw new GraphQLError(
        `StringMap cannot represent the value of ${JSON.stringify(name.slice(0, 80))}: it is not text`,
      );
    }
  }
  return copyJson(value, 'StringMap');
}

/** A JSON object whose values are texts, in and out. */
export const StringMapScalar = new GraphQLScalarType({
  name: 'StringMap',
  description: 'A JSON object whose values are texts.',
  coerceOutputValue: toStringMap,
  coerceInputValue: toStringMap,
  coerceInputLiteral: (node) => toStringMap(literalToJson(node, 'StringMap')),
});

function toTime(value: unknown): string {
  if (typeof value === 'string' && timeOf(value) !== undefined) return value;
  throw new GraphQLError(
    'Time cannot represent this value: write a date and a time as in RFC 3339, such as 2024-02-29T12:00:00Z; the zone may be left out',
  );
}

/** A moment, stored and returned as the text that was submitted. */
export const TimeScalar = new GraphQLScalarType({
  name: 'Time',
  description: 'A moment as text: RFC 3339, such as `2024-02-29T12:00:00Z`, or the same without a zone.',
  coerceOutputValue: toTime,
  coerceInputValue: toTime,
  coerceInputLiteral: (node) => toTime(node.kind === Kind.STRING ? node.value : undefined),
});

function toDate(value: unknown): string {
  if (typeof value === 'string' && isDate(value)) return value;
  throw new GraphQLError('Date cannot represent this value: write a day that exists as YYYY-MM-DD, such as 2024-02-29');
}

/** A day, stored and returned as the text that was submitted. */
export const DateScalar = new GraphQLScalarType({
  name: 'Date',
  description: 'A day of the Gregorian calendar as text, `YYYY-MM-DD`.',
  coerceOutputValue: toDate,
  coerceInputValue: toDate,
  coerceInputLiteral: (node) => toDate(node.kind === Kind.STRING ? node.value : undefined),
});

export const HitsScalar = idsByName(
  'Hits',
  'Per id of a record that a search hit, the ids of the rules: `{"record": ["RULE"]}`.',
);

const DuplicatesScalar = idsByName(
  'Duplicates',
  'Per id of an original, the ids of its duplicates: `{"original": ["duplicate"]}`. Keys are `GROUP:original` when there are several rule groups.',
);

/** A scalar for answers only: an object of lists of texts. */
function idsByName(name: string, description: string): GraphQLScalarType {
  const refuse = () => {
    throw new GraphQLError(`${name} is never an input`);
  };
  return new GraphQLScalarType({
    name,
    description,
    // The library makes these objects itself, so no check is needed.
    coerceOutputValue: (value) => value,
    coerceInputValue: refuse,
    coerceInputLiteral: refuse,
  });
}

/** Deeper values are refused, because every reader walks them recursively. */
const MAX_DEPTH = 64;

/**
 * Copies a value that must be JSON: null, text, finite numbers, booleans, lists and plain objects of these. The copy
 * has ordinary objects only, whatever the parser that made the original used.
 *
 * @throws GraphQLError that names `scalar`.
 */
function copyJson(value: unknown, scalar: string, depth = 0): unknown {
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

function isPlainObject(value: unknown): value is Record<string, unknown> {
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
function literalToJson(node: ValueNode, scalar: string): unknown {
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

/** The scalars that the service adds to those of GraphQL. */
export const scalars: readonly GraphQLScalarType[] = [
  AnyScalar,
  MapScalar,
  StringMapScalar,
  TimeScalar,
  DateScalar,
  HitsScalar,
  DuplicatesScalar,
];
