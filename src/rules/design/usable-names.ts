import { normalForm } from '../../text/normal-form.ts';
import type { DesignField, DesignRequest } from './request.ts';

export interface UsableRequest extends DesignRequest {
  /** The new name of each field that had to be renamed. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** The most fields of a design. Real records have fewer, and designing for more would take long. */
const maximalFields = 300;

/**
 * Renames fields so that their names are valid in GraphQL and in the paths of the rule language: `First name` becomes
 * `First_name`. Leaves out the record's own `id`, empty names and duplicates.
 */
export function withUsableNames(request: DesignRequest): UsableRequest {
  const renamed = new Map<string, string>();
  const fields: DesignField[] = [];
  const seen = new Set<string>(['id']);
  for (const field of request.fields.slice(0, maximalFields)) {
    const name = usableName(field.name);
    if (name === '' || seen.has(name)) continue;
    seen.add(name);
    if (name !== field.name) renamed.set(field.name, name);
    fields.push(name === field.name ? field : { ...field, name });
  }
  const sampleRecords =
    renamed.size === 0
      ? request.sampleRecords
      : request.sampleRecords?.map((record) =>
          Object.fromEntries(Object.entries(record).map(([name, value]) => [renamed.get(name) ?? name, value])),
        );
  return { ...request, fields, sampleRecords, renamed };
}

function usableName(name: string): string {
  return name
    .slice(0, 200)
    .split('.')
    .map((step) => (step === '*' ? step : usableStep(step)))
    .filter((step) => step !== '')
    .join('.')
    .replace(/^(?:\*\.?)+/, '');
}

function usableStep(step: string): string {
  const plain = normalForm(step.trim(), 'NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    // GraphQL reserves names that start with two underscores.
    .replace(/^_+/, '')
    .replace(/_+$/, '');
  return /^\d/.test(plain) ? `f${plain}` : plain;
}
