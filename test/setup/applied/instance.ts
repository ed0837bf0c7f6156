import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type KeySchemaElement,
  PutItemCommand,
  paginateScan,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { createGateway, type Gateway } from '../../../apps/service/gateway/gateway.ts';
import type { Authorizer, Route } from '../../../apps/service/gateway/route.ts';
import type { Client } from '../../../apps/service/identity/credentials.ts';
import { archiveOf, describeFunction } from './applied-function.ts';
import { createEmulatedAws, type EmulatedAws, region } from './emulated-aws.ts';
import { type FunctionProcess, startFunction } from './function-process.ts';
import { type ObjectGuard, startObjectGuard } from './object-guard.ts';
import { type RoleGuard, startRoleGuard } from './role-guard.ts';

/** An applied instance, put to work from nothing but what the AWS-compatible endpoint says of it. */
export interface Instance {
  /** Address of the emulated HTTP API of that name. */
  url(apiName: string): string;
  /** The function's environment as it was applied. */
  environment(functionName: string): Promise<Readonly<Record<string, string>>>;
  /** Calls a function as its schedule does. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
  log(functionName: string): string;
  /** Kills the function in the midst of its next call, when so many transactions were made. The call after starts it anew. */
  crashAfterTransactions(functionName: string, count: number): Promise<void>;
  /** Actions on tables and objects that the function asked for. */
  actions(functionName: string): ReadonlySet<string>;
  stop(): Promise<void>;
}

export interface InstanceOptions {
  readonly awsUrl: string;
  /** A DynamoDB emulator for the data: the tables are made in it as they stand in the endpoint. */
  readonly dynamodbUrl: string;
  /** Start of the names. */
  readonly prefix: string;
  /** Folder with the archives that were applied. */
  readonly archives: string;
  /** Environment variables that differ from the applied ones: where tokens come from, and nothing else. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Environment variables of one function, by its name: where it reaches what stands in for another service. */
  readonly reaching?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of the gateways, in milliseconds since 1970: for so long as it stands, verdicts of authorizers hold. */
  readonly clock?: () => number;
}

/** Functions start here from archives and policies that an emulator tells, which may take longer than AWS would wait. */
const PATIENCE_SECONDS = 600;

interface Running {
  readonly process: FunctionProcess;
  readonly guard: RoleGuard;
  readonly objects: ObjectGuard;
}

