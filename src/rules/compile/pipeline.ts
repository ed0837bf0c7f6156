import { digest } from '../../text/digest.ts';
import type { Pin, ResolverPart, TransformerPart } from '../document/types.ts';
import { InvalidRuleConfigError } from '../errors.ts';
import { cutValues, MAX_VALUE_LENGTH } from '../transformers/default-pin.ts';
import type { Transform, TransformerContext, TransformerDefinition } from '../transformers/transformer.ts';
import type { PinValues, RecordPayload, ResolvedValues, TransformerTrace } from '../types.ts';

/** The properties of a resolver that do not depend on a record. */
export interface PipelineOutput {
  readonly id: string;
  /**
   * Digest of everything that determines its values: the transformers above it with their attributes, tokenizers and
   * lists.
   */
  readonly meaning: string;
  /** True if a `field` with `mustExist` is above it: a missing value is then an error. */
  readonly mustExist: boolean;
  /** The record paths that the transformers above it read, each split at its dots. */
  readonly paths: readonly (readonly string[])[];
}

export interface Pipeline {
  /** In document order: the positions of {@link ResolvedValues}. */
  readonly outputs: readonly PipelineOutput[];
  /**
   * Cuts every value at {@link MAX_VALUE_LENGTH} when it leaves a transformer, so that all later transformers and the
   * matchers process the same beginning.
   *
   * @param observe receives every transformer, in the order of execution
   * @param onCut is called for every value that was cut
   */
  run(record: RecordPayload, observe?: (trace: TransformerTrace) => void, onCut?: () => void): ResolvedValues;
  /**
   * As `run`, but only for the outputs at some positions. The others have no value, and transformers that only they
   * need do not run.
   */
  only(positions: ReadonlySet<number>): (record: RecordPayload) => ResolvedValues;
}

export interface PipelineContext extends TransformerContext {
  /** Type and attributes of a tokenizer, which determine its tokens. */
  tokenizerMeaning(id: string): unknown;
}

interface Step {
  readonly part: TransformerPart;
  readonly transform: Transform;
  readonly inputNames: readonly string[];
  /** Positions among the pins of the whole pipeline; -1 for an unconnected one. */
  readonly inputs: readonly number[];
  readonly outputNames: readonly string[];
  /** Position of the first output pin; the others follow it. */
  readonly firstOutput: number;
  readonly readsWholeValues: boolean;
  /** True if one of the transformers that read it takes whole values. */
  readonly givesWholeValues: boolean;
}

