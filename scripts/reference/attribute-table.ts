import * as z from 'zod/mini';
import { code, jsonCode, table } from './markdown.ts';

/** As much of JSON Schema as zod writes for attributes. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly description?: string;
  readonly title?: string;
}

/** What may be written under `attributes`, or in another object of the document: name, type, default, meaning. */
export function attributeTable(attributes: z.ZodMiniType): string {
  const schema = z.toJSONSchema(attributes, { io: 'input', unrepresentable: 'any' }) as Schema;
  const rows = attributeRows(schema, '');
  return rows.length === 0 ? 'No attributes.' : table(['name', 'type', 'default', 'meaning'], rows);
}

function attributeRows({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const optional = schema.default === undefined ? 'none' : jsonCode(schema.default);
    return [
      [code(path), typeText(schema), required.includes(name) ? 'required' : optional, schema.description ?? ''],
      ...rowsBelow(schema, path),
    ];
  });
}

/** What is inside of an object: `evidence[].weights`, `limits.*.most`. */
function rowsBelow(schema: Schema, path: string): string[][] {
  if (schema.properties !== undefined) return attributeRows(schema, `${path}.`);
  if (schema.items !== undefined) return rowsBelow(schema.items, `${path}[]`);
  if (typeof schema.additionalProperties === 'object') return rowsBelow(schema.additionalProperties, `${path}.*`);
  const shapes = (schema.anyOf ?? []).filter(({ type }) => type === 'object' || type === 'array');
  return shapes.flatMap((shape) => rowsBelow(shape, path));
}

function typeText(schema: Schema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => code(String(value))).join(', ')}`;
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' or ');
  switch (schema.type) {
    case 'string':
      return schema.pattern === undefined ? 'text' : `text of the form ${code(schema.pattern)}`;
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `whole number${rangeText(schema)}`;
    case 'number':
      return `number${rangeText(schema)}`;
    case 'array':
      return `list of ${typeText(schema.items ?? {})}`;
    case 'object':
      if (typeof schema.additionalProperties !== 'object' || schema.properties !== undefined) return 'object';
      return `object of ${typeText(schema.additionalProperties)}`;
    case 'null':
      return 'null';
    default:
      return 'any value';
  }
}

/** Zod writes the limits of exact integers, which say nothing. */
const exactIntegers = new Set([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);

function rangeText({ minimum, maximum }: Schema): string {
  const least = minimum === undefined || exactIntegers.has(minimum) ? undefined : minimum;
  const most = maximum === undefined || exactIntegers.has(maximum) ? undefined : maximum;
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}`;
  if (least !== undefined) return `, ${least} or more`;
  return most === undefined ? '' : `, ${most} or less`;
}
