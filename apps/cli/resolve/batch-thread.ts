import { DocumentNotes } from '../../../src/batch/documents.ts';
import type { ReadRecord } from '../../../src/batch/part.ts';
import { rowTasks, StoreNotes } from '../../../src/batch/store-rows.ts';
import { serveBatch } from '../../../src/batch/thread.ts';
import type { Register } from '../../../src/entities/items/rules-register.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import type { RuleConfig } from '../../../src/rules/document/types.ts';
import { loadRecordSchema } from '../../../src/rules/record-schema/record-schema.ts';
import { type PieceRecord, pieceReaderOf, type TextSource } from '../files/text-pieces.ts';
import type { FileContent } from './file-pieces.ts';
import { createPayloadReader } from './payload-reader.ts';

/** What the threads of a batch of files are told. */
export interface BatchSetup {
  readonly config: RuleConfig;
  /** Text of the record schema. */
  readonly schema: string;
  /** By number of the file; undefined for files that threads cannot read. */
  readonly sources: readonly (TextSource | undefined)[];
  readonly directory: string;
  readonly buckets: number;
  readonly genericKeyRecords: number;
  readonly keepsDocuments: boolean;
  /** What the keys of a store are made by; undefined if none is made. */
  readonly store: (Pick<Register, 'indexVersion' | 'formerPlans'> & { readonly seed: number }) | undefined;
}

await serveBatch<FileContent, BatchSetup>((setup, part) => {
  const { directory, buckets, genericKeyRecords, store } = setup;
  const place = () => directory;
  const notes = [
    ...(setup.keepsDocuments ? [new DocumentNotes(place, part, buckets)] : []),
    ...(store === undefined ? [] : [new StoreNotes(place, part, buckets)]),
  ];
  const schema = loadRecordSchema(setup.schema);
  const readPayload = createPayloadReader(schema);
  const readers = setup.sources.map((source) => (source === undefined ? undefined : pieceReaderOf(source)));
  const recordsIn = ({ file, line, bytes, records = [] }: FileContent): Iterable<PieceRecord> =>
    bytes === undefined ? records : readers[file]!({ bytes, line });
  return {
    options: {
      rules: compileRuleConfig(setup.config, {}, store),
      sources: schema.sources,
      genericKeyRecords,
      directory: place,
      buckets,
      seed: store?.seed ?? 0,
      forStore: store !== undefined,
      findsNear: store !== undefined,
      notes,
      *read(content) {
        for (const read of recordsIn(content)) {
          const at = read.line - content.line;
          if ('problem' in read) yield { at, code: 'UNREADABLE', reason: read.problem, text: read.text };
          else yield given(at, readPayload(read.record), read.record);
        }
      },
    },
    more: rowTasks,
  };
});

function given(at: number, payload: ReturnType<ReturnType<typeof createPayloadReader>>, record: unknown): ReadRecord {
  return 'record' in payload ? { at, record: payload.record } : { at, ...payload, text: record };
}
