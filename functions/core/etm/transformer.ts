import type { RecordPayload } from '../matching/compiled.ts';
import type { PartDefinition } from '../ruleconfig/definition.ts';
import type { ReferenceList } from '../ruleconfig/types.ts';

/** The values of one pin: texts, none of them empty. An empty list is "no value". */
export type PinValues = readonly string[];

export interface InputPin {
  readonly name: string;
  /** An unconnected required pin is a lint error. */
  readonly required: boolean;
}

/** What a transformer may use of the rest of the document when it is compiled. */
export interface TransformerContext {
  /** Cuts a text into tokens; undefined when the document has no such tokenizer. */
  tokenizer(id: string): ((text: string) => string[]) | undefined;
  referenceList(id: string): ReferenceList | undefined;
}

/**
 * A compiled transformer: the values of the input pins, in the order of {@link TransformerDefinition.inputPins} (an
 * unconnected pin is an empty list), to the values of the output pins, in the order of
 * {@link TransformerDefinition.outputPins}. Pure and fast: whatever can be prepared is prepared in `compile`, and the time
 * is linear in the inputs. A value that it cannot read becomes no value; `note` (given only in a simulation) is told why.
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
   * `connected` are the names under the part's `inputPins` in the document, in their order there: a type with any number
   * of inputs (`concat`) takes its pins from them. Without it the answer is what the reference shows.
   */
  inputPins(attributes: Attributes, connected?: readonly string[]): readonly InputPin[];
  outputPins(attributes: Attributes): readonly string[];
  compile(attributes: Attributes, context: TransformerContext): Transform;
  /** True when its inputs may be the JSON texts of objects, of which half is nothing: they are not cut (value-limit.ts). */
  readonly readsWholeValues?: boolean;
  /** Shown in the reference and run as tests. At least one. */
  readonly examples: readonly TransformerExample<Attributes>[];
}

/** Gives a definition its attribute type and forgets it again, for the registry. */
export function defineTransformer<Attributes>(definition: TransformerDefinition<Attributes>): TransformerDefinition {
  return definition as TransformerDefinition;
}
