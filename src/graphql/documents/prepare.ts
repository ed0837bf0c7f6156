import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  Source,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql';
import { EntityDataError } from '../../errors.ts';
import { codedError } from '../error-answer.ts';
import type { Limits } from '../limits.ts';
import { TextCache } from './cache.ts';
import { checkExtent } from './extent.ts';
import { inputLiteralsRule } from './input-literals.ts';
import { checkTokens } from './tokens.ts';

/** The most mistakes to report for one document. */
const MAX_VALIDATION_ERRORS = 20;

/** The rules of GraphQL, with a rule for literals whose messages have a bounded length. */
const rules = specifiedRules.map((rule) =>
  rule === ValuesOfCorrectTypeRule ? inputLiteralsRule(MAX_VALIDATION_ERRORS + 1) : rule,
);

/** Parses and validates query texts, each once while the cache keeps it. */
export type PrepareDocument = (query: string) => DocumentNode | readonly GraphQLError[];

export function createPrepareDocument(schema: GraphQLSchema, limits: Limits): PrepareDocument {
  const cache = new TextCache<DocumentNode>({ entries: 500, characters: 262_144 });
  return (query) => {
    const known = cache.get(query);
    if (known !== undefined) return known;
    const prepared = prepare(query, schema, limits);
    if ('kind' in prepared) cache.set(query, prepared);
    return prepared;
  };
}

function prepare(query: string, schema: GraphQLSchema, limits: Limits): DocumentNode | readonly GraphQLError[] {
  let document: DocumentNode;
  try {
    const source = new Source(query);
    checkTokens(source, limits);
    document = parse(source);
    checkExtent(document, limits);
  } catch (error) {
    if (error instanceof EntityDataError) return [new GraphQLError(error.message, { originalError: error })];
    if (error instanceof GraphQLError) return [codedError(error, 'GRAPHQL_PARSE_FAILED')];
    throw error;
  }
  const errors = validate(schema, document, rules, { maxErrors: MAX_VALIDATION_ERRORS });
  return errors.length === 0 ? document : errors.map((error) => codedError(error, 'GRAPHQL_VALIDATION_FAILED'));
}
