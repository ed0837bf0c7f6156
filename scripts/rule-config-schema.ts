/**
 * Writes docs/rule-config/rule-config.schema.json from the types of the service; with --check it only compares, and ends
 * with 1 when the file is not what would be written.
 */
import { ruleConfigJsonSchema } from '../src/rules/json-schema.ts';
import { writeJsonSchema } from './json-schema-file.ts';

writeJsonSchema('docs/rule-config/rule-config.schema.json', ruleConfigJsonSchema(), 'rule-config-schema.ts');
