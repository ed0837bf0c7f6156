import { ApolloClient, gql as apolloGql, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client/core';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, fetchExchange, gql } from '@urql/core';
import type { Service } from '../../apps/service/service.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createCaller } from './api-caller.ts';
import { startExample } from './example-service.ts';

const SUBMIT = /* GraphQL */ `
  mutation Submit($input: SubmitInput!) {
    submit(input: $input) {
      recordsAdded
      records {
        id
        entityID
        outcome
      }
    }
  }
`;
const SEARCH = /* GraphQL */ `
  query Search($parameters: SearchParams!) {
    search(input: { parameters: $parameters }) {
      totalCount
      entities {
        ...Parts
      }
    }
  }
  fragment Parts on Entity {
    id
    hits
    records {
      id
      firstName
    }
    recordInsights {
      valuesDistinct(field: "firstName")
    }
  }
`;
const WRONG = 'query { search(input: { parameters: {} }) { totalCount } }';

describe('a GraphQL client from npm', () => {
  let service: Service;
  let authorization: string;

  const directory = temporaryDirectory('beforeAll', () => service.close(0));
  beforeAll(async () => {
    service = await startExample(directory.path());
    const { token } = await createCaller(service);
    authorization = `Bearer ${token}`;
  });

  const record = (id: string) => ({ id, firstName: 'Ada', lastName: 'Lovelace', email: `${id}@example.org` });

  it('works when it is @urql/core', async () => {
    const client = createClient({
      url: service.apiUrl,
      exchanges: [fetchExchange],
      fetchOptions: { headers: { authorization } },
      preferGetMethod: false,
    });

    const submitted = await client.mutation(gql(SUBMIT), { input: { records: [record('urql')] } }).toPromise();
    const found = await client.query(gql(SEARCH), { parameters: { email: 'urql@example.org' } }).toPromise();
    const wrong = await client.query(WRONG, {}).toPromise();

    expect(submitted.error).toBeUndefined();
    expect(submitted.data.submit).toMatchObject({ recordsAdded: 1, records: [{ id: 'urql', outcome: 'CREATED' }] });
    expect(found.error).toBeUndefined();
    expect(found.data.search).toMatchObject({
      totalCount: 1,
      entities: [{ hits: { urql: expect.arrayContaining(['EMAIL']) }, recordInsights: { valuesDistinct: ['Ada'] } }],
    });
    expect(wrong.error?.graphQLErrors[0]?.extensions['code']).toBe('NO_SEARCH_VALUE');
  });

  it('works when it is @apollo/client', async () => {
    const client = new ApolloClient({
      link: new HttpLink({ uri: service.apiUrl, headers: { authorization } }),
      cache: new InMemoryCache(),
    });

    const submitted = await client.mutate({
      mutation: apolloGql(SUBMIT),
      variables: { input: { records: [record('apollo')] } },
    });
    const found = await client.query({
      query: apolloGql(SEARCH),
      variables: { parameters: { email: 'apollo@example.org' } },
    });
    const wrong = await client.query({ query: apolloGql(WRONG), errorPolicy: 'all' });

    expect(submitted.data).toMatchObject({ submit: { recordsAdded: 1, records: [{ id: 'apollo' }] } });
    expect(found.data).toMatchObject({
      search: { totalCount: 1, entities: [{ __typename: 'Entity', records: [{ id: 'apollo', firstName: 'Ada' }] }] },
    });
    expect(CombinedGraphQLErrors.is(wrong.error) && wrong.error.errors[0]?.extensions?.['code']).toBe(
      'NO_SEARCH_VALUE',
    );
    client.stop();
  });
});
