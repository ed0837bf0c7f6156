import { Lexer, type Source, TokenKind } from 'graphql';
import { QueryLimitError } from '../errors.ts';
import { type Limits, MAX_NESTING } from '../limits.ts';

/** The most characters of a name in a query. Messages quote names and suggest similar ones. */
export const MAX_NAME_LENGTH = 250;

/**
 * Counts tokens, lines and open brackets before the parser runs. The parser recurses with every bracket, so many brackets
 * would overflow the stack. Lines are limited because every error counts the lines before its position.
 *
 * @throws QueryLimitError, or GraphQLError if the text does not consist of GraphQL tokens.
 */
export function checkTokens(source: Source, { maxTokens }: Pick<Limits, 'maxTokens'>): void {
  const lexer = new Lexer(source);
  let open = 0;
  for (let tokens = 0; ; tokens += 1) {
    const { kind, line, start, end } = lexer.advance();
    if (line > maxTokens) throw tooLong(`the query has more than ${maxTokens} lines`);
    if (kind === TokenKind.EOF) return;
    if (tokens === maxTokens) throw tooLong(`the query has more than ${maxTokens} tokens`);
    if (kind === TokenKind.NAME && end - start > MAX_NAME_LENGTH) {
      throw tooLong(`a name in the query has more than ${MAX_NAME_LENGTH} characters`);
    }
    if (kind === TokenKind.BRACE_L || kind === TokenKind.BRACKET_L || kind === TokenKind.PAREN_L) open += 1;
    else if (kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R || kind === TokenKind.PAREN_R) open -= 1;
    if (open > MAX_NESTING) {
      throw new QueryLimitError(
        'QUERY_TOO_DEEP',
        `the query nests brackets more than ${MAX_NESTING} levels deep`,
        'Select fewer levels of fields.',
      );
    }
  }
}

function tooLong(message: string): QueryLimitError {
  return new QueryLimitError(
    'TOO_MANY_TOKENS',
    message,
    'Send values as variables rather than in the text of the query.',
  );
}
