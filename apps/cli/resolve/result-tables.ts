import { entitiesWithRecords } from '../../../src/batch/documents.ts';
import { EntityTooLargeError } from '../../../src/entities/errors.ts';
import { ComputedEntityView } from '../../../src/entities/read/entity-view.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import type { RuleConfig } from '../../../src/rules/document/types.ts';
import type { RecordSources } from '../../../src/rules/record-schema/sources.ts';
import type { ExportedRecord } from '../export/columns.ts';
import { type ExportContent, linkContent, recordContent } from '../export/content.ts';
import { originCells } from '../export/entity-sources.ts';
import type { ExportFormat } from '../export/export-file.ts';
import type { ListedEntity } from '../export/list-pages.ts';
import type { Row } from '../export/row-encoder.ts';
import { TableFile } from '../export/write-table.ts';
import type { ResolvedFiles } from './resolve-files.ts';

interface ResultTarget {
  readonly out: string;
  readonly format: ExportFormat;
}

/** The tables to write: the same as those of an export. */
export interface ResultTables {
  /** The entity of each record. */
  readonly records: ResultTarget;
  /** A row for each entity. */
  readonly entities?: (ResultTarget & { readonly content: ExportContent }) | undefined;
  readonly links?: ResultTarget | undefined;
  /** That the schema declares. */
  readonly sources: RecordSources | undefined;
  /** Whether files of these names are replaced. */
  readonly force: boolean;
  readonly signal: AbortSignal;
}

export interface WrittenTables {
  readonly rows: {
    readonly records: number;
    readonly entities: number | undefined;
    readonly links: number | undefined;
  };
  /** Ids of entities with too many records for their score or links. */
  readonly partial: readonly string[];
  /** Cells that a spreadsheet may take for formulas. */
  readonly formulas: number;
}

/**
 * Writes all tables, each in the format of its file, and places the store. Nothing gets its name before everything is
 * whole: a failure until then leaves nothing.
 *
 * @throws ExportFileError, also of a whole table that cannot get its name: then it says where the table is, and everything
 * else is in its place
 */
export async function writeTables(
  resolved: ResolvedFiles,
  config: RuleConfig,
  tables: ResultTables,
): Promise<WrittenTables> {
  const { force, signal } = tables;
  const open: TableFile[] = [];
  const begin = async (target: ResultTarget | undefined, { columns }: Pick<ExportContent, 'columns'>) => {
    if (target === undefined) return undefined;
    const file = await TableFile.open({ ...target, columns, force });
    open.push(file);
    return file;
  };
  const partial: string[] = [];
  try {
    const records = await begin(tables.records, recordContent([], tables));
    const entities = tables.entities && (await begin(tables.entities, tables.entities.content));
    const links = await begin(tables.links, linkContent());
    await records?.write(recordRows(resolved, tables.sources));
    if (entities !== undefined || links !== undefined) {
      const rules = compileRuleConfig(config);
      for (const entity of entitiesOf(resolved, rules)) {
        signal.throwIfAborted();
        await entities?.write(tables.entities!.content.rowsOf(entity.scored()));
        if (entity.size > 1) await links?.write(linkContent().rowsOf(entity.linked()));
        if (entity.isPartial) partial.push(entity.id);
      }
    }
    for (const file of open) await file.complete(signal);
    resolved.placeStore();
    await nameAll(open);
    return {
      rows: { records: records!.rows, entities: entities?.rows, links: links?.rows },
      partial,
      formulas: open.reduce((sum, { formulas }) => sum + formulas, 0),
    };
  } finally {
    for (const file of open) await file.remove();
  }
}

/** Throws the first error when it has tried every file. */
async function nameAll(files: readonly TableFile[]): Promise<void> {
  const named = await Promise.allSettled(files.map((file) => file.name()));
  for (const result of named) if (result.status === 'rejected') throw result.reason;
}

function* recordRows(
  { batch: { table, sets }, entityIDs }: ResolvedFiles,
  sources: RecordSources | undefined,
): Generator<Row, void, undefined> {
  for (let position = 0; position < table.span; position++) {
    if (table.isRecord(position)) {
      const id = table.id(position);
      yield [id, entityIDs.at(sets.find(position)), ...(sources === undefined ? [] : originCells(id))];
    }
  }
}

function* entitiesOf(
  { batch, entityIDs, work }: ResolvedFiles,
  rules: CompiledRules,
): Generator<BatchEntity, void, undefined> {
  for (const { first, members } of entitiesWithRecords(batch, work)) {
    const records = members.map(({ payload }) => payload as ExportedRecord);
    yield new BatchEntity(entityIDs.at(first), records, rules);
  }
}

/** An entity as a service would answer it. */
class BatchEntity {
  readonly id: string;
  readonly size: number;
  /** Whether it has too many records for its score or its links. */
  isPartial = false;
  private readonly view: ComputedEntityView;

  constructor(id: string, records: readonly ExportedRecord[], rules: CompiledRules) {
    this.id = id;
    this.size = records.length;
    this.view = new ComputedEntityView(
      id,
      records.map((payload) => ({ id: payload.id, payload })),
      rules,
    );
  }

  scored(): ListedEntity {
    const records = this.view.records as readonly ExportedRecord[];
    return { records, ...this.within(() => ({ score: this.view.score() })), ...this.linked() };
  }

  linked(): ListedEntity {
    return { id: this.id, ...this.within(() => ({ links: this.view.links(), duplicates: this.view.duplicates() })) };
  }

  private within<Part extends object>(part: () => Part): Partial<Part> {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof EntityTooLargeError)) throw error;
      this.isPartial = true;
      return {};
    }
  }
}
