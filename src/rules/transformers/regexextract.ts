import * as z from 'zod/mini';
import type { AttributeNote } from '../document/definition.ts';
import { defaultInput, defaultOutput, eachValueToMany } from './default-pin.ts';
import { compilePattern, patternNotes } from './pattern.ts';
import { defineTransformer } from './transformer.ts';

const attributes = z.object({
  pattern: z
    .string()
    .check(
      z.minLength(1),
      z.describe('An RE2 regular expression; it may match anywhere in the text. (?i) ignores case.'),
    ),
  group: z
    .optional(z.int().check(z.minimum(0)))
    .check(z.describe('Which group to take, 0 for the whole match. Default: 1 if the pattern has a group, else 0.')),
  all: z
    ._default(z.boolean(), false)
    .check(z.describe('True takes every match; false (the default) the first of each text.')),
});

export const regexextract = defineTransformer<z.infer<typeof attributes>>({
  type: 'regexextract',
  summary: 'Extracts the part of each text that a regular expression matches. A text without a match becomes no value.',
  attributes,
  lint({ pattern, group }) {
    const notes: AttributeNote[] = patternNotes(pattern, '/pattern');
    if (notes.some(({ severity }) => severity === 'error') || group === undefined) return notes;
    const groups = compilePattern(pattern).groupCount();
    if (group > groups) {
      notes.push({
        severity: 'error',
        code: 'UNKNOWN_GROUP',
        message: `the pattern has ${groups} groups, not ${group}`,
        hint: 'Put parentheses around the part to take, or take group 0, the whole match.',
        pointer: '/group',
      });
    }
    return notes;
  },
  inputPins: () => defaultInput,
  outputPins: () => defaultOutput,
  compile({ pattern, group, all }) {
    const compiled = compilePattern(pattern);
    const taken = group ?? Math.min(1, compiled.groupCount());
    return eachValueToMany((value, note) => {
      const matcher = compiled.matcher(value);
      const found: string[] = [];
      while (matcher.find()) {
        const text = matcher.group(taken);
        if (text !== null && text !== '') {
          found.push(text);
          if (!all) break;
        }
      }
      if (found.length === 0) note?.(`"${value}" has no match`);
      return found;
    });
  },
  examples: [
    {
      attributes: { pattern: '(?i)unit\\s*(\\d+)' },
      inputs: { default: ['5 High St, Unit 12', '7 High St'] },
      outputs: { default: ['12'] },
    },
    {
      attributes: { pattern: '[A-Z]{2}\\d{4}', all: true },
      inputs: { default: ['AB1234 and CD5678'] },
      outputs: { default: ['AB1234', 'CD5678'] },
    },
  ],
});
