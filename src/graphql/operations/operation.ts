import type { GraphQLFieldResolver } from 'graphql';
import type { Resolution } from '../../entities/operations.ts';
import type { FilterBudget } from '../../entities/read/insights/filter.ts';
import type { RuleChanges } from '../../entities/rule-changes/types.ts';
import { EntityDataError } from '../../errors.ts';
import type { Limits } from '../limits.ts';
import type { RecordPaths } from '../schema/record-paths.ts';

/** The context of the resolvers of one request. */
export interface RequestContext {
  readonly resolution: Resolution;
  readonly ruleChanges: RuleChanges;
  /** Scopes of the caller's token, with their prefix. */
  readonly scopes: ReadonlySet<string>;
  /** The client id of the caller's token; empty where there is none. */
  readonly clientId: string;
  /** The person who signed in, by the caller's token; empty where a machine calls. */
  readonly person: string;
  readonly recordPaths: RecordPaths;
  readonly limits: Limits;
  /** The budget that all filters of the request share. */
  readonly filterBudget: FilterBudget;
}

/** A root field: its types and its resolver. Those of one subject are in one file; each has a line in the registry. */
export interface OperationDefinition<Args = object> {
  /** SDL: extends Query or Mutation by the field, and declares its inputs and outputs. */
  readonly typeDefs: string;
  /** Called only for callers who hold the scope. */
  resolve(args: Args, context: RequestContext): Promise<unknown>;
}

/** A type of the answers: its SDL, and the resolvers of fields that are not properties. */
export interface ObjectType<Source> {
  readonly name: string;
  readonly typeDefs: string;
  readonly resolvers: Readonly<Record<string, GraphQLFieldResolver<Source, RequestContext>>>;
}

/** True if a caller may read every field that the rules read: a value of a resolver may come from any of them. */
export async function mayReadValues({ resolution, recordPaths, scopes }: RequestContext): Promise<boolean> {
  try {
    for (const path of await resolution.pathsRead()) recordPaths.demand(path.join('.'), scopes);
    return true;
  } catch (error) {
    if (error instanceof EntityDataError) return false;
    throw error;
  }
}
