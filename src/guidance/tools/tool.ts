import type * as z from 'zod';
import { EntityDataError } from '../../errors.ts';

/** What a tool may use besides its arguments. */
export interface ToolContext {
  /** Prefix of the deployment's scopes. */
  readonly serviceIdentifier: string;
  /** A text that names tools as `svc_…`, with the names that they have in the deployment. */
  named(text: string): string;
}

/** A call to show, and to run as a test: arguments that work. */
export interface ToolExample {
  readonly title: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * One tool: a pure function of its arguments, without network, files or memory of other calls. One file each, and one
 * line in the registry.
 */
export interface ToolDefinition<Input = unknown, Output = unknown> {
  /** Begins with `svc_`; a deployment with another service identifier has that instead, here and in the description. */
  readonly name: `svc_${string}`;
  readonly title: string;
  /** Tells an assistant when to use it, and what to do with the answer. */
  readonly description: string;
  /** An object; every argument described. */
  readonly input: z.ZodType<Input>;
  /** An object; the structured content. */
  readonly output: z.ZodType<Output>;
  /** At least one. */
  readonly examples: readonly ToolExample[];
  /** @throws ToolRefusal, or another EntityDataError, for what the caller has to change. */
  run(input: Input, context: ToolContext): Output;
}

/** Gives a definition its types and forgets them again, for the registry. */
export function defineTool<Input, Output>(definition: ToolDefinition<Input, Output>): ToolDefinition {
  return definition as unknown as ToolDefinition;
}

/** The arguments are well-formed, but the tool cannot work with them. */
export class ToolRefusal extends EntityDataError {
  readonly code = 'BAD_ARGUMENTS';

  constructor(message: string, hint: string) {
    super(message, { hint });
  }
}
