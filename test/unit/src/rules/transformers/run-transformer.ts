import type { ReferenceList } from '../../../../../src/rules/document/types.ts';
import type { TransformerContext, TransformerDefinition } from '../../../../../src/rules/transformers/transformer.ts';
import type { PinValues } from '../../../../../src/rules/types.ts';

export interface TransformerRun {
  readonly attributes?: object;
  readonly inputs?: Readonly<Record<string, PinValues>>;
  readonly record?: Readonly<Record<string, unknown>>;
  readonly referenceLists?: readonly ReferenceList[];
  readonly notes?: string[];
}

/** A document with a tokenizer `words` and the given reference lists. */
export function fakeContext(referenceLists: readonly ReferenceList[] = []): TransformerContext {
  return {
    tokenizer: (id) => (id === 'words' ? (text) => text.split(' ').filter((token) => token !== '') : undefined),
    referenceList: (id) => referenceLists.find((list) => list.id === id),
  };
}

/** Parses the attributes, compiles the transformer and runs it once: values by output pin, empty pins left out. */
export function runTransformer(definition: TransformerDefinition, run: TransformerRun): Record<string, string[]> {
  const attributes = definition.attributes.parse(run.attributes ?? {});
  const transform = definition.compile(attributes, fakeContext(run.referenceLists));
  const pins = definition.inputPins(attributes, Object.keys(run.inputs ?? {}));
  for (const name of Object.keys(run.inputs ?? {})) {
    if (!pins.some((pin) => pin.name === name)) throw new Error(`${definition.type} has no input pin ${name}`);
  }
  const outputs = transform(
    pins.map(({ name }) => run.inputs?.[name] ?? []),
    run.record ?? {},
    run.notes === undefined ? undefined : (message) => run.notes?.push(message),
  );
  const names = definition.outputPins(attributes);
  if (outputs.length !== names.length)
    throw new Error(`${definition.type} filled ${outputs.length} of ${names.length} pins`);
  return Object.fromEntries(
    names
      .map((name, index) => [name, [...outputs[index]!]] as [string, string[]])
      .filter(([, values]) => values.length > 0),
  );
}
