import type { DesignedFile } from './design-file.ts';

/** A design for a program to read. */
export function designJson(file: DesignedFile, directory: string, next: readonly string[]): object {
  const { title, rows, columns, unusable, id, placeholders, frequent, designed, columnsFile, warnings } = file;
  const { design, fallback, alarms, opinion, clusters, sampled } = designed;
  return {
    file: file.file,
    format: title,
    rows,
    directory,
    columns: columns.map((column) => ({
      column: column.title,
      field: column.field,
      kind: column.kind ?? null,
      because: column.because,
      compared: column.isCompared,
      filled: column.summary.filled,
      distinct: column.summary.distinct,
      approximate: column.summary.isApproximate,
      top: column.summary.top,
    })),
    unusable,
    id: { ...columnsFile.id, because: id.because },
    placeholders,
    frequent,
    threshold: design.threshold,
    evidence: design.evidence.map(({ title: name, fields, levels, otherwise }) => ({
      title: name,
      fields,
      agreement: Math.max(...levels.map(([, bits]) => bits)),
      disagreement: otherwise,
    })),
    rules: design.rules,
    fallback,
    alarms,
    opinion,
    trial: { records: sampled, clusters },
    warnings,
    next,
  };
}
