import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { quote } from '../../text/plain-text.ts';
import { defaultLimits, type RuleConfigLimits } from './definition.ts';
import type { Findings } from './findings.ts';
import {
  type LocatedEntry,
  type LocatedList,
  type LocatedNode,
  type LocatedObject,
  pointerToken,
} from './located-node.ts';

const syntaxMessages: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  InvalidSymbol: [
    'this is no JSON value',
    'Write text in double quotes, or a number, true, false, null, a list or an object.',
  ],
  InvalidNumberFormat: ['this is no JSON number', 'Write a number such as 12, -3 or 0.85.'],
  PropertyNameExpected: ['a key in double quotes is expected here', 'Write "key": value.'],
  ValueExpected: ['a value is expected here', 'Write a value, or take the comma or colon before it away.'],
  ColonExpected: ['a colon is expected after the key', 'Write "key": value.'],
  CommaExpected: ['a comma is missing before this', 'Separate entries with commas.'],
  CloseBraceExpected: ['the object is not closed', 'Write } where the object ends.'],
  CloseBracketExpected: ['the list is not closed', 'Write ] where the list ends.'],
  EndOfFileExpected: [
    'something follows the end of the document',
    'The document is one JSON object: take away what follows it.',
  ],
  InvalidCommentToken: ['JSON has no comments', 'Take the comment away.'],
  UnexpectedEndOfComment: ['the comment does not end', 'Take the comment away.'],
  UnexpectedEndOfString: [
    'the text does not end on its line',
    'Close it with a double quote; write a line break as \\n.',
  ],
  UnexpectedEndOfNumber: ['the number ends too early', 'Write a number such as 12, -3 or 0.85.'],
  InvalidUnicode: ['this is no Unicode escape', 'Write \\u and four hexadecimal digits.'],
  InvalidEscapeCharacter: ['this escape is unknown', 'Write a backslash as \\\\.'],
  InvalidCharacter: ['a text contains a control character', 'Write it as an escape such as \\t or \\n.'],
};

/** Returns the message and the hint for an error of the strict JSON parser. */
export function syntaxMessage(
  text: string,
  error: ParseErrorCode,
  offset: number,
): { readonly message: string; readonly hint: string } {
  const code = printParseErrorCode(error);
  const [message, hint] = isTrailingComma(text, code, offset)
    ? ['a comma stands before the end', 'Take the last comma away.']
    : syntaxMessages[code]!;
  return { message, hint };
}

function isTrailingComma(text: string, code: string, offset: number): boolean {
  if (code !== 'ValueExpected' && code !== 'PropertyNameExpected') return false;
  if (text[offset] !== ']' && text[offset] !== '}') return false;
  let before = offset - 1;
  while (before >= 0 && /\s/.test(text[before]!)) before -= 1;
  return text[before] === ',';
}

/**
 * Reads strict JSON with locations. Collects errors and continues after them. Returns the readable part, or undefined
 * if there is none. Checks the size before parsing and the nesting during parsing, because only the parser can measure
 * its recursion on broken input.
 */
export function readText(text: string, findings: Findings, limits: RuleConfigLimits): LocatedNode | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.maxBytes) {
    findings.error(
      'DOCUMENT_TOO_LARGE',
      '',
      `the document has ${bytes} bytes, more than the ${limits.maxBytes} that are read`,
      'Take unused parts and rows of reference lists away.',
    );
    return undefined;
  }
  return new LocatedReader(text, findings, limits.maxDepth).read();
}

interface OpenContainer {
  readonly node: LocatedObject | LocatedList;
  key?: { readonly name: string; readonly offset: number } | undefined;
}

/** Unwinds the recursive parser before a stack overflow; caught in this file. */
class NestingTooDeep extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super('nested too deep');
    this.offset = offset;
  }
}

class LocatedReader {
  readonly #text: string;
  readonly #findings: Findings;
  readonly #open: OpenContainer[] = [];
  #root: LocatedNode | undefined;
  #lastErrorOffset = -1;
  readonly #maxDepth: number;

  constructor(text: string, findings: Findings, maxDepth: number) {
    // A byte order mark is not JSON, but some editors write it; replace it by a space to keep the columns.
    this.#text = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
    this.#findings = findings;
    this.#maxDepth = maxDepth;
  }

