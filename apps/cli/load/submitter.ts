import type { RecordPayload } from '../../../src/rules/types.ts';
import { CallerRefusedError } from '../client/errors.ts';
import type { GraphqlClient, GraphqlError } from '../client/graphql-client.ts';

/** Why a record cannot be stored. */
export interface Refusal {
  /** Position among the given records. */
  readonly index: number;
  readonly code: string;
  readonly message: string;
}

/** Stores all valid records and returns a refusal for each of the others. */
export type Submit = (records: readonly RecordPayload[]) => Promise<readonly Refusal[]>;

const mutation = 'mutation Submit($input: SubmitInput!) { submit(input: $input) { recordsAdded } }';

/**
 * Submits records in one request, of which the API stores all or none. If the API names the records that it refuses,
 * the others are sent again without them. If not, the records are halved until each refused one is alone.
 */
export function createSubmit(client: GraphqlClient): Submit {
  return async (records) => {
    const refusals: Refusal[] = [];
    await submitPart(records.map((record, index) => ({ record, index })));
    return refusals;

    async function submitPart(part: readonly { record: RecordPayload; index: number }[]): Promise<void> {
      if (part.length === 0) return;
      const answer = await client.execute(mutation, { input: { records: part.map(({ record }) => record) } });
      if (!answer.tooLarge && (answer.errors === undefined || answer.errors.length === 0)) return;
      const errors = answer.tooLarge ? [tooLarge] : (answer.errors ?? []);
      const denied = errors.find(({ extensions }) => extensions?.code === 'FORBIDDEN');
      if (denied !== undefined) {
        throw new CallerRefusedError(denied.message, {
          hint: denied.extensions?.hint ?? "See that the client's allowed scopes hold the one named.",
        });
      }
      const byPosition = new Map<number, GraphqlError>();
      for (const error of errors) {
        const position = recordPosition(error);
        if (position !== undefined && position < part.length && !byPosition.has(position))
          byPosition.set(position, error);
      }
      if (byPosition.size > 0) {
        for (const [position, error] of byPosition) refuse(part[position]!.index, error);
        await submitPart(part.filter((_, position) => !byPosition.has(position)));
      } else if (part.length === 1) {
        refuse(part[0]!.index, errors[0] as GraphqlError);
      } else {
        const middle = part.length >> 1;
        await submitPart(part.slice(0, middle));
        await submitPart(part.slice(middle));
      }
    }

    function refuse(index: number, error: GraphqlError): void {
      refusals.push({ index, code: error.extensions?.code ?? 'REFUSED', message: error.message });
    }
  };
}

const tooLarge: GraphqlError = {
  message: 'the record is larger than the service accepts',
  extensions: { code: 'REQUEST_TOO_LARGE' },
};

/** The position of the record that an error is about, from its path or from the path quoted in its message. */
function recordPosition({ path, message }: GraphqlError): number | undefined {
  if (path !== undefined) {
    const at = path.indexOf('records');
    const position = path[at + 1];
    if (at !== -1 && typeof position === 'number') return position;
  }
  const quoted = /\brecords\[(\d+)\]/.exec(message)?.[1];
  return quoted === undefined ? undefined : Number(quoted);
}
