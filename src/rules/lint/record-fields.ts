import { quote } from '../../text/quote.ts';
import type { LintRules } from './lint-rule.ts';

/** Rules about the fields of records; they need the deployment's record schema. */
export const recordFieldRules: LintRules = {
  UNKNOWN_PATH: {
    severity: 'error',
    meaning: 'A transformer reads a path that the record schema does not have.',
    example: '{ "type": "field", "attributes": { "path": "emial" } }',
    fix: 'Write a path of input RecordInput, with * for the elements of a list: emails.*.address.',
    check({ document, schema }, report) {
      if (schema === undefined) return;
      for (const { value, pointer } of document.transformers) {
        const path = value.attributes['path'];
        // For every type of transformer, `path` is the path of the record that it reads.
        if (typeof path !== 'string') continue;
        const status = schema.hasPath(path);
        if (status === 'ok' || (status === 'object' && value.attributes['objects'] === true)) continue;
        const nearest = schema.nearestPath(path);
        const problem = {
          missing: 'is not in the record schema',
          object: 'is an object, not a value',
          list: 'goes through a list without *',
        }[status];
        report(
          `${pointer}/attributes/path`,
          `transformer ${quote(value.id)}: the path ${quote(path)} ${problem}`,
          nearest === undefined
            ? `Fields are ${[...schema.inputFields.keys()].slice(0, 10).join(', ')}.`
            : `Did you mean ${quote(nearest)}?`,
        );
      }
    },
  },
};
