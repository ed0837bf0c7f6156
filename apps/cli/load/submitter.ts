import type { RecordPayload } from '../../../src/rules/types.ts';
import { CallerRefusedError } from '../client/errors.ts';
import type { GraphqlClient, GraphqlError } from '../client/graphql-client.ts';

/** Why a record cannot be stored. */
interface Refusal {
  /** Position among the given records. */
  readonly index: number;
  readonly code: string;
  readonly message: string;
}

/** Stores all valid records and returns a refusal for each of the others. */
export type Submit = (records: readonly RecordPayload[]) => Promise<readonly Refusal[]>;

/** What became of a stored record. */
export type StoredOutcome = 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'DUPLICATE';

const mutation = 'mutation Submit($input: SubmitInput!) { submit(input: $input) { records { outcome } } }';

interface SubmitAnswer {
  readonly submit: { readonly records: readonly { readonly outcome: StoredOutcome }[] };
}

/**
 * Submits records in one request, of which the API stores all or none. If the API names the records that it refuses,
 * the others are sent again without them. If not, the records are halved until each refused one is alone.
 *
 * @param onStored is told what became of each stored record
 */
export function createSubmit(
  client: GraphqlClient,
  onStored: (outcomes: readonly StoredOutcome[]) => void = () => {},
): Submit {
  return (records) =>
    submitPart(
      { client, onStored },
      records.map((record, index) => ({ record, index })),
    );
}

interface IndexedRecord {
  readonly record: RecordPayload;
  readonly index: number;
}

interface Submitting {
  readonly client: GraphqlClient;
  readonly onStored: (outcomes: readonly StoredOutcome[]) => void;
}

async function submitPart(submitting: Submitting, part: readonly IndexedRecord[]): Promise<readonly Refusal[]> {
  if (part.length === 0) return [];
  const { client, onStored } = submitting;
  const answer = await client.execute<SubmitAnswer>(mutation, { input: { records: part.map(({ record }) => record) } });
  const errors = answer.tooLarge ? [tooLarge] : (answer.errors ?? []);
  const [first] = errors;
  if (first === undefined) {
    onStored((answer.data?.submit.records ?? []).map(({ outcome }) => outcome));
    return [];
  }
  demandPermission(errors);
  const byPosition = errorsByPosition(errors, part.length);
  if (byPosition.size > 0) {
    const refusals = Array.from(byPosition, ([position, error]) => refusalOf(part[position]!, error));
    const others = part.filter((_, position) => !byPosition.has(position));
    return [...refusals, ...(await submitPart(submitting, others))];
  }
  if (part.length === 1) return [refusalOf(part[0]!, first)];
  const middle = part.length >> 1;
  const ofFirstHalf = await submitPart(submitting, part.slice(0, middle));
  return [...ofFirstHalf, ...(await submitPart(submitting, part.slice(middle)))];
}

function refusalOf({ index }: IndexedRecord, { extensions, message }: GraphqlError): Refusal {
  return { index, code: extensions?.code ?? 'REFUSED', message };
}

const tooLarge: GraphqlError = {
  message: 'the record is larger than the service accepts',
  extensions: { code: 'REQUEST_TOO_LARGE' },
};

/** Throws a CallerRefusedError if the API denies this client the mutation, whatever the records are. */
function demandPermission(errors: readonly GraphqlError[]): void {
  const denied = errors.find(({ extensions }) => extensions?.code === 'FORBIDDEN');
  if (denied === undefined) return;
  throw new CallerRefusedError(denied.message, {
    hint: denied.extensions?.hint ?? "See that the client's allowed scopes hold the one named.",
  });
}

/** The first error of each record that the errors name, by its position among `count` records. */
function errorsByPosition(errors: readonly GraphqlError[], count: number): ReadonlyMap<number, GraphqlError> {
  const byPosition = new Map<number, GraphqlError>();
  for (const error of errors) {
    const position = recordPosition(error);
    if (position !== undefined && position < count && !byPosition.has(position)) byPosition.set(position, error);
  }
  return byPosition;
}

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
