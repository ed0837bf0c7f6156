import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  type SelectionSetNode,
  type Source,
  TokenKind,
} from 'graphql';
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

/** The size of a selection. Every spread of a fragment counts. */
interface Extent {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  /** Fields of the selection's own level. */
  readonly topFields: number;
}

const NOTHING: Extent = { depth: 0, fields: 0, aliases: 0, topFields: 0 };

/**
 * Checks every operation of a document. Computes the extent of each fragment once, so that refusing fragments that spread
 * each other many times is cheap. A fragment that contains itself adds nothing, because validation refuses it.
 *
 * @throws QueryLimitError
 */
export function checkExtent(document: DocumentNode, limits: Limits): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, Extent>();

  const extentOfFragment = (name: string): Extent => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const fragment = fragments.get(name);
    if (fragment === undefined) return NOTHING;
    known.set(name, NOTHING);
    const extent = extentOf(fragment.selectionSet);
    known.set(name, extent);
    return extent;
  };

  const extentOf = ({ selections }: SelectionSetNode): Extent => {
    let depth = 0;
    let fields = 0;
    let aliases = 0;
    let topFields = 0;
    for (const selection of selections) {
      let part: Extent;
      if (selection.kind === Kind.FIELD) {
        const below = selection.selectionSet === undefined ? NOTHING : extentOf(selection.selectionSet);
        part = {
          depth: below.depth + 1,
          fields: below.fields + 1,
          aliases: below.aliases + (selection.alias === undefined ? 0 : 1),
          topFields: 1,
        };
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        part = extentOf(selection.selectionSet);
      } else {
        part = extentOfFragment(selection.name.value);
      }
      depth = Math.max(depth, part.depth);
      fields += part.fields;
      aliases += part.aliases;
      topFields += part.topFields;
    }
    return { depth, fields, aliases, topFields };
  };

  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) refuseBeyond(extentOf(definition.selectionSet), limits);
  }
}

function refuseBeyond({ depth, fields, aliases, topFields }: Extent, limits: Limits): void {
  if (depth > limits.maxDepth) {
    throw new QueryLimitError(
      'QUERY_TOO_DEEP',
      `the query nests fields more than ${limits.maxDepth} levels deep`,
      'Select fewer levels of fields.',
    );
  }
  if (topFields > limits.maxRootFields) {
    throw new QueryLimitError(
      'TOO_MANY_ROOT_FIELDS',
      `the operation has more than ${limits.maxRootFields} fields on its top level`,
      'Send several requests.',
    );
  }
  if (aliases > limits.maxAliases) {
    throw new QueryLimitError(
      'TOO_MANY_ALIASES',
      `the operation has more than ${limits.maxAliases} aliases`,
      'Send several requests, or give several values to one field.',
    );
  }
  if (fields > limits.maxFields) {
    throw new QueryLimitError(
      'TOO_MANY_FIELDS',
      `the operation selects more than ${limits.maxFields} fields`,
      'Select fewer fields, or send several requests.',
    );
  }
}
