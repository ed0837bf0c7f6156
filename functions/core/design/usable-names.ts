import { normalForm } from '../text/normal-form.ts';
import type { DesignField, DesignRequest } from './request.ts';

export interface UsableRequest extends DesignRequest {
  /** How each field that had to be renamed is called now. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** More fields than this no record has, and designing for them would take long. */
const maximalFields = 300;

/**
 * Names as GraphQL and the paths of the rule language can have them: `First name` becomes `First_name`. The record's own
 * `id`, empty names and names that were there before are left out.
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
    // Two underscores in front belong to GraphQL itself.
    .replace(/^_+/, '')
    .replace(/_+$/, '');
  return /^\d/.test(plain) ? `f${plain}` : plain;
}
