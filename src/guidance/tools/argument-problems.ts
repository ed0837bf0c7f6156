import type * as z from 'zod';
import { NameSuggester } from '../../text/nearest-name.ts';

type Issue = z.core.$ZodIssue;

/** The most problems to list. A model corrects these and calls again. */
const maxProblems = 10;

/** Describes the problems of the arguments of a call, so that a model can correct them. */
export function argumentProblems(schema: z.ZodType, args: unknown, issues: readonly Issue[]): string {
  const shape = (schema as { shape?: Readonly<Record<string, z.ZodType>> }).shape ?? {};
  const lines = issues.flatMap((issue) => linesOf(issue, [], { shape, args }));
  const more = lines.length > maxProblems ? [`- and ${lines.length - maxProblems} more`] : [];
  const listed = lines.slice(0, maxProblems).map((line) => `- ${line}`);
  return ['The arguments do not fit:', ...listed, ...more, `Arguments: ${Object.keys(shape).join(', ')}.`].join('\n');
}

interface Arguments {
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly args: unknown;
}

function linesOf(issue: Issue, above: readonly PropertyKey[], { shape, args }: Arguments): string[] {
  const path = [...above, ...issue.path];
  const place = path.length === 0 ? 'the arguments' : path.map(String).join('.');
  const value = valueAt(args, path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const nearest = path.length === 0 ? new NameSuggester().nearest(key, Object.keys(shape)) : undefined;
      const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
      return `${place}: there is no ${JSON.stringify(key.slice(0, 80))}${hint}`;
    });
  }
  if (value === undefined) {
    const description = path.length === 1 ? shape[String(path[0])]?.description : undefined;
    return [`${place}: is missing${description === undefined ? '' : `. ${description}`}`];
  }
  if (issue.code === 'invalid_type') return [`${place}: expected ${typeNames(issue.expected)}, not ${kindOf(value)}`];
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const values = issue.values.map(String);
    const nearest = new NameSuggester().nearest(value, values);
    const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
    return [`${place}: ${JSON.stringify(value.slice(0, 80))} is none of ${values.join(', ')}${hint}`];
  }
  if (issue.code !== 'invalid_union') return [`${place}: ${lowerFirst(issue.message)}`];
  // The problems of the form that was meant; without one, all forms.
  const meant = issue.errors.find((issues) => !issues.some(isOfAnotherType));
  if (meant !== undefined) return meant.flatMap((inner) => linesOf(inner, path, { shape, args }));
  const expected = issue.errors.flatMap((issues) =>
    issues.flatMap((inner) => (isOfAnotherType(inner) ? [inner.expected] : [])),
  );
  return [`${place}: expected ${[...new Set(expected.map(typeNames))].join(' or ')}, not ${kindOf(value)}`];
}

function isOfAnotherType(issue: Issue): issue is z.core.$ZodIssueInvalidType {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

function typeNames(expected: string): string {
  switch (expected) {
    case 'string':
      return 'a text';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    case 'boolean':
      return 'true or false';
    case 'int':
      return 'a whole number';
    default:
      return `a ${expected}`;
  }
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  return typeNames(Array.isArray(value) ? 'array' : typeof value);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
