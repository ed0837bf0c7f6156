import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql';
import { OperationNotFoundError } from '../errors.ts';

/**
 * Returns the operation of a document that a request selects.
 *
 * @throws OperationNotFoundError
 */
export function selectOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (name === undefined) {
    if (operations.length === 1) return operations[0]!;
    throw new OperationNotFoundError(`the query holds ${operations.length} operations and the request names none`, {
      hint: 'Name one of them in `operationName`.',
    });
  }
  const found = operations.find((operation) => operation.name?.value === name);
  if (found !== undefined) return found;
  throw new OperationNotFoundError('the query holds no operation of the name in `operationName`', {
    hint: 'Name an operation of the query, or leave `operationName` out when there is only one.',
  });
}