export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { awsUrl, dynamodbUrl, prefix } = options;
  const aws = createEmulatedAws(awsUrl);
  if (dynamodbUrl !== awsUrl) await copyTables(awsUrl, dynamodbUrl, prefix);
  const running = new Map<string, Promise<Running>>();
  // The version that answers.
  const describe = (name: string) => describeFunction(aws, name, 'live');

  const start = async (name: string): Promise<Running> => {
    const { Configuration } = await describe(name);
    if (Configuration.Runtime !== 'nodejs22.x') throw new Error(`${name} has the runtime ${Configuration.Runtime}.`);
    const policies = await aws.rolePolicies(Configuration.Role.slice(Configuration.Role.lastIndexOf('/') + 1));
    const guard = await startRoleGuard(dynamodbUrl, policies.values());
    const objects = await startObjectGuard(awsUrl, policies.values());
    const environment = {
      ...Configuration.Environment.Variables,
      ...('AUTHORIZER_ISSUER_URL' in Configuration.Environment.Variables ? options.instead : {}),
      ...options.reaching?.[name],
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(Configuration.MemorySize),
      FUNCTION_TIMEOUT_MILLISECONDS: String(Configuration.Timeout * 1_000),
      AWS_ENDPOINT_URL_DYNAMODB: guard.url,
      AWS_ENDPOINT_URL_S3: objects.url,
    };
    const archive = archiveOf(options.archives, Configuration.CodeSha256);
    const process = await startFunction(archive, Configuration.Handler, environment);
    return { process, guard, objects };
  };
  const functionNamed = (name: string): Promise<Running> => {
    const known = running.get(name) ?? start(name);
    running.set(name, known);
    return known;
  };

  const settled = new Map<string, Running>();
  const use = async (name: string): Promise<Running> => {
    const found = await functionNamed(name);
    settled.set(name, found);
    return found;
  };

  const gateways = new Map<string, { gateway: Gateway; url: string }>();
  for (const api of await apisOf(aws, prefix)) {
    const gateway = createGateway({
      routes: await routesOf(api.apiId),
      api: { apiId: api.apiId, region, accountId: '123456789012' },
      authorizerTimeoutInSeconds: PATIENCE_SECONDS,
      integrationTimeoutInSeconds: PATIENCE_SECONDS,
      ...(options.clock === undefined ? {} : { now: options.clock }),
    });
    const { port } = await gateway.listen(0);
    gateways.set(api.name, { gateway, url: `http://127.0.0.1:${port}/` });
  }
  return {
    url: (apiName) => gateways.get(apiName)!.url,
    environment: async (name) => (await describe(name)).Configuration.Environment.Variables,
    invoke: async (name, event) => (await use(name)).process.invoke(event),
    log: (name) => settled.get(name)?.process.log() ?? '',
    actions: (name) => {
      const found = settled.get(name);
      return new Set([...(found?.guard.seen ?? []), ...(found?.objects.seen ?? [])]);
    },
    crashAfterTransactions: async (name, count) => {
      const { process, guard, objects } = await use(name);
      guard.afterTransactions(count, () => {
        running.delete(name);
        void Promise.all([process.stop(), guard.stop(), objects.stop()]);
      });
    },
    stop: async () => {
      await Promise.all([...gateways.values()].map(({ gateway }) => gateway.close()));
      await Promise.allSettled(
        [...running.values()].map(async (starting) => {
          const { process, guard, objects } = await starting;
          await process.stop();
          await Promise.all([guard.stop(), objects.stop()]);
        }),
      );
    },
  };

  async function routesOf(apiId: string): Promise<Route[]> {
    const { items: stages } = await aws.get<{ items: { stageName: string; autoDeploy: boolean }[] }>(
      'apigateway',
      `/v2/apis/${apiId}/stages`,
    );
    if (!stages.some(({ stageName, autoDeploy }) => stageName === '$default' && autoDeploy)) {
      throw new Error(`The API ${apiId} has no $default stage that deploys by itself.`);
    }
    const { items } = await aws.get<{ items: RouteAnswer[] }>('apigateway', `/v2/apis/${apiId}/routes`);
    return Promise.all(
      items.map(async ({ routeKey, target, authorizationType, authorizerId }): Promise<Route> => {
        const integration = await aws.get<IntegrationAnswer>('apigateway', `/v2/apis/${apiId}/${target}`);
        if (integration.payloadFormatVersion !== '2.0') throw new Error(`${routeKey} has another payload format.`);
        const name = functionIn(integration.integrationUri);
        const [method, path] = routeKey.split(' ');
        await checkGatewayMay(aws, name, `${apiId}/*/${method === 'ANY' ? '*' : method}${path}`);
        const call = async (event: unknown) => (await use(name)).process.invoke(event);
        if (authorizationType === 'NONE') return { routeKey, integration: call };
        return { routeKey, integration: call, authorizer: await authorizerOf(apiId, authorizerId) };
      }),
    );
  }

  async function authorizerOf(apiId: string, authorizerId: string): Promise<Authorizer> {
    const applied = await aws.get<AuthorizerAnswer>('apigateway', `/v2/apis/${apiId}/authorizers/${authorizerId}`);
    if (applied.authorizerType !== 'REQUEST' || applied.enableSimpleResponses !== true) {
      throw new Error('The authorizer is not asked with the request, or does not answer simply.');
    }
    const name = functionIn(applied.authorizerUri);
    await checkGatewayMay(aws, name, `${apiId}/authorizers/${authorizerId}`);
    return {
      authorize: async (event) => (await use(name)).process.invoke(event),
      identitySources: applied.identitySource,
      resultTtlInSeconds: applied.authorizerResultTtlInSeconds,
    };
  }
}

interface RouteAnswer {
  readonly routeKey: string;
  readonly target: string;
  readonly authorizationType: string;
  readonly authorizerId: string;
}
interface IntegrationAnswer {
  readonly integrationUri: string;
  readonly payloadFormatVersion: string;
}
interface AuthorizerAnswer {
  readonly authorizerType: string;
  readonly authorizerUri: string;
  readonly enableSimpleResponses: boolean;
  readonly identitySource: readonly string[];
  readonly authorizerResultTtlInSeconds: number;
}

async function apisOf(aws: EmulatedAws, prefix: string): Promise<{ apiId: string; name: string }[]> {
  const { items } = await aws.get<{ items: { apiId: string; name: string }[] }>('apigateway', '/v2/apis');
  return items.filter(({ name }) => name === `${prefix}-api` || name === `${prefix}-guidance`);
}

function functionIn(uri: string): string {
  const name = /:function:([^/:]+):live\/invocations$/.exec(uri)?.[1];
  if (name === undefined) throw new Error(`${uri} calls no version that answers.`);
  return name;
}

