import * as z from 'zod';
import { EntityDataError } from '../../errors.ts';
import { isObject } from '../../is-object.ts';
import { placeOf } from '../../runtime/log.ts';
import { argumentProblems } from './fields-argument.ts';
import type { ToolContext, ToolDefinition } from './tool.ts';

/** The most characters of an argument; a longer one is shown by its form. */
const maxArgument = 160;

/**
 * An example of a call for a caller whose arguments did not fit: the shortest of those that give most of the same
 * arguments. Undefined without examples.
 */
function exampleCall({ examples }: ToolDefinition, args: unknown): string | undefined {
  const given = isObject(args) ? args : {};
  const calls = examples.map(({ arguments: all }) => ({
    common: Object.keys(all).filter((name) => Object.hasOwn(given, name)).length,
    text: `{${Object.entries(all)
      .map(([name, value]) => `${JSON.stringify(name)}: ${shown(value)}`)
      .join(', ')}}`,
  }));
  const [best] = calls.sort((a, b) => b.common - a.common || a.text.length - b.text.length);
  return best === undefined ? undefined : `Example of a call: ${best.text}`;
}

function shown(value: unknown): string {
  const json = JSON.stringify(value);
  if (json.length <= maxArgument) return json;
  if (Array.isArray(value)) return `[${JSON.stringify(value[0]).slice(0, maxArgument)}, …]`;
  if (isObject(value))
    return `{${Object.keys(value)
      .map((name) => `${JSON.stringify(name)}: …`)
      .join(', ')}}`;
  return `${json.slice(0, maxArgument)}…"`;
}

/** The most bytes of a result as JSON. A result is sent twice, structured and as text, within the 6 MB of Lambda. */
const MAX_RESULT_BYTES = 1_500_000;

/** A tool as `tools/list` shows it. */
interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { type: 'object'; [key: string]: unknown };
  readonly outputSchema: { type: 'object'; [key: string]: unknown };
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: true;
    readonly destructiveHint: false;
    readonly idempotentHint: true;
    readonly openWorldHint: false;
  };
}

interface ToolResult {
  readonly content: { type: 'text'; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

/** The outcome of a call, for the log. */
export type ToolOutcome =
  | 'ok'
  | 'bad-arguments'
  | 'refused'
  | 'out-of-time'
  | 'out-of-memory'
  | 'result-too-large'
  | 'busy'
  | 'failed';

export interface ToolCall {
  readonly result: ToolResult;
  readonly outcome: ToolOutcome;
  /** The text of the result for clients that are certain to read the structured content. */
  readonly summary?: string;
  /** The place of the error in the server's code; absent if the caller caused the failure. */
  readonly place?: string;
}

/** The tools of a deployment, under its prefix. */
export interface Toolbox {
  list(): readonly ListedTool[];
  has(name: string): boolean;
  /**
   * Never throws: a failure is a result with a hint. `has` must be true for the name. Blocks for as long as the tool
   * runs, so servers make calls in worker threads (`createToolWorkers`).
   */
  call(name: string, args: unknown): ToolCall;
  /** Replaces the prefix of tools in a text by the deployment's. */
  named(text: string): string;
}

export interface ToolboxOptions {
  readonly serviceIdentifier: string;
}

export function createToolbox(tools: readonly ToolDefinition[], options: ToolboxOptions): Toolbox {
  // Clients accept fewer characters in a tool's name than a scope may contain.
  const prefix = `${options.serviceIdentifier.replace(/[^A-Za-z0-9_-]/g, '_')}_`;
  const toolNames = new RegExp(`\\bsvc_(?=(?:${tools.map(({ name }) => name.slice(4)).join('|')})\\b)`, 'g');
  const named = (text: string) => (prefix === 'svc_' ? text : text.replace(toolNames, prefix));
  const context = { serviceIdentifier: options.serviceIdentifier, named };
  const byName = new Map(tools.map((tool) => [named(tool.name), tool]));
  let listed: readonly ListedTool[] | undefined;
  return {
    list() {
      listed ??= [...byName].map(([name, tool]) => listedTool(name, tool, named));
      return listed;
    },
    has: (name) => byName.has(name),
    call: (name, args) => call(byName.get(name)!, args, context),
    named,
  };
}

function listedTool(name: string, tool: ToolDefinition, named: (text: string) => string): ListedTool {
  return {
    name,
    title: tool.title,
    description: named(tool.description),
    inputSchema: objectSchema(tool.input, 'input', named),
    outputSchema: objectSchema(tool.output, 'output', named),
    annotations: {
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

function objectSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  named: (text: string) => string,
): ListedTool['inputSchema'] {
  return {
    ...JSON.parse(named(JSON.stringify(z.toJSONSchema(schema, { io, override: withoutNoise })))),
    type: 'object',
  };
}

/** Removes parts of a schema without information, because assistants read every word of a list of tools. */
function withoutNoise({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  if (JSON.stringify(jsonSchema['propertyNames']) === '{"type":"string"}') delete jsonSchema['propertyNames'];
}

function call(tool: ToolDefinition, args: unknown, context: ToolContext): ToolCall {
  let structured: unknown;
  let text: string;
  let summary: string | undefined;
  try {
    const parsed = tool.input.safeParse(args ?? {});
    if (!parsed.success) {
      const problems = argumentProblems(tool.input, args ?? {}, parsed.error.issues);
      return problem('bad-arguments', context.named(withExample(problems, tool, args)));
    }
    structured = tool.run(parsed.data, context);
    text = JSON.stringify(structured);
    summary = tool.summary?.(structured, parsed.data);
  } catch (error) {
    // In tools only a text, a buffer or a stack beyond the limits of the engine raises this error.
    if (error instanceof RangeError) {
      return problem('out-of-memory', 'This needs more memory than a call may use. Try again with less.');
    }
    if (error instanceof EntityDataError) {
      const hint = error.hint === undefined ? '' : `\n${error.hint}`;
      return problem('refused', context.named(withExample(`${error.code}: ${error.message}${hint}`, tool, args)));
    }
    return { ...problem('failed', 'Something unexpected went wrong with these arguments.'), place: placeOf(error) };
  }
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_RESULT_BYTES) {
    return problem(
      'result-too-large',
      `The result has ${bytes} bytes; at most ${MAX_RESULT_BYTES} are sent. Try again with less.`,
    );
  }
  return {
    outcome: 'ok',
    ...(summary !== undefined && { summary: context.named(summary) }),
    result: { content: [{ type: 'text', text }], structuredContent: structured as Record<string, unknown> },
  };
}

function withExample(text: string, tool: ToolDefinition, args: unknown): string {
  const example = exampleCall(tool, args);
  return example === undefined ? text : `${text}\n${example}`;
}

/** A failed call, whose result is only this text. */
export function problem(outcome: ToolOutcome, text: string): ToolCall {
  return { outcome, result: { content: [{ type: 'text', text: text.slice(0, 20_000) }], isError: true } };
}
