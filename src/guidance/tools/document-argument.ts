import * as z from 'zod';
import { isObject } from '../../is-object.ts';
import type { Finding } from '../../rules/document/types.ts';
import { loadRecordSchema, type RecordSchema } from '../../rules/record-schema/record-schema.ts';
import type { SchemaProblem } from '../../rules/record-schema/schema-error.ts';
import { ToolRefusal } from './tool.ts';

/** A rule-config as an object, or as the text of the file; findings in a text have line and column. */
export const ruleConfigArgument = z
  .union([z.string(), z.looseObject({})])
  .describe(
    'The rule-config: the JSON object itself, or the text of the file. Given as text, findings have line and column.',
  );

export const schemaArgument = z
  .string()
  .max(1_000_000)
  .describe('The text of schema.graphqls, with at least `type Record { id: ID! … }`.');

/** A record or search parameters: an object, or its JSON text. */
export const recordArgument = z
  .union([z.string(), z.looseObject({})])
  .describe('One record: a JSON object with the fields of the schema, or its JSON text.');

/** The object of an argument that may come as JSON text. `name` is the argument's. */
export function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const parsed = typeof value === 'string' ? parseText(value, name) : value;
  if (isObject(parsed)) return parsed;
  throw new ToolRefusal(`${name} is no JSON object`, `Give ${name} as {"id": "…", …}.`);
}

/** The objects of an argument that may come as JSON text or as text with one JSON object a line. */
export function objectsOf(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const text = value.trim();
  if (text.startsWith('[')) return parseText(text, name) as unknown[];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 1 && lines.every((line) => line.trim().startsWith('{') && line.trim().endsWith('}'))) {
    return lines.map((line, index) => parseText(line, `${name}, line ${index + 1},`));
  }
  return [parseText(text, name)];
}

/** The deepest nesting of lists and objects in a text. */
const maxNesting = 100;

function parseText(text: string, name: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    // The message may quote the text, because it goes only to the caller who sent it.
    throw new ToolRefusal(`${name} is no JSON: ${(error as SyntaxError).message}`, 'Write strict JSON.');
  }
  if (depthOf(parsed) > maxNesting) {
    throw new ToolRefusal(`${name} nests values more than ${maxNesting} levels deep`, 'Flatten it.');
  }
  return parsed;
}

function depthOf(root: unknown): number {
  let level: unknown[] = [root];
  let depth = 0;
  while (level.length > 0 && depth <= maxNesting) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    depth += 1;
  }
  return depth;
}

/** Reads an optional schema. Throws a SchemaError with every problem; the tool returns its message. */
export function schemaOf(text: string | undefined): RecordSchema | undefined {
  return text === undefined ? undefined : loadRecordSchema(text);
}

/** The most findings of one severity in an answer. Correcting the first ones usually removes others. */
const maxListed = 200;

export const findingOutput = z.object({
  document: z.enum(['ruleConfig', 'schema']).describe('Which of the two documents it is about.'),
  code: z.string().describe('Stable; svc_explain_error says more about it.'),
  message: z.string(),
  pointer: z.string().describe('JSON pointer into the rule-config; empty for the whole document and for the schema.'),
  line: z.int().optional().describe('Counted from 1; given when the document came as text.'),
  column: z.int().optional(),
  hint: z.string().describe('What to write instead.'),
});

export type ListedFinding = z.infer<typeof findingOutput>;

export function ruleConfigFindings(findings: readonly Finding[]): ListedFinding[] {
  return findings.slice(0, maxListed).map(({ code, message, pointer, line, column, hint }) => ({
    document: 'ruleConfig',
    code,
    message,
    pointer,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    hint,
  }));
}

export function schemaFindings(
  problems: readonly SchemaProblem[],
  severity: SchemaProblem['severity'],
): ListedFinding[] {
  return problems
    .filter((problem) => problem.severity === severity)
    .slice(0, maxListed)
    .map(({ code, message, line, column, hint }) => {
      return { document: 'schema', code, message, pointer: '', line, column, hint };
    });
}
