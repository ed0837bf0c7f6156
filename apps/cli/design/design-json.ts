import type { SamplePair } from '../../../src/workbench/learning/learned-design.ts';
import type { DesignedFile } from './design-file.ts';

/** Characters of a value in a pair. */
const shownCharacters = 200;

/** A design for a program to read. */
export function designJson(file: DesignedFile, directory: string, next: readonly string[]): object {
  const {
    title,
    rows,
    counted,
    columns,
    unusable,
    id,
    nulls,
    placeholders,
    frequent,
    designed,
    columnsFile,
    warnings,
  } = file;
  const { design, fallback, alarms, opinion, trial } = designed;
  return {
    file: file.file,
    format: title,
    rows,
    counted,
    directory,
    columns: columns.map((column) => ({
      column: column.title,
      field: column.field,
      id: column.isId,
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
    nulls,
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
    trial,
    pairs: designed.pairs.map(pairJson),
    warnings,
    next,
  };
}

function pairJson({ a, b, bits, parts }: SamplePair): object {
  return {
    ids: [a['id'] ?? null, b['id'] ?? null],
    bits,
    parts: parts.map((part) => ({ ...part, valueA: shown(part.valueA), valueB: shown(part.valueB) })),
  };
}

const shown = (value: string): string =>
  value.length <= shownCharacters ? value : `${value.slice(0, shownCharacters).toWellFormed()}…`;