interface Node {
  readonly part: TransformerPart;
  readonly definition: TransformerDefinition;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The properties that a transformer passes to everything below it. */
interface Above {
  readonly meaning: string;
  readonly mustExist: boolean;
  readonly paths: ReadonlyMap<string, readonly string[]>;
}

const NO_VALUES: PinValues = Object.freeze([]);

/**
 * Compiles the graph of transformers to a list of steps in topological order over one array of pins. Every transformer
 * runs once per record, regardless of the number of pins and resolvers that use it. Transformers that no resolver needs
 * do not run. Throws an InvalidRuleConfigError for errors that the linter reports too: unknown types, dangling ids,
 * cycles.
 *
 * Two attributes have the same meaning for every transformer type: `path` is the path of the record that it reads, and
 * `mustExist: true` makes a missing value an error for every resolver below.
 */
export function compilePipeline(
  parts: readonly TransformerPart[],
  resolvers: readonly ResolverPart[],
  definitions: ReadonlyMap<string, TransformerDefinition>,
  context: PipelineContext,
): Pipeline {
  const nodes = new Map<string, Node>();
  for (const part of parts) nodes.set(part.id, nodeOf(part, definitions));

  const wholeSources = sourcesOfWholeValues(nodes);
  const steps: Step[] = [];
  const above = new Map<string, Above>();
  const slots = new Map<string, ReadonlyMap<string, number>>();
  let slotCount = 0;

  const slotOf = (pin: Pin, user: string): number => {
    const slot = slots.get(pin.sourceID)?.get(pin.sourcePin);
    if (slot === undefined) {
      throw new InvalidRuleConfigError(`transformer "${pin.sourceID}" has no output pin "${pin.sourcePin}" (${user})`);
    }
    return slot;
  };

  const add = (id: string): void => {
    const node = nodes.get(id)!;
    const connected = Object.keys(node.part.inputPins);
    const inputNames = node.definition.inputPins(node.attributes, connected).map((pin) => pin.name);
    const pins = inputNames.map((name) =>
      Object.hasOwn(node.part.inputPins, name) ? node.part.inputPins[name] : null,
    );
    const outputNames = node.definition.outputPins(node.attributes);
    const used: unknown[] = [];
    const transform = node.definition.compile(node.attributes, {
      tokenizer: (tokenizerID) => {
        used.push(tokenizerID);
        return context.tokenizer(tokenizerID);
      },
      referenceList: (listID) => {
        const list = context.referenceList(listID);
        used.push(list);
        return list;
      },
    });
    steps.push({
      part: node.part,
      transform,
      inputNames,
      inputs: pins.map((pin) => (pin == null ? -1 : slotOf(pin, `input of transformer "${id}"`))),
      outputNames,
      firstOutput: slotCount,
      readsWholeValues: node.definition.readsWholeValues === true,
      givesWholeValues: wholeSources.has(id),
    });
    slots.set(id, new Map(outputNames.map((name, index) => [name, slotCount + index])));
    slotCount += outputNames.length;
    above.set(id, whatIsAbove(node, pins, inputNames, used, above, context));
  };

  for (const id of topologicalOrder(nodes, resolvers)) add(id);
  const resolverSlots = resolvers.map(({ id, inputPin }) => slotOf(inputPin, `input of resolver "${id}"`));
  const outputs = resolvers.map(({ id, inputPin }): PipelineOutput => {
    const source = above.get(inputPin.sourceID)!;
    return {
      id,
      meaning: digest([source.meaning, inputPin.sourcePin]),
      mustExist: source.mustExist,
      paths: [...source.paths.values()],
    };
  });

  /** Runs steps, sources first, and then reads the resolvers' slots; a slot below 0 has no value. */
  const runSteps = (
    chosen: readonly Step[],
    chosenSlots: readonly number[],
    record: RecordPayload,
    observe?: (trace: TransformerTrace) => void,
    onCut?: () => void,
  ): ResolvedValues => {
    const pins = new Array<PinValues>(slotCount).fill(NO_VALUES);
    let notes: string[] = [];
    let cuts: string[] = [];
    const note = observe === undefined ? undefined : (message: string): void => void notes.push(message);
    const noteCut = (length: number): void => {
      onCut?.();
      if (observe !== undefined)
        cuts.push(`a value of ${length} characters is cut: rules look at the first ${MAX_VALUE_LENGTH}`);
    };
    for (let s = 0; s < chosen.length; s++) {
      const step = chosen[s]!;
      const inputs = inputsOf(step, pins, noteCut);
      const results = step.transform(inputs, record, note);
      for (let i = 0; i < results.length; i++) {
        const values = results[i]!;
        pins[step.firstOutput + i] = step.givesWholeValues ? values : cutValues(values, noteCut);
      }
      if (observe === undefined) continue;
      observe(traceOf(step, inputs, pins, { notes, cuts }));
      notes = [];
      cuts = [];
    }
    return chosenSlots.map((slot) => (slot < 0 ? NO_VALUES : distinctTexts(cutValues(pins[slot]!, onCut))));
  };

  return {
    outputs,
    run: (record, observe, onCut) => runSteps(steps, resolverSlots, record, observe, onCut),
    only(positions) {
      const chosenSlots = resolverSlots.map((slot, position) => (positions.has(position) ? slot : -1));
      const chosen = stepsFor(steps, chosenSlots);
      return (record) => runSteps(chosen, chosenSlots, record);
    },
  };
}

function inputsOf(step: Step, pins: readonly PinValues[], onCut: (length: number) => void): PinValues[] {
  const inputs = new Array<PinValues>(step.inputs.length);
  for (let i = 0; i < inputs.length; i++) {
    const slot = step.inputs[i]!;
    const values = slot < 0 ? NO_VALUES : pins[slot]!;
    inputs[i] = step.readsWholeValues ? values : cutValues(values, onCut);
  }
  return inputs;
}

/** The transformers whose output is read by one that takes whole values. */
function sourcesOfWholeValues(nodes: ReadonlyMap<string, Node>): ReadonlySet<string> {
  const sources = new Set<string>();
  for (const { part, definition } of nodes.values()) {
    if (definition.readsWholeValues !== true) continue;
    for (const pin of Object.values(part.inputPins)) if (pin !== null) sources.add(pin.sourceID);
  }
  return sources;
}

/** Returns the steps, in order, that determine the values of some slots. */
function stepsFor(steps: readonly Step[], slots: readonly number[]): readonly Step[] {
  const needed = new Set(slots);
  const chosen: Step[] = [];
  for (const step of steps.toReversed()) {
    if (!step.outputNames.some((_, index) => needed.has(step.firstOutput + index))) continue;
    for (const slot of step.inputs) needed.add(slot);
    chosen.push(step);
  }
  return chosen.reverse();
}

function nodeOf(part: TransformerPart, definitions: ReadonlyMap<string, TransformerDefinition>): Node {
  const definition = definitions.get(part.type);
  if (definition === undefined) {
    throw new InvalidRuleConfigError(`transformer "${part.id}" has the unknown type "${part.type}"`);
  }
  const parsed = definition.attributes.safeParse(part.attributes);
  if (!parsed.success) {
    throw new InvalidRuleConfigError(`transformer "${part.id}" has attributes that do not fit its type`, parsed.error);
  }
  return { part, definition, attributes: parsed.data as Record<string, unknown> };
}

function whatIsAbove(
  node: Node,
  pins: readonly (Pin | null | undefined)[],
  names: readonly string[],
  used: readonly unknown[],
  above: ReadonlyMap<string, Above>,
  context: PipelineContext,
): Above {
  const paths = new Map<string, readonly string[]>();
  let mustExist = node.attributes['mustExist'] === true;
  const path = node.attributes['path'];
  if (typeof path === 'string') paths.set(path, path.split('.'));
  const sources: unknown[] = [];
  pins.forEach((pin, index) => {
    if (pin == null) return;
    const source = above.get(pin.sourceID)!;
    sources.push([names[index], source.meaning, pin.sourcePin]);
    mustExist ||= source.mustExist;
    for (const [key, steps] of source.paths) paths.set(key, steps);
  });
  const meanings = used.map((use) => (typeof use === 'string' ? context.tokenizerMeaning(use) : use));
  return { meaning: digest([node.part.type, node.attributes, sources, meanings ?? null]), mustExist, paths };
}

/** A transformer that is still to be ordered, with the part that reads it. */
interface Visit {
  readonly id: string;
  readonly user: string;
}

/**
 * Returns the transformers that some resolver needs, sources first. Iterative, so that a long chain cannot overflow the
 * stack.
 */
function topologicalOrder(nodes: ReadonlyMap<string, Node>, resolvers: readonly ResolverPart[]): string[] {
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const resolver of resolvers) {
    const stack: Visit[] = [{ id: resolver.inputPin.sourceID, user: `resolver "${resolver.id}"` }];
    while (stack.length > 0) {
      const visit = stack.at(-1)!;
      const { id } = visit;
      if (state.has(id)) {
        stack.pop();
        if (state.get(id) === 'open') order.push(id);
        state.set(id, 'done');
      } else {
        state.set(id, 'open');
        for (const source of unorderedSources(visit, nodes, state)) stack.push(source);
      }
    }
  }
  return order;
}