  read(): LocatedNode | undefined {
    try {
      this.#visit();
    } catch (error) {
      if (!(error instanceof NestingTooDeep)) throw error;
      this.#error(
        'NESTING_TOO_DEEP',
        error.offset,
        `lists and objects are nested more than ${this.#maxDepth} deep`,
        'No part of a rule-config needs that: check for brackets that are not closed.',
      );
      return undefined;
    }
    return this.#root;
  }

  #visit(): void {
    visit(
      this.#text,
      {
        onObjectBegin: (offset) => this.#begin({ kind: 'object', offset, entries: new Map() }),
        onArrayBegin: (offset) => this.#begin({ kind: 'list', offset, items: [] }),
        onObjectEnd: () => this.#end(),
        onArrayEnd: () => this.#end(),
        onObjectProperty: (name, offset) => this.#property(name, offset),
        onLiteralValue: (value, offset, length) => this.#literal(value, offset, length),
        onError: (code, offset) => this.#syntaxError(code, offset),
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  }

  #begin(node: LocatedObject | LocatedList): void {
    if (this.#open.length >= this.#maxDepth) throw new NestingTooDeep(node.offset);
    this.#attach(node);
    this.#open.push({ node });
  }

  #end(): void {
    this.#open.pop();
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.key = undefined;
  }

  #property(name: string, offset: number): void {
    const container = this.#open.at(-1)!;
    if (hasLoneSurrogate(name)) this.#loneSurrogate(offset, 'key');
    if (name === '__proto__') {
      this.#error('RESERVED_KEY', offset, `the key ${quote(name)} is reserved`, 'Choose another key.');
      container.key = undefined;
      return;
    }
    container.key = { name, offset };
  }

  #literal(value: string | number | boolean | null, offset: number, length: number): void {
    if (typeof value === 'string' && hasLoneSurrogate(value)) this.#loneSurrogate(offset, 'text');
    if (typeof value === 'number' && losesPrecision(this.#text, offset, length, value)) {
      const literal = this.#text.slice(offset, offset + Math.min(length, 40));
      const hint = Number.isFinite(value)
        ? `Write ${value}, which is what would be read.`
        : 'Write a number below 1e308.';
      this.#error('NUMBER_BEYOND_PRECISION', offset, `the number ${literal} cannot be kept exactly`, hint, true);
    }
    this.#attach({ kind: 'scalar', offset, value });
  }

  #attach(value: LocatedNode): void {
    const container = this.#open.at(-1);
    if (container === undefined) {
      this.#root ??= value;
      return;
    }
    const { node, key } = container;
    if (node.kind === 'list') {
      node.items.push(value);
    } else if (key !== undefined) {
      if (node.entries.has(key.name)) {
        this.#error('DUPLICATE_KEY', key.offset, `the key ${quote(key.name)} is there twice`, 'Keep one of the two.');
      } else {
        node.entries.set(key.name, { keyOffset: key.offset, value } satisfies LocatedEntry);
      }
      // Keep the key of a list or object until its end, as part of the path to errors inside.
      if (value.kind === 'scalar') container.key = undefined;
    }
  }

  #loneSurrogate(offset: number, what: 'key' | 'text'): void {
    this.#error(
      'LONE_SURROGATE',
      offset,
      `the ${what} contains half of a surrogate pair, which is no character`,
      'Write the whole character, or both halves as \\uD83D\\uDE00.',
      what === 'text',
    );
  }

  #syntaxError(code: ParseErrorCode, offset: number): void {
    // The parser reports the consequences of an error again at the same position.
    if (offset === this.#lastErrorOffset) return;
    this.#lastErrorOffset = offset;
    const { message, hint } = syntaxMessage(this.#text, code, offset);
    this.#error('INVALID_SYNTAX', offset, message, hint);
  }

  #error(code: string, offset: number, message: string, hint: string, inItem = false): void {
    this.#findings.add({ severity: 'error', code, pointer: this.#pointer(inItem), offset, message, hint });
  }

  /** @param inItem whether the position is a separate value, the next element of an open list */
  #pointer(inItem: boolean): string {
    let pointer = '';
    for (const [depth, { node, key }] of this.#open.entries()) {
      if (key !== undefined) pointer += pointerToken(key.name);
      else if (node.kind === 'list' && depth < this.#open.length - 1) pointer += pointerToken(node.items.length - 1);
    }
    const innermost = this.#open.at(-1)?.node;
    return inItem && innermost?.kind === 'list' ? pointer + pointerToken(innermost.items.length) : pointer;
  }
}

function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** True if the literal differs from the parsed number. IEEE 754 binary64 always preserves 15 digits. */
function losesPrecision(text: string, offset: number, length: number, value: number): boolean {
  if (!Number.isFinite(value)) return true;
  if (length <= 15) return false;
  return canonicalDecimal(text.slice(offset, offset + length)) !== canonicalDecimal(String(value));
}

/** Returns the digits without leading and trailing zeros, and the power of ten of the last digit. */
function canonicalDecimal(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal
    .toLowerCase()
    .replace('-', '')
    .split(/e(?=[+-]?\d+$)/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/**
 * Parses a JSON text that equals the output of JSON.stringify except for white space. Such a text loses nothing in
 * parsing: it has no repeated key and no digit beyond the precision of a number. Returns undefined for every other
 * text; the caller then uses the reader with positions, which takes ten times as long as JSON.parse.
 */
export function readPlainText(text: string): unknown {
  // An escape may represent half a surrogate pair.
  if (Buffer.byteLength(text) > defaultLimits.maxBytes || text.includes('\\u')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === withoutWhiteSpace(text) ? value : undefined;
  } catch {
    // The reader with positions reports the error.
    return undefined;
  }
}

function withoutWhiteSpace(json: string): string {
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+/g, '$1');
}
