import type { DocumentNode } from 'graphql';
import { GraphQLError, Lexer, parse, Source, TokenKind } from 'graphql';
import type { SchemaProblem } from './schema-error.ts';

const maxBytes = 1_048_576;
const maxTokens = 100_000;
/** The parser recurses, so nesting is limited; no real schema nests types and values deeper. */
const maxDepth = 64;

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Parses the text of a record schema. Reports a problem if it is not GraphQL or exceeds the limits of the parser. */
export function readSdl(sdl: string): DocumentNode | SchemaProblem {
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
