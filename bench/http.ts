import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOnDisk } from './disk.ts';
import { HttpClient, requestToken } from './http-client.ts';
import { ownMemory, peakMemory } from './memory.ts';
import type { PartialPerson, Person } from './people.ts';
import { type Latency, latencyOf } from './percentile.ts';
import { startServiceProcess } from './service.ts';
import { runWorkers } from './workers.ts';

const SUBMIT = 'mutation ($records: [RecordInput!]!) { submit(input: { records: $records }) { recordsAdded } }';
const SEARCH =
  'query ($parameters: SearchParams!) { search(input: { parameters: $parameters, first: 10 }) { entities { id hits records { id firstName lastName } } } }';
const ENTITY =
  'query ($id: ID!) { entityByRecord(input: { id: $id }) { entity { id records { id firstName lastName } } } }';

/** Numbers of one person each, unless it was misspelt: a number that thousands share finds nothing, and says so. */
const OWN_MOBILE = /^\+447\d{9}$/;

const BATCH = 100;
const READS = 5_000;
/** Rounds of reads before those that are measured. */
const WARM_UP = 2;

export interface HttpResult {
  /** Records stored when the measurement began. */
  readonly stored: number;
  /** Records a second through HTTP, one record a request, with one client and with 16. */
  readonly oneClient: number;
  readonly sixteenClients: number;
  /** With 4 clients, nothing else running. */
  readonly search: Latency;
  readonly searchByNames: Latency;
  readonly searchByPhone: Latency;
  readonly entityByRecord: Latency;
  /** With 4 clients, while 8 others submit one record a request without pause. */
  readonly searchUnderLoad: Latency;
  readonly entityByRecordUnderLoad: Latency;
  readonly bytesPerRecord: number;
  /** Bytes; undefined where the system does not tell. */
  readonly peakMemory: number | undefined;
  /** Bytes that are not pages of files, at the end; undefined where the system does not tell. */
  readonly ownMemory: number | undefined;
}

/** Fills a local service of its own to each size and measures there: token, authorizer, GraphQL, all on disk before the answer. */
export async function measureHttp(
  sizes: readonly number[],
  window: number,
  stream: Iterator<PartialPerson, never>,
): Promise<HttpResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'entity-data-bench-'));
  const service = await startServiceProcess(['--data-dir', directory]);
  try {
    const token = await requestToken(service.tokenUrl, service.clientID, service.clientSecret);
    const kept: PartialPerson[] = [];
    const fresh = (count: number): PartialPerson[] => Array.from({ length: count }, () => ({ ...stream.next().value }));
    /** Records that reads may ask for once they are stored. */
    const take = (count: number): PartialPerson[] => {
      const records = fresh(count);
      for (const record of records) if (kept.length < 50_000 || record.id.endsWith('7')) kept.push(record);
      return records;
    };
    const submit = async (clients: number, requests: readonly (readonly PartialPerson[])[]): Promise<number> => {
      const client = new HttpClient(service.apiUrl, token, clients);
      const { rate } = await runWorkers(clients, requests.length, async (index) => {
        const records = requests[index]!;
        const { submit } = await client.graphql<{ submit: { recordsAdded: number } }>(SUBMIT, { records });
        if (submit.recordsAdded !== records.length) throw new Error(`only ${submit.recordsAdded} records were added`);
      });
      client.close();
      return rate;
    };
    /** Submits one record a request until `work` is done; answers what it answers, and how many were submitted. */
    const whileSubmitting = async <Result>(clients: number, work: () => Promise<Result>): Promise<[Result, number]> => {
      const client = new HttpClient(service.apiUrl, token, clients);
      let submitted = 0;
      let isEnding = false;
      const workers = Promise.all(
        Array.from({ length: clients }, async () => {
          while (!isEnding) {
            await client.graphql(SUBMIT, { records: fresh(1) });
            submitted += 1;
          }
        }),
      );
      try {
        return [
          await Promise.race([work(), workers.then(() => Promise.reject(new Error('the load has ended')))]),
          submitted,
        ];
      } finally {
        isEnding = true;
        await workers;
        client.close();
      }
    };
    const searchBy = async (client: HttpClient, parameters: Partial<Person>) => {
      const answer = await client.graphql<{ search: { entities: unknown[] } }>(SEARCH, { parameters });
      if (answer.search.entities.length === 0) throw new Error(`a search for a stored person found nothing`);
    };
    const searchOne = (client: HttpClient, { firstName, lastName, dateOfBirth, postcode }: PartialPerson) =>
      searchBy(client, {
        firstName,
        lastName,
        ...(dateOfBirth === undefined ? {} : { dateOfBirth }),
        ...(postcode === undefined ? {} : { postcode }),
      });
    const searchNames = (client: HttpClient, { firstName, lastName }: PartialPerson) =>
      searchBy(client, { firstName, lastName });
    const searchPhone = (client: HttpClient, { phone }: PartialPerson) => searchBy(client, { phone: phone! });
    const readOne = async (client: HttpClient, { id }: PartialPerson) => {
      const answer = await client.graphql<{ entityByRecord: { entity: unknown } }>(ENTITY, { id });
      if (answer.entityByRecord.entity === null) throw new Error(`there is no entity of the record ${id}`);
    };
    let asked = 0;
    const read = async (
      task: (client: HttpClient, person: PartialPerson) => Promise<void>,
      asking: readonly PartialPerson[] = kept,
    ): Promise<Latency> => {
      const client = new HttpClient(service.apiUrl, token, 4);
      // A step that is coprime to most sizes visits records in no order of theirs, and others in every run.
      const { latencies } = await runWorkers(4, READS, () => task(client, asking[(asked++ * 7_919) % asking.length]!));
      client.close();
      return latencyOf(latencies);
    };

    const results: HttpResult[] = [];
    let stored = 0;
    for (const size of sizes) {
      while (stored < size) {
        const count = Math.min(size - stored, 20 * BATCH);
        const records = take(count);
        await submit(
          8,
          Array.from({ length: Math.ceil(count / BATCH) }, (_, i) => records.slice(i * BATCH, (i + 1) * BATCH)),
        );
        stored += count;
      }
      const bytes = await bytesOnDisk(directory);
      // A service runs for long: until its code is compiled, what the load left to do is done, and it has pages of the file.
      for (let round = 0; round < WARM_UP; round++) await read(searchOne);
      const search = await read(searchOne);
      const searchByNames = await read(searchNames);
      const searchByPhone = await read(
        searchPhone,
        kept.filter(({ phone }) => OWN_MOBILE.test(phone ?? '')),
      );
      const entityByRecord = await read(readOne);
      const [underLoad, loaded] = await whileSubmitting(8, async () => ({
        search: await read(searchOne),
        entityByRecord: await read(readOne),
      }));
      const alone = Math.ceil(window / 8);
      const oneClient = await submit(
        1,
        take(alone).map((record) => [record]),
      );
      const sixteenClients = await submit(
        16,
        take(window).map((record) => [record]),
      );
      results.push({
        stored: size,
        oneClient,
        sixteenClients,
        search,
        searchByNames,
        searchByPhone,
        entityByRecord,
        searchUnderLoad: underLoad.search,
        entityByRecordUnderLoad: underLoad.entityByRecord,
        bytesPerRecord: bytes / size,
        peakMemory: peakMemory(service.pid),
        ownMemory: ownMemory(service.pid),
      });
      stored += loaded + alone + window;
    }
    return results;
  } finally {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
