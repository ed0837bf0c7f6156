import * as z from 'zod/mini';
import type { NameSuggester } from '../../text/nearest-name.ts';
import { quote, quoteChoices } from '../../text/plain-text.ts';
import type { Findings } from './findings.ts';
import { type LocatedList, type LocatedNode, type LocatedObject, pointerToken } from './located-node.ts';

/** The keys that a schema reads, level by level. */
interface KnownKeys {
  /** Undefined if the schema accepts any key. */
  readonly keys: ReadonlyMap<string, KnownKeys> | undefined;
  readonly values: KnownKeys | undefined;
  readonly items: KnownKeys | undefined;
}

interface JsonSchemaNode {
  readonly properties?: Readonly<Record<string, JsonSchemaNode>>;
  readonly additionalProperties?: JsonSchemaNode | boolean;
  readonly items?: JsonSchemaNode | boolean;
  readonly prefixItems?: readonly JsonSchemaNode[];
  readonly anyOf?: readonly JsonSchemaNode[];
  readonly oneOf?: readonly JsonSchemaNode[];
  readonly allOf?: readonly JsonSchemaNode[];
}

const cache = new WeakMap<z.ZodMiniType, KnownKeys>();

function knownKeys(schema: z.ZodMiniType): KnownKeys {
  let known = cache.get(schema);
  if (known === undefined) {
    known = readKeys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchemaNode);
    cache.set(schema, known);
  }
  return known;
}

function readKeys(node: JsonSchemaNode): KnownKeys {
  const keys = new Map<string, KnownKeys>();
  let values: KnownKeys | undefined;
  let items: KnownKeys | undefined;
  let open = node.properties === undefined;
  for (const [key, child] of Object.entries(node.properties ?? {})) keys.set(key, readKeys(child));
  if (typeof node.additionalProperties === 'object') {
    open = true;
    values = readKeys(node.additionalProperties);
  }
  for (const child of [node.items, ...(node.prefixItems ?? [])]) {
    if (typeof child === 'object') items = merge(items, readKeys(child));
  }
  for (const branch of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].map(readKeys)) {
    for (const [key, child] of branch.keys ?? []) keys.set(key, merge(keys.get(key), child));
    values = merge(values, branch.values);
    items = merge(items, branch.items);
    open &&= branch.keys === undefined;
  }
  return { keys: open ? undefined : keys, values, items };
}

function merge<Known extends KnownKeys | undefined>(a: KnownKeys | undefined, b: Known): KnownKeys | Known {
  if (a === undefined || b === undefined) return a ?? b;
  const keys = a.keys && b.keys ? new Map([...a.keys, ...b.keys]) : (a.keys ?? b.keys);
  return { keys, values: merge(a.values, b.values), items: merge(a.items, b.items) };
}

/** Warns of every key below the node that the schema does not read, so that no key is dropped silently. */
export function reportUnknownKeys(
  schema: z.ZodMiniType,
  node: LocatedNode,
  pointer: string,
  findings: Findings,
  suggester: NameSuggester,
): void {
  const visit = (known: KnownKeys, at: LocatedNode, here: string): void => {
    if (at.kind === 'list') visitItems(known, at, here);
    else if (at.kind === 'object') visitEntries(known, at, here);
  };
  const visitItems = ({ items }: KnownKeys, list: LocatedList, here: string): void => {
    if (items === undefined || !mayHoldObjects(items)) return;
    for (const [index, item] of list.items.entries()) visit(items, item, here + pointerToken(index));
  };
  const visitEntries = ({ keys, values }: KnownKeys, object: LocatedObject, here: string): void => {
    for (const [key, entry] of object.entries) {
      const below = keys?.get(key) ?? values;
      const there = here + pointerToken(key);
      if (below !== undefined) visit(below, entry.value, there);
      else if (keys !== undefined) reportUnknownKey(key, keys.keys(), there, findings, suggester);
    }
  };
  visit(knownKeys(schema), node, pointer);
}

function mayHoldObjects(known: KnownKeys): boolean {
  return known.keys !== undefined || known.values !== undefined || known.items !== undefined;
}

export function reportUnknownKey(
  key: string,
  keys: Iterable<string>,
  pointer: string,
  findings: Findings,
  suggester: NameSuggester,
): void {
  const all = [...keys];
  const nearest = suggester.nearest(key, all);
  const hint = nearest ? `Did you mean ${quote(nearest)}?` : `Known keys are ${quoteChoices(all)}.`;
  findings.warning('UNKNOWN_KEY', pointer, `the key ${quote(key)} is unknown and has no effect`, hint, 'key');
}
