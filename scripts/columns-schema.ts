/**
 * Writes docs/columns.schema.json from the description of the file in the command line; with --check it only compares,
 * and ends with 1 when the file is not what would be written.
 */
import { columnsJsonSchema } from '../apps/cli/files/columns-file.ts';
import { writeJsonSchema } from './json-schema-file.ts';

writeJsonSchema('docs/columns.schema.json', columnsJsonSchema(), 'columns-schema.ts');
