import type * as z from 'zod/mini';
import type { NameSuggester } from '../../text/nearest-name.ts';
import { quote, quoteChoices } from '../../text/plain-text.ts';
import type { PartDefinition, Registries, RuleConfigLimits } from './definition.ts';
import {
  consistencyScoreSchema,
  entitiesSchema,
  mutationGroupSchema,
  partEnvelope,
  partLists,
  referenceListSchema,
  requiredTopLevelKeys,
  resolverSchema,
  ruleSchema,
  ruleSetReference,
  ruleSetSchema,
  topLevelKeys,
  transformerEnvelope,
} from './document-schema.ts';
import type { Findings } from './findings.ts';
import { reportUnknownKey } from './known-keys.ts';

import type { LocatedList, LocatedNode, LocatedObject } from './located-node.ts';
import { plainValue, pointerToken } from './located-node.ts';
import { referencesOfBroken } from './references.ts';

import type { Placed, PlacedEntry, Reference, RuleDocument } from './rule-document.ts';
import { checkSchema } from './schema-findings.ts';
import type { ConsistencyScore, EntitiesSection, Part, ReferenceList, ResolverPart, TransformerPart } from './types.ts';

export interface ReaderContext {
  readonly complete: boolean;
  readonly warnings: boolean;
  readonly findings: Findings;
  readonly suggester: NameSuggester;
  readonly limits: RuleConfigLimits;
  readonly registries: Registries;
}

type TypedList = keyof Registries;

/** Reads the document list by list; a broken part does not affect the others. */
export class DocumentReader {
  readonly #root: LocatedObject;
  readonly #context: ReaderContext;
  readonly #ids = new Map<string, Map<string, string>>();
  readonly #brokenReferences: Reference[] = [];

  constructor(root: LocatedObject, context: ReaderContext) {
    this.#root = root;
    this.#context = context;
  }

  /** Undefined if the document has too many parts to check. */
  read(): RuleDocument | undefined {
    if (!this.#withinPartLimit()) return undefined;
    this.#checkTopLevelKeys();
    return {
      transformers: this.#typed('transformers', transformerEnvelope, withPins),
      resolvers: this.#untyped('resolvers', 'resolver', resolverSchema, withoutNull),
      comparers: this.#typed('comparers', partEnvelope, (_, part) => part),
      tokenizers: this.#typed('tokenizers', partEnvelope, (_, part) => part),
      matchers: this.#typed('matchers', partEnvelope, (_, part) => part),
      rules: this.#untyped('rules', 'rule', ruleSchema, unchanged),
      ruleSets: this.#untyped('ruleSets', 'rule set', ruleSetSchema, unchanged),
      searchRuleSetIDs: this.#entries('searchRuleSetIDs', 'search rule set', ruleSetReference),
      mutationRuleSetGroups: this.#entries('mutationRuleSetGroups', 'mutation group', mutationGroupSchema),
      consistencyRuleSetIDs: this.#entries('consistencyRuleSetIDs', 'consistency rule set', ruleSetReference),
      consistencyScores: this.#consistencyScores(),
      entities: this.#entities(),
      referenceLists: this.#untyped(
        'referenceLists',
        'reference list',
        referenceListSchema,
        (list) => list as ReferenceList,
      ),
      brokenReferences: this.#brokenReferences,
      ids: {
        transformers: this.#idsOf('transformers'),
        resolvers: this.#idsOf('resolvers'),
        comparers: this.#idsOf('comparers'),
        tokenizers: this.#idsOf('tokenizers'),
        matchers: this.#idsOf('matchers'),
        rules: this.#idsOf('rules'),
        ruleSets: this.#idsOf('ruleSets'),
        referenceLists: this.#idsOf('referenceLists'),
      },
    };
  }

  #withinPartLimit(): boolean {
    const { limits, findings } = this.#context;
    const count = (list: string): number => {
      const node = this.#root.entries.get(list)?.value;
      return node?.kind === 'list' ? node.items.length : 0;
    };
    const parts = Object.keys(partLists).reduce((sum, list) => sum + count(list), 0);
    if (parts > limits.maxParts) {
      const message = `the document has ${parts} parts, more than the ${limits.maxParts} that are read`;
      findings.error('TOO_MANY_PARTS', '', message, 'Remove unused parts.');
      return false;
    }
    // Each combination is planned like a rule of its own.
    const rules = count('rules') + combinationsIn(this.#root.entries.get('rules')?.value);
    if (rules > limits.maxRules) {
      const message = `the document has ${rules} rules and combinations of indexMatcherIDs, more than the ${limits.maxRules} that are read`;
      findings.error('TOO_MANY_PARTS', '/rules', message, 'Take rules away; tens of rules do what hundreds do.');
      return false;
    }
    return true;
  }

