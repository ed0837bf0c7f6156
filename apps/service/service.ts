import { resolve } from 'node:path';
import { type Api, createApi } from '../../functions/api/api.ts';
import { type ClientLimit, createClientThrottle } from '../../functions/api/throttle.ts';
import { loadConfig } from '../../functions/authorizer/config.ts';
import { createLog as createGuidanceLog } from '../../functions/guidance/guidance.ts';
import { OVER_FREQUENT_KEY_RECORDS } from '../../src/entities/items/index-keys.ts';
import { REVIEW_PAIRS } from '../../src/entities/items/reviews.ts';
import type { RuleChangeOptions } from '../../src/entities/items/rules-register.ts';
import { documentName } from '../../src/entities/rule-changes/versions/documents.ts';
import type { RecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import type { CompiledRuleConfig } from '../../src/rules/types.ts';
import { describeFailure, type Log } from '../../src/runtime/log.ts';
import type { ServiceSettings } from '../../src/runtime/open-service.ts';
import { defaultServiceIdentifier, scopesOf } from '../../src/scopes.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { defaultHost, defaultPort, isLoopback, listen, originOf } from './address.ts';
import { identityDirectory, prepareDataDirectory, storeDirectory } from './data-directory.ts';
import { type EntityEventsOptions, openLocalTarget } from './event-target.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { createAuthorizationEndpoint } from './identity/authorization-endpoint.ts';
import { type Client, provisionClients } from './identity/credentials.ts';
import { localPerson, signInOf } from './identity/local-person.ts';
import { createSignIns, type SignIns } from './identity/sign-ins.ts';
import { createTokenEndpoint } from './identity/token-endpoint.ts';
import { type Instance, instanceName, loadInstance, type StartProblem } from './instance.ts';
import { consoleRoutes } from './routes/console.ts';
import { type GuidanceRoute, guidanceRoute } from './routes/guidance.ts';
import { identityRoutes, localAuthorizers } from './routes/identity.ts';
import { createPageAccess, type PageAccess } from './routes/pages.ts';
import { yourDataRoutes } from './routes/your-data.ts';
import { enterService, type FirstLoadTerms, type ServiceDescription, type ServiceEntry } from './running-services.ts';
import { openLocalService } from './wire.ts';
import { type PeriodicTask, startWorkers } from './workers.ts';
import type { YourData } from './your-data/your-data.ts';

export interface ServiceOptions {
  readonly ruleConfigFile: string;
  readonly schemaFile: string;
  readonly clientsFile?: string | undefined;
  readonly dataDirectory: string;
  /** The directory of the instance, for commands that find the service. */
  readonly instanceDirectory?: string | undefined;
  /** Another directory in which commands look for running services. */
  readonly announceIn?: string | undefined;
  /** Port; 0 picks a free one. */
  readonly port?: number;
  /** One of `hosts` in address.ts. */
  readonly host?: string;
  readonly ipRangeAllowList?: readonly string[] | undefined;
  /** Seconds, 0 to 3600. As in API Gateway, a cached verdict applies to a token from any address. */
  readonly authorizerResultTtlInSeconds?: number;
  /** Requests of each client; by default they have no limit. */
  readonly clientLimit?: ClientLimit | undefined;
  /** Prefix of the scopes. */
  readonly serviceIdentifier?: string;
  /** Target of entity events; by default none are sent. */
  readonly entityEvents?: EntityEventsOptions | undefined;
  /** Receives the log lines of the functions; default: standard error. `info` lines are written only with `verbose`. */
  readonly writeLog?: (line: string) => void;
  /** Whether submit replaces a stored record that has the same id and other content; default false. */
  readonly updateRecords?: boolean;
  /** Whether the rule-config comes into force although stored records are indexed and linked by another one. */
  readonly adoptChangedRules?: boolean;
  /** What a changed rule-config does to stored records; default: hold. */
  readonly ruleChanges?: RuleChangeOptions | undefined;
  /** More records under one blocking key than this make it find no candidates any more. */
  readonly genericKeyRecords?: number;
  /** The most pairs in the review queue; 0 for no queue. Default 100,000. */
  readonly reviewPairs?: number | undefined;
  /** Days for which history is kept; 0, the default, keeps none. */
  readonly historyRetentionInDays?: number | undefined;
  /** What the page "Your data" works with; without it, the page says that this service takes no files. */
  readonly yourData?: YourData;
  /** Access to the pages that browsers have already; default: with a new secret. */
  readonly pageAccess?: PageAccess;
  /** Sign-ins of people that go on; default: none. */
  readonly signIns?: SignIns;
  /** Logs every request. */
  readonly verbose?: boolean;
  /** Milliseconds of computing time for a tool of the guidance server; default: as in the cloud. */
  readonly toolTimeLimit?: number;
}

/** A running service. */
export interface Service extends ServiceDescription {
  /** The file with this description, secrets included, while the service runs; only its owner can read it. */
  readonly descriptionFile: string;
  /** Name of the client in the description. */
  readonly clientName: string;
  readonly clients: readonly Client[];
  readonly recordSchema: RecordSchema;
  readonly rules: CompiledRuleConfig;
  /** Prefix of the scopes. */
  readonly serviceIdentifier: string;
  readonly pageAccess: PageAccess;
  readonly signIns: SignIns;
  readonly warnings: readonly StartProblem[];
  /** Waits for requests in flight for at most this long, then flushes and closes the store. */
  close(withinMilliseconds?: number): Promise<void>;
}

/**
 * Starts the service on this machine: the handlers of authorizer, API and guidance behind an emulated HTTP API, a token
 * endpoint, and the embedded store in the data directory.
 *
 * @throws StartError with every problem of the instance's files, DataDirectoryError, RulesChangedError, PortInUseError,
 *   PortUnavailableError, StoredRulesError, StoreUnavailableError, StoreFormatError, IdentityFileError, EntityEventsError,
 *   WebhookSecretError
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const {
    dataDirectory,
    serviceIdentifier = defaultServiceIdentifier,
    port = defaultPort,
    host = defaultHost,
    clientLimit,
  } = options;
  const instance = await loadInstance({ ...options, scopes: scopesOf(serviceIdentifier).all });
  const writeLine = options.writeLog ?? ((line) => void process.stderr.write(`${line}\n`));
  const eventTarget = options.entityEvents && (await openLocalTarget(options.entityEvents));
  const verbose = options.verbose ?? false;
  const log = createServiceLog(writeLine, verbose);

  prepareDataDirectory(dataDirectory);
  const clients = await provisionClients(instance.clients, identityDirectory(dataDirectory));
  const store = await openEmbeddedStore({ directory: storeDirectory(dataDirectory) });
  const entries: ServiceEntry[] = [];
  let gateway: Gateway | undefined;
  let guidance: GuidanceRoute | undefined;
  let workers: PeriodicTask | undefined;

  const close = async (withinMilliseconds?: number): Promise<void> => {
    for (const entry of entries) await entry.remove();
    await gateway?.close(withinMilliseconds);
    await guidance?.close();
    await workers?.stop();
    await store.durable();
    await store.close();
  };

  try {
    const adoptChanged = options.adoptChangedRules ?? false;
    const settings = settingsOf(options);
    const service = await openLocalService({ ...options, settings, adoptChanged, instance, store, log });
    const { meter, resolution, ruleChanges, first, inForce } = service;
    const logGuidance = createGuidanceLog(writeLine);
    guidance = guidanceRoute({
      serviceIdentifier,
      loopbackOnly: isLoopback(host),
      timeLimit: options.toolTimeLimit,
      log: (entry) => {
        if (verbose || entry.level !== 'info') logGuidance(entry);
      },
    });
    const api = createApi({
      resolution,
      ruleChanges,
      recordSchema: instance.recordSchema,
      serviceIdentifier,
      log,
      meter,
      ...(clientLimit && { throttle: createClientThrottle({ store, limitOf: () => clientLimit }) }),
    });
    gateway = createGateway({
      routes: [{ routeKey: '$default', integration: () => ({ statusCode: 503, body: 'The service is starting.' }) }],
      onFailure: ({ cause, ...failure }) => log.error('function failed', { ...failure, cause: describeFailure(cause) }),
      onConnectionsRefused: (count) => log.warn('connections refused', { count }),
    });
    const listeningPort = await listen(gateway, port, host);
    const origin = originOf(host, listeningPort);
    const access = options.pageAccess ?? createPageAccess(listeningPort);

    const client = mostAllowed(clients);
    const signIns = options.signIns ?? createSignIns();
    const person = localPerson({ clientId: signIns.clientId, port: listeningPort, client, serviceIdentifier });
    const endpoint = await createTokenEndpoint({
      clients,
      issuer: origin,
      keyDirectory: identityDirectory(dataDirectory),
      people: { client: person.client, signIns },
    });
    const config = loadConfig({
      AUTHORIZER_ISSUER_URL: origin,
      // Tokens of client credentials have no `aud`: the client takes its place.
      AUTHORIZER_AUDIENCE: JSON.stringify([...clients, person.client].map(({ clientId }) => clientId)),
      AUTHORIZER_PEOPLE: JSON.stringify(person.rules),
      IP_RANGE_ALLOW_LIST: JSON.stringify(options.ipRangeAllowList ?? null),
      SERVICE_IDENTIFIER: serviceIdentifier,
    });
    const resultTtlInSeconds = options.authorizerResultTtlInSeconds ?? 0;
    const { byToken, byAddress } = localAuthorizers({ config, endpoint, meter, writeLine, resultTtlInSeconds });
    // Where other machines reach the service, the allow list covers what needs no token too.
    const ofAll = config.allowList === undefined || isLoopback(host) ? {} : { authorizer: byAddress(config.allowList) };
    const onFailure = (cause: unknown) => log.error('console failed', { cause: describeFailure(cause) });
    let requests = 0;
    gateway.deploy([
      {
        routeKey: 'POST /',
        integration: (event) => {
          requests += 1;
          return api(event as Parameters<Api>[0]);
        },
        authorizer: byToken,
      },
      ...[guidance, ...identityRoutes(endpoint)].map((route) => ({ ...route, ...ofAll })),
      ...consoleRoutes({
        documents: async () => ({
          name: instanceName(options),
          ...instance.documents,
          ruleConfig: (await inForce()).text,
        }),
        configuration: (pageOrigin) => ({
          serviceIdentifier,
          mcpUrl: `${pageOrigin}/mcp`,
          signIn: signInOf(person.client, origin, pageOrigin),
          pages: ['your-data'],
        }),
        authorization: createAuthorizationEndpoint({ issuer: origin, client: person.client, signIns }),
        access,
        authorizer: byToken,
        onFailure,
      }),
      ...yourDataRoutes({ yourData: options.yourData, access, onFailure }),
    ]);
    workers = startWorkers({ service, log, eventTarget, requests: () => requests });

    const maySubmit = client.allowedScopes.includes(scopesOf(serviceIdentifier).of.submit);
    const description: ServiceDescription = {
      apiUrl: `${origin}/`,
      tokenUrl: endpoint.tokenUrl,
      mcpUrl: `${origin}/mcp`,
      consoleUrl: access.addressOf(new URL(origin)),
      clientId: client.clientId,
      clientSecret: client.clientSecret,
      dataDirectory: resolve(dataDirectory),
      instanceDirectory: options.instanceDirectory === undefined ? undefined : resolve(options.instanceDirectory),
      firstLoad: maySubmit ? firstLoadTerms(options, settings, instance) : undefined,
    };
    const entry = await enterService(dataDirectory, description);
    entries.push(entry);
    if (options.announceIn !== undefined && resolve(options.announceIn) !== resolve(dataDirectory)) {
      prepareDataDirectory(options.announceIn);
      entries.push(await enterService(options.announceIn, description));
    }
    const { recordSchema } = instance;
    const warnings = [
      ...instance.warnings,
      ...first.register.status.findings.map((finding) => ({
        source: options.ruleConfigFile,
        severity: 'warning' as const,
        ...finding,
      })),
    ];
    return {
      ...description,
      descriptionFile: entry.file,
      clientName: client.name,
      clients,
      recordSchema,
      rules: first.rules,
      serviceIdentifier,
      pageAccess: access,
      signIns,
      warnings,
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}

const settingsOf = (options: ServiceOptions): ServiceSettings => ({
  updateRecords: options.updateRecords ?? false,
  entityEvents: options.entityEvents !== undefined,
  genericKeyRecords: options.genericKeyRecords ?? OVER_FREQUENT_KEY_RECORDS,
  reviewPairs: options.reviewPairs,
  historyRetentionInDays: options.historyRetentionInDays ?? 0,
  ruleChanges: options.ruleChanges,
});

const firstLoadTerms = (
  { ruleConfigFile, schemaFile }: ServiceOptions,
  settings: ServiceSettings,
  { documents }: Instance,
): FirstLoadTerms => ({
  ruleConfigFile: resolve(ruleConfigFile),
  schemaFile: resolve(schemaFile),
  ruleConfig: documentName(documents.ruleConfig),
  schema: documentName(documents.schema),
  genericKeyRecords: settings.genericKeyRecords,
  reviewPairs: settings.reviewPairs ?? REVIEW_PAIRS,
  entityEvents: settings.entityEvents || settings.historyRetentionInDays > 0,
  updateRecords: settings.updateRecords,
});

/** The client with the most scopes, for the examples that `start` prints. */
function mostAllowed(clients: readonly Client[]): Client {
  return clients.reduce((best, client) => (client.allowedScopes.length > best.allowedScopes.length ? client : best));
}

function createServiceLog(writeLine: (line: string) => void, verbose: boolean): Log {
  const write = (level: string) => (message: string, fields: Readonly<Record<string, unknown>>) =>
    writeLine(JSON.stringify({ timestamp: new Date().toISOString(), service: 'api', level, message, ...fields }));
  return { info: verbose ? write('info') : () => {}, warn: write('warn'), error: write('error') };
}
