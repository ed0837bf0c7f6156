import type * as z from 'zod';
import { EntityDataError } from '../../errors.ts';

/** What a tool may use besides its arguments. */
export interface ToolContext {
  /** Prefix of the deployment's scopes. */
  readonly serviceIdentifier: string;
  /** Replaces names of tools such as `svc_…` in a text by the deployment's. */
  named(text: string): string;
}

/** Valid arguments. The reference shows the call, and a test runs it. */
interface ToolExample {
  readonly title: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A value that does not change: its lists and objects may be those that it was made of. */
type Unchanging<Value> = Value extends object ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> } : Value;

/**
 * One tool: a pure function of its arguments, without network, files or state. Each tool has its own file and one line
 * in the registry.
 */
export interface ToolDefinition<Input = unknown, Output = unknown> {
  /** Starts with `svc_`. A deployment replaces this prefix, here and in the description, by its service identifier. */
  readonly name: `svc_${string}`;
  readonly title: string;
  /** States when an assistant uses the tool and what it does with the answer. */
  readonly description: string;
  /** The schema of an object; every argument has a description. */
  readonly input: z.ZodType<Input>;
  /** The schema of the structured content, an object. */
  readonly output: z.ZodType<Output>;
  /** At least one. */
  readonly examples: readonly ToolExample[];
  /** @throws ToolRefusal or another EntityDataError for a problem that the caller can correct. */
  run(input: Input, context: ToolContext): Unchanging<NoInfer<Output>>;
  /**
   * The result in words, for clients that receive the structured content as well. Without it, the text of a result is
   * the structured content as JSON, so that a long result is sent twice.
   */
  summary?(output: Output, input: Input): string | undefined;
}

/** Checks the types of a definition, then erases them so that the registry can list all tools. */
export function defineTool<Input, Output>(definition: ToolDefinition<Input, Output>): ToolDefinition {
  return definition as unknown as ToolDefinition;
}

/** The arguments have the right types, but the tool cannot process them. */
export class ToolRefusal extends EntityDataError {
  readonly code = 'BAD_ARGUMENTS';

  constructor(message: string, hint: string) {
    super(message, { hint });
  }
}
