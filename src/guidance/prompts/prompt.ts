/** An argument of a prompt; the values are texts, as the protocol has it. */
interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** What a client may offer for completion. */
  readonly choices?: readonly string[];
}

/** A way to start a conversation. One file each, and one line in the registry. */
export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** What the person says to the assistant. Names tools with `svc_`. */
  text(values: Readonly<Record<string, string>>): string;
}
