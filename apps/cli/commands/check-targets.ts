import type { GraphqlClient } from '../client/graphql-client.ts';
import { readInputTypes } from '../client/record-input.ts';
import { checkFields } from '../files/check-fields.ts';
import type { FieldTarget } from '../files/field-target.ts';

/** Prints a sentence for the reader, apart from the output. */
export const tell = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/**
 * Compares the fields that columns fill with the records of the service, before the first record is sent.
 *
 * @param targets undefined where every field of the file keeps its name
 * @throws ColumnsError
 */
export async function checkTargets(client: GraphqlClient, targets: readonly FieldTarget[] | undefined): Promise<void> {
  if (targets === undefined) return;
  const types = await readInputTypes(client);
  if (types === undefined) tell('The API does not say which fields its records have: it checks each record instead.');
  else checkFields(targets, types);
}
