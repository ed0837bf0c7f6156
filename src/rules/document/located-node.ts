/**
 * A JSON value with its position in the text. Objects store their entries in a map, so that keys of an untrusted
 * document (`__proto__`, `constructor`) never reach a prototype.
 */
export type LocatedNode = LocatedObject | LocatedList | LocatedScalar;

export interface LocatedObject {
  readonly kind: 'object';
  /** UTF-16 offset in the text; for a document that was not passed as text, its position in the order of values. */
  readonly offset: number;
  readonly entries: Map<string, LocatedEntry>;
}

export interface LocatedEntry {
  readonly keyOffset: number;
  readonly value: LocatedNode;
}

export interface LocatedList {
  readonly kind: 'list';
  readonly offset: number;
  readonly items: LocatedNode[];
}

interface LocatedScalar {
  readonly kind: 'scalar';
  readonly offset: number;
  readonly value: string | number | boolean | null;
}

/** Returns the plain value of a node; objects have no prototype. */
export function plainValue(node: LocatedNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(plainValue);
    case 'object': {
      const plain: Record<string, unknown> = Object.create(null);
      for (const [key, entry] of node.entries) plain[key] = plainValue(entry.value);
      return plain;
    }
  }
}

/** Returns the offset of a pointer: that of its value or key, or of the nearest existing ancestor. */
export function offsetOf(root: LocatedNode, pointer: string, at: 'value' | 'key'): number {
  let node = root;
  let offset = root.offset;
  if (pointer === '') return offset;
  for (const token of pointer.slice(1).split('/')) {
    if (node.kind === 'object') {
      const entry = node.entries.get(unescapePointerToken(token));
      if (entry === undefined) return offset;
      node = entry.value;
      offset = at === 'key' ? entry.keyOffset : node.offset;
    } else if (node.kind === 'list') {
      const item = node.items[Number(token)];
      if (item === undefined) return offset;
      node = item;
      offset = node.offset;
    } else {
      return offset;
    }
  }
  return offset;
}

/** One step of an RFC 6901 pointer. */
export function pointerToken(token: string | number): string {
  return typeof token === 'number' ? `/${token}` : `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function unescapePointerToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
