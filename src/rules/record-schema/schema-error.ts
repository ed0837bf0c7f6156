import { EntityDataError } from '../../errors.ts';
import type { Finding } from '../document/types.ts';

/** One problem of the deployment's record schema. Lines and columns count from 1. */
export type SchemaProblem = Required<Omit<Finding, 'pointer'>>;

/** The record schema is unusable. Contains all problems; the message prints all errors. */
export class SchemaError extends EntityDataError {
  readonly code = 'SCHEMA_INVALID';
  readonly problems: readonly SchemaProblem[];

  constructor(problems: readonly SchemaProblem[], file = 'schema.graphqls') {
    const errors = problems.filter((problem) => problem.severity === 'error');
    super(
      [
        `${file} has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:`,
        ...errors.map(
          ({ line, column, code, message, hint }) => `${file}:${line}:${column} error ${code} ${message} (${hint})`,
        ),
      ].join('\n'),
      { hint: `Correct the places named above in ${file}.` },
    );
    this.problems = problems;
  }
}
