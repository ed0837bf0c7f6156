import { compilePipeline } from '../../rules/compile/pipeline.ts';
import { transformers } from '../../rules/transformers/registry.ts';
import type { RecordPayload, ResolvedValues } from '../../rules/types.ts';
import type { DocumentParts } from './document-parts.ts';

/** Runs the pipeline of a document under construction on sample records. */
export function resolveSamples(parts: DocumentParts, records: readonly RecordPayload[]): ResolvedValues[] {
  const withDefaults = parts.transformers.map((part) => ({
    ...part,
    attributes: transformers.get(part.type)!.attributes.parse(part.attributes) as Readonly<Record<string, unknown>>,
  }));
  const pipeline = compilePipeline(withDefaults, parts.resolvers, transformers, {
    tokenizer: () => undefined,
    tokenizerMeaning: () => undefined,
    referenceList: (listID) => parts.referenceLists.find(({ id }) => id === listID),
  });
  return records.map((record) => pipeline.run(record));
}