  #checkTopLevelKeys(): void {
    const { complete, findings, suggester } = this.#context;
    for (const key of this.#root.entries.keys()) {
      if (Object.hasOwn(topLevelKeys, key)) continue;
      reportUnknownKey(key, Object.keys(topLevelKeys), pointerToken(key), findings, suggester);
    }
    const schema = this.#root.entries.get('$schema')?.value;
    if (schema !== undefined && (schema.kind !== 'scalar' || typeof schema.value !== 'string')) {
      findings.error('WRONG_TYPE', '/$schema', '$schema is no text', 'Write the address of the JSON Schema.');
    }
    if (!complete) return;
    for (const key of requiredTopLevelKeys) {
      if (this.#root.entries.has(key)) continue;
      const shape = key === 'searchRuleSetIDs' || key === 'mutationRuleSetGroups' ? 'an object' : 'a list';
      findings.error('MISSING_KEY', `/${key}`, `the key ${quote(key)} is missing`, `Write ${quote(key)}: ${shape}.`);
    }
  }

  #typed<Envelope extends { id: string; type: string }, Result extends Part>(
    list: TypedList,
    envelope: z.ZodMiniType<Envelope>,
    complete: (envelope: Envelope, part: Part) => Result,
  ): Placed<Result>[] {
    const registry: ReadonlyMap<string, Pick<PartDefinition<unknown>, 'attributes'>> = this.#context.registries[list];
    const parts: Placed<Result>[] = [];
    for (const { node, pointer, owner } of this.#items(list, partLists[list])) {
      const checked = checkSchema(envelope, node, pointer, owner, this.#check);
      const type = textAt(node, 'type');
      if (type === undefined || type === '') {
        this.#noteBroken(list, node, pointer);
        continue;
      }
      const definition = registry.get(type);
      if (definition === undefined) {
        const nearest = this.#context.suggester.nearest(type, registry.keys());
        this.#context.findings.error(
          'UNKNOWN_TYPE',
          `${pointer}/type`,
          `${owner}: there is no ${partLists[list]} type ${quote(type)}`,
          `${nearest ? `Did you mean ${quote(nearest)}? ` : ''}Types are ${quoteChoices(registry.keys())}.`,
        );
        this.#noteBroken(list, node, pointer);
        continue;
      }
      const attributes = this.#attributes(definition, node, pointer, `${owner} (${type})`);
      if (checked === undefined || attributes === undefined) {
        this.#noteBroken(list, node, pointer);
        continue;
      }
      const part: Part = { id: checked.value.id, type, attributes: attributes.value };
      parts.push({ value: complete(checked.value, part), pointer });
    }
    return parts;
  }

  #attributes(
    definition: Pick<PartDefinition<unknown>, 'attributes'>,
    part: LocatedNode,
    pointer: string,
    owner: string,
  ): { readonly value: Readonly<Record<string, unknown>> } | undefined {
    const given = part.kind === 'object' ? part.entries.get('attributes')?.value : undefined;
    const absent = given === undefined || (given.kind === 'scalar' && given.value === null);
    const node: LocatedNode = absent ? { kind: 'object', offset: part.offset, entries: new Map() } : given;
    // The envelope already reports that this is not an object.
    if (node.kind !== 'object') return undefined;
    const schema = definition.attributes as z.ZodMiniType<Readonly<Record<string, unknown>>>;
    return checkSchema(schema, node, `${pointer}/attributes`, owner, this.#check);
  }

  #untyped<Read, Result>(
    list: string,
    name: string,
    schema: z.ZodMiniType<Read>,
    complete: (read: Read) => Result,
  ): Placed<Result>[] {
    const parts: Placed<Result>[] = [];
    for (const { node, pointer, owner } of this.#items(list, name)) {
      const checked = checkSchema(schema, node, pointer, owner, this.#check);
      if (checked !== undefined) parts.push({ value: complete(checked.value), pointer });
      else this.#noteBroken(list, node, pointer);
    }
    return parts;
  }

  #entries<Value>(key: string, name: string, schema: z.ZodMiniType<Value>): PlacedEntry<Value>[] {
    const node = this.#given(key);
    if (node === undefined) return [];
    if (node.kind !== 'object') {
      this.#context.findings.error('WRONG_TYPE', `/${key}`, `${key} is no object`, 'Write { "name": … }.');
      return [];
    }
    const entries: PlacedEntry<Value>[] = [];
    for (const [entryName, entry] of node.entries) {
      const pointer = `/${key}${pointerToken(entryName)}`;
      const checked = checkSchema(schema, entry.value, pointer, `${name} ${quote(entryName)}`, this.#check);
      if (checked !== undefined) entries.push({ name: entryName, value: checked.value, pointer });
      else this.#noteBroken(key, entry.value, pointer);
    }
    return entries;
  }

  #consistencyScores(): Placed<ConsistencyScore>[] {
    const scores = this.#given('scores');
    if (scores === undefined) return [];
    const { findings, suggester } = this.#context;
    if (scores.kind !== 'object') {
      findings.error('WRONG_TYPE', '/scores', 'scores is no object', 'Write { "consistency": [ … ] }.');
      return [];
    }
    for (const key of scores.entries.keys()) {
      if (key !== 'consistency')
        reportUnknownKey(key, ['consistency'], `/scores${pointerToken(key)}`, findings, suggester);
    }
    const placed: Placed<ConsistencyScore>[] = [];
    const list = this.#list(unlessNull(scores.entries.get('consistency')?.value), '/scores/consistency');
    for (const [index, node] of (list?.items ?? []).entries()) {
      const pointer = `/scores/consistency/${index}`;
      const checked = checkSchema(consistencyScoreSchema, node, pointer, 'consistency score', this.#check);
      if (checked !== undefined) placed.push({ value: checked.value, pointer });
      else this.#noteBroken('scores', node, pointer);
    }
    return placed;
  }

  #entities(): Placed<EntitiesSection> | undefined {
    const node = this.#given('entities');
    if (node === undefined) return undefined;
    const checked = checkSchema(entitiesSchema, node, '/entities', 'entities', this.#check);
    if (checked !== undefined) return { value: checked.value, pointer: '/entities' };
    this.#noteBroken('entities', node, '/entities');
    return undefined;
  }

  /** Yields the objects of a list with their names for messages, and records their ids. */
  *#items(list: string, name: string): Generator<{ node: LocatedNode; pointer: string; owner: string }> {
    const ids = new Map<string, string>();
    this.#ids.set(list, ids);
    for (const [index, node] of (this.#list(this.#given(list), `/${list}`)?.items ?? []).entries()) {
      const pointer = `/${list}/${index}`;
      const id = textAt(node, 'id');
      if (id !== undefined) this.#noteID(ids, id, name, pointer);
      yield { node, pointer, owner: id === undefined ? `${name} number ${index + 1}` : `${name} ${quote(id)}` };
    }
  }

  #noteID(ids: Map<string, string>, id: string, name: string, pointer: string): void {
    const first = ids.get(id);
    if (first === undefined) {
      ids.set(id, pointer);
      return;
    }
    const message = `${name} ${quote(id)} is there twice, first at ${first}`;
    this.#context.findings.error('DUPLICATE_ID', `${pointer}/id`, message, 'Give one of the two another id.');
  }

  #noteBroken(list: string, node: LocatedNode, pointer: string): void {
    for (const reference of referencesOfBroken(list, plainValue(node), pointer)) this.#brokenReferences.push(reference);
  }

  #list(node: LocatedNode | undefined, pointer: string): LocatedList | undefined {
    if (node === undefined || node.kind === 'list') return node;
    this.#context.findings.error(
      'WRONG_TYPE',
      pointer,
      `${pointer.slice(1).replace('/', '.')} is no list`,
      'Write [ … ].',
    );
    return undefined;
  }

  /** Returns a top-level value; null means absent for optional keys. */
  #given(key: string): LocatedNode | undefined {
    const node = this.#root.entries.get(key)?.value;
    const optional = !(requiredTopLevelKeys as readonly string[]).includes(key);
    return optional ? unlessNull(node) : node;
  }

  #idsOf(list: string): ReadonlyMap<string, string> {
    return this.#ids.get(list)!;
  }

  get #check() {
    const { findings, suggester, complete, warnings } = this.#context;
    return { findings, suggester, reportMissing: complete, reportUnknown: warnings };
  }
}

