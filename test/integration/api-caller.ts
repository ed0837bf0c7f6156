/** Where a service is and who calls it. */
export interface CallerOptions {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever comes back
  readonly body: any;
}

/** A client of the API that retries nothing and hides nothing. */
export interface ApiCaller {
  readonly token: string;
  query(query: string, variables?: unknown): Promise<Answer>;
  submit(...records: readonly object[]): Promise<Answer>;
  entityByRecord(id: string): Promise<Answer>;
}

export async function createCaller(options: CallerOptions, scope?: string): Promise<ApiCaller> {
  const { apiUrl, tokenUrl, clientId, clientSecret } = options;
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const query = async (text: string, variables: unknown = {}): Promise<Answer> => {
    const answer = await fetch(apiUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    token,
    query,
    submit: (...records) =>
      query('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', { input: { records } }),
    entityByRecord: (id) =>
      query(
        'query ($input: EntityByRecordInput!) { entityByRecord(input: $input) { entity { id records { id } edges } } }',
        { input: { id } },
      ),
  };
}
