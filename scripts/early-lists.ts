import type { FunctionName } from './bundle.ts';
import { inFolder } from './in-folder.ts';

/** What reads and judges a deployment's rule-config and schema. */
const deployment = [
  'functions/configuration/read-document.ts',
  ...inFolder('functions/core/etm', 'default-pin pipeline'),
  ...inFolder('functions/core/matching', 'compile groups index-plan'),
  ...inFolder('functions/core/resolution', 'create explain'),
  ...inFolder(
    'functions/core/ruleconfig',
    'deferred-schema document-reader lint-rule-config parse read-value references rule-document',
  ),
  ...inFolder(
    'functions/core/ruleconfig/lint',
    'attribute-notes compile-matchers cycles key-parts lint-rule matcher-extents pipeline',
  ),
  ...inFolder('functions/core/schema', 'check-definitions read-sdl record-fields record-schema'),
  ...inFolder('functions/telemetry', 'lambda meter'),
  ...inFolder('node_modules/graphql/type', 'assertName definition schema validate', '.mjs'),
  ...inFolder('node_modules/graphql/utilities', 'buildASTSchema extendSchema mapSchemaConfig', '.mjs'),
];

/** What joins the types of the service with the deployment's. */
const types = [
  'functions/api/schema/build.ts',
  'node_modules/@graphql-tools/merge/esm/merge-resolvers.js',
  'node_modules/@graphql-tools/schema/esm/makeExecutableSchema.js',
  ...inFolder('node_modules/@graphql-tools/utils/esm', 'forEachDefaultValue heal transformInputValue', '.js'),
];

/**
 * Modules of which a first answer calls nearly all functions (see compiled-at-once.ts). A test holds the lists against
 * what is called.
 */
export const earlyModulesOf: Readonly<Partial<Record<FunctionName, readonly string[]>>> = {
  api: [
    ...deployment,
    ...types,
    ...inFolder('functions/api', 'api config handler'),
    ...inFolder('functions/api/documents', 'extent operation prepare tokens'),
    ...inFolder('functions/api/execution', 'answer-plan execute'),
    ...inFolder('functions/api/http', 'answer body'),
    'functions/core/resolution/gathered-reads.ts',
    'node_modules/graphql-http/lib/handler.mjs',
    ...inFolder('node_modules/graphql/execution', 'execute values', '.mjs'),
    'node_modules/graphql/language/visitor.mjs',
    ...inFolder(
      'node_modules/graphql/utilities',
      'TypeInfo coerceInputValue replaceVariables validateInputValue',
      '.mjs',
    ),
    'node_modules/graphql/validation/validate.mjs',
    ...inFolder(
      'node_modules/graphql/validation/rules',
      'FragmentsOnCompositeTypes KnownArgumentNames KnownTypeNames NoFragmentCycles NoUndefinedVariables NoUnusedFragments NoUnusedVariables PossibleFragmentSpreads ProvidedRequiredArguments ScalarLeafs SingleFieldSubscriptions UniqueDirectivesPerLocation UniqueInputFieldNames UniqueOperationNames ValuesOfCorrectType VariablesInAllowedPosition',
      'Rule.mjs',
    ),
  ],
  ingest: [...deployment, ...types],
};