function unlessNull(node: LocatedNode | undefined): LocatedNode | undefined {
  return node?.kind === 'scalar' && node.value === null ? undefined : node;
}

function textAt(node: LocatedNode, key: string): string | undefined {
  const value = node.kind === 'object' ? node.entries.get(key)?.value : undefined;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

function withPins(envelope: z.output<typeof transformerEnvelope>, part: Part): TransformerPart {
  return { ...part, inputPins: envelope.inputPins ?? {} };
}

function withoutNull(resolver: z.output<typeof resolverSchema>): ResolverPart {
  const { id, inputPin, attributes } = resolver;
  return attributes ? { id, inputPin, attributes } : { id, inputPin };
}

/** The number of combinations of all rules, counted before anything is checked. */
function combinationsIn(rules: LocatedNode | undefined): number {
  if (rules?.kind !== 'list') return 0;
  return rules.items.reduce((sum, rule) => {
    const attributes = rule.kind === 'object' ? rule.entries.get('attributes')?.value : undefined;
    const given = attributes?.kind === 'object' ? attributes.entries.get('indexMatcherIDs')?.value : undefined;
    return sum + (given?.kind === 'list' ? given.items.length : 0);
  }, 0);
}

function unchanged<Value>(value: Value): Value {
  return value;
}
