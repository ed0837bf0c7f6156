import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpClient, requestToken } from '../http-client.ts';
import { inDirectory } from '../own-store.ts';
import { startServiceProcess } from '../service.ts';
import { runWorkers } from '../workers.ts';
import type { DataSet } from './data-set.ts';

const ENTITY = 'query ($id: ID!) { entityByRecord(input: { id: $id }) { entity { id } } }';
const CLIENTS = 8;

/** A deployment's two documents, as text. */
export interface Documents {
  readonly ruleConfig: string;
  readonly schema: string;
}

/**
 * Resolves a set as a customer would: a local service of its own with these documents, a load by the command line, and
 * one question per record. Answers the entity id of every record.
 */
export async function resolveThroughService(set: DataSet, documents: Documents): Promise<Map<string, string>> {
  return inDirectory(async (directory) => {
    const data = join(directory, 'data');
    const ruleConfig = join(directory, 'rule-config.json');
    const schema = join(directory, 'schema.graphqls');
    await writeFile(ruleConfig, documents.ruleConfig);
    await writeFile(schema, documents.schema);
    const service = await startServiceProcess(['--data-dir', data, '--rule-config', ruleConfig, '--schema', schema]);
    try {
      // The load keeps its state beside the file, and the set's own folder may be read-only.
      const records = join(directory, 'records.jsonl');
      await copyFile(set.recordsFile, records);
      await load(records, data);
      const token = await requestToken(service.tokenUrl, service.clientID, service.clientSecret);
      const client = new HttpClient(service.apiUrl, token, CLIENTS);
      const entities = new Map<string, string>();
      await runWorkers(CLIENTS, set.records.length, async (index) => {
        const id = set.records[index]!['id']!;
        const answer = await client.graphql<{ entityByRecord: { entity: { id: string } | null } }>(ENTITY, { id });
        if (answer.entityByRecord.entity === null) throw new Error(`there is no entity of the record ${id}`);
        entities.set(id, answer.entityByRecord.entity.id);
      });
      client.close();
      return entities;
    } finally {
      await service.stop();
    }
  });
}

async function load(file: string, dataDirectory: string): Promise<void> {
  const child = spawn(process.execPath, ['apps/cli/entity-data.js', 'load', file, '--data-dir', dataDirectory], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`the load ended with ${code}:\n${printed}`);
}
