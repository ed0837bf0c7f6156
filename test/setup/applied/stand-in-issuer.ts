import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../../apps/service/identity/credentials.ts';
import { createTokenEndpoint, type TokenEndpoint } from '../../../apps/service/identity/token-endpoint.ts';
import { createPatientServer } from '../patient-server.ts';

/** Issues tokens where the emulated cloud has no token endpoint. */
export interface StandInIssuer {
  readonly issuer: string;
  readonly tokenUrl: string;
  /** From now on these clients get tokens. */
  setClients(clients: readonly Client[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startStandInIssuer(path: string): Promise<StandInIssuer> {
  const keyDirectory = mkdtempSync(join(tmpdir(), 'entity-data-issuer-'));
  let endpoint: TokenEndpoint | undefined;
  const server: Server = createPatientServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const body = await readText(request);
    const answer = await endpoint!.handle({ method: request.method ?? '', path: request.url ?? '', headers, body });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const setClients = async (clients: readonly Client[]) => {
    endpoint = await createTokenEndpoint({ clients, issuer, keyDirectory });
  };
  await setClients([]);
  return {
    issuer,
    tokenUrl: endpoint!.tokenUrl,
    setClients,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(keyDirectory, { recursive: true, force: true });
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
