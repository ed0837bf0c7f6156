import type * as z from 'zod/mini';
import type { NameSuggester } from '../../text/nearest-name.ts';
import { quote, quoteChoices } from '../../text/plain-text.ts';
import type { Findings } from './findings.ts';
import { reportUnknownKeys } from './known-keys.ts';
import type { LocatedNode } from './located-node.ts';
import { plainValue, pointerToken } from './located-node.ts';

export interface SchemaCheck {
  readonly findings: Findings;
  readonly suggester: NameSuggester;
  /** False after a syntax error: missing keys may only be unreadable, so they are not reported. */
  readonly reportMissing: boolean;
  /** True to warn of keys that a schema does not read. */
  readonly reportUnknown: boolean;
}

/**
 * Parses a node with a schema and applies defaults. Reports every issue at its own position and then returns undefined.
 * `owner` names the part in messages.
 */
export function checkSchema<Value>(
  schema: z.ZodMiniType<Value>,
  node: LocatedNode,
  pointer: string,
  owner: string,
  check: SchemaCheck,
): { readonly value: Value } | undefined {
  if (check.reportUnknown) reportUnknownKeys(schema, node, pointer, check.findings, check.suggester);
  const plain = plainValue(node);
  let result = schema.safeParse(plain);
  if (!result.success && dropUnrecognized(plain, result.error.issues)) result = schema.safeParse(plain);
  if (result.success) return { value: result.data };
  for (const [index, issue] of result.error.issues.entries()) {
    if (check.findings.full) {
      check.findings.countErrors(result.error.issues.length - index);
      break;
    }
    reportIssue(issue, plain, pointer, owner, check);
  }
  return undefined;
}

/** A strict schema refuses unknown keys, but here they are only warnings and already reported. */
function dropUnrecognized(plain: unknown, issues: readonly z.core.$ZodIssue[]): boolean {
  let dropped = false;
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const holder = valueAt(plain, issue.path) as Record<string, unknown>;
    for (const key of issue.keys) delete holder[key];
    dropped = true;
  }
  return dropped;
}

function reportIssue(
  issue: z.core.$ZodIssue,
  plain: unknown,
  pointer: string,
  owner: string,
  check: SchemaCheck,
): void {
  const { findings, suggester } = check;
  const path = issue.path as readonly (string | number)[];
  const at = pointer + path.map(pointerToken).join('');
  const name = path.length === 0 ? owner : `${owner}: ${pathName(path)}`;
  const value = valueAt(plain, path);
  if (value === undefined && isExpectation(issue)) {
    const key = quote(String(path.at(-1) ?? ''));
    if (check.reportMissing) {
      findings.error(
        'MISSING_KEY',
        at,
        `${owner}: the key ${quote(pathName(path))} is missing`,
        `Write ${key}: ${expectation(issue)}.`,
      );
    }
    return;
  }
  switch (issue.code) {
    case 'invalid_type':
      findings.error('WRONG_TYPE', at, `${name} is ${kindOf(value)}`, `Write ${expectation(issue)}.`);
      return;
    case 'invalid_value': {
      const nearest = typeof value === 'string' ? suggester.nearest(value, issue.values.map(String)) : undefined;
      const hint = nearest ? `Did you mean ${quote(nearest)}? Possible are ` : 'Possible are ';
      findings.error(
        'INVALID_VALUE',
        at,
        `${name} is ${shown(value)}, which is not possible`,
        `${hint}${expectation(issue)}.`,
      );
      return;
    }
    case 'invalid_union':
      findings.error(
        'INVALID_VALUE',
        at,
        `${name} is ${shown(value)}, which is not possible`,
        `Write ${expectation(issue)}.`,
      );
      return;
    case 'too_small':
    case 'too_big':
      findings.error('OUT_OF_RANGE', at, `${name} is ${shown(value)}, which is out of range`, `Write ${range(issue)}.`);
      return;
    default:
      findings.error('INVALID_VALUE', at, `${name} is ${shown(value)}, which is not possible`, sentence(issue.message));
  }
}

function isExpectation(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text in double quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return quoteValues(issue.values);
    case 'invalid_union': {
      const known = (issue as { options?: readonly unknown[] }).options;
      if (known !== undefined) return quoteValues(known);
      const branches = issue.errors.map((errors) => errors[0]).filter((first) => first !== undefined);
      return [...new Set(branches.map(expectation))].join(', or ');
    }
    case 'too_small':
    case 'too_big':
      return range(issue);
    default:
      return issue.message;
  }
}

function quoteValues(values: readonly unknown[]): string {
  return values.every((value) => typeof value === 'string')
    ? quoteChoices(values as string[])
    : values.map(String).join(', ');
}

function range(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : '';
  if (issue.code === 'too_small')
    return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit}`;
  return `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unit}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'object':
      return 'an object';
    case 'string':
      return `the text ${quote(value)}`;
    case 'undefined':
      return 'missing';
    default:
      return `the ${typeof value} ${value}`;
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'object' || value === undefined ? kindOf(value) : String(value);
}

function pathName(path: readonly (string | number)[]): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

function valueAt(plain: unknown, path: readonly PropertyKey[]): unknown {
  let value = plain;
  for (const step of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
