import { quote } from '../../text/plain-text.ts';
import type { RuleConfigLimits } from './definition.ts';
import type { Findings } from './findings.ts';
import type { LocatedEntry, LocatedNode } from './located-node.ts';
import { pointerToken } from './located-node.ts';

/**
 * Reads a document that is already a value, such as the argument of a tool, within the limits of a text. Undefined
 * properties count as absent, as in JSON. For a value that contains itself, reading ends at the depth limit.
 */
export function readValue(value: unknown, findings: Findings, limits: RuleConfigLimits): LocatedNode | undefined {
  return new ValueReader(findings, limits).readRoot(value);
}

class ValueReader {
  readonly #findings: Findings;
  readonly #limits: RuleConfigLimits;
  /** Bytes that may still be read. */
  #budget: number;
  /** True after a problem that makes the rest unreadable. */
  #stopped = false;
  #order = 0;

  constructor(findings: Findings, limits: RuleConfigLimits) {
    this.#findings = findings;
    this.#limits = limits;
    this.#budget = limits.maxBytes;
  }

  readRoot(value: unknown): LocatedNode | undefined {
    const root = this.#read(value, '', 0);
    return this.#stopped ? undefined : root;
  }

  #read(item: unknown, pointer: string, depth: number): LocatedNode | undefined {
    if (!this.#spend(2)) return undefined;
    if (item === null || typeof item === 'boolean') return this.#scalar(item);
    if (typeof item === 'string') return this.#readText(item, pointer);
    if (typeof item === 'number') return this.#readNumber(item, pointer);
    if (typeof item !== 'object') {
      this.#findings.error(
        'NOT_JSON',
        pointer,
        `a ${typeof item} is no JSON value`,
        'Write a text, number, boolean, null, list or object.',
      );
      return undefined;
    }
    if (depth >= this.#limits.maxDepth) {
      const message = `lists and objects are nested more than ${this.#limits.maxDepth} deep`;
      this.#stop('NESTING_TOO_DEEP', message, 'No part of a rule-config needs that.');
      return undefined;
    }
    return Array.isArray(item)
      ? this.#readList(item, pointer, depth)
      : this.#readObject(item as Readonly<Record<string, unknown>>, pointer, depth);
  }

  #readText(text: string, pointer: string): LocatedNode | undefined {
    if (!this.#spend(Buffer.byteLength(text))) return undefined;
    if (/\p{Surrogate}/u.test(text)) {
      this.#findings.error(
        'LONE_SURROGATE',
        pointer,
        'the text contains half of a surrogate pair, which is no character',
        'Write the whole character.',
      );
    }
    return this.#scalar(text);
  }

  #readNumber(number: number, pointer: string): LocatedNode {
    if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) {
      this.#findings.error(
        'NUMBER_BEYOND_PRECISION',
        pointer,
        `the number ${number} cannot be kept exactly`,
        'Write a whole number below 9007199254740992.',
      );
    }
    return this.#scalar(number);
  }

  #readList(list: readonly unknown[], pointer: string, depth: number): LocatedNode {
    const items: LocatedNode[] = [];
    const node: LocatedNode = { kind: 'list', offset: this.#order++, items };
    for (let index = 0; index < list.length && !this.#stopped; index += 1) {
      const item = this.#read(list[index], pointer + pointerToken(index), depth + 1);
      if (item !== undefined) items.push(item);
    }
    return node;
  }

  #readObject(object: Readonly<Record<string, unknown>>, pointer: string, depth: number): LocatedNode | undefined {
    const entries = new Map<string, LocatedEntry>();
    const node: LocatedNode = { kind: 'object', offset: this.#order++, entries };
    for (const key of Object.keys(object)) {
      if (!this.#spend(key.length)) return undefined;
      const inner = object[key];
      if (inner === undefined) continue;
      if (key === '__proto__') {
        this.#findings.error('RESERVED_KEY', pointer, `the key ${quote(key)} is reserved`, 'Choose another key.');
        continue;
      }
      const value = this.#read(inner, pointer + pointerToken(key), depth + 1);
      if (value !== undefined) entries.set(key, { keyOffset: value.offset, value });
    }
    return node;
  }

  #scalar(value: string | number | boolean | null): LocatedNode {
    return { kind: 'scalar', offset: this.#order++, value };
  }

  /** Counts bytes. Returns false when nothing more may be read. */
  #spend(bytes: number): boolean {
    this.#budget -= bytes;
    if (this.#budget < 0) {
      const message = `the document has more than the ${this.#limits.maxBytes} bytes that are read`;
      this.#stop('DOCUMENT_TOO_LARGE', message, 'Take unused parts and rows of reference lists away.');
    }
    return !this.#stopped;
  }

  #stop(code: string, message: string, hint: string): void {
    if (!this.#stopped) this.#findings.error(code, '', message, hint);
    this.#stopped = true;
  }
}
