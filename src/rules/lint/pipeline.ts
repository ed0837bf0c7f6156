import { quote, quoteChoices } from '../../text/plain-text.ts';
import { pointerToken } from '../document/located-node.ts';
import type { Pin, TransformerPart } from '../document/types.ts';
import { cycleText, findCycles } from './cycles.ts';
import type { LintContext, LintRules } from './lint-rule.ts';

/** Rules about the graph of transformers and the resolvers at its end. */
export const pipelineRules: LintRules = {
  PIPELINE_CYCLE: {
    severity: 'error',
    meaning: 'Transformers feed each other in a circle, so none of them can start.',
    example: '"a": inputPins from "b", "b": inputPins from "a"',
    fix: 'Connect one of them to a transformer that starts at a field of the record.',
    check({ transformers }, report) {
      const cycles = findCycles(transformers.keys(), (id) => sourceIDs(transformers.get(id)?.value));
      for (const cycle of cycles) {
        const first = transformers.get(cycle[0]!)!;
        report(
          `${first.pointer}/inputPins`,
          `the transformers ${cycleText(cycle)} read from each other in a circle`,
          'Connect one of them to a transformer before the circle.',
        );
      }
    },
  },
  UNCONNECTED_PIN: {
    severity: 'error',
    meaning: 'A required input pin of a transformer is not connected.',
    example: '{ "id": "t", "type": "stringop", "inputPins": {} }',
    fix: 'Connect the pin: "inputPins": { "default": { "sourceID": "…", "sourcePin": "…" } }.',
    check({ document, registries }, report) {
      for (const { value, pointer } of document.transformers) {
        for (const pin of inputPinsOf(value, registries)) {
          if (!pin.required || value.inputPins[pin.name]) continue;
          report(
            `${pointer}/inputPins${pointerToken(pin.name)}`,
            `transformer ${quote(value.id)} (${value.type}): nothing is connected to the pin ${quote(pin.name)}`,
            `Write ${quote(pin.name)}: { "sourceID": …, "sourcePin": … } in its inputPins.`,
          );
        }
      }
    },
  },
  UNKNOWN_INPUT_PIN: {
    severity: 'error',
    meaning: 'A transformer connects an input pin that its type does not have.',
    example: '{ "type": "stringop", "inputPins": { "input": { "sourceID": "f", "sourcePin": "default" } } }',
    fix: 'Use the name of a pin of this type.',
    check({ document, registries, suggester }, report) {
      for (const { value, pointer } of document.transformers) {
        const known = new Set(inputPinsOf(value, registries).map((pin) => pin.name));
        for (const [name, source] of Object.entries(value.inputPins)) {
          if (source === null || known.has(name)) continue;
          const nearest = suggester.nearest(name, known);
          report(
            `${pointer}/inputPins${pointerToken(name)}`,
            `transformer ${quote(value.id)} (${value.type}) has no input pin ${quote(name)}`,
            nearest ? `Did you mean ${quote(nearest)}?` : `Its input pins are ${quoteChoices(known)}.`,
            'key',
          );
        }
      }
    },
  },
  UNKNOWN_OUTPUT_PIN: {
    severity: 'error',
    meaning: 'A transformer reads an output pin that its source does not have.',
    example: '"inputPins": { "default": { "sourceID": "email", "sourcePin": "mail" } }',
    fix: 'Use the name of an output pin of the source.',
    check(context, report) {
      for (const { value, pointer } of context.document.transformers) {
        for (const [name, source] of Object.entries(value.inputPins)) {
          const missing = source && missingOutput(context, source);
          if (!missing) continue;
          const place = `${pointer}/inputPins${pointerToken(name)}/sourcePin`;
          report(
            place,
            `transformer ${quote(source.sourceID)} has no output pin ${quote(source.sourcePin)}`,
            missing.hint,
          );
        }
      }
    },
  },
  RESOLVER_PIN_MISSING: {
    severity: 'error',
    meaning: 'A resolver names a pin that no transformer outputs: field does not exist in ETM pipeline output.',
    example: '{ "id": "email", "inputPin": { "sourceID": "normalizeEmail", "sourcePin": "mail" } }',
    fix: 'Use the name of an output pin of the transformer.',
    check(context, report) {
      for (const { value, pointer } of context.document.resolvers) {
        const missing = missingOutput(context, value.inputPin);
        if (!missing) continue;
        const { sourceID, sourcePin } = value.inputPin;
        report(
          `${pointer}/inputPin/sourcePin`,
          `resolver ${quote(value.id)}: field does not exist in ETM pipeline output: transformer ${quote(sourceID)} has no output pin ${quote(sourcePin)}`,
          missing.hint,
        );
      }
    },
  },
};

function inputPinsOf(part: TransformerPart, registries: LintContext['registries']) {
  const connected = Object.keys(part.inputPins);
  return registries.transformers.get(part.type)!.inputPins(part.attributes, connected);
}

/** Undefined if the pin exists, or if its transformer is broken or unknown, which is already reported. */
function missingOutput(context: LintContext, pin: Pin): { readonly hint: string } | undefined {
  const source = context.transformers.get(pin.sourceID)?.value;
  if (source === undefined) return undefined;
  const outputs = context.registries.transformers.get(source.type)!.outputPins(source.attributes);
  if (outputs.includes(pin.sourcePin)) return undefined;
  const nearest = context.suggester.nearest(pin.sourcePin, outputs);
  return { hint: nearest ? `Did you mean ${quote(nearest)}?` : `Its output pins are ${quoteChoices(outputs)}.` };
}

function sourceIDs(part: TransformerPart | undefined): string[] {
  const pins = Object.values(part?.inputPins ?? {});
  return pins.flatMap((pin) => (pin === null ? [] : [pin.sourceID]));
}
