import type { RecordPayload } from '../../functions/core/matching/compiled.ts';
import { CallerRefusedError } from '../client/errors.ts';
import type { GraphqlClient, GraphqlError } from '../client/graphql-client.ts';

/** Why a record cannot be stored. */
export interface Refusal {
  /** Position within the records that were given. */
  readonly index: number;
  readonly code: string;
  readonly message: string;
}

/** Stores what can be stored of some records and answers why the others cannot. */
export type Submit = (records: readonly RecordPayload[]) => Promise<readonly Refusal[]>;

const mutation = 'mutation Submit($input: SubmitInput!) { submit(input: $input) { recordsAdded } }';

/**
 * Submits records in one request. The API stores all of them or none; where it names the ones that it refuses, the
 * others are sent again without them, and where it does not, the records are halved until the bad ones stand alone.
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
  message: 'the record is larger than the service takes',
  extensions: { code: 'REQUEST_TOO_LARGE' },
};

/** The record that an error is about: by its path, or by the path that a message about a variable quotes. */
function recordPosition({ path, message }: GraphqlError): number | undefined {
  if (path !== undefined) {
    const at = path.indexOf('records');
    const position = path[at + 1];
    if (at !== -1 && typeof position === 'number') return position;
  }
  const quoted = /\brecords\[(\d+)\]/.exec(message)?.[1];
  return quoted === undefined ? undefined : Number(quoted);
}
