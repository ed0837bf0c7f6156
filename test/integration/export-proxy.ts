import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceDescription } from '../../apps/service/running-services.ts';
import { listenLocally } from '../setup/local-server.ts';
import { createPatientServer } from '../setup/patient-server.ts';

/** A request that is counted, from 1 on: by default those of pages of entities. */
interface PageOfExport {
  readonly number: number;
  /** Of the command that asks. */
  readonly token: string;
}

/** What the proxy answers in place of the service; undefined to let the service answer. */
type Interference = (
  page: PageOfExport,
) => Promise<{ status: number; headers?: Readonly<Record<string, string>> } | 'hang up' | undefined>;

/** A deployment in front of a local service: the network between a command and its API. */
export interface ExportProxy {
  /** Options that name the deployment. */
  readonly options: readonly string[];
  readonly apiUrl: string;
  /** Called before each page; a test may do there whatever happens during an export. */
  interfere: Interference;
  /** Requests of tokens so far. */
  tokens(): number;
  pages(): number;
  close(): Promise<void>;
}

/**
 * @param most entities on a page, so that an export of few entities has many pages
 * @param counted is in the text of the requests that are counted
 */
export async function startExportProxy(
  service: ServiceDescription,
  most: number,
  counted = 'query List',
): Promise<ExportProxy> {
  let tokens = 0;
  let pages = 0;
  const server = createPatientServer((request, response) => {
    void answer(request, response).catch((error: Error) => response.destroy(error));
  });
  const local = await listenLocally(server);
  const address = local.url;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = '' } = request.headers;
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const isToken = request.url === '/token';
    if (isToken) tokens += 1;
    else if (body.includes(counted)) {
      pages += 1;
      body = body.replace(/"first":\d+/, `"first":${most}`);
      const instead = await proxy.interfere({ number: pages, token: authorization.replace('Bearer ', '') });
      if (instead === 'hang up') {
        response.destroy();
        return;
      }
      if (instead !== undefined) {
        response.writeHead(instead.status, instead.headers).end('{"message":"from the proxy"}');
        return;
      }
    }
    const type = request.headers['content-type'] ?? 'application/json';
    const answered = await fetch(isToken ? service.tokenUrl : service.apiUrl, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
      body,
    });
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text());
  }

  const proxy: ExportProxy = {
    apiUrl: `${address}/graphql`,
    options: [
      ...['--api-url', `${address}/graphql`, '--token-url', `${address}/token`],
      ...['--client-id', service.clientId, '--client-secret', service.clientSecret],
    ],
    interfere: async () => undefined,
    tokens: () => tokens,
    pages: () => pages,
    async close() {
      await local.stop();
    },
  };
  return proxy;
}
