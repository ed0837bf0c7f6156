import { MAX_RECORD_BYTES } from '../../entities/validate.ts';
import type { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import type { RecordPayload, ResolvedValues, TransformerTrace } from '../../rules/types.ts';
import { ToolRefusal } from './tool.ts';

/**
 * The most characters that all transformers of a document may produce from one record. A hostile document can double a
 * text with every transformer. Real documents produce far less, and the memory of a process holds far more.
 */
const maxCharacters = 2_000_000;

/**
 * Runs the pipeline of an untrusted document. `observe` receives every transformer.
 *
 * @param name the name of the record in the refusal
 * @throws ToolRefusal for a record that is too large, or for which the pipeline produces too many characters
 */
export function resolveGuarded(
  rules: CompiledRules,
  record: RecordPayload,
  name: string,
  observe?: (trace: TransformerTrace) => void,
): ResolvedValues {
  const bytes = Buffer.byteLength(JSON.stringify(record));
  if (bytes > MAX_RECORD_BYTES) {
    throw new ToolRefusal(
      `${name} has ${bytes} bytes as JSON; a service takes ${MAX_RECORD_BYTES}`,
      'Send less of it.',
    );
  }
  let characters = 0;
  return rules.resolve(record, (trace) => {
    for (const values of Object.values(trace.outputs)) for (const value of values) characters += value.length + 1;
    if (characters > maxCharacters) {
      throw new ToolRefusal(
        `the transformers make more than ${maxCharacters} characters of ${name}, by "${trace.transformerID}"`,
        'Shorten the record, or look for a transformer that makes its input longer.',
      );
    }
    observe?.(trace);
  });
}
