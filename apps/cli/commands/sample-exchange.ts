import { DEFAULT_SEARCH_RULES } from '../../../src/entities/search/search.ts';
import { EntityDataError } from '../../../src/errors.ts';
import { sampleValue } from '../../../src/guidance/tools/sample-value.ts';
import type { FieldType, RecordField } from '../../../src/rules/record-schema/record-fields.ts';
import type { RecordSchema } from '../../../src/rules/record-schema/record-schema.ts';
import type { CompiledRuleConfig, RecordPayload, ResolvedValues } from '../../../src/rules/types.ts';

/** A record to submit and a search that finds it. */
export interface SampleExchange {
  readonly record: RecordPayload & { readonly id: string };
  readonly parameters: RecordPayload;
}

/** Largest number of parameters in a search; smaller searches are tried first, and three satisfy typical rules. */
const mostParameters = 3;
/** Limits the searches that are tried: 12 fields give 298. */
const mostFields = 12;

/**
 * Makes up a record of this schema and finds the fewest of its fields with which the default search rules find it.
 * Undefined when the made-up values satisfy no rule.
 */
export function sampleExchange(schema: RecordSchema, rules: CompiledRuleConfig): SampleExchange | undefined {
  if (!rules.searchRuleNames.includes(DEFAULT_SEARCH_RULES)) return undefined;
  const record = { ...sampleFields(schema.inputFields), id: 'example-1' };
  const values = rules.resolve(record);
  if (rules.recordProblems(record, values).length > 0) return undefined;
  const hashes = new Set(rules.indexKeys(values).map(({ hash }) => hash));
  const sought = Object.entries(sampleFields(schema.searchFields)).filter(
    ([name]) => name !== 'id' && Object.hasOwn(record, name),
  );
  for (const entries of subsets(sought.slice(0, mostFields), mostParameters)) {
    const parameters = Object.fromEntries(entries);
    if (finds(rules, parameters, hashes, values)) return { record, parameters };
  }
  return undefined;
}

function finds(
  rules: CompiledRuleConfig,
  parameters: RecordPayload,
  hashes: ReadonlySet<string>,
  values: ResolvedValues,
): boolean {
  try {
    const search = rules.prepareSearch(parameters, DEFAULT_SEARCH_RULES);
    return search.keys.some(({ hash }) => hashes.has(hash)) && search.hit(values) !== undefined;
  } catch (error) {
    // A rule with `ignoreErrors: false` refuses a search without its field.
    if (error instanceof EntityDataError) return false;
    throw error;
  }
}

/** A value for every field that needs no privilege. */
function sampleFields(fields: ReadonlyMap<string, RecordField>, depth = 0): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { name, type, privilege } of fields.values()) {
    if (privilege !== undefined) continue;
    const value = sampleOf(name, type, depth);
    if (value !== undefined) record[name] = value;
  }
  return record;
}

function sampleOf(name: string, type: FieldType, depth: number): unknown {
  switch (type.kind) {
    case 'scalar':
      return sampleValue(name, type.name);
    case 'enum':
      return type.values[0];
    case 'list': {
      const element = sampleOf(name, type.of, depth);
      return element === undefined ? undefined : [element];
    }
    case 'object':
      // A type that contains itself is filled three levels deep.
      return depth >= 3 ? undefined : sampleFields(type.fields, depth + 1);
  }
}

/** Every subset of 1 to `most` elements, small ones first, in the elements' order. */
function* subsets<Element>(elements: readonly Element[], most: number): Generator<readonly Element[]> {
  for (let size = 1; size <= Math.min(most, elements.length); size++) yield* choices(elements, size);
}

function* choices<Element>(elements: readonly Element[], size: number): Generator<readonly Element[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [index, element] of elements.entries()) {
    for (const rest of choices(elements.slice(index + 1), size - 1)) yield [element, ...rest];
  }
}
