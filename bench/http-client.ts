import { Agent, request } from 'node:http';

/** A client that keeps its connections, as an application would. */
export class HttpClient {
  private readonly agent: Agent;
  private readonly url: URL;
  private readonly token: string;

  constructor(url: string, token: string, connections: number) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.url = new URL(url);
    this.token = token;
  }

  /** Answers `data`; throws when the answer is anything but 200 without errors. */
  graphql<Data>(query: string, variables: unknown): Promise<Data> {
    const body = JSON.stringify({ query, variables });
    return new Promise((resolve, reject) => {
      const sent = request(
        this.url,
        {
          method: 'POST',
          agent: this.agent,
          headers: {
            authorization: `Bearer ${this.token}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode !== 200) {
              reject(new Error(`status ${response.statusCode}: ${text}`));
              return;
            }
            const answer = JSON.parse(text) as { data: Data; errors?: unknown };
            if (answer.errors === undefined) resolve(answer.data);
            else reject(new Error(text));
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

/** A token by client credentials. */
export async function requestToken(tokenUrl: string, clientID: string, clientSecret: string): Promise<string> {
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientID}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  if (!response.ok) throw new Error(`the token endpoint answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}