/** The transformers that this one reads and that no earlier visit ordered. */
function unorderedSources(
  { id, user }: Visit,
  nodes: ReadonlyMap<string, Node>,
  state: ReadonlyMap<string, 'open' | 'done'>,
): Visit[] {
  const node = nodes.get(id);
  if (node === undefined) throw new InvalidRuleConfigError(`${user} reads the unknown transformer "${id}"`);
  const pins = Object.values(node.part.inputPins).filter((pin) => pin !== null);
  // Open but not yet ordered: the two depend on each other.
  if (pins.some(({ sourceID }) => state.get(sourceID) === 'open')) {
    throw new InvalidRuleConfigError(`transformer "${id}" feeds itself`);
  }
  return pins
    .filter(({ sourceID }) => !state.has(sourceID))
    .map(({ sourceID }) => ({ id: sourceID, user: `transformer "${id}"` }));
}

function traceOf(
  step: Step,
  inputs: readonly PinValues[],
  pins: readonly PinValues[],
  said: Pick<TransformerTrace, 'notes' | 'cuts'>,
): TransformerTrace {
  const results = pins.slice(step.firstOutput, step.firstOutput + step.outputNames.length);
  const named = (names: readonly string[], values: readonly PinValues[]): Record<string, PinValues> =>
    Object.fromEntries(names.map((name, index) => [name, values[index] ?? NO_VALUES]));
  return {
    transformerID: step.part.id,
    type: step.part.type,
    inputs: named(step.inputNames, inputs),
    outputs: named(step.outputNames, results),
    ...said,
  };
}

/**
 * Returns distinct values in the order of first occurrence. Replaces half a surrogate pair by U+FFFD: index keys use
 * UTF-8, so two texts that differ only in such halves would differ here but be equal in a key.
 */
function distinctTexts(values: PinValues): readonly string[] {
  if (values.length === 0) return NO_VALUES;
  if (values.length === 1) {
    const value = values[0]!;
    if (value === '') return NO_VALUES;
    return value.isWellFormed() ? values : [value.toWellFormed()];
  }
  const seen = new Set<string>();
  for (const value of values) if (value !== '') seen.add(value.isWellFormed() ? value : value.toWellFormed());
  return [...seen];
}
