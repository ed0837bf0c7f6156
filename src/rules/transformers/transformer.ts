import { EntityDataError } from '../../errors.ts';
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

/** A transformer names a tokenizer or a reference list that is not in the document. The linter reports this earlier. */
export class MissingPartError extends EntityDataError {
  readonly code = 'MISSING_PART';

  constructor(transformer: string, attribute: string, id: string) {
    super(`${transformer}: ${attribute} names "${id}", which the document does not have`, {
      hint: `Add a part with the id "${id}" or correct ${attribute}.`,
    });
  }
}

/** The linear-time engine cannot run a pattern. The linter reports this earlier. */
export class PatternError extends EntityDataError {
  readonly code = 'PATTERN';

  constructor(pattern: string, problem: string, cause?: unknown) {
    super(`the pattern ${JSON.stringify(pattern)} cannot be run: ${problem}`, {
      hint: 'Write it in RE2 syntax: no look-ahead, no look-behind, no back-references, repetitions up to 1000.',
      cause,
    });
  }
}

/**
 * Pairs the values of several pins by position, up to the length of the longest pin. A pin with a single value supplies
 * it for every position; another pin that is too short supplies '' for the missing positions.
 */
export function pairedLength(inputs: readonly PinValues[]): number {
  let length = 0;
  for (const values of inputs) if (values.length > length) length = values.length;
  return length;
}

/** Returns the value of one pin at one position of the pairing; '' for none. */
export function pairedValue(values: PinValues | undefined, position: number): string {
  if (values === undefined || values.length === 0) return '';
  if (values.length === 1) return values[0]!;
  return values[position] ?? '';
}
