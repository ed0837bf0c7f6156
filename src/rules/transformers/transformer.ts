import type { PartDefinition } from '../document/definition.ts';
import type { ReferenceList } from '../document/types.ts';
import type { PinValues, RecordPayload } from '../types.ts';

export interface InputPin {
  readonly name: string;
  /** An unconnected required pin is a lint error. */
  readonly required: boolean;
}

/** The parts of the document that a transformer may use at compile time. */
export interface TransformerContext {
  /** Returns a function that cuts a text into tokens; undefined if the document has no such tokenizer. */
  tokenizer(id: string): ((text: string) => string[]) | undefined;
  referenceList(id: string): ReferenceList | undefined;
}

/**
 * A compiled transformer. It maps the values of the input pins, in the order of {@link TransformerDefinition.inputPins}
 * (an unconnected pin is an empty list), to the values of the output pins, in the order of {@link
 * TransformerDefinition.outputPins}. It is pure and takes time linear in its inputs; `compile` prepares as much as
 * possible. A value that it cannot read becomes no value; `note` (present only in a simulation) receives the reason.
 */
export type Transform = (
  inputs: readonly PinValues[],
  record: RecordPayload,
  note?: (message: string) => void,
) => readonly PinValues[];

export interface TransformerExample<Attributes> {
  readonly attributes: Partial<Attributes>;
  /** Values by input pin; for a source such as `field`, use `record`. */
  readonly inputs?: Readonly<Record<string, PinValues>>;
  readonly record?: RecordPayload;
  readonly outputs: Readonly<Record<string, PinValues>>;
}

export interface TransformerDefinition<Attributes = unknown> extends PartDefinition<Attributes> {
  /**
   * `connected` contains the names under the part's `inputPins`, in the order of the document: a type with any number
   * of inputs (`concat`) takes its pins from them. Without it, the result is the one for the reference.
   */
  inputPins(attributes: Attributes, connected?: readonly string[]): readonly InputPin[];
  outputPins(attributes: Attributes): readonly string[];
  compile(attributes: Attributes, context: TransformerContext): Transform;
  /**
   * True if its inputs may be JSON texts of objects. These are not cut (value-limit.ts), because half of one is not
   * readable.
   */
  readonly readsWholeValues?: boolean;
  /** At least one example; the reference shows them, and tests run them. */
  readonly examples: readonly TransformerExample<Attributes>[];
}

/** Checks a definition with its attribute type, then erases the type for the registry. */
export function defineTransformer<Attributes>(definition: TransformerDefinition<Attributes>): TransformerDefinition {
  return definition as TransformerDefinition;
}
