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
import { checkExtent, checkTokens } from './extent.ts';
import { inputLiteralsRule } from './input-literals.ts';

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

/** The limits of a cache. Parsed documents are about 50 times the size of their text. */
export interface CacheBounds {
  readonly entries: number;
  /** Total characters of all keys. */
  readonly characters: number;
}

/** A cache by text that evicts the least recently used entry. Never keeps a text that would fill a quarter of it. */
export class TextCache<Value> {
  readonly #bounds: CacheBounds;
  /** Ordered by last use, because a map iterates in insertion order. */
  readonly #entries = new Map<string, Value>();
  #characters = 0;

  constructor(bounds: CacheBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(text: string): Value | undefined {
    const value = this.#entries.get(text);
    if (value !== undefined) {
      this.#entries.delete(text);
      this.#entries.set(text, value);
    }
    return value;
  }

  set(text: string, value: Value): void {
    if (text.length * 4 > this.#bounds.characters) return;
    if (this.#entries.delete(text)) this.#characters -= text.length;
    this.#entries.set(text, value);
    this.#characters += text.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#bounds.entries && this.#characters <= this.#bounds.characters) return;
      this.#entries.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
