import { quote } from '../../text/quote.ts';
import type { Findings } from './findings.ts';
import type { RuleConfigLimits } from './limits.ts';
import type { LocatedEntry, LocatedNode } from './located-node.ts';
import { pointerToken } from './located-node.ts';

/**
 * Reads a document that is already a value, such as the argument of a tool, within the limits of a text. Undefined
 * properties count as absent, as in JSON. For a value that contains itself, reading ends at the depth limit.
 */
export function readValue(value: unknown, findings: Findings, limits: RuleConfigLimits): LocatedNode | undefined {
  let budget = limits.maxBytes;
  let stopped = false;
  let order = 0;

  const stop = (code: string, pointer: string, message: string, hint: string): undefined => {
    if (!stopped) findings.error(code, pointer, message, hint);
    stopped = true;
    return undefined;
  };

  const spend = (units: number): boolean => {
    budget -= units;
    if (budget < 0) {
      stop(
        'DOCUMENT_TOO_LARGE',
        '',
        `the document has more than the ${limits.maxBytes} bytes that are read`,
        'Take unused parts and rows of reference lists away.',
      );
    }
    return !stopped;
  };

  const read = (item: unknown, pointer: string, depth: number): LocatedNode | undefined => {
    if (!spend(2)) return undefined;
    if (typeof item === 'string') {
      if (!spend(Buffer.byteLength(item))) return undefined;
      if (/\p{Surrogate}/u.test(item)) {
        findings.error(
          'LONE_SURROGATE',
          pointer,
          'the text contains half of a surrogate pair, which is no character',
          'Write the whole character.',
        );
      }
      return { kind: 'scalar', offset: order++, value: item };
    }
    if (item === null || typeof item === 'boolean') return { kind: 'scalar', offset: order++, value: item };
    if (typeof item === 'number') {
      if (!Number.isFinite(item) || (Number.isInteger(item) && !Number.isSafeInteger(item))) {
        findings.error(
          'NUMBER_BEYOND_PRECISION',
          pointer,
          `the number ${item} cannot be kept exactly`,
          'Write a whole number below 9007199254740992.',
        );
      }
      return { kind: 'scalar', offset: order++, value: item };
    }
    if (typeof item !== 'object') {
      findings.error(
        'NOT_JSON',
        pointer,
        `a ${typeof item} is no JSON value`,
        'Write a text, number, boolean, null, list or object.',
      );
      return undefined;
    }
    if (depth >= limits.maxDepth) {
      return stop(
        'NESTING_TOO_DEEP',
        '',
        `lists and objects are nested more than ${limits.maxDepth} deep`,
        'No part of a rule-config needs that.',
      );
    }
    if (Array.isArray(item)) {
      const items: LocatedNode[] = [];
      const list: LocatedNode = { kind: 'list', offset: order++, items };
      for (let index = 0; index < item.length && !stopped; index += 1) {
        const child = read(item[index], pointer + pointerToken(index), depth + 1);
        if (child !== undefined) items.push(child);
      }
      return list;
    }
    const entries = new Map<string, LocatedEntry>();
    const object: LocatedNode = { kind: 'object', offset: order++, entries };
    for (const key of Object.keys(item)) {
      if (!spend(key.length)) return undefined;
      const inner = (item as Record<string, unknown>)[key];
      if (inner === undefined) continue;
      if (key === '__proto__') {
        findings.error('RESERVED_KEY', pointer, `the key ${quote(key)} is reserved`, 'Choose another key.');
        continue;
      }
      const child = read(inner, pointer + pointerToken(key), depth + 1);
      if (child !== undefined) entries.set(key, { keyOffset: child.offset, value: child });
    }
    return object;
  };

  const root = read(value, '', 0);
  return stopped ? undefined : root;
}
