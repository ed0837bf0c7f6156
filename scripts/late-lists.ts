import type { FunctionName } from './bundle.ts';
import { inFolder } from './in-folder.ts';

/** What comes after a first look that finds something: records are written, searched and read. */
const records = [
  ...inFolder(
    'functions/core/resolution',
    'connection-bans disassemble link-chain preview read-entities search submit sweep view-of-tree',
  ),
  ...inFolder('functions/core/store/dynamodb', 'single-write transaction'),
  // What transformers make of a record's values, with their tables of words.
  ...inFolder(
    'functions/core/etm',
    'date-text international-number json-text month-name name-text nicknames postcode street-address',
  ),
  ...inFolder('functions/core/identifiers', 'drivers-license ein npi ssn vin'),
  'functions/core/matching/explain.ts',
  'functions/core/matching/token-pairing.ts',
  // For what is wrong.
  'functions/core/ruleconfig/known-keys.ts',
  'functions/core/ruleconfig/read-text.ts',
  ...inFolder(
    'node_modules/graphql',
    'jsutils/didYouMean jsutils/inspect jsutils/suggestionList language/blockString language/printLocation language/printer',
    '.mjs',
  ),
];

/** Of GraphQL: what changes schemas and judges definitions, and requests that the service cannot plan itself. */
const graphql = [
  ...inFolder(
    'node_modules/graphql',
    'execution/Executor execution/ExecutorThrowingOnIncremental execution/collectFields utilities/astFromValue utilities/valueFromAST utilities/valueToLiteral',
    '.mjs',
  ),
  ...inFolder(
    'node_modules/graphql/validation/rules',
    'LoneSchemaDefinition PossibleTypeExtensions UniqueArgumentDefinitionNames UniqueDirectiveNames UniqueEnumValueNames UniqueFieldDefinitionNames UniqueOperationTypes UniqueTypeNames',
    'Rule.mjs',
  ),
  'node_modules/@graphql-tools/merge/esm/typedefs-mergers/merge-typedefs.js',
  ...inFolder('node_modules/@graphql-tools/schema/esm', 'assertResolversPresent extendResolversFromInterfaces', '.js'),
  ...inFolder('node_modules/@graphql-tools/utils/esm', 'mapSchema mergeDeep print-schema-with-directives', '.js'),
];

/** What a function that finds nothing at its first look, and nothing wrong, does without (see late-modules.ts). */
export const lateModulesOf: Readonly<Partial<Record<FunctionName, readonly string[]>>> = {
  api: [
    ...records,
    ...graphql,
    ...inFolder('functions/core/insights', 'edge-insights filter record-insights'),
    'functions/core/loads/load-progress.ts',
    'functions/api/operations/sort-entities.ts',
    'functions/api/scalars/json.ts',
  ],
  // Its ledger writes an item for every object, also for one that holds no records.
  ingest: [...records, ...graphql].filter((module) => !module.endsWith('/single-write.ts')),
  // Every start of it looks for work.
  sweeper: [...records, ...graphql].filter((module) => !/\/sweep\.ts$|@graphql-tools/.test(module)),
  // What tools run on, in a thread of their own.
  guidance: [
    'functions/api/schema/build.ts',
    'functions/core/design/design.ts',
    ...inFolder('functions/core/matching', 'compile explain'),
    'functions/core/ruleconfig/lint-rule-config.ts',
    'functions/core/schema/record-schema.ts',
    'functions/guidance/errors/catalogue.ts',
    ...inFolder(
      'functions/guidance/tools',
      'deployment graphql-document guarded-pipeline insights-selection record-types selectivity',
    ),
  ],
};
