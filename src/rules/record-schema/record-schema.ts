import {
  buildASTSchema,
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  Lexer,
  parse,
  Source,
  TokenKind,
  validateSchema,
} from 'graphql';
import { checkDefinitions } from './check-definitions.ts';
import { deriveInputs } from './derive-inputs.ts';
import { nearestPath, type PathStatus, pathStatus, type RecordField, readFields, valuePaths } from './record-paths.ts';
import { SchemaError, type SchemaProblem } from './schema-error.ts';
import { type RecordSources, sourcesDefinition, sourcesOf } from './sources.ts';

const maxBytes = 1_048_576;

const maxTokens = 100_000;

/** The parser recurses, so nesting is limited; no real schema nests types and values deeper. */
const maxDepth = 64;

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);

const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Parses the text of a record schema. Reports a problem if it is not GraphQL or exceeds the limits of the parser. */
function readSdl(sdl: string): DocumentNode | SchemaProblem {
  const bytes = Buffer.byteLength(sdl);
  if (bytes > maxBytes) {
    return problemAt(
      1,
      1,
      'DOCUMENT_TOO_LARGE',
      `the schema has ${bytes} bytes, more than the ${maxBytes} that are read`,
      'Keep only the types that records need.',
    );
  }
  try {
    return tooMuch(sdl) ?? parse(sdl);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const place = error.locations?.[0] ?? { line: 1, column: 1 };
    return problemAt(
      place.line,
      place.column,
      'INVALID_SYNTAX',
      error.message,
      'Write GraphQL type definitions, such as: type Record { id: ID! email: String }',
    );
  }
}

function tooMuch(sdl: string): SchemaProblem | undefined {
  const lexer = new Lexer(new Source(sdl));
  let depth = 0;
  for (let tokens = 0; ; tokens += 1) {
    const token = lexer.advance();
    if (token.kind === TokenKind.EOF) return undefined;
    if (tokens >= maxTokens) {
      return problemAt(
        token.line,
        token.column,
        'DOCUMENT_TOO_LARGE',
        `the schema has more than the ${maxTokens} tokens that are read`,
        'Keep only the types that records need.',
      );
    }
    if (opening.has(token.kind)) depth += 1;
    else if (closing.has(token.kind)) depth -= 1;
    if (depth > maxDepth) {
      return problemAt(
        token.line,
        token.column,
        'NESTING_TOO_DEEP',
        `brackets are nested more than ${maxDepth} deep`,
        'Name nested objects as types of their own.',
      );
    }
  }
}

function problemAt(line: number, column: number, code: string, message: string, hint: string): SchemaProblem {
  return { severity: 'error', code, message, line, column, hint };
}

/** The shape of a deployment's records, from its `schema.graphqls`. */
export interface RecordSchema {
  /**
   * Definitions of Record, RecordInput, SearchParams and all types that they use. They use the scalars Any, Map,
   * StringMap, Time and Date and the directive `@hasPrivilege` without declaring them. With sources, `@sources` is declared.
   */
  readonly document: DocumentNode;
  /** Fields of `type Record`, which clients can read. */
  readonly fields: ReadonlyMap<string, RecordField>;
  /** Fields of `input RecordInput`, which clients can submit and the rule-config can read. */
  readonly inputFields: ReadonlyMap<string, RecordField>;
  /** Fields of `input SearchParams`. */
  readonly searchFields: ReadonlyMap<string, RecordField>;
  /** The sources that it declares; undefined without `@sources`. */
  readonly sources: RecordSources | undefined;
  /** Problems that do not keep the service from starting. */
  readonly warnings: readonly SchemaProblem[];
  /** Returns what a path of a submitted record leads to. */
  hasPath(path: string): PathStatus;
  /** Returns the probably intended path. */
  nearestPath(path: string): string | undefined;
}

/** Reads a record schema and derives the inputs that its file omits. Throws a SchemaError with all problems. */
export function loadRecordSchema(sdl: string): RecordSchema {
  const document = readSdl(sdl);
  if (!('kind' in document)) throw new SchemaError([document]);
  const { definitions, problems } = checkDefinitions(document);
  if (problems.some((problem) => problem.severity === 'error')) throw new SchemaError(problems);

  const inputs = deriveInputs(definitions);
  const record = definitions.objects.get('Record')!;
  const sources = sourcesOf(record);
  const all = [...declaredSources(sources), ...definitions.enums.values(), ...definitions.objects.values(), ...inputs];
  const invalid = validateDefinitions(all);
  if (invalid.length > 0) throw new SchemaError([...problems, ...invalid]);

  const inputsByName = new Map(inputs.map((input) => [input.name.value, input]));
  const fieldsOfInput = (name: string) => readFields(inputsByName.get(name)!, inputsByName, definitions.enums);
  const inputFields = fieldsOfInput('RecordInput');
  let paths: ReadonlyMap<string, string> | undefined;
  return {
    document: { kind: Kind.DOCUMENT, definitions: all },
    fields: readFields(record, definitions.objects, definitions.enums),
    inputFields,
    searchFields: fieldsOfInput('SearchParams'),
    sources,
    warnings: problems,
    hasPath: (path) => pathStatus(inputFields, path),
    nearestPath(path) {
      paths ??= valuePaths(inputFields);
      return nearestPath(paths, path);
    },
  };
}

/**
 * Returns the paths of values in a submitted record, such as `emails.*.address`, each with the name of its scalar or
 * enum.
 */
export function recordSchemaPaths(schema: RecordSchema): ReadonlyMap<string, string> {
  return valuePaths(schema.inputFields);
}

const declaredSources = (sources: RecordSources | undefined): readonly DefinitionNode[] =>
  sources === undefined ? [] : parse(sourcesDefinition(sources), { noLocation: true }).definitions;

/** Applies GraphQL's remaining rules for types, such as the one against inputs that require themselves. */
function validateDefinitions(definitions: readonly DefinitionNode[]): SchemaProblem[] {
  const document = {
    kind: Kind.DOCUMENT,
    definitions: [...declaredDefinitions().definitions, ...definitions],
  } as const;
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  return validateSchema(schema).map((error) => ({
    severity: 'error',
    code: 'INVALID_SCHEMA',
    message: error.message,
    ...(error.locations?.[0] ?? { line: 1, column: 1 }),
    hint: 'See https://spec.graphql.org for the rules of type definitions.',
  }));
}

/**
 * The definitions that the service declares itself and that a record schema can name. A bundle contains them already
 * parsed.
 */
function declaredDefinitions(): DocumentNode {
  return parse(
    `
      directive @hasPrivilege(privilege: String!) on OBJECT | INPUT_OBJECT | FIELD_DEFINITION | INPUT_FIELD_DEFINITION
      scalar Any scalar Map scalar StringMap scalar Time scalar Date
      type Query { record: Record }
    `,
    { noLocation: true },
  );
}
