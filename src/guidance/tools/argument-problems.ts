import type * as z from 'zod';
import { NameSuggester } from '../../text/nearest-name.ts';

/** The most problems to list. A model corrects these and calls again. */
const maxProblems = 10;

/** Describes the problems of the arguments of a call, so that a model can correct them. */
export function argumentProblems(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): string {
  const known = Object.keys((schema as { shape?: Record<string, unknown> }).shape ?? {});
  const lines = issues.slice(0, maxProblems).flatMap((issue) => linesOf(issue, known));
  if (issues.length > maxProblems) lines.push(`and ${issues.length - maxProblems} more`);
  return ['The arguments do not fit:', ...lines.map((line) => `- ${line}`), `Arguments: ${known.join(', ')}.`].join(
    '\n',
  );
}

function linesOf(issue: z.core.$ZodIssue, known: readonly string[]): string[] {
  const place = issue.path.length === 0 ? 'the arguments' : issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [`${place}: ${lowerFirst(issue.message)}`];
  return issue.keys.slice(0, maxProblems).map((key) => {
    const nearest = issue.path.length === 0 ? new NameSuggester().nearest(key, known) : undefined;
    const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
    return `${place}: there is no ${JSON.stringify(key.slice(0, 80))}${hint}`;
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
