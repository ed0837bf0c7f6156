import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { wellFormed } from '../items.ts';
import type { Item, Key, Value } from '../port.ts';

export type Marshalled = Record<string, AttributeValue>;

/**
 * Converts an item. The SDK's document client is not used: for items of this size it costs more than the call itself.
 */
export function marshalItem(item: Item): Marshalled {
  const marshalled: Marshalled = {};
  for (const name in item) marshalled[name] = marshal(item[name] as Value);
  return marshalled;
}

export function marshalKey(key: Key): Marshalled {
  return { pk: { S: key.pk }, sk: { S: key.sk } };
}

export function marshal(value: Value): AttributeValue {
  switch (typeof value) {
    case 'string':
      return { S: wellFormed(value) };
    case 'number':
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    default: {
      if (value === null) return { NULL: true };
      if (Array.isArray(value)) return { L: value.map(marshal) };
      const map: Marshalled = {};
      const entries = value as { readonly [name: string]: Value };
      for (const name in entries) map[name] = marshal(entries[name] as Value);
      return { M: map };
    }
  }
}

export function unmarshalItem(item: Marshalled): Item {
  return unmarshalMap(item) as unknown as Item;
}

function unmarshalMap(map: Marshalled): { [name: string]: Value } {
  const values: { [name: string]: Value } = {};
  for (const name in map) values[name] = unmarshal(map[name] as AttributeValue);
  return values;
}

function unmarshal(value: AttributeValue): Value {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.M !== undefined) return unmarshalMap(value.M);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.L !== undefined) return value.L.map(unmarshal);
  if (value.NULL !== undefined) return null;
  throw new TypeError(`The table holds an attribute of type ${Object.keys(value)[0]}, which this service never writes`);
}
