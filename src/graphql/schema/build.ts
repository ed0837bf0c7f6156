import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  parse,
} from 'graphql';
import type { RecordSchema } from '../../rules/record-schema/record-schema.ts';
import { scopesOf } from '../../scopes.ts';
import { AccessDeniedError } from '../errors.ts';
import type { OperationDefinition, RequestContext } from '../operations/operation.ts';
import { objectTypes, operations } from '../operations/registry.ts';
import { scalars } from '../scalars.ts';
import { type CheckInput, guardReading, inputCheck } from './privileges.ts';

/**
 * Joins the service's types with those of the deployment's records. The service identifier prefixes the scopes.
 *
 * @param recordSchema a loaded schema: its definitions are valid and use no name of the service
 */
export function buildApiSchema(recordSchema: Pick<RecordSchema, 'document'>, serviceIdentifier: string): GraphQLSchema {
  // Tests validate the service's definitions, and loading validates the deployment's. Validating the merged schema again
  // would delay the start of a function.
  const document = {
    kind: Kind.DOCUMENT,
    definitions: [...serviceDefinitions().definitions, ...recordSchema.document.definitions],
  } as const;
  const schema = makeExecutableSchema({
    typeDefs: buildASTSchema(document, { assumeValid: true, assumeValidSDL: true }),
    resolvers: Object.fromEntries([
      ...scalars.map((scalar) => [scalar.name, scalar]),
      ...objectTypes.map(({ name, resolvers }) => [name, resolvers]),
    ]),
    updateResolversInPlace: true,
  });
  const scopes = scopesOf(serviceIdentifier);
  const record = schema.getType('Record') as GraphQLObjectType;
  const queries = schema.getQueryType()!.getFields();
  const mutations = schema.getMutationType()!.getFields();
  for (const operation of operations) {
    const field = (queries[operation.name] ?? mutations[operation.name])!;
    const checks = field.args.flatMap((arg) => {
      const check = inputCheck(arg.type, record);
      return check === undefined
        ? []
        : [(args: object) => [check, (args as Record<string, unknown>)[arg.name]] as const];
    });
    field.resolve = operationResolver(operation, scopes.of[operation.name], checks);
  }
  guardReading(schema);
  return schema;
}

function operationResolver(
  operation: OperationDefinition<never>,
  scope: string,
  checks: readonly ((args: object) => readonly [CheckInput, unknown])[],
): GraphQLFieldResolver<unknown, RequestContext> {
  return (_source, args, context) => {
    if (!context.scopes.has(scope)) throw new AccessDeniedError(scope);
    for (const checkOf of checks) {
      const [check, value] = checkOf(args);
      check(value, context.scopes);
    }
    return operation.resolve(args as never, context);
  };
}

const baseTypes = /* GraphQL */ `
  "The caller's token must hold this scope."
  directive @hasPrivilege(privilege: String!) on OBJECT | INPUT_OBJECT | FIELD_DEFINITION | INPUT_FIELD_DEFINITION
  schema {
    query: Query
    mutation: Mutation
  }
  type Query
  type Mutation
`;

/** The service's own definitions. */
function serviceDefinitions(): DocumentNode {
  const texts = [
    ...scalars.map(({ name }) => `scalar ${name}`),
    baseTypes,
    ...objectTypes.map((type) => type.typeDefs),
    ...operations.map((operation) => operation.typeDefs),
  ];
  return parse(texts.join('\n'), { noLocation: true });
}