/** The function's own policy must let the gateway call it for just this. */
async function checkGatewayMay(aws: EmulatedAws, functionName: string, source: string): Promise<void> {
  const { Policy } = await aws.get<{ Policy: string }>(
    'lambda',
    `/2015-03-31/functions/${functionName}/policy?Qualifier=live`,
  );
  const { Statement } = JSON.parse(Policy) as {
    Statement: { Principal: { Service: string }; Condition: { ArnLike: Record<string, string> } }[];
  };
  const sources = Statement.filter(({ Principal }) => Principal.Service === 'apigateway.amazonaws.com').map(
    ({ Condition }) => Condition.ArnLike['AWS:SourceArn']?.split(':').at(-1),
  );
  if (!sources.includes(source)) {
    throw new Error(`${functionName} may not be called for ${source}, only for ${sources.join(', ')}.`);
  }
}

/** Makes the tables as they were applied, with what Terraform put into them. */
async function copyTables(from: string, to: string, prefix: string): Promise<void> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const source = new DynamoDBClient({ endpoint: from, region, credentials });
  const target = new DynamoDBClient({ endpoint: to, region, credentials });
  for (const TableName of [`${prefix}-entities`, `${prefix}-configuration`]) {
    const { Table } = await source.send(new DescribeTableCommand({ TableName }));
    const isKept = await target
      .send(
        new CreateTableCommand({
          TableName,
          KeySchema: Table?.KeySchema as KeySchemaElement[],
          AttributeDefinitions: Table?.AttributeDefinitions as AttributeDefinition[],
          BillingMode: 'PAY_PER_REQUEST',
        }),
      )
      .then(
        () => false,
        (error: unknown) => {
          if (error instanceof ResourceInUseException) return true;
          throw error;
        },
      );
    // An instance of a former apply has stored records; only the documents are those of this apply.
    if (isKept && TableName.endsWith('-entities')) continue;
    for await (const { Items = [] } of paginateScan({ client: source }, { TableName })) {
      for (const Item of Items) await target.send(new PutItemCommand({ TableName, Item }));
    }
  }
  source.destroy();
  target.destroy();
}

/** The clients of a user pool with their secrets, as the pool would issue tokens to them. */
export async function clientsOf(awsUrl: string, UserPoolId: string, prefix: string): Promise<Client[]> {
  const aws = createEmulatedAws(awsUrl);
  const cognito = <Answer>(action: string, input: object) =>
    aws.call<Answer>('cognito-idp', `AWSCognitoIdentityProviderService.${action}`, { UserPoolId, ...input });
  const { UserPoolClients } = await cognito<{ UserPoolClients: { ClientId: string }[] }>('ListUserPoolClients', {
    MaxResults: 60,
  });
  const { ResourceServers } = await cognito<{ ResourceServers: ResourceServer[] }>('ListResourceServers', {
    MaxResults: 50,
  });
  const known = ResourceServers.flatMap(({ Identifier, Scopes }) =>
    Scopes.map(({ ScopeName }) => `${Identifier}/${ScopeName}`),
  );
  const clients = await Promise.all(
    UserPoolClients.map(async ({ ClientId }) => {
      const { UserPoolClient: applied } = await cognito<{ UserPoolClient: CognitoClient }>('DescribeUserPoolClient', {
        ClientId,
      });
      // The console's client has no secret: the tests sign people in by themselves.
      if (applied.ClientSecret === undefined && applied.AllowedOAuthFlows.join() === 'code') return [];
      if (applied.AllowedOAuthFlows.join() !== 'client_credentials') throw new Error('Only machines may get tokens.');
      if (applied.TokenValidityUnits.AccessToken !== 'minutes') throw new Error('Validity must be told in minutes.');
      const unknown = applied.AllowedOAuthScopes.filter((scope) => !known.includes(scope));
      if (unknown.length > 0) throw new Error(`The resource server has no ${unknown.join(', ')}.`);
      if (applied.ClientSecret === undefined) throw new Error('A client of machines has no secret.');
      return {
        name: applied.ClientName.slice(prefix.length + 1),
        allowedScopes: applied.AllowedOAuthScopes,
        accessTokenValidityMinutes: applied.AccessTokenValidity,
        clientId: ClientId,
        clientSecret: applied.ClientSecret,
      };
    }),
  );
  return clients.flat();
}

interface ResourceServer {
  readonly Identifier: string;
  readonly Scopes: readonly { readonly ScopeName: string }[];
}
interface CognitoClient {
  readonly ClientName: string;
  readonly ClientSecret?: string;
  readonly AllowedOAuthFlows: readonly string[];
  readonly AllowedOAuthScopes: readonly string[];
  readonly AccessTokenValidity: number;
  readonly TokenValidityUnits: { readonly AccessToken: string };
}
